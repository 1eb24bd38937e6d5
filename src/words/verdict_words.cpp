#include "words/verdict_words.hpp"

#include <cmath>

#include "messages/say.hpp"
#include "model/messages.hpp"

namespace hexad::inline words {

using messages::Id;
using messages::Message;
using messages::say;
using motion::Gap;

Message verdict_of(const motion::PreflightReport& report) {
  const double time = std::round(1e3 * report.violation_time) / 1e3;
  if (!report.finite) return say<Id::at_time>(time, Id::motion_not_finite);
  if (report.violation.limit == Limit::torque_rms)
    return say<Id::over_the_whole>(message_of(report.violation));
  if (report.violation) return say<Id::at_time>(time, message_of(report.violation));
  return not_checked_of(report.coverage) ? Id::looked_at_is_kept : Id::everything_is_kept;
}

Message not_checked_of(const motion::Coverage& coverage) {
  const auto nth = [](Id first, std::size_t n) {
    return static_cast<Id>(static_cast<std::size_t>(first) + n);
  };
  Message text;
  for (std::size_t gap = 1; gap <= static_cast<std::size_t>(Gap::not_asked); ++gap) {
    Message aspects;
    for (std::size_t i = 0; i < motion::kAspects; ++i) {
      if (coverage.gap[i] != static_cast<Gap>(gap)) continue;
      const Id aspect = nth(Id::aspect_reach, i);
      aspects = aspects ? say<Id::and_next>(aspects, aspect) : Message{aspect};
    }
    if (!aspects) continue;
    const Message left_out = say<Id::with_detail>(aspects, nth(Id::gap_none, gap));
    text = text ? say<Id::and_then>(text, left_out) : left_out;
  }
  return text;
}

}  // namespace hexad::inline words
