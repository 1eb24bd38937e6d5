#include "text/spreadsheet_text.hpp"

#include <algorithm>
#include <cstdint>

namespace hexad::inline text {
namespace {

void append_utf8(std::string& text, std::uint32_t code) {
  if (code < 0x80) {
    text += static_cast<char>(code);
    return;
  }
  const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  constexpr std::uint32_t kLead[] = {0, 0xC0, 0xE0, 0xF0};
  text += static_cast<char>(kLead[more] | code >> (6 * more));
  for (int i = more - 1; i >= 0; --i) text += static_cast<char>(0x80U | (code >> (6 * i) & 0x3FU));
}

std::string from_utf16(std::string_view bytes, bool big_end_first) {
  std::string text;
  const auto unit = [&](std::size_t i) {
    const auto a = static_cast<unsigned char>(bytes[i]), b = static_cast<unsigned char>(bytes[i + 1]);
    return static_cast<std::uint32_t>(big_end_first ? a << 8U | b : b << 8U | a);
  };
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    std::uint32_t code = unit(i);
    if (code >= 0xD800 && code < 0xDC00 && i + 3 < bytes.size()) {
      code = 0x10000 + ((code - 0xD800) << 10U) + (unit(i + 2) - 0xDC00);
      i += 2;
    }
    append_utf8(text, code);
  }
  return text;
}

/// Without a mark: letters of these files are ASCII, every second byte is then zero.
std::string to_utf8(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) return std::string{bytes.substr(3)};
  if (bytes.starts_with("\xFF\xFE")) return from_utf16(bytes.substr(2), false);
  if (bytes.starts_with("\xFE\xFF")) return from_utf16(bytes.substr(2), true);
  if (bytes.size() >= 4 && bytes[0] != 0 && bytes[1] == 0 && bytes[3] == 0) return from_utf16(bytes, false);
  if (bytes.size() >= 4 && bytes[0] == 0 && bytes[1] != 0 && bytes[2] == 0) return from_utf16(bytes, true);
  return std::string{bytes};
}

/// Of all lines but remarks, outside quotes.
bool has_outside_quotes(std::string_view text, char letter) {
  bool quoted = false, remark = false, fresh = true;
  for (const char c : text) {
    if (c == '\n' || c == '\r') {
      quoted = remark = false;
      fresh = true;
      continue;
    }
    if (fresh && c == '#') remark = true;
    if (c != ' ') fresh = false;
    if (c == '"') quoted = !quoted;
    if (c == letter && !quoted && !remark) return true;
  }
  return false;
}

bool is_separator_line(std::string_view line) {
  return line.size() == 5 && (line.starts_with("sep=") || line.starts_with("SEP="));
}

void append_line(std::string& text, std::string_view line, char separator) {
  if (line.starts_with('#')) {
    text += line;
    return;
  }
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"') {
      if (quoted && i + 1 < line.size() && line[i + 1] == '"')
        ++i;
      else
        quoted = !quoted;
    } else if (c == separator && !quoted) {
      text += ',';
    } else {
      text += c == ',' ? '.' : c;  // inside a cell it is a decimal comma
    }
  }
}

}  // namespace

std::string plain_csv(std::string_view bytes) {
  const std::string text = to_utf8(bytes);
  std::string_view rest = text;
  char separator = has_outside_quotes(text, ';') ? ';' : has_outside_quotes(text, '\t') ? '\t' : ',';
  std::string plain;
  for (bool first = true; !rest.empty(); first = false) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (first && is_separator_line(line))
      separator = line.back();
    else
      append_line(plain, line, separator);
    if (end == rest.size()) break;
    plain += '\n';
    rest.remove_prefix(end + 1);
  }
  return plain;
}

}  // namespace hexad::inline text
