#pragma once
// The last word before the drives. Whatever a program asks, what leaves here keeps on every tick: stroke with
// its margin, velocity, acceleration and jerk of platform and legs, rotation, joint angles, distance from
// singularity, and one thing more: from the present state a full stop within the limits stays inside the
// stroke.
//
// How: a stop that was followed to its end and fits is always at hand. Each tick the wanted step is tried; it
// is taken when it keeps the limits and a stop from there fits too. Otherwise the step goes as far from the
// stop's next step towards the wanted one as both allow (bisection on the straight line between the two):
// motion slows along what was commanded, and riding the border is smooth because the share changes
// continuously. A fence, where one is set, is one limit more: the stop from there ends inside it.

#include <array>

#include "kinematics/inverse.hpp"
#include "motion/coordinates.hpp"
#include "motion/governor/stop_plan.hpp"

namespace hexad::motion {

class Governor {
 public:
  /// What is the same for every motion of a machine, once: a thousand looks at it, not for the tick a motion
  /// begins on.
  void adopt(const Machine& machine) noexcept;
  /// Standing at a pose.
  void reset(const Machine& machine, const Pose& pose, double period) noexcept;

  struct Step {
    double share = 1.0;  ///< of the wanted step that was taken; below 1 the program must go on from state()
    LimitHit hit;        ///< what stood in the way
  };
  Step advance(const State6& wanted, const Fence* fence = nullptr) noexcept;

  /// All that a stop from here comes to.
  Fence stopping() noexcept;

  /// From now on slow down; advance_stop() until standing().
  void begin_stop() noexcept;
  void advance_stop() noexcept;
  bool standing() const noexcept;

  const State6& state() const noexcept { return state_; }
  const Motion& motion() const noexcept { return motion_; }
  const kinematics::LegRates& legs() const noexcept { return legs_; }

 private:
  struct Candidate {
    State6 state;
    Motion motion;
    kinematics::LegRates legs;
  };
  /// The last three positions, newest first, and by how much each turned on from the one before.
  struct Place {
    Extensions legs = Extensions::Zero();
    Pose pose;
    Vec3 turned = Vec3::Zero();
  };
  using Course = std::array<Place, 3>;
  struct Attempt {
    double share = 0.0;
    Candidate candidate;
    StopPlan plan;
    bool planned = false;
  };
  /// Why a step is not taken.
  struct Refusal {
    LimitHit hit;
    bool beyond = false;  ///< the fence
    explicit operator bool() const noexcept { return beyond || static_cast<bool>(hit); }
  };
  Candidate candidate(const State6& state) const noexcept;
  Attempt approach(const State6& stop, const State6& wanted, const Refusal& refusal) const noexcept;
  State6 without_push(const State6& stop, const State6& wanted, std::size_t leg) const noexcept;
  void take(const Candidate& next, const StopPlan* plan) noexcept;
  LimitHit check_step(const Candidate& next, double& used) const noexcept;
  LimitHit check_course(const Course& course, const Candidate& next, double& used) const noexcept;
  static Course after(const Course& course, const Candidate& next) noexcept;
  bool acceleration_limited(const Candidate& next) const noexcept;
  bool calm(const Candidate& next, double jerk_used) const noexcept;
  LimitHit check_lead(const Course& course, const StopPlan& plan) const noexcept;
  bool far_from_all(const Candidate& next) const noexcept;
  bool within_angle_box(const Vec6& far) const noexcept { return (far.array() <= angle_box_.array()).all(); }
  LimitHit check_stop(const Candidate& next, StopPlan& plan) const noexcept;
  Refusal check(const Candidate& next, StopPlan& plan, bool& planned) const noexcept;
  bool far_from_fence(const State6& state) const noexcept;
  void accept(const Candidate& next) noexcept;
  void need_plan() noexcept;

  const Machine* machine_ = nullptr;
  double period_ = 1e-3;
  bool angles_ = false;
  double leg_pull_ = 0.0;
  Vec6 angle_box_ = Vec6::Zero();  ///< coordinates within which no angle can matter
  State6 state_;
  Motion motion_;
  kinematics::LegRates legs_;
  Course course_{};
  StopPlan plan_;
  StopPlan trial_;  ///< of the step that is being tried
  double plan_time_ = 0.0;
  const Fence* fence_ = nullptr;  ///< of the step that is being tried
  bool have_plan_ = false;
};

}  // namespace hexad::motion
