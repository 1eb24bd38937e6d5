#pragma once
// Tables as people write them: lines with fields between commas. Where a field stands is kept for what is
// said of it.

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "base/trimmed.hpp"

namespace hexad::inline text {

struct TableField {
  std::string_view text;   ///< without blanks around it
  std::size_t column = 1;  ///< of its first letter in the line
};

inline std::vector<TableField> fields_of(std::string_view line) {
  std::vector<TableField> fields;
  for (std::size_t from = 0;;) {
    const std::size_t comma = std::min(line.find(',', from), line.size());
    const std::string_view whole = line.substr(from, comma - from);
    const std::string_view text = trimmed(whole);
    const std::size_t blanks = text.empty() ? 0 : static_cast<std::size_t>(text.data() - whole.data());
    fields.push_back({text, from + blanks + 1});
    if (comma == line.size()) return fields;
    from = comma + 1;
  }
}

/// A text line by line, without a byte order mark and the ends of its lines.
class LineReader {
 public:
  explicit LineReader(std::string_view text) noexcept : rest_{text} {
    if (rest_.starts_with("\xEF\xBB\xBF")) rest_.remove_prefix(3);
  }
  std::optional<std::string_view> next() noexcept {
    if (rest_.empty()) return std::nullopt;
    ++number_;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
  }
  /// Of the line that came last, from 1.
  std::size_t number() const noexcept { return number_; }

 private:
  std::string_view rest_;
  std::size_t number_ = 0;
};

}  // namespace hexad::inline text
