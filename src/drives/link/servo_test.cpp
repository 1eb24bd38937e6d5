// One tick of the servo side: what of the block is news, what the chain makes of it, what the program is
// told.

#include "drives/link/servo.h"

#include <gtest/gtest.h>

namespace {

constexpr std::int64_t kTickNs = 1'000'000;

class ServoTick : public ::testing::Test {
 protected:
  ServoTick() {
    command.legs = HEXAD_BLOCK_LEGS;
    command.period = 1e-3;
    command.brake_time = 0.05;
    for (hexad_leg_command& leg : command.leg)
      leg = {0.2, 0.0, 0.0, 7.2, -HEXAD_BLOCK_NO_BOUND, HEXAD_BLOCK_NO_BOUND, 0.5, 6.0, 80.0, 7.2};
    for (hexad_leg_feedback& leg : inputs.leg) leg.position = 0.2;
    hexad_servo_start(&servo, &block);
  }
  void say(std::uint32_t flags) {
    command.flags = flags;
    ++command.count;
    command.time_ns = now;
    hexad_write_command(&block, &command);
  }
  void tick() {
    now += kTickNs;
    hexad_servo_step(&servo, &block, &inputs, now, 1e-3);
    if (!drives_work) return;
    for (hexad_leg_feedback& leg : inputs.leg)
      leg.flags = (servo.bridge.enable ? HEXAD_LEG_ENABLED : 0u) |
                  (reports && !servo.bridge.brakes_open ? HEXAD_LEG_BRAKE_CLOSED : 0u);
  }
  void follow() {
    say(0);
    tick();
    for (int i = 0; i < 200 && servo.bridge.phase != HEXAD_BRIDGE_FOLLOWING; ++i) {
      say(HEXAD_COMMAND_ENABLE);
      tick();
    }
    ASSERT_EQ(servo.bridge.phase, HEXAD_BRIDGE_FOLLOWING);
  }

  hexad_block block{};
  hexad_command command{};
  hexad_servo servo{};
  hexad_servo_inputs inputs{};
  std::int64_t now = 1'000'000'000;
  bool drives_work = true;
  bool reports = true;  ///< the brakes say whether they are closed
};

TEST_F(ServoTick, WhatLiesInTheBlockFromBeforeIsNoCommand) {
  say(HEXAD_COMMAND_ENABLE);
  hexad_servo_start(&servo, &block);
  tick();
  EXPECT_EQ(block.feedback.command_seen, 0u);
  EXPECT_EQ(servo.bridge.have_command, 0);
}

TEST_F(ServoTick, ACommandThatIsOlderThanTheLongestGapIsNotFollowed) {
  say(0);
  now += 25 * kTickNs;
  tick();
  EXPECT_EQ(block.feedback.command_seen, 0u);
  say(0);
  tick();
  EXPECT_EQ(block.feedback.command_seen, command.count);
}

TEST_F(ServoTick, AResetOfTheDrivesIsDoneOnce) {
  follow();
  ++command.resets;
  int done = 0;
  for (int i = 0; i < 20; ++i) {
    say(HEXAD_COMMAND_ENABLE);
    tick();
    done += servo.reset;
  }
  EXPECT_EQ(done, 1);
}

TEST_F(ServoTick, AnOpenChainOrAMissingSupplySwitchesOffOnTheTickAndIsTold) {
  const struct {
    int hexad_servo_inputs::*input;
    std::uint32_t told;
  } cases[]{{&hexad_servo_inputs::emergency, HEXAD_FEEDBACK_EMERGENCY},
            {&hexad_servo_inputs::torque_off, HEXAD_FEEDBACK_STO},
            {&hexad_servo_inputs::no_supply, HEXAD_FEEDBACK_NO_SUPPLY}};
  for (const auto& each : cases) {
    inputs.*each.input = 0;
    follow();
    inputs.*each.input = 1;
    say(HEXAD_COMMAND_ENABLE);
    tick();
    EXPECT_EQ(servo.bridge.enable, 0) << each.told;
    EXPECT_EQ(servo.bridge.brakes_open, 0) << each.told;
    EXPECT_EQ(block.feedback.flags & each.told, each.told);
    EXPECT_NE(block.feedback.flags & HEXAD_FEEDBACK_LOST, 0u);
    inputs.*each.input = 0;
  }
}

/// Only where the program says that the chain gives it the time.
TEST_F(ServoTick, AButtonIsARampOnlyWhereItWasAskedFor) {
  follow();
  for (int i = 0; i < 3; ++i) {
    say(HEXAD_COMMAND_ENABLE | HEXAD_COMMAND_RAMP);
    tick();
  }
  inputs.emergency = 1;
  say(HEXAD_COMMAND_ENABLE | HEXAD_COMMAND_RAMP);
  tick();
  EXPECT_EQ(servo.bridge.enable, 1) << "it stops, then brakes, then off";
  inputs.torque_off = 1;
  tick();
  EXPECT_EQ(servo.bridge.enable, 0) << "without torque there is nothing to ramp with";
}

TEST_F(ServoTick, ABrakeThatDoesNotReportIsClosedForTheProgramButNotByItsOwnWord) {
  reports = false;
  say(0);
  tick();
  tick();
  EXPECT_NE(block.feedback.leg[0].flags & HEXAD_LEG_BRAKE_CLOSED, 0u);
  EXPECT_EQ(block.feedback.leg[0].flags & HEXAD_LEG_BRAKE_REPORTED, 0u);
  reports = true;
  tick();
  tick();
  EXPECT_NE(block.feedback.leg[0].flags & HEXAD_LEG_BRAKE_REPORTED, 0u);
  follow();
  tick();
  EXPECT_EQ(block.feedback.leg[0].flags & (HEXAD_LEG_BRAKE_CLOSED | HEXAD_LEG_BRAKE_REPORTED), 0u);
}

}  // namespace
