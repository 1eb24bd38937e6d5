#include "plant/simulated_drives.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "kinematics/forward.hpp"
#include "plant/drive_error.hpp"
#include "plant/testing/bench.hpp"

namespace hexad::plant {
namespace {

constexpr double kSeekTorque = 0.3;  // of the rated one, as a machine has it by default

Settings powered_up(double extension = 0.0) {
  Settings settings;
  settings.extension.setConstant(extension);
  return settings;
}

/// All legs up (or down) at v, from where the setpoint is.
void drive_at(Bench& bench, double v, double seconds) {
  const Extensions from = bench.setpoint.extension;
  bench.run(seconds, [&](double t) {
    const double ramp = 0.1;  // seconds to speed
    const double s = t < ramp ? 0.5 * v * t * t / ramp : v * (t - 0.5 * ramp);
    bench.setpoint.extension = from + Extensions::Constant(s);
    bench.setpoint.velocity.setConstant(t < ramp ? v * t / ramp : v);
    bench.setpoint.acceleration.setConstant(t < ramp ? v / ramp : 0.0);
  });
}

TEST(SimulatedDrives, PowerUpAtTheBottomWithAnUnknownZero) {
  Bench bench{powered_up()};
  EXPECT_LE(bench.drives.true_extension().norm(), 1e-12);
  double least = 1.0;
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    const double shown = std::abs(bench.drives.feedback().legs[i].extension);
    EXPECT_LE(shown, 50 * kMillimetre);
    least = std::min(least, shown);
  }
  EXPECT_GT(least, 0.1 * kMillimetre);
  Settings other = powered_up();
  other.seed = 2;
  EXPECT_NE(Bench{other}.measured(), bench.measured());
}

TEST(SimulatedDrives, StartZeroedAtOriginOrNeutral) {
  Settings settings;
  settings.initial = Initial::origin;
  EXPECT_LE(Bench{settings}.measured().norm(), 1e-12);
  EXPECT_LE(Bench{neutral_settings()}.drives.true_pose().position.norm(), 1e-9);
  EXPECT_DOUBLE_EQ(Bench{neutral_settings()}.measured()[3], 0.2);
}

TEST(SimulatedDrives, SeekingFindsTheBottomWithLimitedTorqueAndSetZeroMakesItTheOrigin) {
  Bench bench{powered_up(0.05)};
  bench.enable();
  bench.setpoint.seek_bottom = true;
  const Extensions from = bench.setpoint.extension;
  double lowest = 0.0;
  int pressing = 0;
  for (int i = 1; i < 4000 && pressing < 300; ++i) {
    bench.setpoint.extension = from - Extensions::Constant(0.03 * 1e-3 * i);
    bench.setpoint.velocity.setConstant(-0.03);
    bench.tick();
    bool all = true;
    for (std::size_t leg = 0; leg < kMaxLegs; ++leg) {
      lowest = std::min(lowest, bench.torque(leg));
      all = all && bench.torque(leg) < -0.9 * kSeekTorque * 2.4;
    }
    pressing = all ? pressing + 1 : 0;
  }
  ASSERT_EQ(pressing, 300) << "0.3 s at the threshold";
  EXPECT_GE(lowest, -kSeekTorque * 2.4 - 1e-12);
  EXPECT_LE(bench.drives.true_extension().cwiseAbs().maxCoeff(), 5e-6);
  EXPECT_GT(bench.measured().cwiseAbs().maxCoeff(), 1e-3) << "not yet zeroed";

  bench.setpoint.set_zero = true;
  bench.setpoint.extension.setConstant(0.3);  // ignored on that tick
  bench.setpoint.velocity.setZero();
  bench.tick();
  EXPECT_LE(bench.measured().cwiseAbs().maxCoeff(), 2e-6);
  bench.setpoint.set_zero = false;
  bench.setpoint.seek_bottom = false;
  bench.setpoint.extension.setZero();
  double moved = 0.0;
  bench.run(0.3, [&](double) { moved = std::max(moved, bench.measured().cwiseAbs().maxCoeff()); });
  EXPECT_LE(moved, 0.02 * kMillimetre);

  drive_at(bench, 0.06, 1.0);
  bench.setpoint.velocity.setZero();
  bench.run(0.3);
  EXPECT_LE(bench.worst_error(), 5e-6);
  EXPECT_LE((bench.drives.true_extension() - bench.setpoint.extension).cwiseAbs().maxCoeff(), 10e-6);
}

TEST(SimulatedDrives, ASearchThatIsGivenUpDoesNotPressOnTheStop) {
  Bench bench{powered_up(0.01)};
  bench.enable();
  bench.setpoint.seek_bottom = true;
  drive_at(bench, -0.03, 1.0);  // 20 mm further than there is
  bench.setpoint.seek_bottom = false;
  bench.setpoint.extension = bench.measured();
  bench.setpoint.velocity.setZero();
  bench.setpoint.acceleration.setZero();
  double lowest = 0.0;
  bench.run(0.5, [&](double) { lowest = std::min(lowest, bench.torque(0)); });
  EXPECT_GE(lowest, -kSeekTorque * 2.4 - 0.05);
}

TEST(SimulatedDrives, DisablingAt500MillimetresASecondStopsByBrakeWithin4Millimetres) {
  Bench bench;
  bench.setpoint.extension.setConstant(0.2);
  bench.enable();
  drive_at(bench, 0.5, 0.3);
  EXPECT_NEAR(bench.drives.feedback().legs[0].velocity, 0.5, 0.005);
  const double from = bench.drives.true_extension()[0];
  bench.setpoint.enable = false;
  bench.setpoint.off_now = true;
  bench.run(0.014);
  EXPECT_EQ(bench.drives.feedback().legs[0].velocity, 0.0);
  EXPECT_NEAR(bench.drives.true_extension()[0] - from, 0.5 * 0.5 / 80.0, 0.1 * kMillimetre);
  EXPECT_FALSE(bench.drives.feedback().legs[0].enabled);
  EXPECT_EQ(bench.torque(0), 0.0);
  const Extensions held = bench.drives.true_extension();
  bench.run(2.0);
  EXPECT_EQ(bench.drives.true_extension(), held) << "the brake holds the load";
}

TEST(SimulatedDrives, DisabledWhileTheyMoveTheyStopWithinTheirLimitsAndThenBrake) {
  Bench bench;
  bench.setpoint.extension.setConstant(0.2);
  bench.enable();
  drive_at(bench, 0.5, 0.25);
  double before = bench.drives.feedback().legs[0].velocity;
  ASSERT_NEAR(before, 0.5, 0.005);
  bench.setpoint.enable = false;
  int ticks = 0;
  while (bench.drives.feedback().legs[0].enabled && ++ticks < 500) {
    bench.run(0.001);
    const double now = bench.drives.feedback().legs[0].velocity;
    EXPECT_LE(std::abs(now - before), 1.2 * 6.0 * 1e-3) << ticks;
    before = now;
  }
  EXPECT_NEAR(ticks, 1e3 * (0.5 / 6.0 + 6.0 / 80.0), 20);
  EXPECT_TRUE(bench.drives.feedback().legs[0].brake_closed);
}

TEST(SimulatedDrives, TakeTheirTimeToComeOnAndTheirBrakesToMove) {
  Settings settings = powered_up(0.1);
  settings.enable_delay = 0.2;
  settings.brake_delay = 0.1;
  Bench bench{settings};
  bench.setpoint.extension = bench.drives.true_extension();
  bench.setpoint.enable = true;
  bench.run(0.195);
  EXPECT_FALSE(bench.drives.feedback().legs[0].enabled);
  bench.run(0.02);
  EXPECT_TRUE(bench.drives.feedback().legs[0].enabled);
  EXPECT_TRUE(bench.drives.feedback().legs[0].brake_closed);
  bench.run(0.1);
  EXPECT_FALSE(bench.drives.feedback().legs[0].brake_closed);
  bench.setpoint.enable = false;
  bench.run(0.05);
  EXPECT_TRUE(bench.drives.feedback().legs[0].enabled) << "the motor holds until the brake does";
  bench.run(0.1);
  EXPECT_FALSE(bench.drives.feedback().legs[0].enabled);
  EXPECT_TRUE(bench.drives.feedback().legs[0].brake_closed);
}

TEST(SimulatedDrives, EnablingDoesNotMoveALegByMoreThan20Micrometres) {
  for (const double share : {0.0, 0.1, 0.5, 0.9}) {
    Bench bench{powered_up(0.4 * share)};
    const Extensions before = bench.drives.true_extension();
    bench.setpoint.enable = true;
    bench.run(0.5, [&](double) {
      EXPECT_LE((bench.drives.true_extension() - before).cwiseAbs().maxCoeff(), 20e-6) << share;
    });
  }
}

TEST(SimulatedDrives, ASetpointFarAwayAtEnableIsApproachedSlowly) {
  Bench bench;
  bench.setpoint.extension.setConstant(0.25);  // 50 mm above the legs
  bench.setpoint.enable = true;
  double fastest = 0.0;
  bench.run(1.0, [&](double) {
    for (const LegFeedback& leg : bench.drives.feedback().legs)
      fastest = std::max(fastest, std::abs(leg.velocity));
  });
  EXPECT_NEAR(fastest, 0.03, 0.003);
  EXPECT_NEAR(bench.measured()[0], 0.23, 0.002);
  bench.run(1.5);
  EXPECT_LE(bench.worst_error(), 5e-6);
}

TEST(SimulatedDrives, ASetpointThatJumpsIsApproachedSlowly) {
  Bench bench;
  bench.enable();
  bench.setpoint.extension[2] += 0.01;
  double fastest = 0.0;
  bench.run(0.2,
            [&](double) { fastest = std::max(fastest, std::abs(bench.drives.feedback().legs[2].velocity)); });
  EXPECT_LE(fastest, 0.033);
  EXPECT_GT(bench.worst_error(), 2 * kMillimetre) << "the core sees it as a following error";
}

TEST(SimulatedDrives, FiveMissingSetpointsAreBridgedAndTheMotionGoesOn) {
  Bench bench;
  bench.enable();
  drive_at(bench, 0.1, 0.5);
  for (int i = 0; i < 5; ++i) {
    bench.coast();
    EXPECT_TRUE(bench.drives.feedback().link);
    EXPECT_NEAR(bench.drives.feedback().legs[0].velocity, 0.1, 0.002);
  }
  bench.setpoint.extension += Extensions::Constant(0.1 * 6e-3);
  bench.tick();
  EXPECT_TRUE(bench.drives.feedback().link);
  EXPECT_LE(bench.worst_error(), 0.05 * kMillimetre);
  EXPECT_EQ(bench.drives.feedback().legs[0].error, 0u);
}

TEST(SimulatedDrives, AfterFiveMissingSetpointsTheDrivesStopWithinLimitsAndBrake) {
  Bench bench;
  bench.enable();
  drive_at(bench, 0.4, 0.35);
  const double from = bench.drives.true_extension()[0];
  for (int i = 0; i < 5; ++i) bench.coast();
  EXPECT_TRUE(bench.drives.feedback().link);
  double before = bench.drives.feedback().legs[0].velocity;
  for (int i = 0; i < 400; ++i) {
    const Feedback& feedback = bench.coast();
    ASSERT_FALSE(feedback.link);
    ASSERT_EQ(feedback.legs[0].error, static_cast<std::uint32_t>(DriveError::communication));
    ASSERT_LE(std::abs(feedback.legs[0].velocity - before), 6.5e-3) << i;  // 6 m/s²
    before = feedback.legs[0].velocity;
  }
  EXPECT_EQ(before, 0.0);
  EXPECT_FALSE(bench.drives.feedback().legs[0].enabled);
  EXPECT_LT(bench.drives.true_extension()[0] - from, 0.4 * 0.4 / 12.0 + 0.4 * (0.005 + 6.0 / 80.0));

  // Setpoints come back: nothing moves until a reset, and then from where the legs are.
  const Extensions stand = bench.drives.true_extension();
  bench.run(0.2);
  EXPECT_TRUE(bench.drives.feedback().link);
  EXPECT_EQ(bench.drives.true_extension(), stand);
  EXPECT_NE(bench.drives.feedback().legs[0].error, 0u);
  bench.setpoint.extension = bench.measured();
  bench.setpoint.velocity.setZero();
  bench.setpoint.reset = true;
  bench.tick();
  bench.setpoint.reset = false;
  bench.run(0.1);
  EXPECT_TRUE(bench.drives.feedback().legs[0].enabled);
  EXPECT_EQ(bench.drives.feedback().legs[0].error, 0u);
  EXPECT_LE((bench.drives.true_extension() - stand).cwiseAbs().maxCoeff(), 20e-6);
}

TEST(SimulatedDrives, ASetpointThatIsNotANumberCountsAsMissing) {
  Bench bench;
  bench.enable();
  const Extensions before = bench.drives.true_extension();
  bench.setpoint.velocity[1] = std::numeric_limits<double>::quiet_NaN();
  bench.run(0.1);
  EXPECT_FALSE(bench.drives.feedback().link);
  EXPECT_TRUE(bench.measured().allFinite());
  EXPECT_LE((bench.drives.true_extension() - before).cwiseAbs().maxCoeff(), 10e-6);
}

TEST(SimulatedDrives, EncoderStepsAreOneMicrometreAtTenThousandPulses) {
  Bench bench;
  bench.enable();
  bench.run(0.2, [&](double t) {
    bench.setpoint.extension.setConstant(0.2 + 0.01 * t);
    bench.setpoint.velocity.setConstant(0.01);
    const double pulses = bench.measured()[0] / 1e-6;
    EXPECT_NEAR(pulses, std::round(pulses), 1e-6);
  });
  EXPECT_NE(bench.drives.true_extension()[0], bench.measured()[0]);
  EXPECT_NEAR(bench.drives.true_extension()[0], bench.measured()[0], 0.51e-6);
}

TEST(SimulatedDrives, NoiseIsReportedButDoesNotMoveTheLegs) {
  Settings settings = neutral_settings();
  settings.encoder_pulses = 1'048'576.0;
  Bench quiet{settings};
  settings.noise = {2e-6, 1e-4, 0.01};
  Bench noisy{settings};
  noisy.setpoint.extension = quiet.setpoint.extension;
  quiet.enable();
  noisy.enable();
  double sum = 0.0;
  for (int i = 0; i < 5000; ++i) {
    quiet.tick();
    noisy.tick();
    sum += std::pow(noisy.measured()[0] - noisy.drives.true_extension()[0], 2);
  }
  EXPECT_EQ(quiet.drives.true_extension(), noisy.drives.true_extension());
  EXPECT_NEAR(std::sqrt(sum / 5000), 2e-6, 0.1e-6);
  EXPECT_NE(quiet.torque(0), noisy.torque(0));
}

TEST(SimulatedDrives, AWrongGeometryShowsInTheTruePoseButNotInTheFeedback) {
  Machine truth = standard_400_before_derive();
  truth.geometry.base[0].x() += 2.0 * kMillimetre;
  truth.geometry.retracted[4] += 0.5 * kMillimetre;
  Bench bench{neutral_settings(), derived(truth)};
  Bench right;
  const Machine believed = standard_400();
  bench.enable();
  right.enable();
  for (Bench* each : {&bench, &right}) {
    each->run(1.0, [&](double t) {
      const Blend blend{t, 1.0};
      Motion motion;
      motion.pose = {Vec3{0.05 * blend.s, 0, 0.03 * blend.s},
                     from_rotation_vector(Vec3{0, 5 * kDegree * blend.s, 0})};
      motion.velocity = {Vec3{0.05 * blend.v, 0, 0.03 * blend.v}, Vec3{0, 5 * kDegree * blend.v, 0}};
      motion.acceleration = {Vec3{0.05 * blend.a, 0, 0.03 * blend.a}, Vec3{0, 5 * kDegree * blend.a, 0}};
      each->command(believed, motion);
    });
    each->run(0.3);
    EXPECT_LE(each->worst_error(), 5e-6);
  }
  const Pose wanted{Vec3{0.05, 0, 0.03}, from_rotation_vector(Vec3{0, 5 * kDegree, 0})};
  EXPECT_LE((right.drives.true_pose().position - wanted.position).norm(), 5e-6);
  const Pose from_legs = kinematics::forward(believed, bench.measured()).pose;
  EXPECT_LE((from_legs.position - wanted.position).norm(), 5e-6) << "the core believes it is there";
  const Pose pose = bench.drives.true_pose();
  EXPECT_GT((pose.position - wanted.position).norm() + angle_between(pose.rotation, wanted.rotation), 0.5e-3);
}

TEST(SimulatedDrives, TwoRunsGiveTheSameBitsWhetherTheTruePoseIsAskedForOrNot) {
  Settings settings = powered_up(0.1);
  settings.seed = 77;
  settings.noise = {1e-6, 1e-4, 0.01};
  Bench one{settings};
  Bench two{settings};
  one.setpoint.enable = two.setpoint.enable = true;
  for (int i = 0; i < 6000; ++i) {
    for (Bench* bench : {&one, &two}) {
      bench->setpoint.extension[i % 6] += 2e-5;
      if (i == 2000) bench->drives.inject(Injection::stuck, 3, 0.0);
      if (i == 2500) bench->drives.clear(Injection::stuck);
      if (i == 4000) bench->drives.inject(Injection::power_loss, kAllLegs, 0.0);
      if (i == 4500) bench->drives.clear(Injection::power_loss);
      i % 97 == 0 ? bench->coast() : bench->tick();
    }
    static_cast<void>(two.drives.true_pose());
    for (std::size_t leg = 0; leg < kMaxLegs; ++leg) {
      const LegFeedback& a = one.drives.feedback().legs[leg];
      const LegFeedback& b = two.drives.feedback().legs[leg];
      ASSERT_EQ(std::memcmp(&a.extension, &b.extension, sizeof a.extension), 0) << i;
      ASSERT_EQ(std::memcmp(&a.torque, &b.torque, sizeof a.torque), 0) << i;
    }
  }
  EXPECT_EQ(one.drives.true_extension(), two.drives.true_extension());
}

TEST(SimulatedDrives, TheRotaryAxisTurnsAtItsOwnSpeedAtMost) {
  Bench bench;
  bench.setpoint.rotary = 1.0;
  bench.run(0.1);
  EXPECT_EQ(bench.drives.feedback().rotary, 0.0) << "not enabled";
  bench.setpoint.enable = true;
  bench.run(0.1);
  const double speed = 3000.0 * kRevolution / 60.0 / 20.0 * 25.0 / 125.0;
  EXPECT_NEAR(bench.drives.feedback().rotary, 0.1 * speed, 1e-9);
  bench.run(1.0);
  EXPECT_DOUBLE_EQ(bench.drives.feedback().rotary, 1.0);
}

TEST(SimulatedDrives, OutputsAreSwitchedAndInputsRead) {
  Bench bench;
  bench.setpoint.relays = 0xFABC;
  bench.setpoint.outputs = 0x5A;
  bench.drives.set_inputs(0x81);
  bench.tick();
  EXPECT_EQ(bench.drives.relays(), 0x0ABC) << "there are twelve";
  EXPECT_EQ(bench.drives.outputs(), 0x5A);
  EXPECT_EQ(bench.drives.feedback().inputs, 0x81);
  for (int i = 0; i < 6; ++i) bench.coast();
  EXPECT_EQ(bench.drives.relays(), 0) << "nobody says any more that they shall be on";
  EXPECT_EQ(bench.drives.outputs(), 0);
}

TEST(SimulatedDrives, FeedbackIsTakenAtTheEndOfTheTick) {
  Bench bench;
  bench.now = TimePoint{std::chrono::seconds{5}};
  EXPECT_EQ(bench.tick().time, TimePoint{std::chrono::milliseconds{5001}});
  EXPECT_TRUE(bench.drives.feedback().simulated);
}

TEST(SimulatedDrives, AnotherMachineIsAdoptedWithTheLegsWhereTheyAre) {
  Bench bench;
  bench.enable();
  Machine other = standard_400_before_derive();
  other.payload.mass = 800.0;
  other = derived(other);
  const double before = bench.torque(0);
  bench.drives.adopt(other);
  bench.run(0.5);
  EXPECT_DOUBLE_EQ(std::round(bench.measured()[0] * 1e5), 2e4);
  EXPECT_GT(bench.torque(0), 1.4 * before);
}

}  // namespace
}  // namespace hexad::plant
