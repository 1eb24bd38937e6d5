#pragma once
// A way to stand still from any state of motion: straight on along the velocity, while the part of the
// acceleration that is not along it dies out.
//   q(t) = q₀ + d·x(t) + e·y(t)
// d: direction of the velocity, e: direction of the remaining acceleration; x and y are fastest stops of one
// axis each, under limits that keep every coordinate and every leg inside its own. Where d and e both work,
// they share the jerk. A plan is only a proposal until `fits` has followed it to its end.

#include "kinematics/inverse.hpp"
#include "motion/coordinates.hpp"
#include "motion/trajectory/jerk_profile.hpp"

namespace hexad::motion {

/// Of the limits: the ways to stop that are tried, one after the other.
inline constexpr double kStopShares[] = {1.0, 0.75, 0.55, 0.4};

/// Limits of one axis that leads along a direction: a share of what platform and legs have there, no
/// coordinate faster than `velocity`, no leg faster than this part of its limit.
Rates rates_along(const Machine& machine, const Vec6& position, const Vec6& direction, double share,
                  const Vec6& velocity, double leg_speed) noexcept;

/// Far enough from the ends of every leg to be stood in: beside the margin a stop keeps a little free, so
/// nearer to it nothing can be had, however slowly it is approached.
bool has_room_to_stop(const Machine& machine, const Extensions& extension) noexcept;

class StopPlan {
 public:
  StopPlan() noexcept = default;
  /// `share` of the limits, 0…1.
  static StopPlan make(const Machine& machine, const State6& from, double share) noexcept;

  State6 at(double t) const noexcept;
  double duration() const noexcept { return duration_; }

  /// Followed to its end: inside the stroke (not the margin: that is for motion, this is for stopping) and
  /// the other limits of pose and legs. `angles`: joint angles, rotation and singularity can matter on this
  /// machine.
  LimitHit fits(const Machine& machine, bool angles) const noexcept;

  /// A cheaper look, for a state whose accelerations are well inside their limits: velocities by their peaks,
  /// places and rates by a few wide steps with as much more room at both ends. `far`: no place on the way can
  /// matter. True settles it, false says nothing.
  bool easily_fits(const Machine& machine, const Motion& now, const kinematics::LegRates& now_legs,
                   bool angles, bool far) const noexcept;

  /// The pose at its end keeps stroke, joint angles, rotation and singularity margin.
  LimitHit ends_well(const Machine& machine) const noexcept;

 private:
  LimitHit too_fast_at_a_peak(const Machine& machine) const noexcept;
  LimitHit too_hard_between(const Machine& machine, double from, double to) const noexcept;
  bool starts_well(const Machine& machine, const Motion& now,
                   const kinematics::LegRates& now_legs) const noexcept;
  bool stays_below(const MotionLimits& limits, std::size_t legs) const noexcept;

  State6 from_;
  Vec6 along_ = Vec6::Zero();
  Vec6 aside_ = Vec6::Zero();
  JerkProfile along_profile_;
  JerkProfile aside_profile_;
  Vec6 along_twist_ = Vec6::Zero();  ///< of the platform at speed 1 along the direction, at the start
  Vec6 aside_twist_ = Vec6::Zero();
  LegSpeeds along_legs_ = LegSpeeds::Zero();  ///< of the legs
  LegSpeeds aside_legs_ = LegSpeeds::Zero();
  double along_peak_ = 0.0;  ///< highest speed along the direction
  double aside_peak_ = 0.0;
  double along_peak_time_ = 0.0;
  double aside_peak_time_ = 0.0;
  double duration_ = 0.0;
};

}  // namespace hexad::motion
