#include "motion/governor/limit_check.hpp"

#include <algorithm>
#include <cmath>

#include "motion/governor/machine_bounds.hpp"

namespace hexad::motion {
namespace {

// Rounding, not slack: a program that plans exactly at a limit must not be refused for its last bit.
constexpr double kLastBits = 1.0 + 1e-9;

constexpr double kConsistent = 1.0 + 1e-6;
constexpr double kRotationVector =
    1.5;  // the rotation vector's jerk may differ this much from the angular jerk

LimitHit exceeds(const Vec3& values, double bound, Limit limit, std::uint8_t first) noexcept {
  for (int i = 0; i < 3; ++i) {
    if (!(std::abs(values[i]) <= bound * kLastBits)) {
      return {limit, static_cast<std::uint8_t>(first + i), values[i], bound};
    }
  }
  return {};
}

LimitHit exceeds(const Twist& twist, double linear, double angular, Limit limit) noexcept {
  if (const LimitHit hit = exceeds(twist.linear, linear, limit, 0)) return hit;
  return exceeds(twist.angular, angular, limit, 3);
}

template <class Quantity>
LimitHit exceeds(const LegValues<Quantity>& legs, std::size_t count, double bound, Limit limit) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    const double value = legs[static_cast<Eigen::Index>(i)];
    if (!(std::abs(value) <= bound * kLastBits)) return {limit, static_cast<std::uint8_t>(i), value, bound};
  }
  return {};
}

}  // namespace

bool usable(const Rates& rates) noexcept {
  return rates.velocity > 0.0 && rates.acceleration > 0.0 && rates.jerk > 0.0 &&
         std::isfinite(rates.velocity) && std::isfinite(rates.acceleration) && std::isfinite(rates.jerk);
}

StrokeUsed StrokeUsed::about(const Extensions& extension, const Machine& machine, double hair) noexcept {
  const double low = machine.limits.stroke_margin + hair;
  const double high = machine.geometry.stroke - low;
  StrokeUsed used = at(extension);
  for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
    const auto i = static_cast<Eigen::Index>(leg);
    const double e = extension[i];
    used.lowest[i] = std::max(std::min(e, low), e - hair);
    used.highest[i] = std::min(std::max(e, high), e + hair);
  }
  return used;
}

LimitHit check_stroke(const Machine& machine, const Extensions& extension, const StrokeUsed& used,
                      double slack, const Extensions& dip) noexcept {
  const double margin = machine.limits.stroke_margin;
  const double stroke = machine.geometry.stroke;
  for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
    const auto i = static_cast<Eigen::Index>(leg);
    const double lowest = margin + std::max(dip[i], 0.0);
    const double highest = stroke - margin - std::max(-dip[i], 0.0);
    const bool in_lower = used.lowest[i] < margin;
    const bool in_upper = used.highest[i] > stroke - margin;
    const double low = in_lower ? used.lowest[i] : std::clamp(used.lowest[i], lowest, lowest + slack);
    const double high = in_upper ? used.highest[i] : std::clamp(used.highest[i], highest - slack, highest);
    const double e = extension[i];
    if (!(e >= low)) return {Limit::leg_lower, static_cast<std::uint8_t>(leg), e, low};
    if (!(e <= high)) return {Limit::leg_upper, static_cast<std::uint8_t>(leg), e, high};
  }
  return {};
}

LimitHit check_rates(const Machine& machine, const Motion& motion, const kinematics::LegRates& legs,
                     const Shares& shares) noexcept {
  const MotionLimits& limits = machine.limits;
  const std::size_t count = machine.geometry.legs;
  if (const LimitHit hit = exceeds(motion.velocity, shares.velocity * limits.translation.velocity,
                                   shares.velocity * limits.rotation.velocity, Limit::axis_velocity)) {
    return hit;
  }
  if (const LimitHit hit =
          exceeds(motion.acceleration, shares.acceleration * limits.translation.acceleration,
                  shares.acceleration * limits.rotation.acceleration, Limit::axis_acceleration)) {
    return hit;
  }
  if (const LimitHit hit =
          exceeds(legs.velocity, count, shares.velocity * limits.leg.velocity, Limit::leg_velocity))
    return hit;
  return exceeds(legs.acceleration, count, shares.leg_acceleration * limits.leg.acceleration,
                 Limit::leg_acceleration);
}

LimitHit check_jerk(const Machine& machine, const Motion& from, const kinematics::LegRates& from_legs,
                    const Motion& to, const kinematics::LegRates& to_legs, double period,
                    const Shares& shares) noexcept {
  const MotionLimits& limits = machine.limits;
  const Twist jerk{(to.acceleration.linear - from.acceleration.linear) / period,
                   (to.acceleration.angular - from.acceleration.angular) / period};
  if (const LimitHit hit =
          exceeds(jerk, limits.translation.jerk, shares.jerk * limits.rotation.jerk, Limit::axis_jerk))
    return hit;
  const LegJerks leg_jerk = rate_of(to_legs.acceleration - from_legs.acceleration, period);
  return exceeds(leg_jerk, machine.geometry.legs, shares.jerk * limits.leg.jerk, Limit::leg_jerk);
}

LimitHit check_continues(const Machine& machine, const State6& from, const State6& to, double period,
                         double share) noexcept {
  const double dt = period;
  const Vec6 velocity_jump = to.velocity - from.velocity - dt * from.acceleration;
  const Vec6 position_jump =
      to.position - from.position - dt * from.velocity - (0.5 * dt * dt) * from.acceleration;
  const Vec6 free = free_of(machine.geometry.mechanism);
  for (int i = 0; i < 6; ++i) {
    if (free[i] == 0.0) continue;  // a guide drops it: what comes of it is looked at as the machine moves
    const double jerk =
        share * kConsistent *
        (i < 3 ? machine.limits.translation.jerk : kRotationVector * machine.limits.rotation.jerk);
    const double by_velocity = 2.0 * velocity_jump[i] / (dt * dt);
    const double by_position = 6.0 * position_jump[i] / (dt * dt * dt);
    const auto axis = static_cast<std::uint8_t>(i);
    if (!(std::abs(by_velocity) <= jerk)) return {Limit::axis_jerk, axis, by_velocity, jerk};
    if (!(std::abs(by_position) <= jerk)) return {Limit::axis_jerk, axis, by_position, jerk};
  }
  return {};
}

}  // namespace hexad::motion
