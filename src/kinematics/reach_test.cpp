#include "kinematics/reach.hpp"

#include "kinematics/testing/machines.hpp"

namespace hexad::kinematics::testing {
namespace {

/// mm and degrees.
double shown(std::size_t axis, double value) { return value / (axis < 3 ? kMillimetre : kDegree); }

TEST(Reach, Standard400FromNeutralIsThatOfItsSpecification) {
  const std::array<Range, kAxes> ranges = reach(standard_400());
  // Rounded down: what is printed is reachable, a tenth (or a millimetre) more is not.
  const double low[] = {354, 357, 232, 30.2, 30.8, 50.1};
  const double high[] = {354, 410, 219, 30.0, 30.8, 50.1};
  for (std::size_t i = 0; i < kAxes; ++i) {
    const double step = i < 3 ? 1.0 : 0.1;
    EXPECT_GE(shown(i, -ranges[i].low), low[i]) << i;
    EXPECT_LT(shown(i, -ranges[i].low), low[i] + step) << i;
    EXPECT_GE(shown(i, ranges[i].high), high[i]) << i;
    EXPECT_LT(shown(i, ranges[i].high), high[i] + step) << i;
    EXPECT_TRUE(ranges[i].low_hit);
    EXPECT_TRUE(ranges[i].high_hit);
  }
}

TEST(Reach, TheCongruentPlatformToTenDigits) {
  const Machine machine = allcontroller_1200();
  const std::array<Range, kAxes> ranges =
      reach(machine, absolute_pose(machine, 0, 0, 540.3994723553, 0, 0, 0));
  const double high[] = {175.0048378751, 234.9585043758, 116.8415110840,
                         15.7252288524,  16.4314190071,  23.2836878476};
  const double low[] = {175.0048378751, 158.9796287773, 125.5531426384,
                        15.4212946197,  16.4314190071,  23.2836878476};
  for (std::size_t i = 0; i < kAxes; ++i) {
    // The reference is the ideal platform, ours has its joints rounded to four decimals of a millimetre.
    const double tolerance = i < 3 ? 3e-5 : 3e-6;
    EXPECT_NEAR(shown(i, ranges[i].high), high[i], tolerance) << i;
    EXPECT_NEAR(shown(i, -ranges[i].low), low[i], tolerance) << i;
  }
}

TEST(Reach, ThreeLegs) {
  const std::array<Range, kAxes> ranges = reach(three_legs());
  EXPECT_NEAR(shown(3, ranges[3].high), 14.6192992577, 2e-8);
  EXPECT_NEAR(shown(3, ranges[3].low), -14.6582724561, 2e-8);
  EXPECT_NEAR(shown(4, ranges[4].high), 16.5774366075, 2e-8);
  EXPECT_NEAR(shown(2, ranges[2].high), 100, 2e-7);
  for (std::size_t i : {0u, 1u, 5u}) {
    EXPECT_EQ(ranges[i].high, 0.0);
    EXPECT_EQ(ranges[i].low, 0.0);
    EXPECT_FALSE(ranges[i].high_hit);
  }
}

TEST(Reach, TheMarginTakesAMillimetreOfLegAtBothEnds) {
  const Machine machine = three_legs();
  const std::array<Range, kAxes> ranges = reach(machine, {}, StrokeUse::less_margin);
  EXPECT_NEAR(shown(2, ranges[2].high), 99, 2e-7);
  EXPECT_NEAR(shown(2, ranges[2].low), -99, 2e-7);
}

TEST(Reach, FromAnotherPoseIsCountedFromThere) {
  const Machine machine = standard_400();
  const std::array<Range, kAxes> neutral = reach(machine);
  const std::array<Range, kAxes> raised = reach(machine, {Vec3{0, 0, 0.1}, Quat::Identity()});
  EXPECT_NEAR(raised[2].high, neutral[2].high - 0.1, 1e-9);
  EXPECT_NEAR(raised[2].low, neutral[2].low - 0.1, 1e-9);
  const Pose yawed{Vec3::Zero(), rotation_from_angles(Vec3{0.1, 0, 0.2}, RotationOrder::zyx)};
  const std::array<Range, kAxes> ranges = reach(machine, yawed);
  AxisValues end = kXyzConvention.from_pose(yawed, 0);
  end[5] += ranges[5].high;
  EXPECT_FALSE(first_hit(machine, kXyzConvention.to_pose(end, 0), StrokeUse::full));
  end[5] += 1e-8;
  EXPECT_TRUE(first_hit(machine, kXyzConvention.to_pose(end, 0), StrokeUse::full));
}

TEST(Reach, FromAnUnreachablePoseThereIsNoneAndTheReasonIsGiven) {
  const std::array<Range, kAxes> ranges = reach(standard_400(), {Vec3{0, 0, 0.5}, Quat::Identity()});
  EXPECT_EQ(ranges[0].high, 0.0);
  EXPECT_EQ(ranges[0].high_hit.limit, Limit::leg_upper);
}

}  // namespace
}  // namespace hexad::kinematics::testing
