#pragma once
// What the drives report, looked at: where the platform really is, and whether anything is wrong with it.
// Faults compete by the order they are checked in; the first found is the one that is named.

#include "controller/setpoint_history.hpp"
#include "kinematics/forward.hpp"
#include "model/drives.hpp"
#include "model/fault.hpp"
#include "model/machine.hpp"

namespace hexad::controller {

class Watch {
 public:
  struct Expectation {
    const Setpoint* setpoint = nullptr;  ///< what was sent last
    bool held = false;  ///< every leg has been on, its brake open, since they were switched on
    bool zeroed = false;
    bool seeking = false;      ///< pressing on the end stops is meant
    bool just_adopted = true;  ///< nothing to compare with yet
    bool recovering = false;   ///< legs may still be past their ends, on the way back
  };

  void reset() noexcept;
  /// The legs move by themselves: there is nothing to compare the next place with.
  void forget_motion() noexcept;
  /// `at`: when the legs shall be there. What does not go on from the last one begins anew.
  void sent(const Setpoint& setpoint, TimePoint at) noexcept;
  /// The fault this feedback shows, if any.
  Fault look(const Machine& machine, const Feedback& feedback, const Expectation& expected,
             double period) noexcept;

  /// A brake that slips, whatever else is wrong: in the last look.
  const Fault& slipped() const noexcept { return slipped_; }

  const Pose& actual() const noexcept { return actual_; }
  const Twist& velocity() const noexcept { return velocity_; }
  bool valid() const noexcept { return valid_; }
  /// The measured legs make a pose that the machine can have, and do not contradict each other.
  bool legs_agree() const noexcept { return agree_; }

 private:
  Fault look_at_lines(const Feedback& feedback) noexcept;
  Fault look_at_controller(const Feedback& feedback) noexcept;
  Fault look_at_servos(const Machine& machine, const Feedback& feedback, const Expectation& expected,
                       double period) noexcept;
  Fault look_at_brakes(const Machine& machine, const Feedback& feedback, const Expectation& expected,
                       double period) noexcept;
  Fault look_at_leg(const Machine& machine, std::size_t leg, const Feedback& feedback,
                    const Expectation& expected) noexcept;
  Fault look_at_pose(const Machine& machine, const Feedback& feedback) noexcept;

  Pose actual_;
  Twist velocity_;
  bool valid_ = false;
  bool agree_ = false;
  bool posed_ = false;  ///< the pose is of these
  Extensions extension_ = Extensions::Zero();
  bool have_previous_ = false;
  bool sought_ = false;  ///< on the tick before, too
  SetpointHistory history_;
  bool comparable_ = false;  ///< there is a setpoint this feedback can be an answer to
  TimePoint previous_time_{};
  LegSpeeds recent_speed_ = LegSpeeds::Zero();  ///< the fastest lately, fading
  double elapsed_ = 0.0;                        ///< s between the last two samples
  Extensions previous_ = Extensions::Zero();
  double off_for_ = 0.0;                       ///< s the drives have been off
  std::array<double, kMaxLegs> closed_for_{};  ///< s their brakes have reported that they are closed
  Extensions parked_at_ = Extensions::Zero();  ///< where their brakes took the legs
  Fault slipped_;
  Extensions lowest_ = Extensions::Zero();  ///< since the bottom is sought
  int forward_failures_ = 0;
  std::array<int, kMaxLegs> servo_off_ticks_{};
};

}  // namespace hexad::controller
