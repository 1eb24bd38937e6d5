#pragma once
// Bounds of figures, one a line: `reach.*.error_mm <= 0.5   # where it comes from`. Later lines do not
// replace earlier ones: every bound that fits a figure must be kept.

#include <string>
#include <string_view>
#include <vector>

#include "acceptance/figure.hpp"
#include "base/result.hpp"

namespace hexad::acceptance {

/// `reach.*.error_mm <= 0.5`, with or without blanks; or what is wrong, in words.
Result<Bound, messages::Message> parse_bound(std::string_view text);

/// A whole file; problems name the line.
Result<std::vector<Bound>, messages::Message> parse_bounds(std::string_view text);

/// Each bound to the figures it fits. Returns those of a test that ran (by the pattern's first word) that fit
/// nothing: a bound nobody looked at is no bound that was kept.
std::vector<Bound> apply(const std::vector<Bound>& bounds, std::vector<TestResult>& results);

/// "<= 0.5"
std::string text_of(const Bound& bound);

}  // namespace hexad::acceptance
