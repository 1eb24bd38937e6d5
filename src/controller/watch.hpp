#pragma once
// What the drives report, looked at: where the platform really is, and whether anything is wrong with it.
// Faults compete by the order they are checked in; the first found is the one that is named.

#include "kinematics/forward.hpp"
#include "model/drives.hpp"
#include "model/fault.hpp"
#include "model/machine.hpp"

namespace hexad::controller {

class Watch {
 public:
  struct Expectation {
    const Setpoint* setpoint = nullptr;  ///< what was sent for the tick the feedback is of
    bool zeroed = false;
    bool seeking = false;      ///< pressing on the end stops is meant
    bool just_adopted = true;  ///< nothing to compare with yet
    bool recovering = false;   ///< legs may still be past their ends, on the way back
  };

  void reset() noexcept;
  /// The fault this feedback shows, if any.
  Fault look(const Machine& machine, const Feedback& feedback, const Expectation& expected,
             double period) noexcept;

  const Pose& actual() const noexcept { return actual_; }
  const Twist& velocity() const noexcept { return velocity_; }
  bool valid() const noexcept { return valid_; }
  /// The measured legs make a pose that the machine can have, and do not contradict each other.
  bool legs_agree() const noexcept { return agree_; }

 private:
  Fault look_at_lines(const Feedback& feedback) noexcept;
  Fault look_at_leg(const Machine& machine, std::size_t leg, const Feedback& feedback,
                    const Expectation& expected, double period) noexcept;
  Fault look_at_pose(const Machine& machine, const Feedback& feedback) noexcept;

  Pose actual_;
  Twist velocity_;
  bool valid_ = false;
  bool agree_ = false;
  bool have_previous_ = false;
  bool sought_ = false;  ///< on the tick before, too
  Extensions previous_ = Extensions::Zero();
  Extensions lowest_ = Extensions::Zero();  ///< since the bottom is sought
  int forward_failures_ = 0;
  std::array<int, kMaxLegs> servo_off_ticks_{};
};

}  // namespace hexad::controller
