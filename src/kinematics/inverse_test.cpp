#include "kinematics/inverse.hpp"

#include <cstdio>

#include "kinematics/jacobian.hpp"
#include "kinematics/reach.hpp"
#include "kinematics/testing/machines.hpp"

namespace hexad::kinematics::testing {
namespace {

std::vector<Machine> all_machines() {
  return {standard_400(), allcontroller_1200(), rectangle_4(), three_legs(),
          two_legs(),     heave_roll(),         one_leg()};
}

/// A smooth path through space: position and rotation vector as sums of sines, with everything finite
/// differences need. The rotation is exp(ρ(t)).
struct Path {
  Vec3 move, move_rate, turn, turn_rate, phase;
  Pose at(double t) const {
    Vec3 p, r;
    for (int i = 0; i < 3; ++i) {
      p[i] = move[i] * std::sin(move_rate[i] * t + phase[i]);
      r[i] = turn[i] * std::sin(turn_rate[i] * t - phase[i]);
    }
    return {p, from_rotation_vector(r)};
  }
};

/// Velocity and acceleration by central differences of the pose (fourth order).
template <class PoseAt>
Motion differentiate(const PoseAt& pose, double t) {
  const double h = 2e-3;
  const auto omega = [&](double s) {
    const auto turn = [&](double k) -> Vec3 {
      return rotation_vector(pose(s + k * h).rotation * pose(s - k * h).rotation.conjugate()) / (2 * k * h);
    };
    return Vec3{(4 * turn(1) - turn(2)) / 3};
  };
  const auto p = [&](double k) { return pose(t + k * h).position; };
  Motion motion;
  motion.pose = pose(t);
  motion.velocity.linear = (8 * (p(1) - p(-1)) - (p(2) - p(-2))) / (12 * h);
  motion.acceleration.linear = (16 * (p(1) + p(-1)) - (p(2) + p(-2)) - 30 * p(0)) / (12 * h * h);
  motion.velocity.angular = omega(t);
  motion.acceleration.angular =
      (8 * (omega(t + h) - omega(t - h)) - (omega(t + 2 * h) - omega(t - 2 * h))) / (12 * h);
  return motion;
}

TEST(Inverse, LegRatesAreTheDerivativesOfTheLengths) {
  std::puts("seed 71");
  for (const Machine& machine : all_machines()) {
    PoseSource random{machine, 71};
    for (int i = 0; i < 200; ++i) {
      const Path path{random.vector(0.1), random.vector(3), random.vector(0.3), random.vector(3),
                      random.vector(3)};
      const double t = random.uniform(0, 2);
      const Motion motion = differentiate([&](double s) { return project(machine, path.at(s)); }, t);
      const LegRates rates = leg_rates(machine, motion);
      const double h = 2e-3;
      const auto x = [&](double k) { return extensions(machine, path.at(t + k * h)); };
      const LegSpeeds velocity = rate_of(8 * (x(1) - x(-1)) - (x(2) - x(-2)), 12 * h);
      const LegAccelerations acceleration =
          rate_of(rate_of(16 * (x(1) + x(-1)) - (x(2) + x(-2)) - 30 * x(0), h), 12 * h);
      ASSERT_LT((rates.extension - x(0)).norm(), 1e-12) << machine.name;
      ASSERT_LT((rates.velocity - velocity).norm(), 1e-7) << machine.name;
      ASSERT_LT((rates.acceleration - acceleration).norm(), 1e-5) << machine.name;
    }
  }
}

/// The acceleration missed what the yaw that the guide drops turns of the other two: the governor ended paths
/// with yaw in them that a guided platform can play.
TEST(Inverse, WhatAGuideLeavesOfAMotionIsTheMotionOfWhatItLeaves) {
  std::puts("seed 73");
  for (const Machine& machine : all_machines()) {
    PoseSource random{machine, 73};
    for (int i = 0; i < 100; ++i) {
      const Path path{random.vector(0.1), random.vector(3), random.vector(0.3), random.vector(3),
                      random.vector(3)};
      const double t = random.uniform(0, 2);
      const Motion left = project(machine, differentiate([&](double s) { return path.at(s); }, t));
      const Motion expected = differentiate([&](double s) { return project(machine, path.at(s)); }, t);
      ASSERT_LT((left.velocity.linear - expected.velocity.linear).norm(), 1e-9) << machine.name;
      ASSERT_LT((left.velocity.angular - expected.velocity.angular).norm(), 1e-7) << machine.name;
      ASSERT_LT((left.acceleration.linear - expected.acceleration.linear).norm(), 1e-7) << machine.name;
      ASSERT_LT((left.acceleration.angular - expected.acceleration.angular).norm(), 1e-5) << machine.name;
    }
  }
}

TEST(Inverse, AMotionWithoutTheCentripetalTermWouldBeSeen) {
  // Spinning about Z at neutral with no acceleration given: the legs accelerate all the same.
  const Machine machine = standard_400();
  Motion motion;
  motion.velocity.angular = {0, 0, 1};
  const LegRates rates = leg_rates(machine, motion);
  EXPECT_GT(rates.acceleration.cwiseAbs().minCoeff(), 0.1);
}

TEST(Inverse, ProjectDropsTheAxesAMachineDoesNotHave) {
  const Pose pose{Vec3{0.01, 0.02, 0.03}, rotation_from_angles(Vec3{0.1, 0.2, 0.3}, RotationOrder::zyx)};
  bool ignored = true;
  const Pose six = project(standard_400(), pose, &ignored);
  EXPECT_FALSE(ignored);
  EXPECT_EQ(six.position, pose.position);
  const auto expect = [&](const Machine& machine, const AxisValues& wanted) {
    const Pose projected = project(machine, pose, &ignored);
    EXPECT_TRUE(ignored) << machine.name;
    const AxisValues values = kXyzConvention.from_pose(projected, 0);
    for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(values[i], wanted[i], 1e-14) << machine.name << ' ' << i;
    const Pose again = project(machine, projected, &ignored);
    EXPECT_FALSE(ignored) << machine.name;
    EXPECT_LT(angle_between(again.rotation, projected.rotation), 1e-14);
    EXPECT_EQ(lengths(machine, pose), lengths(machine, projected)) << "lengths() projects by itself";
  };
  expect(rectangle_4(), {0, 0, 0.03, 0.1, 0.2, 0});
  expect(three_legs(), {0, 0, 0.03, 0.1, 0.2, 0});
  expect(two_legs(), {0, 0, 0, 0.1, 0.2, 0});
  expect(heave_roll(), {0, 0, 0.03, 0, 0.2, 0});
  expect(one_leg(), {0, 0, 0.03, 0, 0, 0});
}

TEST(Inverse, EveryReasonAgainstAPoseIsNamed) {
  Machine machine = standard_400();
  const auto find = [&](const Pose& pose, StrokeUse stroke, Limit limit) {
    for (const LimitHit& hit : reachability(machine, pose, stroke)) {
      if (hit.limit == limit) return hit;
    }
    return LimitHit{};
  };
  EXPECT_TRUE(reachability(machine, {}, StrokeUse::less_margin).empty());

  const Pose low{Vec3{0, 0, -0.30}, Quat::Identity()};
  const LimitHit lower = find(low, StrokeUse::full, Limit::leg_lower);
  ASSERT_TRUE(lower);
  EXPECT_NEAR(lower.value, extensions(machine, low)[lower.index], 1e-15);
  EXPECT_EQ(lower.bound, 0.0);
  const Pose right{Vec3{0.40, 0, 0}, Quat::Identity()};
  const LimitHit upper = find(right, StrokeUse::less_margin, Limit::leg_upper);
  ASSERT_TRUE(upper);
  EXPECT_TRUE(upper.index == 0 || upper.index == 3) << "sway to the right stretches legs 1 and 4";
  EXPECT_NEAR(upper.bound, 0.399, 1e-12);
  EXPECT_EQ(first_hit(machine, right, StrokeUse::less_margin).index, upper.index);

  // Within the margin: reachable with the full stroke, not with less.
  Pose edge{Vec3{0, 0, reach(machine)[2].high - 1e-4}, Quat::Identity()};
  EXPECT_FALSE(first_hit(machine, edge, StrokeUse::full));
  EXPECT_EQ(first_hit(machine, edge, StrokeUse::less_margin).limit, Limit::leg_upper);
  EXPECT_EQ(reachability(machine, edge, StrokeUse::less_margin).size(), 6u);

  const Pose turned{Vec3::Zero(), from_rotation_vector(Vec3{0, 0, 61 * kDegree})};
  const LimitHit rotation = find(turned, StrokeUse::full, Limit::rotation_angle);
  ASSERT_TRUE(rotation);
  EXPECT_NEAR(rotation.value, 61 * kDegree, 1e-12);

  machine.limits.joint_angle = 40 * kDegree;
  const Pose pitched{Vec3::Zero(), from_rotation_vector(Vec3{25 * kDegree, 0, 0})};
  const LegGeometry legs = leg_geometry(machine, pitched);
  const double worst = std::max(legs.base_angle.maxCoeff(), legs.platform_angle.maxCoeff());
  ASSERT_GT(worst, 40 * kDegree);
  const LimitHit joint = find(pitched, StrokeUse::full, Limit::joint_angle);
  ASSERT_TRUE(joint);
  EXPECT_NEAR(joint.value, worst, 1e-12) << "the worst comes first";
  EXPECT_NEAR(std::max(legs.base_angle[joint.index], legs.platform_angle[joint.index]), worst, 1e-12);

  machine.limits.singular_margin = 1.05;
  EXPECT_EQ(find({}, StrokeUse::full, Limit::singularity).limit, Limit::singularity);
}

TEST(Inverse, NanIsNeverReachable) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Machine& machine : all_machines()) {
    EXPECT_TRUE(first_hit(machine, {Vec3{0, 0, nan}, Quat{nan, 0, 0, 0}}, StrokeUse::full)) << machine.name;
    const Limited<Pose> clamped = clamp_from_neutral(machine, {Vec3{nan, nan, nan}, Quat::Identity()});
    EXPECT_TRUE(is_finite(clamped.value));
    EXPECT_TRUE(clamped.hit) << machine.name;
  }
}

TEST(Inverse, BottomNeutralAndTopAreReachableWithTheFullStroke) {
  for (const Machine& machine : all_machines()) {
    for (const AbsolutePose& absolute :
         {machine.heights.bottom, machine.heights.neutral, machine.heights.top}) {
      const LimitHit hit = first_hit(machine, machine.heights.from_neutral(absolute), StrokeUse::full);
      EXPECT_FALSE(hit) << machine.name << ' ' << static_cast<int>(hit.limit) << ' ' << hit.value;
    }
  }
}

}  // namespace
}  // namespace hexad::kinematics::testing
