// Axis values to a motion: docs/conventions.md, csfi decision 4 (scale, limit, user frame), rotation point.

#include "motion/command_motion.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "kinematics/inverse.hpp"
#include "motion/program/testing/platform.hpp"

namespace hexad::motion {
namespace {

using testing_support::standard_platform;
using testing_support::three_leg_platform;

/// Some smooth motion of all six values.
AxisMotion values_at(double t, bool yaw = true) {
  AxisMotion motion;
  for (std::size_t i = 0; i < (yaw ? kAxes : kAxes - 1); ++i) {
    const double w = 1.0 + 0.3 * static_cast<double>(i);
    const double a = i < 3 ? 0.2 : 0.1;
    motion.value[i] = a * std::sin(w * t + 0.5);
    motion.rate[i] = a * w * std::cos(w * t + 0.5);
    motion.acceleration[i] = -a * w * w * std::sin(w * t + 0.5);
  }
  return motion;
}

void expect_derivatives(const Machine& machine, const AxisConvention& convention, bool yaw = true) {
  constexpr double kStep = 1e-4;
  for (double t = 0.0; t < 6.0; t += 0.37) {
    const Motion before = command_motion(machine, convention, values_at(t - kStep, yaw));
    const Motion now = command_motion(machine, convention, values_at(t, yaw));
    const Motion after = command_motion(machine, convention, values_at(t + kStep, yaw));
    const Vec3 turned = rotation_vector(after.pose.rotation * before.pose.rotation.conjugate());
    EXPECT_LT(((after.pose.position - before.pose.position) / (2 * kStep) - now.velocity.linear).norm(),
              1e-6);
    EXPECT_LT((turned / (2 * kStep) - now.velocity.angular).norm(), 1e-6);
    EXPECT_LT(
        ((after.velocity.linear - before.velocity.linear) / (2 * kStep) - now.acceleration.linear).norm(),
        1e-6);
    EXPECT_LT(
        ((after.velocity.angular - before.velocity.angular) / (2 * kStep) - now.acceleration.angular).norm(),
        1e-6);
  }
}

TEST(CommandMotion, WithoutAFrameItIsTheConventionAlone) {
  const Machine machine = standard_platform();
  for (const AxisConvention& convention : {kXyzConvention, kPitchFirstConvention, kLingjingConvention}) {
    const AxisMotion values = values_at(0.7);
    const Pose pose = command_motion(machine, convention, values).pose;
    const Pose wanted = convention.to_pose(values.value, machine.heights.neutral_above_bottom());
    EXPECT_LT((pose.position - wanted.position).norm(), 1e-12);
    EXPECT_LT(angle_between(pose.rotation, wanted.rotation), 1e-9);
  }
}

TEST(CommandMotion, DerivativesAreThoseOfThePosesInEveryOrderAndFrame) {
  Machine machine = standard_platform();
  for (const bool framed : {false, true}) {
    if (framed) {
      machine.frame.rotation_point = {0.1, -0.2, 0.3};
      machine.frame.user_frame.position = {0.05, 0.02, -0.1};
      machine.frame.user_frame.rotation = rotation_from_angles({0.2, -0.3, 0.5}, RotationOrder::zyx);
      machine.frame.scale = {0.5, 1.5, -1.0, 0.8, 1.2, 0.9};
    }
    for (const RotationOrder order : {RotationOrder::zyx, RotationOrder::zxy, RotationOrder::yzx,
                                      RotationOrder::yxz, RotationOrder::xyz, RotationOrder::xzy}) {
      AxisConvention convention = kLingjingConvention;
      convention.order = order;
      SCOPED_TRACE(testing::Message() << "order " << static_cast<int>(order) << (framed ? ", framed" : ""));
      expect_derivatives(machine, convention);
    }
  }
  expect_derivatives(three_leg_platform(), kXyzConvention, false);
}

TEST(CommandMotion, CsfiDecision4_ScaleThenLimitThenTheUserFrame) {
  Machine machine = standard_platform();
  machine.frame.scale[0] = 2.0;
  machine.frame.limit[0] = 0.05;
  const Limited<Pose> cut = command_pose(machine, kXyzConvention, {0.04, 0, 0, 0, 0, 0});
  EXPECT_NEAR(cut.value.position.x(), 0.05, 1e-12);
  EXPECT_EQ(cut.hit.limit, Limit::frame_limit);
  EXPECT_NEAR(cut.hit.value, 0.08, 1e-12);
  EXPECT_FALSE(command_pose(machine, kXyzConvention, {0.02, 0, 0, 0, 0, 0}).hit);
  // A cut-off value stands still.
  AxisMotion moving;
  moving.value[0] = 0.04;
  moving.rate[0] = 0.1;
  EXPECT_EQ(command_motion(machine, kXyzConvention, moving).velocity.linear.x(), 0.0);

  // R' = Q·R·Qᵀ, t' = Q·t + r − R'·r: turned a quarter about Z, sway becomes surge and pitch becomes roll.
  machine.frame = {};
  machine.frame.user_frame.rotation = rotation_from_angles({0, 0, kPi / 2}, RotationOrder::zyx);
  machine.frame.rotation_point = {0, 0, 0.5};
  const Pose turned = command_pose(machine, kXyzConvention, {0.03, 0, 0, 0.1, 0, 0}).value;
  const AxisValues there = kXyzConvention.from_pose(turned, 0.0);
  EXPECT_NEAR(there[4], 0.1, 1e-12);
  EXPECT_NEAR(there[3], 0.0, 1e-12);
  EXPECT_NEAR(turned.position.y(), 0.03, 1e-12);
  EXPECT_NEAR(turned.position.x(), -0.5 * std::sin(0.1), 1e-12);
  EXPECT_NEAR(turned.position.z(), 0.5 * (1.0 - std::cos(0.1)), 1e-12);
}

}  // namespace
}  // namespace hexad::motion
