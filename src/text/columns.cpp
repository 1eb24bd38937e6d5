#include "text/columns.hpp"

#include <algorithm>

namespace hexad::inline text {
namespace {

std::string line_of(const std::string& heading, int line) {
  const std::size_t split = heading.find('\n');
  if (line == 0) return heading.substr(0, split);
  return split == std::string::npos ? "" : heading.substr(split + 1);
}

std::string row_text(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) text += "  ";
    text += std::string(widths[i] - std::min(widths[i], display_width(cells[i])), ' ') + cells[i];
  }
  return text + '\n';
}

}  // namespace

std::size_t display_width(std::string_view text) noexcept {
  std::size_t width = 0;
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if ((byte & 0xC0U) == 0x80U) continue;  // inside a character
    // U+3000 to U+DFFF, U+F000 on: characters and their punctuation.
    width += (byte >= 0xE3U && byte <= 0xEDU) || byte == 0xEFU ? 2U : 1U;
  }
  return width;
}

std::string filled(std::string_view text, std::size_t width) {
  return std::string{text} + std::string(width - std::min(width, display_width(text)), ' ');
}

std::string Table::text() const {
  std::vector<std::size_t> widths;
  bool two_lines = false;
  for (const std::string& heading : headings_) {
    widths.push_back(std::max(display_width(line_of(heading, 0)), display_width(line_of(heading, 1))));
    two_lines = two_lines || heading.find('\n') != std::string::npos;
  }
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i]));

  std::string text;
  for (int line = 0; line < (two_lines ? 2 : 1); ++line) {
    std::vector<std::string> cells;
    for (const std::string& heading : headings_) cells.push_back(line_of(heading, line));
    text += row_text(cells, widths);
  }
  for (const auto& row : rows_) text += row_text(row, widths);
  return text;
}

}  // namespace hexad::inline text
