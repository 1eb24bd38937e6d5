#include "config/edit.hpp"

#include <algorithm>
#include <vector>

#include "config/document.hpp"
#include "config/schema.hpp"

namespace hexad::inline config {
namespace {

/// Where a line and a column (characters, from 1) are in a text.
std::size_t offset_of(std::string_view text, int line, int column) {
  std::size_t at = 0;
  for (int i = 1; i < line && at < text.size(); ++i) {
    const std::size_t end = text.find('\n', at);
    at = end == std::string_view::npos ? text.size() : end + 1;
  }
  for (int i = 1; i < column && at < text.size(); ++i) {
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) ++at;
  }
  return at;
}

std::string_view line_of(std::string_view text, int line) {
  const std::size_t begin = offset_of(text, line, 1);
  return text.substr(begin, text.find('\n', begin) - begin);
}

bool begins_section(std::string_view line, std::string_view name) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos || line[first] != '[') return false;
  line = line.substr(first + 1);
  return line.starts_with(name) && line.substr(name.size()).starts_with(']');
}

/// Behind which line a new key of this section goes; 0 = there is no such section yet.
int line_before(const Document& document, std::string_view text, std::string_view section) {
  int last = 0;
  int next_header = 1 << 30;
  if (!section.empty()) {
    for (const Section& one : document.sections)
      if (one.name == section && begins_section(line_of(text, one.line), section)) last = one.line;
    if (last == 0) return 0;
  }
  for (const Section& one : document.sections)
    if (one.line > last) next_header = std::min(next_header, one.line);
  for (const Entry& entry : document.entries)
    if (section_of(entry.key) == section && entry.line > last && entry.line < next_header)
      last = std::max(last, entry.value.end_line);
  return last;
}

std::string with_line_behind(std::string_view text, int line, const std::string& added) {
  const std::size_t begin = offset_of(text, line, 1);
  const std::size_t end = line == 0 ? 0 : std::min(text.find('\n', begin), text.size() - 1) + 1;
  std::string result{text.substr(0, end)};
  if (!result.empty() && result.back() != '\n') result += '\n';
  return result + added + '\n' + std::string{text.substr(end)};
}

/// The same keys in the same places of the list, with the same words, but for this one.
bool others_are_same(const Document& before, const Document& after, std::string_view key) {
  const auto rest = [key](const Document& document) {
    std::vector<std::pair<std::string, std::string>> all;
    for (const Entry& entry : document.entries)
      if (entry.key != key) all.emplace_back(entry.key, entry.value.in_words());
    std::sort(all.begin(), all.end());
    return all;
  };
  return rest(before) == rest(after);
}

std::string set_in(const Document& document, std::string_view text, std::string_view key,
                   const std::string& value) {
  if (const Entry* const entry = document.find(key)) {
    const std::size_t begin = offset_of(text, entry->value.line, entry->value.column);
    const std::size_t end = offset_of(text, entry->value.end_line, entry->value.end_column);
    return std::string{text.substr(0, begin)} + value + std::string{text.substr(end)};
  }
  const std::string_view section = section_of(key);
  const std::string name{section.empty() ? key : key.substr(section.size() + 1)};
  const int line = line_before(document, text, section);
  if (line > 0 || section.empty()) return with_line_behind(text, line, name + " = " + value);
  std::string result{text};
  if (!result.empty() && result.back() != '\n') result += '\n';
  return result + (result.empty() ? "" : "\n") + '[' + std::string{section} + "]\n" + name + " = " + value +
         '\n';
}

/// With all its lines, and the comment behind it.
std::string taken_out(const Entry& entry, std::string_view text) {
  const std::size_t begin = offset_of(text, entry.line, 1);
  const std::size_t end =
      std::min(text.find('\n', offset_of(text, entry.value.end_line, 1)), text.size() - 1) + 1;
  return std::string{text.substr(0, begin)} + std::string{text.substr(end)};
}

}  // namespace

std::optional<std::string> edited(std::string_view text, std::string_view key,
                                  const std::optional<std::string>& value) {
  Problems problems;
  const Document before = parse_document(text, "", problems);
  if (!problems.empty()) return std::nullopt;
  const Entry* const entry = before.find(key);
  if (!value && entry == nullptr) return std::string{text};
  std::string result = value ? set_in(before, text, key, *value) : taken_out(*entry, text);
  const Document after = parse_document(result, "", problems);
  const bool there = after.find(key) != nullptr;
  if (!problems.empty() || there != value.has_value() || !others_are_same(before, after, key))
    return std::nullopt;
  return result;
}

}  // namespace hexad::inline config
