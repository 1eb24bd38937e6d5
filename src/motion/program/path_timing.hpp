#pragma once
// When a path is where: s(t) along a PathCurve, as fast as velocity, acceleration and jerk of every axis and
// leg allow, within a few percent. With c₁ c₂ c₃ the derivatives of an axis or leg with respect to s:
//   velocity c₁·s',   acceleration c₁·s'' + c₂·s'²,   jerk c₁·s''' + 3·c₂·s'·s'' + c₃·s'³.
//
// 1. The fastest s'(s) that velocity and acceleration allow: one pass backward, one forward along the knots
// (the
//    acceleration of s is constant between two knots, s'² linear).
// 2. That motion is averaged over a window as long as the acceleration limit takes to build up under the jerk
// limit,
//    which costs this time once, and drawn as a cubic B-spline in time: jerk is constant in each interval.
// 3. All of it is looked at. Where averaging brought something over its limit, or jerk is too high, the speed
// there or
//    the acceleration to be used there is lowered, and it is done again.
// 4. What a bounded number of rounds has left over is stretched in time.
// Worker thread: allocates.

#include <span>
#include <vector>

#include "model/machine.hpp"
#include "motion/program/path_curve.hpp"

namespace hexad::motion {

/// A uniform cubic B-spline in time, at rest at both ends and at every cusp.
struct PathTiming {
  double interval = 0.0;         ///< s
  std::vector<double> controls;  ///< of s; empty = nothing to run along
  int rounds = 0;
  double stretched = 1.0;  ///< by how much the whole was slowed in the end

  struct State {
    double s = 0.0, first = 0.0, second = 0.0, third = 0.0;
  };
  double duration() const noexcept {
    return controls.size() > 3 ? interval * static_cast<double>(controls.size() - 3) : 0.0;
  }
  State at(double t) const noexcept;
};

/// `max_speed` of each segment: x y z, then the components of the angular velocity; above zero, more than the
/// machine's limits means the limits.
PathTiming time_path(const Machine& machine, const PathCurve& curve, std::span<const Vec6> max_speed);

}  // namespace hexad::motion
