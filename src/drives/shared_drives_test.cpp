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

/// Leg 1 is wired to the second place and counts two the other way for one of its own.
TEST(SharedDrives, ALegHasItsPlaceItsDirectionAndItsScaleInTheBlock) {
  hexad_block block{};
  StillClock clock;
  Machine machine;
  machine.geometry.legs = kMaxLegs;
  machine.geometry.stroke = 0.4;
  machine.limits.leg = {0.5, 6.0, 80.0};
  machine.drive.homing = Homing::absolute;
  machine.drive.motor_torque = 2.4;
  SharedDrives port{block, machine, {.place = {1, 0, 2, 3, 4, 5}, .scale = {-2, 1, 1, 1, 1, 1}}, clock};
  Setpoint setpoint;
  setpoint.zeroed = true;
  setpoint.extension[0] = 0.1;
  setpoint.extension[1] = 0.3;
  setpoint.velocity[0] = 0.02;
  setpoint.acceleration[0] = 0.5;
  setpoint.torque_limit[0] = 1.5;
  block.feedback.count = 1;
  block.feedback.time_ns = clock.ns;
  block.feedback.leg[1] = {-0.25, -0.04, -1.2, -2.0, 0.0, 0, HEXAD_LEG_ENABLED};
  block.feedback.leg[0].position = 0.35;
  const Feedback& said = port.exchange(setpoint, clock.now(), 1ms);
  const hexad_leg_command& first = block.command.leg[1];
  EXPECT_DOUBLE_EQ(first.position, -0.2);
  EXPECT_DOUBLE_EQ(first.velocity, -0.04);
  EXPECT_DOUBLE_EQ(first.acceleration, -1.0);
  EXPECT_DOUBLE_EQ(first.lower, -0.8);
  EXPECT_DOUBLE_EQ(first.upper, 0.0);
  EXPECT_DOUBLE_EQ(first.most_velocity, 1.0);
  EXPECT_DOUBLE_EQ(first.torque_limit, 1.5);
  EXPECT_DOUBLE_EQ(first.torque_limit_down, 1.5);
  const hexad_leg_command& second = block.command.leg[0];
  EXPECT_DOUBLE_EQ(second.position, 0.3);
  EXPECT_DOUBLE_EQ(second.most_velocity, 0.5);
  EXPECT_DOUBLE_EQ(second.torque_limit, 7.2);
  EXPECT_DOUBLE_EQ(said.legs[0].extension, 0.125);
  EXPECT_DOUBLE_EQ(said.legs[0].velocity, 0.02);
  EXPECT_DOUBLE_EQ(said.legs[0].torque, 1.2);
  EXPECT_TRUE(said.legs[0].enabled);
  EXPECT_DOUBLE_EQ(said.legs[1].extension, 0.35);
  EXPECT_FALSE(said.legs[1].enabled);
}

}  // namespace
}  // namespace hexad::inline drives
