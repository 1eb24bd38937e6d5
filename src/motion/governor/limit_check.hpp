#pragma once
// One instant of motion against the limits, first violation only. Written so that NaN fails.

#include "kinematics/inverse.hpp"

namespace hexad::motion {

/// Every leg inside the stroke less its margin; one that `was` in the margin may stay there, but not go further out.
/// `slack` is kept free on top.
LimitHit check_stroke(const Machine& machine, const Legs& extension, const Legs& was,
                      double slack = 0.0) noexcept;

/// Shares of the limits that are allowed.
struct Shares {
  double velocity = 1.0;
  double acceleration = 1.0;
  double jerk = 1.0;  ///< of legs and rotation: these are not what programs plan in
};

/// Velocities and accelerations of platform and legs.
LimitHit check_rates(const Machine& machine, const Motion& motion, const kinematics::LegRates& legs,
                     const Shares& shares = {}) noexcept;

/// Jerk of platform and legs over one tick.
LimitHit check_jerk(const Machine& machine, const Motion& from, const kinematics::LegRates& from_legs,
                    const Motion& to, const kinematics::LegRates& to_legs, double period,
                    const Shares& shares = {}) noexcept;

}  // namespace hexad::motion
