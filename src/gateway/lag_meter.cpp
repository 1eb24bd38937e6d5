#include "gateway/lag_meter.hpp"

#include <algorithm>
#include <cmath>

namespace hexad::gateway {
namespace {

constexpr double kMoves = 5.0 * kMillimetre;  // /s, all legs together
constexpr double kFade = 0.9;                 // a sample
constexpr int kKnown = 100;                   // samples of motion after which it is known
constexpr double kShrinks = 0.002;            // s a sample, afterwards
constexpr double kGrows = 0.0003;             // … legs that stand look like a delay that grows

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

/// Where nothing was sent that long ago, it stood where the oldest setpoint is.
void LagMeter::try_all(const Extensions& extension, TimePoint at) noexcept {
  std::size_t place = newest_;
  std::size_t left = count_;
  for (std::size_t tried = 0; tried < kTried; ++tried) {
    const TimePoint then = at - from_seconds(kTriedApart * static_cast<double>(tried));
    while (left > 1 && sent_[place].at > then) {
      place = place == 0 ? kKept - 1 : place - 1;
      --left;
    }
    const Sent& sent = sent_[place];
    const double since = std::max(to_seconds(then - sent.at), 0.0);
    const Vec6 where = sent.extension.values() + since * sent.velocity.values();
    squares_[tried] += (extension.values() - where).squaredNorm();
  }
  const auto best = std::min_element(squares_.begin(), squares_.end()) - squares_.begin();
  lag_ = kTriedApart * static_cast<double>(best);
  const auto i = static_cast<std::size_t>(best);
  if (i == 0 || i + 1 == kTried) return;
  const double bend = squares_[i - 1] - 2.0 * squares_[i] + squares_[i + 1];
  if (bend > 0.0) lag_ += 0.5 * kTriedApart * (squares_[i - 1] - squares_[i + 1]) / bend;
}

void LagMeter::measured(const Extensions& extension, TimePoint at) noexcept {
  if (count_ == 0) return;
  if (samples_ < kKnown) {
    const auto moves = [&](const Sent& sent) {
      return sent.velocity.values().squaredNorm() > kMoves * kMoves;
    };
    const Sent* const oldest = before(at - from_seconds(kMost));
    if (!moves(sent_[newest_]) && !(oldest != nullptr && moves(*oldest))) return;
    try_all(extension, at);
    ++samples_;
    return;
  }
  const TimePoint then = at - from_seconds(lag_);
  const Sent* const sent = before(then);
  if (sent == nullptr) return;
  const double speed2 = sent->velocity.values().squaredNorm();
  if (!(speed2 > kMoves * kMoves)) return;
  const double since = to_seconds(then - sent->at);
  const Vec6 error = extension.values() - sent->extension.values() - since * sent->velocity.values();
  weight_ = kFade * weight_ + speed2;
  const double change = -error.dot(sent->velocity.values()) / weight_;
  lag_ = std::clamp(lag_ + std::clamp(change, -kShrinks, kGrows), 0.0, kMost);
}

}  // namespace hexad::gateway
