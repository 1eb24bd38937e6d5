#include "motion/rate_ramp.hpp"

#include <algorithm>
#include <cmath>

namespace hexad::motion {
namespace {

/// r, its integral from 0 and its slope at x in 0…1.
struct Shape {
  double rate, covered, slope;
};
Shape shape(double x) noexcept {
  return {x * x * (3.0 - 2.0 * x), x * x * x * (1.0 - 0.5 * x), 6.0 * x * (1.0 - x)};
}

}  // namespace

RateRamp::RateRamp(double duration, double ramp) noexcept
    : duration_{std::max(duration, 0.0)}, ramp_{std::max(ramp, 0.0)} {
  // Both ramps cover ramp/2 each at a top rate of 1.
  if (ramp_ > duration_) top_ = duration_ / ramp_;
  play_time_ = std::isinf(duration_) ? duration_ : (top_ < 1.0 ? 2.0 * ramp_ : duration_ + ramp_);
}

RateState RateRamp::at(double clock) const noexcept {
  if (!(clock > 0.0)) return {0.0, ramp_ > 0.0 ? 0.0 : 1.0, 0.0};
  if (clock >= play_time_) return {duration_, ramp_ > 0.0 ? 0.0 : 1.0, 0.0};
  if (clock < ramp_) {
    const Shape s = shape(clock / ramp_);
    return {top_ * ramp_ * s.covered, top_ * s.rate, top_ * s.slope / ramp_};
  }
  const double left = play_time_ - clock;
  if (left < ramp_) {
    const Shape s = shape(left / ramp_);
    return {duration_ - top_ * ramp_ * s.covered, top_ * s.rate, -top_ * s.slope / ramp_};
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
