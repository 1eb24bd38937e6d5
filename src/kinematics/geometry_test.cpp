#include "kinematics/geometry.hpp"

#include "kinematics/jacobian.hpp"
#include "kinematics/reach.hpp"
#include "kinematics/testing/machines.hpp"
#include "messages/print.hpp"

namespace hexad::kinematics::testing {
namespace {

using Kind = Finding::Kind;

bool says(const std::vector<Finding>& findings, Kind kind, const std::string& part) {
  for (const Finding& finding : findings) {
    if (finding.kind == kind && messages::english(finding.what).find(part) != std::string::npos) return true;
  }
  return false;
}

std::string all(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& finding : findings) text += messages::english(finding.what) + '\n';
  return text;
}

/// The machine as its numbers give it, before deriving.
Machine raw(const Machine& machine) {
  Machine copy = machine;
  copy.heights = {};
  copy.radius = 0;
  return copy;
}

bool refused(const Machine& machine) { return !derive(raw(machine)); }

TEST(Geometry, Standard400HasTheHeightsOfItsSpecification) {
  const Machine machine = standard_400();
  EXPECT_NEAR(machine.heights.bottom.position.z() / kMillimetre, 657.96, 0.005);
  EXPECT_NEAR(machine.heights.neutral.position.z() / kMillimetre, 890.45, 0.005);
  EXPECT_NEAR(machine.radius, 0.45, 1e-12);
  EXPECT_EQ(machine.neutral_sign, -1);
  EXPECT_NEAR(machine.neutral_singular, conditioning(machine, {}).smallest, 1e-12);
  EXPECT_TRUE(check(machine).empty()) << all(check(machine));
}

TEST(Geometry, Leg1OfStandard400JoinsTheJointsOfItsSpecification) {
  const Geometry g = standard_400().geometry;
  const double below = 150 * kDegree - std::asin(50.0 / 600.0);
  const double above = 90 * kDegree + std::asin(50.0 / 450.0);
  EXPECT_LT((g.base[0] - 0.6 * Vec3{std::cos(below), std::sin(below), 0}).norm(), 1e-12);
  EXPECT_LT((g.platform[0] - 0.45 * Vec3{std::cos(above), std::sin(above), 0}).norm(), 1e-12);
  // Clockwise from above: each next platform joint has a smaller angle.
  for (std::size_t i = 0; i + 1 < 6; ++i) {
    EXPECT_LT(g.platform[i].cross(g.platform[i + 1]).z(), 0.0) << i;
    EXPECT_LT(g.base[i].cross(g.base[i + 1]).z(), 0.0) << i;
  }
  EXPECT_NEAR((g.base[1] - g.base[2]).norm(), 0.1, 1e-12) << "pair distance";
  EXPECT_NEAR((g.platform[0] - g.platform[1]).norm(), 0.1, 1e-12) << "pair distance";
}

Geometry with_legs(const std::vector<int>& base, const std::vector<int>& platform) {
  Geometry g;
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    g.base[i].setZero();
    g.platform[i].setZero();
  }
  for (int i : base) g.base[static_cast<std::size_t>(i - 1)] = Vec3{0.1, 0.2, 0};
  for (int i : platform) g.platform[static_cast<std::size_t>(i - 1)] = Vec3{0, 0.2, 0};
  return g;
}

TEST(Geometry, LegsAreCountedByTheRuleThatIsNamed) {
  const auto expect = [](std::vector<int> legs, bool rotary, Mechanism mechanism, const char* words) {
    Geometry g = with_legs(legs, legs);
    const std::vector<Finding> findings = count_legs(g, rotary);
    EXPECT_TRUE(says(findings, Kind::note, words)) << all(findings);
    EXPECT_EQ(findings.size(), 1u);
    EXPECT_EQ(g.mechanism, mechanism);
    EXPECT_EQ(g.legs, legs.size());
  };
  expect({1, 2, 3, 4, 5, 6}, false, Mechanism::six_legs, "legs 1-6");
  expect({1, 2, 3, 4, 5, 6}, true, Mechanism::six_legs, "rotary");
  expect({1, 2, 3, 4}, false, Mechanism::four_legs, "rectangle");
  expect({1, 2, 3}, true, Mechanism::three_legs, "legs 1-3");
  expect({1, 2}, false, Mechanism::two_legs, "pivot");
  expect({1}, false, Mechanism::one_leg, "heave");
  expect({}, true, Mechanism::rotary_only, "rotary axis alone");
}

TEST(Geometry, FiveLegsHalfLegsGapsAndNothingAreRefusedInWords) {
  const auto expect = [](std::vector<int> base, std::vector<int> platform, const char* words) {
    Geometry g = with_legs(base, platform);
    const std::vector<Finding> findings = count_legs(g, false);
    EXPECT_TRUE(says(findings, Kind::error, words)) << all(findings);
  };
  expect({1, 2, 3, 4, 5}, {1, 2, 3, 4, 5}, "five legs");
  expect({1, 2, 3, 4}, {1, 2, 3}, "leg 4 has only its base joint");
  expect({1, 2, 3}, {1, 2, 3, 6}, "leg 6 has only its platform joint");
  expect({1, 2, 4}, {1, 2, 4}, "leg 3 is missing");
  expect({3}, {3}, "leg 1, 2 is missing");
  expect({}, {}, "nothing can move");
}

TEST(Geometry, WhatIsWrongIsSaidWithLegAndNumber) {
  const Machine good = allcontroller_1200();
  EXPECT_TRUE(check(good).empty()) << all(check(good));
  const auto expect = [&](Kind kind, const std::string& words, auto&& change) {
    Machine machine = raw(good);
    change(machine);
    const std::vector<Finding> findings = check(machine);
    EXPECT_TRUE(says(findings, kind, words)) << words << " not in:\n" << all(findings);
    EXPECT_EQ(refused(machine), kind == Kind::error && words.find("joint limit") == std::string::npos)
        << words;
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  expect(Kind::error, "base joint 3 is not a finite number",
         [&](Machine& m) { m.geometry.base[2].y() = nan; });
  expect(Kind::error, "platform joint 6", [&](Machine& m) { m.geometry.platform[5].z() = nan; });
  expect(Kind::error, "retracted length of leg 2", [&](Machine& m) { m.geometry.retracted[1] = nan; });
  expect(Kind::error, "the stroke is 0 mm", [](Machine& m) { m.geometry.stroke = 0; });
  expect(Kind::error, "legs 2 and 5 have the same joints", [](Machine& m) {
    m.geometry.base[4] = m.geometry.base[1];
    m.geometry.platform[4] = m.geometry.platform[1];
  });
  expect(Kind::warning, "base joints 2 and 3 coincide",
         [](Machine& m) { m.geometry.base[2] = m.geometry.base[1]; });
  expect(Kind::warning, "base joints 3 and 6 are not mirrored in x = 0: 2.5 mm",
         [](Machine& m) { m.geometry.base[5].x() += 2.5e-3; });
  expect(Kind::warning, "platform joints 4 and 5 are not mirrored in x = 0: 0.3 mm",
         [](Machine& m) { m.geometry.platform[3].y() -= 0.3e-3; });
  expect(Kind::warning, "leg 4 at 541.6 mm (1.2018 mm apart)",
         [](Machine& m) { m.geometry.retracted[3] += 1e-3; });
  expect(Kind::error, "leg 1 retracted (350 mm) is not longer than its horizontal projection (360.61 mm)",
         [](Machine& m) { m.geometry.retracted[0] = 0.35; });
  expect(Kind::warning, "the stroke (600 mm) is longer than leg 1 retracted (549.67 mm)",
         [](Machine& m) { m.geometry.stroke = 0.6; });
  expect(Kind::error, "° off the normal of the base at neutral; the joint limit is 30°",
         [](Machine& m) { m.limits.joint_angle = 30 * kDegree; });
  expect(Kind::warning, "leg 1 stands 40.999° off the normal of the base at the bottom",
         [](Machine& m) { m.limits.joint_angle = 40 * kDegree; });
  expect(Kind::warning, "neutral is tilted by",
         [](Machine& m) { m.geometry.retracted += LegLengths::Constant(5e-3, 2); });
}

TEST(Geometry, AThreeLegJointBesideTheLineIsNamed) {
  Machine machine = raw(three_legs());
  EXPECT_TRUE(check(machine).empty()) << all(check(machine));
  machine.geometry.base[2].x() += 1e-3;
  EXPECT_TRUE(says(check(machine), Kind::warning, "the base joint of leg 3 is 1 mm off the line x = 0"))
      << all(check(machine));
}

TEST(Geometry, FourLegsThatAreNoRectangleAreNamed) {
  Machine machine = raw(rectangle_4());
  EXPECT_TRUE(check(machine).empty()) << all(check(machine));
  machine.geometry.platform[2].y() -= 2e-3;
  EXPECT_TRUE(says(check(machine), Kind::warning, "platform joints 1-4 are no rectangle"))
      << all(check(machine));
}

TEST(Geometry, SingularMachinesHaveNoNeutral) {
  // Congruent circles turned so that every leg stands upright hold nothing sideways.
  Machine upright = raw(allcontroller_1200());
  upright.geometry.base = upright.geometry.platform;
  EXPECT_TRUE(refused(upright));
  EXPECT_TRUE(says(check(upright), Kind::error, "singular at neutral")) << all(check(upright));

  // Two legs in line with the pivot, and not on the X axis.
  Machine line = of_joints("line", {{-350, 200, -350, 200}, {350, -200, 350, -200}});
  EXPECT_TRUE(refused(line));
  EXPECT_TRUE(says(check(line), Kind::error, "one line through the pivot")) << all(check(line));
}

/// csfi: the board's own two-leg default lifts by the mean of both legs and rolls by their difference.
TEST(Geometry, TwoLegsOnTheXAxisAreHeaveAndRoll) {
  const Machine machine = heave_roll();
  EXPECT_EQ(machine.geometry.mechanism, Mechanism::heave_roll);
  EXPECT_NEAR(machine.heights.neutral.position.z(), 0.6496706, 1e-9);
  EXPECT_NEAR(machine.heights.bottom.position.z(), 0.5496706, 1e-9);
  EXPECT_NEAR(machine.heights.top.position.z(), 0.7496706, 1e-9);
  for (const auto& [left, right] : {std::pair{0.13, 0.13}, std::pair{0.12, 0.08}}) {
    Extensions extension = Extensions::Zero();
    extension[0] = left;
    extension[1] = right;
    const Forward found = forward(machine, extension);
    ASSERT_TRUE(found.ok());
    // Upright legs 700 mm apart: roll is + with the right side down, and the mean is exact up to the legs'
    // leaning.
    EXPECT_NEAR(std::sin(kXyzConvention.from_pose(found.pose, 0)[4]), (left - right) / 0.7, 1e-6);
    EXPECT_NEAR(found.pose.position.z(), 0.5 * (left + right) - 0.1, 1e-5);
  }
}

TEST(Geometry, ARotaryAxisAloneIsAMachine) {
  Machine machine;
  machine.geometry = with_legs({}, {});
  machine.rotary = Rotary{};
  ASSERT_FALSE(says(count_legs(machine.geometry, true), Kind::error, ""));
  const Machine rotary = derived(machine);
  EXPECT_EQ(extensions(rotary, {}), Extensions::Zero());
  EXPECT_TRUE(forward(rotary, Extensions::Zero()).ok());
  EXPECT_FALSE(first_hit(rotary, {}, StrokeUse::full));
  EXPECT_FALSE(clamp_from_neutral(rotary, {Vec3{1, 1, 1}, Quat::Identity()}).hit);
  EXPECT_EQ(reach(rotary)[2].high, 0.0);
}

TEST(Geometry, UnequalLegsStillGiveANeutral) {
  Machine machine = raw(standard_400());
  machine.geometry.retracted = LegLengths{Vec6{0.80, 0.81, 0.79, 0.805, 0.80, 0.795}};
  const Machine made = derived(machine);
  const Pose neutral{Vec3::Zero(), made.heights.neutral.rotation};
  EXPECT_LT((extensions(made, neutral).array() - 0.2).abs().maxCoeff(), 1e-12);
  EXPECT_GT(angle_between(Quat::Identity(), made.heights.neutral.rotation), 0.1 * kDegree);
}

}  // namespace
}  // namespace hexad::kinematics::testing
