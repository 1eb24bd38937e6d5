#pragma once
// From where the platform is to a pose, at rest.
//   From rest: a straight line in coordinates (x y z φ), run along by one jerk-limited parameter, within the
//     limits of all platform axes and legs (straight_line.hpp).
//   From motion: each coordinate by itself, jerk-limited from the state it has, all arriving together.
//   Speeds,
//     accelerations and jerks are lowered when axes or legs would be asked for too much; the governor has the
//     last word.
// A real-time object: start() does bounded work and allocates nothing, at() is a few multiplications.

#include <array>

#include "model/machine.hpp"
#include "motion/coordinates.hpp"
#include "motion/trajectory/jerk_profile.hpp"

namespace hexad::motion {

class PointToPoint {
 public:
  /// `max_speed` of each coordinate (SI; x y z, then the components of the angular velocity), above zero;
  /// more than the machine's limit means the limit. What cannot be planned (not finite, no limits) is not
  /// valid() and stays at `from`.
  /// `least_duration`: no sooner than this (s).
  void start(const Machine& machine, const Motion& from, const Pose& target, const Vec6& max_speed,
             double least_duration = 0.0) noexcept;

  bool valid() const noexcept { return valid_; }
  double duration() const noexcept { return duration_; }
  /// Derivatives are with respect to path time. Before 0 the start, after duration() the target, at rest.
  Motion at(double path_time) const noexcept;

 private:
  void start_straight(const Machine& machine, const Vec6& change, const Vec6& max_speed,
                      double least_duration) noexcept;
  void start_moving(const Machine& machine, const State6& from, const Vec6& to, const Vec6& max_speed,
                    double least_duration) noexcept;
  void plan_axes(const State6& from, const Vec6& to, const std::array<Rates, 6>& rates,
                 double least_duration) noexcept;
  State6 state_at(double path_time) const noexcept;

  bool valid_ = false;
  bool straight_ = true;
  double duration_ = 0.0;
  double pace_ = 1.0;  ///< of the profiles' time: below 1 where there is more time than needed
  Vec6 start_ = Vec6::Zero();
  Vec6 change_ = Vec6::Zero();
  Pose target_;
  std::array<JerkProfile, 6> profiles_;  ///< straight: the first is the path parameter
};

}  // namespace hexad::motion
