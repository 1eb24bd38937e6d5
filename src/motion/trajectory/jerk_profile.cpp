#include "motion/trajectory/jerk_profile.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "motion/trajectory/planning.hpp"

namespace hexad::motion {

AxisState advance(const AxisState& state, double jerk, double time) noexcept {
  return {state.position + time * (state.velocity + time * (0.5 * state.acceleration + time * jerk / 6.0)),
          state.velocity + time * (state.acceleration + 0.5 * time * jerk), state.acceleration + time * jerk};
}

JerkProfile JerkProfile::invalid_at(const AxisState& from) noexcept {
  return JerkProfile{{std::isfinite(from.position) ? from.position : 0.0, 0.0, 0.0}};
}

void JerkProfile::append(double time, double jerk) noexcept {
  if (time <= 0.0) return;
  if (count_ == kMaxSegments) {
    duration_ = std::numeric_limits<double>::quiet_NaN();  // finish() refuses it: a gap would be a jump
    return;
  }
  segments_[count_++] = {duration_, jerk, end_};
  end_ = advance(end_, jerk, time);
  duration_ += time;
}

void JerkProfile::finish(double position, double velocity, double duration) noexcept {
  const AxisState start = count_ > 0 ? segments_[0].state : end_;
  const double sum =
      end_.position + end_.velocity + end_.acceleration + duration_;  // NaN or infinity anywhere
  if (!std::isfinite(sum + position + velocity + duration)) {
    *this = invalid_at(start);
    return;
  }
  end_ = {position, velocity, 0.0};
  duration_ = duration;
  valid_ = true;
}

std::size_t JerkProfile::segment_of(double t) const noexcept {
  std::size_t i = count_ - 1;
  while (i > 0 && t < segments_[i].start) --i;
  return i;
}

AxisState JerkProfile::at(double t) const noexcept {
  if (count_ > 0 && !(t >= duration_)) {
    if (!(t > 0.0)) return segments_[0].state;
    const Segment& segment = segments_[segment_of(t)];
    return advance(segment.state, segment.jerk, t - segment.start);
  }
  if (!(t > duration_)) return end_;
  return {end_.position + end_.velocity * (t - duration_), end_.velocity, 0.0};
}

JerkProfile fastest_velocity_change(const AxisState& from, double target_velocity,
                                    const Rates& limits) noexcept {
  const Planning planning{from, limits};
  if (!planning.possible() || !std::isfinite(target_velocity)) return JerkProfile::invalid_at(from);
  const double target = std::clamp(target_velocity, -limits.velocity, limits.velocity);
  unit::Plan plan;
  const unit::State s = unit::bring_inside(plan, planning.start(), limits.acceleration);
  unit::push_change(plan, s.v, s.a, target * limits.jerk, limits.acceleration);
  JerkProfile profile = planning.profile_of(plan);
  profile.finish(profile.end().position, target);
  return profile;
}

JerkProfile fastest_stop(const AxisState& from, const Rates& limits) noexcept {
  return fastest_velocity_change(from, 0.0, limits);
}

double stop_position(const AxisState& from, const Rates& limits) noexcept {
  const double j = limits.jerk;
  const double a_max = limits.acceleration;
  unit::State s{0.0, from.velocity * j, from.acceleration};
  const double excess = std::abs(s.a) - a_max;
  if (excess > 0.0) {
    s = unit::advance(s, excess, s.a > 0.0 ? -1.0 : 1.0);
    s.a = std::copysign(a_max, s.a);
  }
  return from.position + (s.x + unit::stop_distance(s.v, s.a, a_max)) / (j * j);
}

}  // namespace hexad::motion
