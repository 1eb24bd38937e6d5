#pragma once
// How fast a straight line in coordinates (x y z φ) may be run along. The motion is q(t) = q0 + s(t)·Δ with
// one jerk-limited s from 0 to 1. What every platform axis and every leg does follows from its derivatives c₁
// c₂ c₃ with respect to s:
//   velocity c₁·s',   acceleration c₁·s'' + c₂·s'²,   jerk c₁·s''' + 3·c₂·s'·s'' + c₃·s'³.
// Translation is straight (c₂ = c₃ = 0), and so is rotation about one axis through level; angular vectors of
// other lines and legs are not.

#include "model/machine.hpp"
#include "motion/coordinates.hpp"
#include "motion/trajectory/jerk_profile.hpp"

namespace hexad::motion {

/// s(t), as fast as the limits of the platform axes (translation; components of the angular vectors) and of
/// the legs allow, speeds of the axes within `max_speed`. Where the line is straight for the axis that limits
/// it there is no slack. Not valid when a number is not finite or a limit not above zero. Bounded work, no
/// allocation.
JerkProfile along_line(const Machine& machine, const Vec6& start, const Vec6& change,
                       const Vec6& max_speed) noexcept;

}  // namespace hexad::motion
