#pragma once
// The last word before the drives. Whoever made a setpoint – governor, lift, jog, seek, proof of zero, a stop
// of legs – it passes here: finite, within the stroke, within each leg's speed and acceleration, and
// continuous with the tick before, all by differences of positions. What fails is replaced on the same tick
// by braking every leg from the last accepted position, velocity and acceleration; if that fails too, the
// drives are to be switched off. While the drives are off the check begins anew from where the legs are.

#include "kinematics/inverse.hpp"
#include "model/fault.hpp"
#include "motion/program/leg_drive.hpp"

namespace hexad::controller {

class SetpointCheck {
 public:
  void adopt(const Machine& machine, double period) noexcept;
  /// The legs stand here; nothing to compare the next setpoint with but this.
  void restart(const Extensions& extension) noexcept;
  /// Lets `legs` pass or replaces them. A fault on the tick on which something was rejected first.
  Fault pass(kinematics::LegRates& legs, bool zeroed) noexcept;

  /// Braking what was rejected; until `standing`.
  bool braking() const noexcept { return braking_; }
  bool standing() const noexcept { return brake_.standing(); }
  /// The brake's own setpoint was no good: off with the drives.
  bool failed() const noexcept { return failed_; }

 private:
  Fault judge(const kinematics::LegRates& legs, bool zeroed) const noexcept;
  void remember(const Extensions& extension) noexcept;

  const Machine* machine_ = nullptr;
  double period_ = 1e-3;
  Extensions last_ = Extensions::Zero();
  LegSpeeds velocity_ = LegSpeeds::Zero();                    ///< by difference
  LegAccelerations acceleration_ = LegAccelerations::Zero();  ///< by difference
  motion::LegDrive brake_;
  bool braking_ = false;
  bool failed_ = false;
};

}  // namespace hexad::controller
