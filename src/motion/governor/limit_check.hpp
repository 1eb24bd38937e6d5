#pragma once
// One instant of motion against the limits, first violation only. Written so that NaN fails.

#include "kinematics/inverse.hpp"
#include "motion/coordinates.hpp"

namespace hexad::motion {

/// How far into the margins each leg has been: from there it may only come out.
struct StrokeUsed {
  Extensions lowest;   ///< the bound at the lower end, where it is below the margin
  Extensions highest;  ///< the bound at the upper end, where it is above

  static StrokeUsed at(const Extensions& extension) noexcept { return {extension, extension}; }
  /// … or a hair back, as long as another one is left outside the margins.
  static StrokeUsed about(const Extensions& extension, const Machine& machine, double hair) noexcept;
  /// What was left behind is not given back.
  void move_to(const StrokeUsed& there) noexcept {
    lowest = lowest.cwiseMax(there.lowest);
    highest = highest.cwiseMin(there.highest);
  }
};

/// Every leg inside the stroke less its margin, or coming out of it. `dip` is how much shorter a leg may have
/// been on the way here, below zero how much longer: no leg that is outside the margin may have been in it.
/// `slack` is kept free on top, except where a leg has used it.
LimitHit check_stroke(const Machine& machine, const Extensions& extension, const StrokeUsed& used,
                      double slack = 0.0, const Extensions& dip = {}) noexcept;

/// There is something to plan with.
bool usable(const Rates& rates) noexcept;

/// Shares of the limits that are allowed.
struct Shares {
  double velocity = 1.0;
  double acceleration = 1.0;
  double leg_acceleration = 1.0;
  double jerk = 1.0;  ///< of legs and rotation: these are not what programs plan in
};

/// Velocities and accelerations of platform and legs.
LimitHit check_rates(const Machine& machine, const Motion& motion, const kinematics::LegRates& legs,
                     const Shares& shares = {}) noexcept;

/// Jerk of platform and legs over one tick.
LimitHit check_jerk(const Machine& machine, const Motion& from, const kinematics::LegRates& from_legs,
                    const Motion& to, const kinematics::LegRates& to_legs, double period,
                    const Shares& shares = {}) noexcept;

/// Position and velocity follow from the state a period before: over it, a jerk within its limit moves the
/// velocity by at most J·dt²/2 and the position by J·dt³/6 beyond what they were going to. More is a jump.
LimitHit check_continues(const Machine& machine, const State6& from, const State6& to, double period,
                         double share) noexcept;

}  // namespace hexad::motion
