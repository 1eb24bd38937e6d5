#pragma once
// When a path is where: s(t) along a PathCurve, as fast as velocity, acceleration and jerk of every axis and
// leg allow, within a few percent. With c₁ c₂ the derivatives of an axis or leg with respect to s:
//   velocity c₁·s',   acceleration c₁·s'' + c₂·s'².
//
// 1. Places along the curve, about one every kCell of time: where the fastest motion that velocity and
//    acceleration allow would be, averaged over the time that an acceleration takes to build up.
// 2. The fastest motion over these places that keeps jerk, too (path_speed.hpp), drawn as a cubic B-spline in
//    time whose controls they are: jerk is constant between two knots.
// 3. All of it is looked at. Where something is over its limit between the places, or a stop would not fit,
//    it goes slower there; that part is looked at again.
// 4. What a bounded number of rounds has left over is stretched in time.
// Worker thread: allocates.

#include <span>
#include <vector>

#include "model/machine.hpp"
#include "motion/program/path_curve.hpp"
#include "motion/progress.hpp"

namespace hexad::motion {

/// A uniform cubic B-spline in time, at rest at both ends and at every cusp.
struct PathTiming {
  double interval = 0.0;         ///< s
  std::vector<double> controls;  ///< of s; empty = nothing to run along
  int rounds = 0;
  double stretched = 1.0;  ///< by how much the whole was slowed in the end
  std::size_t work = 0;    ///< what it has cost: places, and moments looked at

  struct State {
    double s = 0.0, first = 0.0, second = 0.0, third = 0.0;
  };
  double duration() const noexcept {
    return controls.size() > 3 ? interval * static_cast<double>(controls.size() - 3) : 0.0;
  }
  State at(double t) const noexcept;
};

/// `max_speed` of each segment: x y z, then the components of the angular velocity; above zero, more than the
/// machine's limits means the limits. `progress` hears the share that is done; false ends it with nothing.
PathTiming time_path(const Machine& machine, const PathCurve& curve, std::span<const Vec6> max_speed,
                     const Progress& progress = {});

}  // namespace hexad::motion
