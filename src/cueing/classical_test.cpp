// The engine as a pilot meets it.

#include "cueing/classical.hpp"

#include "cueing/perception.hpp"
#include "cueing/presets.hpp"
#include "cueing/testing/platform.hpp"
#include "kinematics/reachable.hpp"

namespace hexad::cueing {
namespace {

constexpr double kStep = 1e-3;

Settings normal() { return derive(testing::standard(), Preset::normal); }

VehicleMotion accelerating(double right, double forward, double up) {
  return {Vec3::Zero(), {right, forward, up}};
}

Vec3 angles(const Pose& pose) {
  const Mat3 r = pose.rotation.toRotationMatrix();
  return {std::atan2(r(2, 1), r(2, 2)), -std::asin(r(2, 0)), std::atan2(r(1, 0), r(0, 0))};
}

TEST(Classical, SustainedForwardAccelerationPitchesTheNoseUpByItsAngle) {
  Settings settings = normal();
  settings.tilt.gain = 1.0;
  settings.tilt.most = 20 * kDegree;
  Classical engine{settings, kStep};
  for (int i = 0; i < 30'000; ++i) engine.step(accelerating(0, 1.2, 0));
  EXPECT_NEAR(angles(engine.step(accelerating(0, 1.2, 0)).pose).x(), std::asin(1.2 / kGravity), 1e-4);
}

TEST(Classical, SustainedAccelerationToTheRightLowersTheLeftSide) {
  Settings settings = normal();
  settings.tilt.gain = 1.0;
  settings.tilt.most = 20 * kDegree;
  Classical engine{settings, kStep};
  for (int i = 0; i < 30'000; ++i) engine.step(accelerating(1.2, 0, 0));
  EXPECT_NEAR(angles(engine.step(accelerating(1.2, 0, 0)).pose).y(), -std::asin(1.2 / kGravity), 1e-4);
}

TEST(Classical, APulseForwardMovesForwardARateToTheLeftTurnsLeft) {
  Classical engine{normal(), kStep};
  for (int i = 0; i < 200; ++i) engine.step(accelerating(0, 2, 0));
  EXPECT_GT(engine.step({}).pose.position.y(), 0.005);
  Classical other{normal(), kStep};
  for (int i = 0; i < 200; ++i) other.step({Vec3{0, 0, 0.3}, Vec3::Zero()});
  EXPECT_GT(angles(other.step({}).pose).z(), 0.005);
}

TEST(Classical, NothingInNothingOutAndGravityNeverLeaksIntoHeave) {
  Classical engine{normal(), kStep};
  VehicleInput standing;
  standing.linear.z() = kGravity;
  for (int i = 0; i < 5'000; ++i) engine.step(from_input(InputKind::specific_force, standing));
  EXPECT_LT(engine.step({}).pose.position.norm(), 1e-12) << "no kick at the start";
  double lowest = 0.0;
  for (int i = 0; i < 40'000; ++i) {
    lowest = std::min(lowest, engine.step(accelerating(2, 2, 0)).pose.position.z());
  }
  EXPECT_GT(lowest, -0.004) << "tilted for 40 s";
}

TEST(Classical, DerivativesAreThoseOfThePose) {
  Settings settings = normal();
  settings.rotation_point = {0.1, -0.05, 0.9};
  Classical engine{settings, kStep};
  Motion before = engine.step({});
  // The mean of two ends misses h²/12 of the third derivative: 26 rad/s³, 14 m/s³.
  for (int i = 0; i < 4'000; ++i) {
    const double t = i * kStep;
    const VehicleMotion in{{0.2 * std::sin(3 * t), 0.15 * std::sin(2 * t), 0.1 * std::cos(2 * t)},
                           {std::sin(2 * t), std::sin(3 * t), std::cos(4 * t)}};
    const Motion now = engine.step(in);
    if (i > 500) {
      const Vec3 by_difference = (now.pose.position - before.pose.position) / kStep;
      ASSERT_LT((by_difference - 0.5 * (now.velocity.linear + before.velocity.linear)).norm(), 3e-6) << i;
      const Vec3 turning = rotation_vector(now.pose.rotation * before.pose.rotation.conjugate()) / kStep;
      ASSERT_LT((turning - 0.5 * (now.velocity.angular + before.velocity.angular)).norm(), 3e-6) << i;
      const Vec3 faster = (now.velocity.linear - before.velocity.linear) / kStep;
      ASSERT_LT((faster - 0.5 * (now.acceleration.linear + before.acceleration.linear)).norm(), 1e-3) << i;
    }
    before = now;
  }
}

TEST(Classical, WhatStandsAtTheRotationPointIsNotMovedByRotations) {
  Settings settings = normal();
  settings.rotation_point = {0, 0.2, 1.0};
  Classical engine{settings, kStep};
  for (int i = 0; i < 600; ++i) engine.step({Vec3{0.3, 0.2, 0.1}, Vec3::Zero()});
  const Pose pose = engine.step({}).pose;
  const Vec3 point = pose.position + pose.rotation * settings.rotation_point;
  EXPECT_LT((point - settings.rotation_point).norm(), 1e-12);
  EXPECT_GT(pose.position.norm(), 0.01);
}

TEST(Classical, ANewSettingIsGoneOverToWithoutAJump) {
  const Machine machine = testing::standard();
  Classical engine{derive(machine, Preset::gentle), kStep};
  Motion before = engine.step({});
  double jump = 0.0;
  double quiet = 0.0;
  for (int i = 0; i < 20'000; ++i) {
    if (i % 3000 == 2999)
      engine.change(derive(machine, presets()[static_cast<std::size_t>(i / 3000) % 6].preset));
    const double t = i * kStep;
    const Motion now = engine.step({{0.1 * std::sin(t), 0.2, 0}, {1.0, 2 * std::sin(2 * t), std::cos(t)}});
    const double change = (now.velocity.linear - before.velocity.linear).norm() +
                          0.3 * (now.velocity.angular - before.velocity.angular).norm();
    (i % 3000 < 1200 && i >= 3000 ? jump : quiet) =
        std::max(i % 3000 < 1200 && i >= 3000 ? jump : quiet, change);
    ASSERT_LT((now.pose.position - before.pose.position).norm(), 0.5 * kStep);
    before = now;
  }
  EXPECT_LT(jump, 4.0 * kStep) << "no acceleration above the platform's own limit through a change";
}

TEST(Classical, TheFadeTakesTheInputAwayAndEverythingComesBackToNeutral) {
  Classical engine{normal(), kStep};
  for (int i = 0; i < 8'000; ++i) engine.step({{0.1, 0.1, 0.1}, {1, 2, 0.5}});
  engine.fade(false, 0.5);
  for (int i = 0; i < 600; ++i) engine.step({{0.1, 0.1, 0.1}, {1, 2, 0.5}});
  EXPECT_TRUE(engine.faded_out());
  for (int i = 0; i < 40'000; ++i) engine.step({{0.1, 0.1, 0.1}, {1, 2, 0.5}});
  EXPECT_LT(engine.step({}).pose.position.norm(), 1e-4);
  EXPECT_LT(angles(engine.step({}).pose).norm(), 1e-4);
}

TEST(Classical, ANumberThatIsNoneCountsAsTheOneBefore) {
  Classical one{normal(), kStep};
  Classical other{normal(), kStep};
  for (int i = 0; i < 500; ++i) {
    VehicleMotion in = accelerating(0, 1, 0);
    one.step(in);
    if (i % 7 == 3) in.acceleration.x() = std::nan("");
    other.step(in);
  }
  EXPECT_EQ(one.step({}).pose.position, other.step({}).pose.position);
}

/// The felt force along the cue after it ended, against it: by how much at most (m/s²).
double against_the_cue(const Settings& settings, double size, double seconds) {
  Classical engine{settings, kStep};
  double worst = 0.0;
  for (int i = 0; i < 20'000; ++i) {
    const bool on = i * kStep < seconds;
    const Motion& motion = engine.step(accelerating(0, on ? size : 0.0, 0));
    const double felt = felt_at(motion, Vec3::Zero()).force.y();
    worst = std::min(worst, felt);
  }
  return -worst;
}

TEST(Classical, OnReleaseTheForceAgainstTheCueIsLessThanTheScaledCueWas) {
  // A platform that cannot travel for ever has to slow down again; how much is stated in docs/cueing.md.
  const double scaled = 2.0 * normal().translation[1].gain;
  EXPECT_LT(against_the_cue(normal(), 2.0, 0.3), 0.75 * scaled);
  EXPECT_LT(against_the_cue(normal(), 2.0, 3.0), 1.10 * scaled);
}

}  // namespace
}  // namespace hexad::cueing
