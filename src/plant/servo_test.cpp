#include <gtest/gtest.h>

#include <cmath>

#include "kinematics/dynamics.hpp"
#include "plant/testing/bench.hpp"

namespace hexad::plant {
namespace {

constexpr double kMicrometre = 1e-6;

TEST(Servo, HoldsNeutralWithin5Micrometres) {
  Bench bench;
  bench.enable();
  EXPECT_TRUE(bench.drives.feedback().legs[0].enabled);
  EXPECT_LE(bench.worst_error(), 5 * kMicrometre);
}

TEST(Servo, SettlesWithin5MicrometresAfterAMoveOfAllSixAxes) {
  Bench bench;
  bench.enable();
  const Vec3 shift{0.08, -0.06, 0.05};
  const Vec3 turn{8 * kDegree, -6 * kDegree, 10 * kDegree};
  bench.run(1.0, [&](double t) {
    const Blend blend{t, 1.0};
    Motion motion;
    motion.pose = {blend.s * shift, from_rotation_vector(blend.s * turn)};
    motion.velocity = {blend.v * shift, blend.v * turn};
    motion.acceleration = {blend.a * shift, blend.a * turn};
    bench.command(bench.machine, motion);
  });
  bench.run(0.3);
  EXPECT_LE(bench.worst_error(), 5 * kMicrometre);
  const Pose pose = bench.drives.true_pose();
  EXPECT_LE((pose.position - shift).norm(), 5 * kMicrometre);
  EXPECT_LE(angle_between(pose.rotation, from_rotation_vector(turn)), 5 * kMicrometre / 0.45);
}

struct Sine {
  const char* name;
  Vec3 direction;
  Vec3 axis;
  double amplitude;
  double frequency;
};

struct Tracking {
  double worst = 0.0;   ///< measured against the setpoint of the same tick
  double torque = 0.0;  ///< largest
};

Tracking follow(const Sine& sine, const Settings& settings = neutral_settings()) {
  Bench bench{settings};
  bench.enable();
  const double w = kRevolution * sine.frequency;
  Tracking seen;
  for (int i = 1; i <= 5000; ++i) {
    const double t = i * 1e-3;
    const Blend in{t, 1.0};  // the amplitude comes in within a second
    const double sin = std::sin(w * t), cos = std::cos(w * t);
    const double q = sine.amplitude * in.s * sin;
    const double dq = sine.amplitude * (in.v * sin + in.s * w * cos);
    const double ddq = sine.amplitude * ((in.a - in.s * w * w) * sin + 2.0 * in.v * w * cos);
    Motion motion;
    motion.pose = {q * sine.direction, from_rotation_vector(q * sine.axis)};
    motion.velocity = {dq * sine.direction, dq * sine.axis};
    motion.acceleration = {ddq * sine.direction, ddq * sine.axis};
    bench.command(bench.machine, motion);
    bench.tick();
    seen.worst = std::max(seen.worst, bench.worst_error());
    for (std::size_t leg = 0; leg < kMaxLegs; ++leg) {
      seen.torque = std::max(seen.torque, std::abs(bench.torque(leg)));
    }
  }
  return seen;
}

// Each at the speed and acceleration limit of its axis: amplitude v²/a, frequency a/(2π·v).
TEST(Servo, FollowsWithin100MicrometresAtTheLimitsOfThePlatform) {
  const double full = 10.0 / kRevolution;
  const double turn = 250.0 / 40.0 / kRevolution;
  const Vec3 none = Vec3::Zero();
  const Sine sines[] = {{"heave 100 mm 0.5 Hz", Vec3::UnitZ(), none, 0.1, 0.5},
                        {"sway", Vec3::UnitX(), none, 0.04, full},
                        {"surge", Vec3::UnitY(), none, 0.04, full},
                        {"heave", Vec3::UnitZ(), none, 0.04, full},
                        {"pitch", none, Vec3::UnitX(), 6.4 * kDegree, turn},
                        {"roll", none, Vec3::UnitY(), 6.4 * kDegree, turn},
                        {"yaw", none, Vec3::UnitZ(), 6.4 * kDegree, turn}};
  for (const Sine& sine : sines) {
    const Tracking seen = follow(sine);
    EXPECT_LE(seen.worst, 0.1 * kMillimetre) << sine.name;
    EXPECT_LT(seen.torque, 7.2) << sine.name;
  }
}

// All legs alike, up and down, at the leg limits.
TEST(Servo, FollowsALegSineAt500MillimetresASecondAnd6MetresASecondSquared) {
  Bench bench;
  bench.enable();
  const double w = 6.0 / 0.5;
  const double amplitude = 0.5 / w;
  double worst = 0.0, speed = 0.0;
  for (int i = 1; i <= 5000; ++i) {
    const double t = i * 1e-3;
    const Blend in{t, 1.0};
    const double s = std::sin(w * t), c = std::cos(w * t);
    bench.setpoint.extension.setConstant(0.2 + amplitude * in.s * s);
    bench.setpoint.velocity.setConstant(amplitude * (in.v * s + in.s * w * c));
    bench.setpoint.acceleration.setConstant(amplitude * ((in.a - in.s * w * w) * s + 2.0 * in.v * w * c));
    bench.tick();
    worst = std::max(worst, bench.worst_error());
    speed = std::max(speed, bench.drives.feedback().legs[2].velocity);
  }
  EXPECT_LE(worst, 0.1 * kMillimetre);
  EXPECT_NEAR(speed, 0.5, 0.002);
}

TEST(Servo, WithoutFeedForwardItLagsTenTimesMore) {
  double worst[2] = {0.0, 0.0};
  for (const int forward : {0, 1}) {
    Bench bench;
    bench.enable();
    for (int i = 1; i <= 3000; ++i) {
      const double t = i * 1e-3;
      const Blend in{t, 1.0};
      const double w = kRevolution, s = std::sin(w * t), c = std::cos(w * t);
      bench.setpoint.extension.setConstant(0.2 + 0.03 * in.s * s);
      bench.setpoint.velocity.setConstant(forward * 0.03 * (in.v * s + in.s * w * c));
      bench.setpoint.acceleration.setConstant(forward * 0.03 *
                                              ((in.a - in.s * w * w) * s + 2.0 * in.v * w * c));
      bench.tick();
      worst[forward] = std::max(worst[forward], bench.worst_error());
    }
  }
  EXPECT_GT(worst[0], 10.0 * worst[1]);
  EXPECT_LT(worst[0], 2.0 * kMillimetre);
}

TEST(Servo, TorqueAtRestIsTheLegForceTimesLeadOverTwoPiRatioAndEfficiency) {
  Machine truth = standard_400_before_derive();
  truth.drive.belt_ratio = 1.5;
  truth.drive.efficiency = 0.85;
  truth.payload.centre.x() = 0.1;  // legs carry different loads
  Bench bench{neutral_settings(), derived(truth)};
  bench.enable();
  bench.run(0.5);
  const LegForces force = kinematics::leg_forces(bench.machine, Motion{});
  for (std::size_t leg = 0; leg < kMaxLegs; ++leg) {
    const double expected = force[static_cast<Eigen::Index>(leg)] * 0.01 / (kRevolution * 1.5 * 0.85);
    EXPECT_GT(expected, 0.3) << "the legs carry the platform: they push";
    EXPECT_NEAR(bench.torque(leg), expected, 2e-3) << leg;
    EXPECT_NEAR(bench.drives.feedback().legs[leg].current, bench.torque(leg) / 0.6, 1e-12);
    EXPECT_NEAR(bench.drives.feedback().legs[leg].voltage, 0.1 * 310.0 * bench.torque(leg) / 7.2, 0.05);
  }
}

TEST(Servo, FrictionCostsTorqueGoingUpAndSavesItGoingDown) {
  double torque[2];
  for (const int up : {0, 1}) {
    Bench bench;
    bench.enable();
    const double v = up ? 0.03 : -0.03;
    bench.run(0.5, [&](double t) {
      bench.setpoint.extension.setConstant(0.2 + v * t);
      bench.setpoint.velocity.setConstant(v);
    });
    torque[up] = bench.torque(0);
    EXPECT_NEAR(bench.drives.feedback().legs[0].voltage,
                0.6 * v * kRevolution / 0.01 + 31.0 * torque[up] / 7.2, 0.05);
  }
  // Twice the 60 N and the viscous part (30 N at 500 mm/s), and the load is not the same at both heights.
  EXPECT_NEAR(torque[1] - torque[0], 2.0 * (60.0 + 1.8) * 0.01 / kRevolution, 0.08);
}

TEST(Servo, TorqueNeverExceedsThePeakAndTheLegLagsInstead) {
  Machine truth = standard_400_before_derive();
  truth.payload.mass = 2000.0;  // 5.8 Nm only to carry it
  Bench bench{neutral_settings(), derived(truth)};
  bench.enable();
  double most = 0.0, worst = 0.0;
  bench.run(0.4, [&](double t) {
    bench.setpoint.extension.setConstant(0.2 + 0.5 * 6.0 * t * t * (t < 0.08));
    bench.setpoint.velocity.setConstant(6.0 * t);
    bench.setpoint.acceleration.setConstant(6.0);
    if (t >= 0.08) {
      bench.setpoint.extension.setConstant(0.2 + 3.0 * 0.0064 + 0.48 * (t - 0.08));
      bench.setpoint.velocity.setConstant(0.48);
      bench.setpoint.acceleration.setZero();
    }
    most = std::max(most, bench.torque(0));
    worst = std::max(worst, bench.worst_error());
  });
  EXPECT_DOUBLE_EQ(most, 7.2);
  EXPECT_GT(worst, 1.0 * kMillimetre);
}

TEST(Servo, AnEndStopHoldsALegAndTheTorqueRisesToThePeak) {
  Bench bench;
  bench.enable();
  bench.run(1.2, [&](double t) {
    bench.setpoint.extension.setConstant(0.2 + 0.2 * t);
    bench.setpoint.velocity.setConstant(0.2);
  });
  for (std::size_t leg = 0; leg < kMaxLegs; ++leg) {
    EXPECT_NEAR(bench.drives.true_extension()[static_cast<Eigen::Index>(leg)], 0.4, 20 * kMicrometre) << leg;
    EXPECT_NEAR(bench.torque(leg), 7.2, 1e-9) << leg;
    EXPECT_NEAR(bench.drives.feedback().legs[leg].velocity, 0.0, 1e-6) << leg;
  }
}

TEST(Servo, ALegBrakedIntoItsEndStopStandsThereAndDoesNotSpringAwayWhenReleased) {
  Bench bench;
  bench.enable();
  bench.run(0.555, [&](double t) {
    bench.setpoint.extension.setConstant(0.2 + 0.36 * t);
    bench.setpoint.velocity.setConstant(0.36);
  });
  bench.setpoint.enable = false;  // 0.2 mm before the end, at 0.36 m/s: the brake alone needs 1.6 mm
  bench.run(0.2);
  for (const double x : bench.drives.true_extension()) EXPECT_NEAR(x, 0.4, 60 * kMicrometre);
  bench.setpoint.extension = bench.drives.true_extension();
  bench.setpoint.velocity.setZero();
  bench.enable();
  for (int i = 0; i < 20; ++i) {
    for (const LegFeedback& leg : bench.tick().legs) EXPECT_LE(std::abs(leg.velocity), 0.1) << i;
  }
}

TEST(Servo, FewerLegsWorkTheSame) {
  Machine truth = standard_400_before_derive();
  truth.geometry.base.fill(Vec3::Zero());
  truth.geometry.platform.fill(Vec3::Zero());
  truth.geometry.retracted.setZero();
  truth.geometry.mechanism = Mechanism::three_legs;
  truth.geometry.legs = 3;
  for (std::size_t i = 0; i < 3; ++i) {
    const double angle = (90.0 + 120.0 * static_cast<double>(i)) * kDegree;
    truth.geometry.base[i] = truth.geometry.platform[i] =
        Vec3{0.5 * std::cos(angle), 0.5 * std::sin(angle), 0.0};
  }
  truth.geometry.retracted = LegLengths::Constant(0.8, 3);
  truth.geometry.stroke = 0.4;
  Bench bench{neutral_settings(), derived(truth)};
  bench.enable();
  bench.run(1.0, [&](double t) {
    const Blend blend{t, 1.0};
    Motion motion;
    motion.pose = {Vec3{0, 0, 0.05 * blend.s}, from_rotation_vector(Vec3{5 * kDegree * blend.s, 0, 0})};
    motion.velocity = {Vec3{0, 0, 0.05 * blend.v}, Vec3{5 * kDegree * blend.v, 0, 0}};
    motion.acceleration = {Vec3{0, 0, 0.05 * blend.a}, Vec3{5 * kDegree * blend.a, 0, 0}};
    bench.command(bench.machine, motion);
  });
  bench.run(0.3);
  EXPECT_LE((bench.measured() - bench.setpoint.extension).head(3).cwiseAbs().maxCoeff(), 5 * kMicrometre);
  EXPECT_GT(bench.torque(0), 0.5);
  EXPECT_EQ(bench.torque(4), 0.0);
  EXPECT_EQ(bench.drives.feedback().legs[4].extension, 0.0);
}

TEST(Servo, TheIdealDriveIsWhereTheSetpointWas) {
  Settings settings = neutral_settings();
  settings.fidelity = Fidelity::ideal;
  const Tracking seen = follow({"heave", Vec3::UnitZ(), Vec3::Zero(), 0.1, 0.5}, settings);
  EXPECT_EQ(seen.worst, 0.0);
  EXPECT_NEAR(seen.torque, follow({"heave", Vec3::UnitZ(), Vec3::Zero(), 0.1, 0.5}).torque, 0.05);
}

TEST(Servo, ATickOf2Point5MillisecondsIsAsGood) {
  Bench bench;
  bench.dt = std::chrono::microseconds{2500};
  bench.enable();
  double worst = 0.0;
  for (int i = 1; i <= 1600; ++i) {
    const double t = i * 2.5e-3;
    const Blend in{t, 1.0};
    const double w = kRevolution, s = std::sin(w * t), c = std::cos(w * t);
    bench.setpoint.extension.setConstant(0.2 + 0.05 * in.s * s);
    bench.setpoint.velocity.setConstant(0.05 * (in.v * s + in.s * w * c));
    bench.setpoint.acceleration.setConstant(0.05 * ((in.a - in.s * w * w) * s + 2.0 * in.v * w * c));
    bench.tick();
    worst = std::max(worst, bench.worst_error());
  }
  EXPECT_LE(worst, 0.1 * kMillimetre);
}

}  // namespace
}  // namespace hexad::plant
