#pragma once
// One instant of motion against the limits, first violation only. Written so that NaN fails.

#include "kinematics/inverse.hpp"

namespace hexad::motion {

/// Every leg at least `margin` away from both ends.
LimitHit check_stroke(const Machine& machine, const Legs& extension, double margin) noexcept;

/// Velocities and accelerations of platform and legs.
LimitHit check_rates(const Machine& machine, const Motion& motion, const kinematics::LegRates& legs) noexcept;

/// Jerk of platform and legs over one tick.
LimitHit check_jerk(const Machine& machine, const Motion& from, const kinematics::LegRates& from_legs,
                    const Motion& to, const kinematics::LegRates& to_legs, double period) noexcept;

}  // namespace hexad::motion
