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

 private:
  State6 from_;
  Vec6 along_ = Vec6::Zero();
  Vec6 aside_ = Vec6::Zero();
  JerkProfile along_profile_;
  JerkProfile aside_profile_;
  double duration_ = 0.0;
};

}  // namespace hexad::motion
