#include "drives/shared_drives.hpp"

#include <gtest/gtest.h>

#include "drives/link/servo.h"

namespace hexad::inline drives {
namespace {

using namespace std::chrono_literals;

class StillClock final : public Clock {
 public:
  TimePoint now() const noexcept override { return TimePoint{Duration{ns}}; }
  std::int64_t ns = 1'000'000'000;
};

/// Drives that tick already when the program comes find its first command overwritten by the next: an enable
/// they have not seen rise is none, and they would stay off. So it waits until they have seen one of its own,
/// with enable low.
TEST(SharedDrives, IsNotAnsweredBeforeTheOtherSideHasSeenItWithEnableLow) {
  for (int every = 1; every <= 5; ++every) {
    hexad_block block{};
    StillClock clock;
    Machine machine;
    machine.geometry.legs = kMaxLegs;
    machine.limits.leg = {0.5, 6.0, 80.0};
    machine.drive.motor_torque = 2.4;
    machine.drive.brake_time = 0.05;
    SharedDrives port{block, machine, {}, clock};
    hexad_servo servo;
    hexad_servo_start(&servo, &block);
    hexad_servo_inputs inputs{};
    hexad_servo_step(&servo, &block, &inputs, clock.ns, 1e-3);
    const Feedback* said = &port.exchange(Setpoint{}, clock.now(), 1ms);
    EXPECT_TRUE(said->waiting);
    bool follows = false;
    for (int tick = 0; tick < 600; ++tick) {
      Setpoint setpoint;
      setpoint.enable = !said->waiting;
      said = &port.exchange(setpoint, clock.now(), 1ms);
      clock.ns += 1'000'000;
      if (tick % every == 0) {
        for (hexad_leg_feedback& leg : inputs.leg) leg.flags = servo.bridge.enable ? HEXAD_LEG_ENABLED : 0u;
        hexad_servo_step(&servo, &block, &inputs, clock.ns, 1e-3);
      }
      follows = follows || servo.bridge.phase == HEXAD_BRIDGE_FOLLOWING;
    }
    EXPECT_TRUE(follows) << "every " << every;
    EXPECT_TRUE(said->link);
  }
}

/// The first tick of a program comes late; what the drives say is not as old as that for ever after.
TEST(SharedDrives, ALateFirstTickDoesNotMakeFeedbackOlderThanItIs) {
  hexad_block block{};
  StillClock clock;
  Machine machine;
  machine.geometry.legs = kMaxLegs;
  SharedDrives port{block, machine, {}, clock};
  hexad_servo servo;
  hexad_servo_start(&servo, &block);
  const hexad_servo_inputs inputs{};
  const Feedback* said = &port.exchange(Setpoint{}, clock.now() - 15ms, 1ms);
  for (int tick = 0; tick < 10; ++tick) {
    clock.ns += 1'000'000;
    hexad_servo_step(&servo, &block, &inputs, clock.ns, 1e-3);
    said = &port.exchange(Setpoint{}, clock.now(), 1ms);
  }
  EXPECT_EQ(said->time, clock.now());
  // One that is late again changes nothing.
  clock.ns += 10'000'000;
  hexad_servo_step(&servo, &block, &inputs, clock.ns, 1e-3);
  EXPECT_EQ(port.exchange(Setpoint{}, clock.now() - 9ms, 1ms).time, clock.now());
}

}  // namespace
}  // namespace hexad::inline drives
