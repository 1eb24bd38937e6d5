#include "acceptance/bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "messages/say.hpp"
#include "text/table_reader.hpp"

namespace hexad::acceptance {
namespace {

using messages::Id;
using messages::say;

bool is_pattern(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char letter) {
    return std::isalnum(letter) != 0 || letter == '.' || letter == '_' || letter == '*';
  });
}

/// `*` is any letters, also none.
bool fits_pattern(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern.front() == '*')
    return fits_pattern(pattern.substr(1), name) || (!name.empty() && fits_pattern(pattern, name.substr(1)));
  return !name.empty() && pattern.front() == name.front() && fits_pattern(pattern.substr(1), name.substr(1));
}

}  // namespace

bool Bound::fits(const std::string& name) const { return fits_pattern(pattern, name); }

bool Figure::holds() const noexcept {
  return std::all_of(bounds.begin(), bounds.end(), [this](const Bound& bound) { return bound.holds(value); });
}

Result<Bound, messages::Message> parse_bound(std::string_view text) {
  const std::size_t comment = text.find('#');
  Bound bound;
  if (comment != std::string_view::npos) bound.source = trimmed(text.substr(comment + 1));
  const std::string_view said = trimmed(text.substr(0, comment));
  const std::size_t at = std::min(said.find("<="), said.find(">="));
  if (at == std::string_view::npos) return Failure{say<Id::bound_none>(said)};
  bound.at_least = said[at] == '>';
  bound.pattern = trimmed(said.substr(0, at));
  if (!is_pattern(bound.pattern)) return Failure{say<Id::bound_no_name>(bound.pattern)};
  const std::string_view number = trimmed(said.substr(at + 2));
  const auto [stop, failure] = std::from_chars(number.data(), number.data() + number.size(), bound.value);
  if (failure != std::errc{} || stop != number.data() + number.size() || !std::isfinite(bound.value))
    return Failure{say<Id::bound_no_number>(number)};
  return bound;
}

Result<std::vector<Bound>, messages::Message> parse_bounds(std::string_view text) {
  std::vector<Bound> bounds;
  LineReader lines{text};
  while (const auto row = lines.next()) {
    if (trimmed(row->substr(0, row->find('#'))).empty()) continue;
    const auto bound = parse_bound(*row);
    if (!bound) return Failure{say<Id::bound_at_line>(lines.number(), bound.error())};
    bounds.push_back(*bound);
  }
  return bounds;
}

std::vector<Bound> apply(const std::vector<Bound>& bounds, std::vector<TestResult>& results) {
  std::vector<Bound> unused;
  for (const Bound& bound : bounds) {
    bool ran = false;
    bool used = false;
    for (TestResult& result : results) {
      ran = ran || Bound{bound.pattern.substr(0, bound.pattern.find('.'))}.fits(result.name);
      for (Figure& figure : result.figures) {
        if (!bound.fits(figure.name)) continue;
        figure.bounds.push_back(bound);
        used = true;
      }
    }
    if (ran && !used) unused.push_back(bound);
  }
  return unused;
}

std::string text_of(const Bound& bound) {
  return fmt::format("{} {}", bound.at_least ? ">=" : "<=", bound.value);
}

}  // namespace hexad::acceptance
