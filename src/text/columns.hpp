#pragma once
// Text in columns, as wide as a terminal shows it: a Chinese character takes two of them.

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hexad::inline text {

/// Columns a text takes on a terminal.
std::size_t display_width(std::string_view text) noexcept;

/// The text, and blanks behind it up to so many columns; as it is where it is wider.
std::string filled(std::string_view text, std::size_t width);

/// Columns aligned to the right under their headings; a heading of two lines is split at '\n'.
class Table {
 public:
  explicit Table(std::vector<std::string> headings) : headings_{std::move(headings)} {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  std::string text() const;

 private:
  std::vector<std::string> headings_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace hexad::inline text
