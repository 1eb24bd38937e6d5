#pragma once
// One moment of a program against the limits, the first that is broken: what preflight, paths and sines look
// at. Allocation-free, bounded.

#include "kinematics/inverse.hpp"
#include "motion/coordinates.hpp"

namespace hexad::motion {

struct Moment {
  State6 state;
  Motion motion;
  kinematics::LegRates legs;
};
Moment moment_of(const Machine& machine, const Motion& motion) noexcept;
/// The same with its coordinates and rates scaled about neutral.
Moment scaled(const Machine& machine, const Moment& moment, double scale) noexcept;

/// A value that is not finite, reach with the stroke less its margin, velocities and accelerations. `share`
/// of rates.
LimitHit check_moment(const Machine& machine, const Moment& moment, double share) noexcept;
/// Jerk between two moments `period` apart.
LimitHit check_between(const Machine& machine, const Moment& before, const Moment& now, double period,
                       double share) noexcept;
/// The governor wants to be able to stop from everywhere: what such a stop would break. Cheap where nothing
/// is near; none where a rate has no limit to plan a stop with.
LimitHit check_stop(const Machine& machine, const Moment& moment) noexcept;
/// So slow, and so far from the ends, that a stop need not be followed to know that it fits.
bool plainly_stops(const Machine& machine, const Moment& moment) noexcept;
/// Forces, motor torques and speeds against what the drives give.
LimitHit check_forces(const Machine& machine, const Moment& moment) noexcept;

bool is_finite(const Moment& moment) noexcept;

}  // namespace hexad::motion
