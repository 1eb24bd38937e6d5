#include "motion/governor/limit_check.hpp"

#include <cmath>

namespace hexad::motion {
namespace {

// Rounding, not slack: a program that plans exactly at a limit must not be refused for its last bit.
constexpr double kRounding = 1.0 + 1e-9;

LimitHit exceeds(const Vec3& values, double bound, Limit limit, std::uint8_t first) noexcept {
  for (int i = 0; i < 3; ++i) {
    if (!(std::abs(values[i]) <= bound * kRounding)) {
      return {limit, static_cast<std::uint8_t>(first + i), values[i], bound};
    }
  }
  return {};
}

LimitHit exceeds(const Twist& twist, double linear, double angular, Limit limit) noexcept {
  if (const LimitHit hit = exceeds(twist.linear, linear, limit, 0)) return hit;
  return exceeds(twist.angular, angular, limit, 3);
}

LimitHit exceeds(const Legs& legs, std::size_t count, double bound, Limit limit) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    const double value = legs[static_cast<Eigen::Index>(i)];
    if (!(std::abs(value) <= bound * kRounding)) return {limit, static_cast<std::uint8_t>(i), value, bound};
  }
  return {};
}

}  // namespace

LimitHit check_stroke(const Machine& machine, const Legs& extension, double margin) noexcept {
  const double high = machine.geometry.stroke - margin;
  for (std::size_t i = 0; i < machine.geometry.legs; ++i) {
    const double e = extension[static_cast<Eigen::Index>(i)];
    if (!(e >= margin)) return {Limit::leg_lower, static_cast<std::uint8_t>(i), e, margin};
    if (!(e <= high)) return {Limit::leg_upper, static_cast<std::uint8_t>(i), e, high};
  }
  return {};
}

LimitHit check_rates(const Machine& machine, const Motion& motion,
                     const kinematics::LegRates& legs) noexcept {
  const MotionLimits& limits = machine.limits;
  const std::size_t count = machine.geometry.legs;
  if (const LimitHit hit = exceeds(motion.velocity, limits.translation.velocity, limits.rotation.velocity,
                                   Limit::axis_velocity)) {
    return hit;
  }
  if (const LimitHit hit = exceeds(motion.acceleration, limits.translation.acceleration,
                                   limits.rotation.acceleration, Limit::axis_acceleration)) {
    return hit;
  }
  if (const LimitHit hit = exceeds(legs.velocity, count, limits.leg.velocity, Limit::leg_velocity))
    return hit;
  return exceeds(legs.acceleration, count, limits.leg.acceleration, Limit::leg_acceleration);
}

LimitHit check_jerk(const Machine& machine, const Motion& from, const kinematics::LegRates& from_legs,
                    const Motion& to, const kinematics::LegRates& to_legs, double period) noexcept {
  const MotionLimits& limits = machine.limits;
  const Twist jerk{(to.acceleration.linear - from.acceleration.linear) / period,
                   (to.acceleration.angular - from.acceleration.angular) / period};
  if (const LimitHit hit = exceeds(jerk, limits.translation.jerk, limits.rotation.jerk, Limit::axis_jerk))
    return hit;
  const Legs leg_jerk = (to_legs.acceleration - from_legs.acceleration) / period;
  return exceeds(leg_jerk, machine.geometry.legs, limits.leg.jerk, Limit::leg_jerk);
}

}  // namespace hexad::motion
