#include "motion/files/lines.hpp"

#include <charconv>
#include <cmath>

namespace hexad::motion::files {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::size_t kShown = 40;

}  // namespace

Lines::Lines(std::string_view text) noexcept : rest_{text} {
  if (rest_.substr(0, kByteOrderMark.size()) == kByteOrderMark) rest_.remove_prefix(kByteOrderMark.size());
}

std::optional<Line> Lines::next() noexcept {
  if (rest_.empty()) return std::nullopt;
  const std::size_t end = std::min(rest_.find_first_of("\r\n"), rest_.size());
  std::string_view text = rest_.substr(0, end);
  const bool crlf = end + 1 < rest_.size() && rest_[end] == '\r' && rest_[end + 1] == '\n';
  rest_.remove_prefix(std::min(rest_.size(), end + (crlf ? 2 : 1)));
  Line line;
  line.number = ++number_;
  const std::size_t comment = text.find('#');
  if (comment != std::string_view::npos) {
    line.comment = true;
    text = text.substr(0, comment);
  }
  const std::size_t last = text.find_last_not_of(" \t");
  line.text = last == std::string_view::npos ? std::string_view{} : text.substr(0, last + 1);
  return line;
}

std::optional<double> parse_number(std::string_view token) noexcept {
  if (!token.empty() && token.front() == '+') {
    token.remove_prefix(1);
    if (!token.empty() && (token.front() == '-' || token.front() == '+')) return std::nullopt;
  }
  // nan, inf and their kin begin with a letter.
  const std::size_t first = token.find_first_not_of("-");
  if (first == std::string_view::npos || first > 1) return std::nullopt;
  const char c = token[first];
  if (c != '.' && (c < '0' || c > '9')) return std::nullopt;
  double value = 0.0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
  if (error != std::errc{} || end != token.data() + token.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

std::string printable(std::string_view text) {
  std::string shown{text.substr(0, kShown)};
  for (char& c : shown) {
    if (c < 0x20 || c > 0x7e) c = '?';
  }
  if (text.size() > kShown) shown += "...";
  return shown;
}

Rejection at(const Line& line, std::size_t column, Problem problem, std::string_view text, double value,
             double bound) {
  Rejection rejection;
  rejection.problem = problem;
  rejection.line = line.number;
  rejection.column = column;
  rejection.text = printable(text);
  rejection.value = value;
  rejection.bound = bound;
  return rejection;
}

}  // namespace hexad::motion::files
