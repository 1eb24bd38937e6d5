#include "motion/rate_ramp.hpp"

#include <algorithm>
#include <cmath>

namespace hexad::motion {

RateRamp::RateRamp(double duration, double ramp) noexcept
    : duration_{std::max(duration, 0.0)}, ramp_{std::max(ramp, 0.0)} {
  // Both ramps cover ramp/2 each at a top rate of 1.
  if (ramp_ > duration_) top_ = duration_ / ramp_;
  up_ = {{}, top_, 0.0, ramp_};
  play_time_ = std::isinf(duration_) ? duration_ : (top_ < 1.0 ? 2.0 * ramp_ : duration_ + ramp_);
}

RateState RateRamp::at(double clock) const noexcept {
  if (!(clock > 0.0)) return {0.0, ramp_ > 0.0 ? 0.0 : 1.0, 0.0};
  if (clock >= play_time_) return {duration_, ramp_ > 0.0 ? 0.0 : 1.0, 0.0};
  if (clock < ramp_) {
    const Jet rate = up_.at(clock);
    return {up_.integral(clock), rate.value, rate.rate};
  }
  const double left = play_time_ - clock;
  if (left < ramp_) {
    const Jet rate = up_.at(left);
    return {duration_ - up_.integral(left), rate.value, -rate.rate};
  }
  return {top_ * (clock - 0.5 * ramp_), top_, 0.0};
}

Motion along(const Motion& motion, const RateState& rate) noexcept {
  const double square = rate.rate * rate.rate;
  Motion result;
  result.pose = motion.pose;
  result.velocity = {rate.rate * motion.velocity.linear, rate.rate * motion.velocity.angular};
  result.acceleration = {square * motion.acceleration.linear + rate.change * motion.velocity.linear,
                         square * motion.acceleration.angular + rate.change * motion.velocity.angular};
  return result;
}

}  // namespace hexad::motion
