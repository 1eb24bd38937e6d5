#pragma once
// Inside the readers: a text line by line, and the small things every format has.

#include <optional>
#include <string>
#include <string_view>

#include "base/trimmed.hpp"
#include "motion/rejection.hpp"

namespace hexad::motion::files {

struct Line {
  std::size_t number = 0;  ///< from 1
  std::string_view text;   ///< without its end, comment and trailing blanks
  bool comment = false;    ///< there was one
};

/// Takes CRLF, CR and LF, a byte order mark, comments from '#' to the end of a line.
class Lines {
 public:
  explicit Lines(std::string_view text) noexcept;
  std::optional<Line> next() noexcept;

 private:
  std::string_view rest_;
  std::size_t number_ = 0;
};

/// The whole token, finite, decimal; a leading + is allowed.
std::optional<double> parse_number(std::string_view token) noexcept;
/// As it may stand in a message: short, other than ASCII as '?'.
std::string printable(std::string_view text);
/// What is wrong, and where.
Rejection at(const Line& line, std::size_t column, Problem problem, std::string_view text = {},
             double value = 0.0, double bound = 0.0);

}  // namespace hexad::motion::files
