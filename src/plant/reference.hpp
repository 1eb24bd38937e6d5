#pragma once
// What one drive makes of its setpoints: where its leg shall be at the end of this tick.
//
// following   the setpoint itself, as long as it moves no faster than the motor can
// catching up at switch-on, and when a setpoint is further off than the motor can go in a tick: the reference
//             starts where the leg is (or where it was) and moves to the setpoint with the drive's own low
//             speed and acceleration; it joins when it is there. A setpoint that runs away is never joined:
//             the core sees the following error.
// bridging    a setpoint is missing: on with the last velocity, or with the last deceleration if there was
// one stopping    too many are missing: to a standstill within the leg limits, jerk included
//
// Positions are true extensions; the drive's own zero is subtracted before.

#include "model/machine.hpp"
#include "plant/settings.hpp"

namespace hexad::plant {

struct ReferenceLimits {
  double top_speed = 0.0;  ///< of the motor
  double catch_up_speed = 0.0;
  double catch_up_acceleration = 0.0;
  Rates stop;
};
ReferenceLimits reference_limits(const Machine& machine, const Settings& settings) noexcept;

class Reference {
 public:
  double position = 0.0;
  double velocity = 0.0;
  double acceleration = 0.0;

  /// At rest at `at`, catching up from there.
  void start(double at) noexcept;
  void follow(double x, double v, double a, const ReferenceLimits& limits, double dt) noexcept;
  void bridge(double dt) noexcept;
  /// True once at a standstill.
  bool stop(const ReferenceLimits& limits, double dt) noexcept;
  bool catching_up() const noexcept { return catching_up_; }

 private:
  void catch_up(double x, double v, const ReferenceLimits& limits, double dt) noexcept;
  bool catching_up_ = true;
};

}  // namespace hexad::plant
