#include "words/verdict_words.hpp"

#include <fmt/format.h>

#include "words/limit_words.hpp"

namespace hexad::runtime {
namespace {

using motion::Aspect;
using motion::Gap;

std::string_view words_of(Aspect aspect) {
  constexpr std::array<std::string_view, motion::kAspects> kWords{
      "reach",      "joint angles",           "singularity", "velocity",    "acceleration",
      "jerk",       "a stop from everywhere", "leg force",   "motor speed", "peak torque",
      "rms torque", "the cabin turned"};
  return kWords[static_cast<std::size_t>(aspect)];
}

std::string_view words_of(Gap gap) {
  constexpr std::array<std::string_view, 6> kWords{"",
                                                   "no limit is given",
                                                   "no motor is described",
                                                   "it shows only over time",
                                                   "the poses have no times that rise",
                                                   "left out"};
  return kWords[static_cast<std::size_t>(gap)];
}

}  // namespace

std::string verdict_of(const motion::PreflightReport& report) {
  if (!report.finite) return fmt::format("at {:.3f} s a value is not finite", report.violation_time);
  if (report.violation.limit == Limit::torque_rms)
    return fmt::format("over the whole {}", in_words(report.violation));
  if (report.violation)
    return fmt::format("at {:.3f} s {}", report.violation_time, in_words(report.violation));
  return not_checked_of(report.coverage).empty() ? "every limit is kept"
                                                 : "every limit that was looked at is kept";
}

std::string not_checked_of(const motion::Coverage& coverage) {
  std::string text;
  for (std::size_t gap = 1; gap <= static_cast<std::size_t>(Gap::not_asked); ++gap) {
    std::string aspects;
    for (std::size_t i = 0; i < motion::kAspects; ++i)
      if (coverage.gap[i] == static_cast<Gap>(gap))
        aspects += fmt::format("{}{}", aspects.empty() ? "" : ", ", words_of(static_cast<Aspect>(i)));
    if (aspects.empty()) continue;
    text += fmt::format("{}{} ({})", text.empty() ? "" : "; ", aspects, words_of(static_cast<Gap>(gap)));
  }
  return text;
}

}  // namespace hexad::runtime
