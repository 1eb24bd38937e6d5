#pragma once
// The simulated drives at the far side of a block of shared memory, where a HAL component or any other port
// stands with real ones: the same servo tick, the same bridge; brakes are commanded, and take their time.

#include "drives/link/servo.h"
#include "plant/simulated_drives.hpp"

namespace hexad::plant {

class LinkedDrives {
 public:
  /// `truth` outlives this object, `block` too.
  LinkedDrives(const Machine& truth, Settings settings, hexad_block& block) noexcept;

  /// One servo tick. `now_ns`: CLOCK_MONOTONIC; `dt`: the nominal period, s. `mute`: nothing of it is heard.
  void step(std::int64_t now_ns, double dt, bool mute = false) noexcept;

  /// A period in which whoever steps this is dead or stopped: the drives are on their own.
  void stall(std::int64_t now_ns, double dt) noexcept;
  /// A new one has come.
  void restart() noexcept { hexad_servo_start(&servo_, &block_); }

  SimulatedDrives& drives() noexcept { return drives_; }
  const hexad_servo& servo() const noexcept { return servo_; }

 private:
  hexad_servo_inputs reported() const noexcept;
  Setpoint told() const noexcept;

  double peak_torque_;
  SimulatedDrives drives_;
  hexad_servo servo_{};
  hexad_block& block_;
  hexad_block unheard_{};
};

}  // namespace hexad::plant
