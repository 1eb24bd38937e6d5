#include "gateway/lag_meter.hpp"

#include <algorithm>
#include <cmath>

namespace hexad::gateway {
namespace {

constexpr double kMoves = 5.0 * kMillimetre;  // /s, all legs together
constexpr double kFade = 0.9;                 // a sample
constexpr int kKnown = 100;                   // samples of motion after which it is known
constexpr double kFastest = 0.020;            // s a sample, until then, and whenever it shrinks
constexpr double kSlowest = 0.0003;           // s a sample, afterwards, while it grows

}  // namespace

void LagMeter::sent(const Setpoint& setpoint, TimePoint at) noexcept {
  if (count_ > 0 && at - sent_[newest_].at < kApart) return;
  newest_ = (newest_ + 1) % kKept;
  sent_[newest_] = {at, setpoint.extension, setpoint.velocity};
  count_ = std::min(count_ + 1, kKept);
}

const LagMeter::Sent* LagMeter::before(TimePoint time) const noexcept {
  for (std::size_t i = 0, at = newest_; i < count_; ++i, at = at == 0 ? kKept - 1 : at - 1)
    if (sent_[at].at <= time) return &sent_[at];
  return nullptr;
}

void LagMeter::measured(const Extensions& extension, TimePoint at) noexcept {
  const TimePoint then = at - from_seconds(lag_);
  const Sent* const sent = before(then);
  if (sent == nullptr) return;
  const double speed2 = sent->velocity.values().squaredNorm();
  if (!(speed2 > kMoves * kMoves)) return;
  const double since = to_seconds(then - sent->at);
  const Vec6 error = extension.values() - sent->extension.values() - since * sent->velocity.values();
  weight_ = kFade * weight_ + speed2;
  // Legs that stand look like a delay that grows, never like one that shrinks.
  const double most = samples_ < kKnown ? kFastest : kSlowest;
  const double change = -error.dot(sent->velocity.values()) / weight_;
  if (std::abs(change) >= kFastest) weight_ = speed2;  // still far off: no weight yet
  lag_ = std::clamp(lag_ + std::clamp(change, -kFastest, most), 0.0, kMost);
  ++samples_;
}

}  // namespace hexad::gateway
