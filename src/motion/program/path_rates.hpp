#pragma once
// What axes and legs do along a path, twelve channels at once, and what of their limits a path is planned
// with.

#include <span>

#include "motion/judge/moment.hpp"

namespace hexad::motion {

/// Six platform axes, six legs.
using Channels = Eigen::Array<double, 12, 1>;

// Shares of the limits that are planned with: between two looks, and between two ticks of the core, there is
// a little more than at them.
inline constexpr double kVelocityShare = 0.991;
inline constexpr double kAccelerationShare = 0.985;
inline constexpr double kJerkShare = 0.975;

struct PathRates {
  Channels velocity, acceleration;
  Moment moment;
};

/// First and second derivatives along q(τ).
inline PathRates path_rates(const Machine& machine, const State6& state) noexcept {
  PathRates rates;
  rates.moment.state = state;
  rates.moment.motion = kinematics::project(machine, motion_of(state));
  rates.moment.legs = kinematics::leg_rates(machine, rates.moment.motion);
  const Motion& motion = rates.moment.motion;
  const kinematics::LegRates& legs = rates.moment.legs;
  rates.velocity << motion.velocity.linear.array(), motion.velocity.angular.array(), legs.velocity.array();
  rates.acceleration << motion.acceleration.linear.array(), motion.acceleration.angular.array(),
      legs.acceleration.array();
  return rates;
}

inline Channels channels(double translation, double rotation, double leg) noexcept {
  Channels c;
  c << Vec3::Constant(translation).array(), Vec3::Constant(rotation).array(), Vec6::Constant(leg).array();
  return c;
}

/// The bounds that a path is planned with.
class PathBounds {
 public:
  PathBounds(const MotionLimits& limits, std::span<const Vec6> max_speed) noexcept
      : acceleration{kAccelerationShare * channels(limits.translation.acceleration,
                                                   limits.rotation.acceleration, limits.leg.acceleration)},
        jerk{kJerkShare * channels(limits.translation.jerk, limits.rotation.jerk, limits.leg.jerk)},
        top_speed{channels(limits.translation.velocity, limits.rotation.velocity, limits.leg.velocity)},
        max_speed_{max_speed} {}

  Channels acceleration, jerk;
  Channels top_speed;  ///< whatever was ordered

  /// From the highest speed, of the channel that needs longest.
  double stop_time() const noexcept { return (top_speed / acceleration + acceleration / jerk).maxCoeff(); }
  Channels velocity(std::size_t segment) const noexcept {
    Channels bound = top_speed;
    bound.head<6>() = bound.head<6>().min(max_speed_[segment].array());
    return kVelocityShare * bound;
  }

 private:
  std::span<const Vec6> max_speed_;
};

}  // namespace hexad::motion
