// Rule 7, against the slow way: walk the line in small steps and bisect at the first unreachable one.

#include <cstdio>

#include "kinematics/testing/machines.hpp"

namespace hexad::kinematics::testing {
namespace {

Pose on_line(const Machine& machine, const Pose& pose, double k) {
  return project(machine, scale_from_neutral(pose, k));
}

double slow_clamp(const Machine& machine, const Pose& pose, int steps) {
  const auto reachable = [&](double k) {
    return !first_hit(machine, on_line(machine, pose, k), StrokeUse::less_margin);
  };
  for (int i = 1; i <= steps; ++i) {
    double outside = static_cast<double>(i) / steps;
    if (reachable(outside)) continue;
    double inside = static_cast<double>(i - 1) / steps;
    while (outside - inside > 1e-12) {
      const double middle = 0.5 * (inside + outside);
      (reachable(middle) ? inside : outside) = middle;
    }
    return inside;
  }
  return 1.0;
}

double distance(const Pose& a, const Pose& b) {
  return (a.position - b.position).norm() + angle_between(a.rotation, b.rotation);
}

TEST(Clamp, AReachableCommandOnAFreeLineIsReturnedAsItIs) {
  const Machine machine = standard_400();
  PoseSource random{machine, 11, 0.1, 0.2};
  for (int i = 0; i < 1000; ++i) {
    const Pose pose = random.any();
    if (slow_clamp(machine, pose, 50) < 1.0) continue;
    const Limited<Pose> clamped = clamp_from_neutral(machine, pose);
    EXPECT_FALSE(clamped.hit);
    EXPECT_EQ(clamped.value.position, pose.position);
    EXPECT_EQ(clamped.value.rotation.coeffs(), pose.rotation.coeffs());
  }
}

TEST(Clamp, StopsAtTheFirstLimitOnTheLineAsTheSlowWayDoes) {
  std::puts("seed 13");
  for (Machine machine : {standard_400(), allcontroller_1200(), rectangle_4(), three_legs(), two_legs(),
                          heave_roll(), one_leg()}) {
    // Joint angles and singularity take part when they are tight.
    for (const bool tight : {false, true}) {
      if (tight) {
        machine.limits.joint_angle = 43 * kDegree;
        machine.limits.singular_margin = 0.9;
        machine.limits.rotation_angle = (machine.geometry.legs == 6 ? 20 : 7) * kDegree;
      }
      PoseSource random{machine, 13, 0.5, 1.2};
      std::map<Limit, int> met;
      for (int i = 0; i < 1500; ++i) {
        const Pose pose = project(machine, random.any());
        const double k = slow_clamp(machine, pose, 200);
        const Limited<Pose> clamped = clamp_from_neutral(machine, pose);
        ++met[clamped.hit.limit];
        ASSERT_FALSE(first_hit(machine, clamped.value, StrokeUse::less_margin)) << machine.name << ' ' << i;
        ASSERT_LT(distance(clamped.value, on_line(machine, pose, k)), 2e-8)
            << machine.name << ' ' << i << ' ' << k;
        ASSERT_EQ(k < 1.0, static_cast<bool>(clamped.hit)) << machine.name << ' ' << i;
      }
      if (!tight) continue;
      if (machine.geometry.mechanism == Mechanism::one_leg) continue;
      EXPECT_GT(met[Limit::rotation_angle] + met[Limit::joint_angle] + met[Limit::singularity], 100)
          << machine.name;
    }
  }
}

TEST(Clamp, ALineThatLeavesAndComesBackStopsWhereItLeaves) {
  // Turning makes every other leg lean by a sine, rising sets them upright again in proportion: a command
  // that does both passes through leaning angles above those at its two ends. The joint limit lies between.
  Machine machine = allcontroller_1200();
  machine.geometry.retracted -= LegLengths::Constant(0.15);
  machine.geometry.stroke = 0.5;
  machine = derived(machine);
  machine.limits.joint_angle = leg_geometry(machine, {}).base_angle.maxCoeff() + 0.01 * kDegree;
  std::puts("seed 17");
  PoseSource random{machine, 17};
  int comes_back = 0;
  for (int i = 0; i < 2000; ++i) {
    const Pose pose{Vec3{0, 0, random.uniform(0.09, 0.12)},
                    from_rotation_vector(Vec3{0, 0, random.uniform(8, 11) * kDegree})};
    const double k = slow_clamp(machine, pose, 400);
    const Limited<Pose> clamped = clamp_from_neutral(machine, pose);
    ASSERT_LT(distance(clamped.value, on_line(machine, pose, k)), 2e-8) << i << ' ' << k;
    ASSERT_EQ(static_cast<bool>(clamped.hit), k < 1.0);
    if (k == 1.0 || first_hit(machine, pose, StrokeUse::less_margin)) continue;
    ++comes_back;
    EXPECT_EQ(clamped.hit.limit, Limit::joint_angle);
  }
  EXPECT_GT(comes_back, 50) << "the case this test is about did not occur";
}

TEST(Clamp, TheHitSaysWhichLegAndWhatWasAsked) {
  const Machine machine = standard_400();
  const Pose pose{Vec3{0, 0, 0.5}, Quat::Identity()};
  const Limited<Pose> clamped = clamp_from_neutral(machine, pose);
  EXPECT_EQ(clamped.hit.limit, Limit::leg_upper);
  EXPECT_NEAR(clamped.hit.bound, 0.399, 1e-12);
  EXPECT_NEAR(clamped.hit.value, extensions(machine, pose)[clamped.hit.index], 1e-12);
  EXPECT_NEAR(extensions(machine, clamped.value).maxCoeff(), 0.399, 1e-9);
  EXPECT_NEAR(clamped.value.position.x(), 0.0, 1e-15);
}

TEST(Clamp, IsAFunctionOfTheCommandAlone) {
  const Machine machine = standard_400();
  PoseSource random{machine, 19, 0.5, 1.2};
  for (int i = 0; i < 200; ++i) {
    const Pose pose = random.any();
    const Pose once = clamp_from_neutral(machine, pose).value;
    (void)clamp_from_neutral(machine, random.any());
    const Pose twice = clamp_from_neutral(machine, pose).value;
    EXPECT_EQ(once.position, twice.position);
    EXPECT_EQ(once.rotation.coeffs(), twice.rotation.coeffs());
  }
}

TEST(Clamp, ANeutralThatIsItselfOutOfLimitsHoldsEverythingThere) {
  Machine machine = standard_400();
  machine.limits.joint_angle = 1 * kDegree;
  const Limited<Pose> clamped = clamp_from_neutral(machine, {Vec3{0.1, 0, 0}, Quat::Identity()});
  EXPECT_EQ(clamped.value.position, Vec3::Zero());
  EXPECT_EQ(clamped.hit.limit, Limit::joint_angle);
}

}  // namespace
}  // namespace hexad::kinematics::testing
