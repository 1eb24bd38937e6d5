// Every injection: seen in the feedback, gone when cleared, and no leg moves because it went.

#include <gtest/gtest.h>

#include <cmath>

#include "plant/testing/bench.hpp"

namespace hexad::plant {
namespace {

struct Injecting : testing::Test {
  Bench bench;
  SimulatedDrives& drives = bench.drives;

  Injecting() { bench.enable(); }
  const LegFeedback& leg(std::size_t i) const { return drives.feedback().legs[i]; }
  void inject(const char* text) {
    const auto order = parse_injection(text);
    ASSERT_TRUE(order) << text;
    drives.apply(*order);
    bench.tick();
  }
  void clear() {
    drives.apply(*parse_injection("clear"));
    bench.tick();
  }
  void reset() {
    bench.setpoint.extension = bench.measured();
    bench.setpoint.velocity.setZero();
    bench.setpoint.acceleration.setZero();
    bench.setpoint.reset = true;
    bench.tick();
    bench.setpoint.reset = false;
    bench.tick();
  }
  void expect_sound() {
    const Extensions before = drives.true_extension();
    bench.run(0.5);
    const Feedback& feedback = drives.feedback();
    EXPECT_TRUE(feedback.link && feedback.licence && feedback.supply && !feedback.emergency_button);
    for (const LegFeedback& each : feedback.legs) {
      EXPECT_TRUE(each.enabled);
      EXPECT_EQ(each.error, 0u);
      EXPECT_FALSE(each.upper_switch || each.lower_switch || each.over_temperature);
    }
    EXPECT_LE(bench.worst_error(), 5e-6);
    EXPECT_LE((drives.true_extension() - before).cwiseAbs().maxCoeff(), 50e-6);
  }
  /// All legs at v for a while; the setpoint goes on whatever the drives do.
  void move(double v, double seconds) {
    const Extensions from = bench.setpoint.extension;
    bench.run(seconds, [&](double t) {
      bench.setpoint.extension = from + Extensions::Constant(v * t);
      bench.setpoint.velocity.setConstant(v);
    });
  }
};

TEST_F(Injecting, DriveFaultIsReportedAndLatchedUntilResetOnceTheCauseIsGone) {
  inject("drive_fault:3:4660");
  EXPECT_EQ(leg(2).error, 4660u);
  EXPECT_FALSE(leg(2).enabled);
  EXPECT_TRUE(leg(1).enabled);
  reset();
  EXPECT_EQ(leg(2).error, 4660u) << "the cause is still there";
  clear();
  bench.run(0.1);
  EXPECT_EQ(leg(2).error, 4660u) << "latched";
  EXPECT_FALSE(leg(2).enabled);
  reset();
  expect_sound();
}

TEST_F(Injecting, DriveFaultInMotionBrakesThatLegWithinAFewMillimetres) {
  move(0.3, 0.3);
  const double from = drives.true_extension()[2];
  inject("drive_fault:3");
  move(0.3, 0.05);
  EXPECT_EQ(leg(2).velocity, 0.0);
  EXPECT_LE(std::abs(drives.true_extension()[2] - from), 2.0 * kMillimetre);
  EXPECT_GT(bench.worst_error(), 10 * kMillimetre);
  EXPECT_TRUE(leg(3).enabled) << "its neighbours go on";
  EXPECT_LE(std::abs(bench.setpoint.extension[3] - bench.measured()[3]), 2.0 * kMillimetre)
      << "though shaken";
  move(0.3, 0.2);
  EXPECT_LE(std::abs(bench.setpoint.extension[3] - bench.measured()[3]), 0.1 * kMillimetre);
}

TEST_F(Injecting, ServoOffDropsTheLegWithoutAnErrorAndItStaysOutUntilResetOrANewEnable) {
  inject("servo_off:2");
  EXPECT_FALSE(leg(1).enabled);
  EXPECT_EQ(leg(1).error, 0u);
  EXPECT_EQ(leg(1).torque, 0.0);
  clear();
  bench.run(0.2);
  EXPECT_FALSE(leg(1).enabled) << "nothing comes back by itself";
  bench.setpoint.enable = false;
  bench.tick();
  bench.setpoint.enable = true;
  bench.run(0.2);
  expect_sound();
  inject("servo_off");
  for (std::size_t i = 0; i < kMaxLegs; ++i) EXPECT_FALSE(leg(i).enabled) << i;
}

TEST_F(Injecting, AStuckLegStandsWhileItsMotorPushes) {
  const double at = drives.true_extension()[4];
  inject("stuck:5");
  move(0.05, 0.2);
  EXPECT_NEAR(drives.true_extension()[4], at, 1e-6);
  EXPECT_NEAR(leg(4).torque, 7.2, 1e-9);
  EXPECT_GT(leg(4).current, 11.9);
  EXPECT_TRUE(leg(4).enabled);
  EXPECT_NEAR(bench.worst_error(), 10 * kMillimetre, 0.1 * kMillimetre);
  EXPECT_NEAR(leg(0).velocity, 0.05, 0.005);
  reset();  // the setpoint goes back to where the legs are
  clear();
  bench.run(0.5);
  expect_sound();
}

TEST_F(Injecting, FollowingErrorBuildsUpAndGoes) {
  inject("following_error:1:3");
  bench.run(0.5);
  EXPECT_NEAR(bench.setpoint.extension[0] - bench.measured()[0], 3 * kMillimetre, 10e-6);
  EXPECT_NEAR(bench.measured()[1], bench.setpoint.extension[1], 5e-6);
  EXPECT_EQ(leg(0).error, 0u);
  clear();
  bench.run(0.4);
  expect_sound();
}

TEST_F(Injecting, AnEncoderJumpIsReportedAtOnceAndMovesNothing) {
  const double shown = bench.measured()[3];
  const double truth = drives.true_extension()[3];
  inject("encoder_jump:4:-12.5");
  EXPECT_NEAR(bench.measured()[3] - shown, -12.5 * kMillimetre, 2e-6);
  bench.run(0.2);
  EXPECT_NEAR(drives.true_extension()[3], truth, 2e-6);
  clear();
  EXPECT_NEAR(bench.measured()[3], shown, 2e-6);
  expect_sound();
}

TEST_F(Injecting, LimitSwitchesReport) {
  inject("limit_switch:6");
  EXPECT_TRUE(leg(5).upper_switch);
  EXPECT_FALSE(leg(5).lower_switch);
  clear();
  inject("limit_switch:1:-1");
  EXPECT_TRUE(leg(0).lower_switch);
  EXPECT_FALSE(leg(0).upper_switch);
  clear();
  expect_sound();
}

TEST_F(Injecting, OverTemperatureReports) {
  inject("over_temperature:2");
  EXPECT_TRUE(leg(1).over_temperature);
  EXPECT_FALSE(leg(2).over_temperature);
  clear();
  expect_sound();
}

TEST_F(Injecting, TheEmergencyButtonBrakesOnTheSameTickAndReleasingItStartsNothing) {
  move(0.2, 0.2);
  inject("emergency_stop");
  EXPECT_TRUE(drives.feedback().emergency_button);
  for (std::size_t i = 0; i < kMaxLegs; ++i) EXPECT_FALSE(leg(i).enabled);
  bench.run(0.01);
  EXPECT_EQ(leg(0).velocity, 0.0);
  const Extensions stand = drives.true_extension();
  clear();
  EXPECT_FALSE(drives.feedback().emergency_button);
  bench.run(0.5);
  EXPECT_EQ(drives.true_extension(), stand);
  reset();
  expect_sound();
}

TEST_F(Injecting, ASaggingSupplyTakesSpeedAndTorque) {
  inject("supply_sag:0.2");
  EXPECT_FALSE(drives.feedback().supply);
  EXPECT_TRUE(drives.feedback().link);
  EXPECT_LE(leg(0).torque, 0.2 * 7.2 + 1e-12) << "less than it needs: the platform sinks";
  bench.run(0.1);
  EXPECT_LT(leg(0).velocity, -1e-4);
  clear();
  bench.run(0.5);
  expect_sound();
}

TEST_F(Injecting, PowerLossBrakesAndTheZerosAreLost) {
  move(0.2, 0.2);
  const double zeroed = bench.measured()[0] - drives.true_extension()[0];
  EXPECT_NEAR(zeroed, 0.0, 1e-6);
  bench.setpoint.relays = 3;
  bench.tick();
  inject("power_loss");
  EXPECT_FALSE(drives.feedback().supply);
  EXPECT_FALSE(drives.feedback().link);
  EXPECT_FALSE(leg(0).enabled);
  EXPECT_EQ(leg(0).current, 0.0);
  EXPECT_EQ(drives.relays(), 0);
  bench.run(0.1);
  const Extensions stand = drives.true_extension();
  clear();
  bench.run(0.2);
  EXPECT_TRUE(drives.feedback().supply && drives.feedback().link);
  EXPECT_EQ(drives.true_extension(), stand);
  EXPECT_GT(std::abs(bench.measured()[0] - drives.true_extension()[0]), 1e-4) << "nobody knows the zero now";
  reset();
  expect_sound();
}

TEST_F(Injecting, ALostLinkFreezesTheFeedbackAndTheDrivesStopByThemselves) {
  move(0.2, 0.2);
  inject("link_lost");
  EXPECT_FALSE(drives.feedback().link);
  const TimePoint last = drives.feedback().time;
  const double shown = bench.measured()[0];
  move(0.2, 0.3);
  EXPECT_EQ(drives.feedback().time, last);
  EXPECT_EQ(bench.measured()[0], shown);
  const Extensions stand = drives.true_extension();
  EXPECT_GT(stand[0], shown + kMillimetre);
  bench.run(0.2);
  EXPECT_EQ(drives.true_extension(), stand) << "stopped and braked";
  clear();
  EXPECT_TRUE(drives.feedback().link);
  EXPECT_NE(leg(0).error, 0u);
  bench.run(0.2);
  EXPECT_EQ(drives.true_extension(), stand);
  reset();
  expect_sound();
}

TEST_F(Injecting, NoLicenceReports) {
  inject("no_licence");
  EXPECT_FALSE(drives.feedback().licence);
  EXPECT_TRUE(leg(0).enabled);
  clear();
  expect_sound();
}

}  // namespace
}  // namespace hexad::plant
