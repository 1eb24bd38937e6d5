#include "drives/link/bridge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace {

constexpr double kPeriod = 1e-3;
constexpr std::uint32_t kLegs = HEXAD_BLOCK_LEGS;

/// standard-400's leg, not zeroed unless told.
hexad_leg_command leg_at(double position, double velocity = 0.0, double acceleration = 0.0) {
  return {position, velocity, acceleration, 7.2, -HEXAD_BLOCK_NO_BOUND, HEXAD_BLOCK_NO_BOUND,
          0.5,      6.0,      80.0,         7.2};
}

/// The program, the drives and the bridge between them.
class Bridge : public ::testing::Test {
 protected:
  Bridge() {
    hexad_bridge_start(&bridge);
    command.legs = kLegs;
    command.period = kPeriod;
    command.brake_time = 0.1;
    for (hexad_leg_command& leg : command.leg) leg = leg_at(0.2);
    for (hexad_leg_feedback& leg : legs) leg.position = 0.2;
  }

  void say() {
    ++command.count;
    step(&command);
  }
  void silence(int ticks = 1) {
    for (int i = 0; i < ticks; ++i) step(nullptr);
  }
  void step(const hexad_command* given) {
    const hexad_bridge before = bridge;
    hexad_bridge_step(&bridge, given, legs, chain ? HEXAD_CHAIN_CLOSED : HEXAD_CHAIN_OPEN, kPeriod);
    for (std::uint32_t i = 0; i < kLegs; ++i) {
      const hexad_bridge_leg& now = bridge.leg[i];
      ASSERT_TRUE(std::isfinite(now.position) && std::isfinite(now.velocity));
      if (bridge.phase == HEXAD_BRIDGE_OFF) continue;
      const double moved = std::abs(now.position - before.leg[i].position);
      ASSERT_LE(moved, 1.06 * command.leg[i].most_velocity * kPeriod) << "a jump";
      const double speed_change = std::abs(now.velocity - before.leg[i].velocity);
      ASSERT_LE(speed_change, 1.26 * command.leg[i].most_acceleration * kPeriod + 1e-9) << "a jolt";
    }
    // The drives: enabled and brakes as they are told, the leg where it is told.
    for (std::uint32_t i = 0; i < kLegs; ++i) {
      legs[i].flags =
          (bridge.enable ? HEXAD_LEG_ENABLED : 0u) | (bridge.brakes_open ? 0u : HEXAD_LEG_BRAKE_CLOSED);
      if (bridge.enable) legs[i].position = bridge.leg[i].position;
    }
  }
  void enable() {
    command.flags = 0;
    say();
    command.flags = HEXAD_COMMAND_ENABLE;
    for (int i = 0; i < 5; ++i) say();
    ASSERT_EQ(bridge.phase, HEXAD_BRIDGE_FOLLOWING);
  }
  /// All legs at this speed, as the program would bring them there.
  void run_at(double speed, double most = 6.0) {
    while (command.leg[0].velocity < speed) {
      const double change = std::min(most * kPeriod, speed - command.leg[0].velocity);
      move(change / kPeriod);
    }
    move(0.0);
  }
  void move(double acceleration) {
    for (hexad_leg_command& leg : command.leg) {
      leg.position += leg.velocity * kPeriod + 0.5 * acceleration * kPeriod * kPeriod;
      leg.velocity += acceleration * kPeriod;
      leg.acceleration = acceleration;
    }
    say();
  }
  void zeroed(double stroke = 0.4) {
    for (hexad_leg_command& leg : command.leg) {
      leg.lower = 0.0;
      leg.upper = stroke;
    }
  }

  hexad_bridge bridge{};
  hexad_command command{};
  hexad_leg_feedback legs[kLegs]{};
  bool chain = true;
};

TEST_F(Bridge, OneCommandATickPassesAsItIs) {
  enable();
  run_at(0.3);
  for (int i = 0; i < 100; ++i) {
    move(i % 2 == 0 ? 1.0 : -1.0);
    EXPECT_EQ(bridge.leg[3].position, command.leg[3].position);
    EXPECT_EQ(bridge.leg[3].velocity, command.leg[3].velocity);
  }
  EXPECT_EQ(bridge.bridged, 0u);
  EXPECT_EQ(bridge.rejected, 0u);
}

TEST_F(Bridge, NothingMovesBeforeEveryLegIsEnabledAndItsBrakeOpen) {
  command.flags = 0;
  say();
  command.flags = HEXAD_COMMAND_ENABLE;
  for (int i = 0; i < 300; ++i) {
    ++command.count;
    for (hexad_leg_feedback& leg : legs) leg.flags = HEXAD_LEG_ENABLED | HEXAD_LEG_BRAKE_CLOSED;
    if (i < 200) legs[4].flags = HEXAD_LEG_BRAKE_CLOSED;  // one drive takes its time
    hexad_bridge_step(&bridge, &command, legs, HEXAD_CHAIN_CLOSED, kPeriod);
    ASSERT_EQ(bridge.phase, HEXAD_BRIDGE_ENABLING);
    ASSERT_EQ(bridge.brakes_open, i >= 200 ? 1 : 0);
  }
  for (hexad_leg_feedback& leg : legs) leg.flags = HEXAD_LEG_ENABLED;
  say();
  EXPECT_EQ(bridge.phase, HEXAD_BRIDGE_FOLLOWING);
}

TEST_F(Bridge, ADriveThatReportsNoNumberKeepsItsBrake) {
  command.flags = 0;
  say();
  command.flags = HEXAD_COMMAND_ENABLE;
  for (int i = 0; i < 5; ++i) {
    legs[2].position = std::numeric_limits<double>::quiet_NaN();
    say();
  }
  EXPECT_FALSE(bridge.brakes_open);
  EXPECT_EQ(bridge.leg[2].position, 0.2) << "the last place that was one";
  legs[2].position = 0.2;
  for (int i = 0; i < 5; ++i) say();
  EXPECT_EQ(bridge.phase, HEXAD_BRIDGE_FOLLOWING);
}

TEST_F(Bridge, BrakesThatDoNotReportAreWaitedFor) {
  command.flags = 0;
  say();
  command.flags = HEXAD_COMMAND_ENABLE;
  int ticks = 0;
  while (bridge.phase != HEXAD_BRIDGE_FOLLOWING && ticks < 1000) {
    for (hexad_leg_feedback& leg : legs) leg.flags = HEXAD_LEG_ENABLED;
    ++command.count;
    hexad_bridge_step(&bridge, &command, legs, HEXAD_CHAIN_CLOSED, kPeriod);
    ++ticks;
  }
  EXPECT_NEAR(ticks, 101, 3);
}

TEST_F(Bridge, TwentyTicksAreBridgedAndThenItStopsBrakesAndSwitchesOff) {
  enable();
  run_at(0.5);
  const double from = bridge.leg[0].position;
  silence(20);
  EXPECT_EQ(bridge.phase, HEXAD_BRIDGE_FOLLOWING);
  EXPECT_NEAR(bridge.leg[0].position - from, 0.5 * 20 * kPeriod, 1e-6);
  int ticks = 20;
  while (bridge.leg[0].velocity != 0.0 && ticks < 1000) {
    silence();
    ++ticks;
    ASSERT_TRUE(bridge.enable);
    ASSERT_TRUE(bridge.brakes_open || bridge.leg[0].velocity == 0.0);
  }
  // 20 ticks + v/a + a/j of its own limits: 178 ms.
  EXPECT_LE(ticks, 180);
  EXPECT_GE(ticks, 160) << "within its limits";
  EXPECT_EQ(bridge.lost, 1);
  silence();
  EXPECT_FALSE(bridge.brakes_open);
  while (bridge.phase == HEXAD_BRIDGE_CLOSING) silence();
  EXPECT_FALSE(bridge.enable);
}

TEST_F(Bridge, ALegThatAcceleratesFadesItsAcceleration) {
  enable();
  for (int i = 0; i < 40; ++i) move(6.0);  // 0.24 m/s: 0.225 more come before it slows with its own jerk
  int ticks = 0;
  double fastest = 0.0;
  while (bridge.leg[0].velocity != 0.0 && ticks < 1000) {
    silence();
    fastest = std::max(fastest, bridge.leg[0].velocity);
    ++ticks;
  }
  EXPECT_LE(fastest, 0.24 + 0.5 * 6.0 * 0.021);
  EXPECT_LE(ticks, 180);
}

TEST_F(Bridge, ACommandThatComesBackIsMetSmoothly) {
  enable();
  run_at(0.4);
  silence(12);
  // The program was held up: its path stands where it was (a slip), 4.8 mm behind.
  for (int i = 0; i < 300; ++i) {
    const hexad_bridge_leg before = bridge.leg[0];
    move(0.0);
    const double way = 0.5 * (before.velocity + bridge.leg[0].velocity) * kPeriod;
    ASSERT_NEAR(bridge.leg[0].position - before.position, way, 2e-6) << i << ": it goes as fast as it says";
  }
  EXPECT_EQ(bridge.lost, 0);
  EXPECT_EQ(bridge.bridged, 12u);
  EXPECT_NEAR(bridge.leg[0].position, command.leg[0].position, 1e-6);
}

TEST_F(Bridge, AJumpOrANumberThatIsNoneNeverPasses) {
  for (const double bad :
       {0.31, -5.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    SCOPED_TRACE(bad);
    enable();
    const double at = bridge.leg[2].position;
    const std::uint64_t rejected = bridge.rejected;
    const double good = command.leg[2].position;
    command.leg[2].position = bad;
    for (int i = 0; i < 10; ++i) say();
    EXPECT_EQ(bridge.rejected, rejected + 10);
    EXPECT_EQ(bridge.leg[2].position, at);
    EXPECT_EQ(bridge.lost, 0) << "a few are bridged";
    for (int i = 0; i < 100; ++i) say();
    EXPECT_EQ(bridge.lost, 1) << "more are a loss";
    command.leg[2].position = good;
    command.flags = 0;
    for (int i = 0; i < 200; ++i) say();
    EXPECT_EQ(bridge.phase, HEXAD_BRIDGE_OFF);
  }
}

TEST_F(Bridge, ALossIsLatchedUntilEnableIsLowAndHighAgain) {
  enable();
  run_at(0.1);
  silence(500);
  ASSERT_EQ(bridge.phase, HEXAD_BRIDGE_OFF);
  for (hexad_leg_command& leg : command.leg) leg = leg_at(bridge.leg[0].position);
  for (int i = 0; i < 500; ++i) say();
  EXPECT_EQ(bridge.phase, HEXAD_BRIDGE_OFF) << "the cable is plugged in again: nothing moves";
  EXPECT_EQ(bridge.lost, 1);
  command.flags = 0;
  say();
  EXPECT_EQ(bridge.lost, 0);
  EXPECT_FALSE(bridge.enable);
  command.flags = HEXAD_COMMAND_ENABLE;
  for (int i = 0; i < 5; ++i) say();
  EXPECT_EQ(bridge.phase, HEXAD_BRIDGE_FOLLOWING);
}

TEST_F(Bridge, AProgramThatIsAlreadyEnabledAtTheStartDoesNotMoveIt) {
  command.flags = HEXAD_COMMAND_ENABLE;
  for (int i = 0; i < 100; ++i) say();
  EXPECT_FALSE(bridge.enable);
}

TEST_F(Bridge, DisableIsStandstillThenBrakeThenOff) {
  enable();
  run_at(0.3);
  command.flags = 0;
  say();
  EXPECT_EQ(bridge.phase, HEXAD_BRIDGE_STOPPING);
  while (bridge.leg[5].velocity != 0.0) {
    say();
    ASSERT_TRUE(bridge.enable && (bridge.brakes_open || bridge.leg[5].velocity == 0.0));
  }
  int closing = 0;
  for (; bridge.enable && closing < 1000; ++closing) {
    ++command.count;
    for (hexad_leg_feedback& leg : legs)
      leg.flags = HEXAD_LEG_ENABLED | (closing >= 50 ? HEXAD_LEG_BRAKE_CLOSED : 0u);
    hexad_bridge_step(&bridge, &command, legs, HEXAD_CHAIN_CLOSED, kPeriod);
  }
  EXPECT_NEAR(closing, 51, 2) << "off when the brakes report closed";
}

TEST_F(Bridge, EmergencyIsBrakesAndOffOnTheTick) {
  enable();
  run_at(0.5);
  command.flags = HEXAD_COMMAND_OFF_NOW;
  say();
  EXPECT_FALSE(bridge.enable);
  EXPECT_FALSE(bridge.brakes_open);
}

TEST_F(Bridge, AnOpenChainNeedsEnableLowAndHighAgain) {
  enable();
  chain = false;
  say();
  EXPECT_FALSE(bridge.enable);
  chain = true;
  for (int i = 0; i < 50; ++i) say();
  EXPECT_FALSE(bridge.enable) << "released: nothing starts by itself";
}

TEST_F(Bridge, ABridgedLegStopsBeforeTheEndOfItsStroke) {
  zeroed();
  enable();
  run_at(0.5);
  // Up to where the program itself would have to brake: v²/2a and what building up the brake takes.
  const double stops = hexad_bridge_stopping_distance(&command.leg[0], kPeriod, 0.5, 0.0, kPeriod);
  EXPECT_GT(stops, 0.5 * 0.5 / 12.0);
  while (command.leg[0].position + stops + 0.5 * kPeriod < 0.4) move(0.0);
  double furthest = 0.0;
  for (int i = 0; i < 600; ++i) {
    silence();
    furthest = std::max(furthest, bridge.leg[0].position);
  }
  EXPECT_LE(furthest, 0.4);
  EXPECT_EQ(bridge.phase, HEXAD_BRIDGE_OFF);
}

TEST_F(Bridge, CommandsPastTheStrokeDoNotPass) {
  zeroed(0.22);
  enable();
  const std::uint64_t rejected = bridge.rejected;
  for (int i = 0; i < 120; ++i) move(i < 50 ? 2.0 : 0.0);
  while (command.leg[0].position < 0.23) move(0.0);
  EXPECT_GT(bridge.rejected, rejected);
  EXPECT_LE(bridge.leg[0].position, 0.22 + 50e-6);
}

TEST_F(Bridge, RelaysAndOutputsDropWithALoss) {
  enable();
  command.relays = 0xABC;
  command.outputs = 0x5A;
  say();
  EXPECT_EQ(bridge.relays, 0xABCu);
  EXPECT_EQ(bridge.outputs, 0x5Au);
  silence(25);
  EXPECT_EQ(bridge.relays, 0u);
  EXPECT_EQ(bridge.outputs, 0u);
}

TEST_F(Bridge, TwoCommandsInATickMakeNoJump) {
  enable();
  run_at(0.5);
  ++command.count;
  for (hexad_leg_command& leg : command.leg) leg.position += leg.velocity * kPeriod;
  move(0.0);  // the fixture looks for the jump
  for (int i = 0; i < 300; ++i) move(0.0);
  EXPECT_NEAR(bridge.leg[0].position, command.leg[0].position, 1e-6);
}

/// Pressed on its end stop a leg is told to be below it; where it stands becomes its zero.
TEST_F(Bridge, ARestartBeginsWhereTheLegStandsAndNowhereElse) {
  enable();
  for (hexad_leg_command& leg : command.leg) leg.position -= 0.005;
  for (hexad_leg_command& leg : command.leg) leg.torque_limit_down = 0.7;
  say();
  EXPECT_EQ(bridge.rejected, 1u) << "a jump, without a restart";
  for (hexad_leg_command& leg : command.leg) leg.position += 0.005 + 0.0005;
  ++command.restarts;
  say();
  EXPECT_EQ(bridge.rejected, 1u);
  EXPECT_EQ(bridge.leg[0].torque_limit_down, 0.7);
  EXPECT_NEAR(bridge.leg[0].position, 0.2, 0.0006);
  for (hexad_leg_command& leg : command.leg) leg.position += 0.01;
  ++command.restarts;
  say();
  EXPECT_EQ(bridge.rejected, 2u) << "not where the leg is";
}

TEST_F(Bridge, ARestartInMotionDoesNotPass) {
  enable();
  run_at(0.3);
  for (hexad_leg_feedback& leg : legs) leg.velocity = 0.3;
  ++command.restarts;
  move(0.0);
  EXPECT_EQ(bridge.rejected, 1u);
  EXPECT_GT(bridge.leg[0].velocity, 0.29);
}

TEST_F(Bridge, DrivesThatHomeThemselvesAreToldWhereTheyAre) {
  enable();
  command.flags |= HEXAD_COMMAND_HOME;
  for (int i = 0; i < 100; ++i) {
    for (hexad_leg_feedback& leg : legs) leg.position -= 30e-6;
    for (std::uint32_t k = 0; k < kLegs; ++k) command.leg[k].position = legs[k].position;
    ++command.restarts;
    ++command.count;
    hexad_bridge_step(&bridge, &command, legs, HEXAD_CHAIN_CLOSED, kPeriod);
    ASSERT_EQ(bridge.phase, HEXAD_BRIDGE_FOLLOWING);
    ASSERT_EQ(bridge.leg[2].position, legs[2].position);
    ASSERT_TRUE(bridge.homing);
  }
  EXPECT_EQ(bridge.rejected, 0u);
}

TEST_F(Bridge, AnEmergencyStopThatRampsStopsBrakesAndSwitchesOff) {
  enable();
  run_at(0.5);
  int ticks = 0;
  while (bridge.enable && ticks < 1000) {
    ++command.count;
    hexad_bridge_step(&bridge, &command, legs, HEXAD_CHAIN_STOPS, kPeriod);
    for (hexad_leg_feedback& leg : legs)
      leg.flags = HEXAD_LEG_ENABLED | (bridge.brakes_open ? 0u : HEXAD_LEG_BRAKE_CLOSED);
    ASSERT_TRUE(bridge.brakes_open || bridge.leg[0].velocity == 0.0);
    ++ticks;
  }
  EXPECT_GT(ticks, 100);
  EXPECT_LT(ticks, 170);
  EXPECT_TRUE(bridge.lost);
}

/// Servo ticks that fall beside the commands blend all the time; the leg still gets to the very end of its
/// stroke.
TEST_F(Bridge, ALegThatBlendsReachesTheEndItIsToldTo) {
  zeroed();
  enable();
  const double period = 0.01;
  command.period = period;
  const auto tick = [&](bool fresh) {
    if (fresh) ++command.count;
    hexad_bridge_step(&bridge, fresh ? &command : nullptr, legs, HEXAD_CHAIN_CLOSED, period);
    for (std::uint32_t k = 0; k < kLegs; ++k) legs[k].position = bridge.leg[k].position;
    ASSERT_GE(bridge.leg[0].position, -60e-6);
  };
  for (int i = 0; i < 400; ++i) {
    for (hexad_leg_command& leg : command.leg) {
      const double from = leg.position;
      leg.velocity = -std::min({0.06, 0.4 * period * (i + 1), std::sqrt(0.8 * leg.position)});
      leg.position = std::max(0.0, from + leg.velocity * period);
      leg.velocity = leg.position > 0.0 ? leg.velocity : 0.0;
    }
    tick(true);
    if (i % 3 == 0) tick(false);
  }
  EXPECT_NEAR(command.leg[0].position, 0.0, 1e-6);
  EXPECT_NEAR(bridge.leg[0].position, 0.0, 50e-6);
}

/// The rotary axis carries people, too: bridged as the legs are, and slowed down, not stopped dead.
TEST_F(Bridge, TheRotaryAxisIsBridgedAndSlowsDown) {
  const double speed = 1.0;  // rad/s
  command.most_rotary_velocity = 1.2;
  enable();
  const auto turn = [&](double velocity) {
    command.rotary += velocity * kPeriod;
    command.rotary_velocity = velocity;
    say();
  };
  for (int i = 1; i <= 500; ++i) turn(speed * i / 500);
  for (int i = 0; i < 50; ++i) turn(speed);
  double before = bridge.rotary;
  double velocity = speed;
  const auto looked_at = [&] {
    const double now = (bridge.rotary - before) / kPeriod;
    EXPECT_LE(std::abs(now - velocity), 0.02) << "a jolt";
    before = bridge.rotary;
    velocity = now;
  };
  for (int i = 0; i < 10; ++i) {  // lost
    command.rotary += speed * kPeriod;
    ++command.count;
    silence();
    looked_at();
  }
  EXPECT_NEAR(velocity, speed, 1e-9);
  for (int i = 0; i < 20; ++i) {
    turn(speed);
    looked_at();
  }
  EXPECT_NEAR(bridge.rotary, command.rotary, 1e-9);
  for (int i = 0; i < 800; ++i) {
    silence();
    if (bridge.enable) looked_at();
  }
  EXPECT_EQ(bridge.phase, HEXAD_BRIDGE_OFF);
  EXPECT_NEAR(velocity, 0.0, 1e-9);
  command.rotary_velocity = std::numeric_limits<double>::quiet_NaN();
  command.flags = 0;
  const auto rejected = bridge.rejected;
  say();
  EXPECT_EQ(bridge.rejected, rejected + 1);
}

}  // namespace
