#include "kinematics/jacobian.hpp"

#include <cstdio>

#include "kinematics/leg_solve.hpp"
#include "kinematics/singular.hpp"
#include "kinematics/testing/machines.hpp"

namespace hexad::kinematics::testing {
namespace {

TEST(Jacobian, GivesTheLegRatesOfATwistAndBack) {
  std::puts("seed 31");
  for (const Machine& machine : {standard_400(), allcontroller_1200(), rectangle_4(), three_legs(),
                                 two_legs(), heave_roll(), one_leg()}) {
    PoseSource random{machine, 31};
    for (int i = 0; i < 500; ++i) {
      Motion motion{random.reachable(), {random.vector(0.5), random.vector(0.5)}, {}};
      motion = project(machine, motion);  // a twist the guide allows
      Vec6 twist;
      twist << motion.velocity.linear, motion.velocity.angular;
      const LegSpeeds rate = leg_rates(machine, motion).velocity;
      ASSERT_LT((jacobian(machine, motion.pose) * twist - rate.values()).norm(), 1e-13) << machine.name;
      const Twist back = twist_from_leg_rates(machine, motion.pose, rate);
      ASSERT_LT((back.linear - motion.velocity.linear).norm(), 1e-12) << machine.name;
      ASSERT_LT((back.angular - motion.velocity.angular).norm(), 1e-11) << machine.name;
    }
  }
}

TEST(Jacobian, SmallestSingularIsNeverAboveTheTrueOneNorMuchBelow) {
  std::puts("seed 37");
  for (const Machine& machine :
       {standard_400(), allcontroller_1200(), rectangle_4(), three_legs(), two_legs()}) {
    PoseSource random{machine, 37, 0.5, 1.5};  // far out of reach too
    double worst = 0.0;
    for (int i = 0; i < 20'000; ++i) {
      const Pose pose = project(machine, random.any());
      const double exact = conditioning(machine, pose).smallest;
      const double quick = smallest_singular(machine, pose);
      ASSERT_LE(quick, exact * (1 + 1e-6) + 1e-8) << machine.name << ' ' << i;
      if (exact > 1e-3) worst = std::max(worst, 1 - quick / exact);
    }
    EXPECT_LT(worst, 0.0145) << machine.name;
    const double neutral = conditioning(machine, {}).smallest;
    EXPECT_NEAR(smallest_singular(machine, {}), neutral, 0.0055 * neutral) << machine.name;
  }
}

TEST(Jacobian, TheBoundFromTheDeterminantIsABoundAndKnowsTheSign) {
  std::puts("seed 41");
  int general = 0;
  for (const Machine& machine : {standard_400(), allcontroller_1200()}) {
    PoseSource random{machine, 41, 0.5, 2.5};
    for (int i = 0; i < 50'000; ++i) {
      const Pose pose = random.any();
      const internal::LegVectors vectors = internal::leg_vectors(machine, pose);
      const internal::SingularBound bound = internal::singular_bound(vectors, machine.radius);
      const Conditioning exact = conditioning(machine, pose);
      ASSERT_LE(bound.lower, exact.smallest * (1 + 1e-6) + 1e-9);
      ASSERT_EQ(bound.sign, exact.determinant > 0 ? 1 : -1) << exact.determinant;
      if (exact.determinant > 0) ++general;
    }
    EXPECT_GT(internal::singular_bound(internal::leg_vectors(machine, {}), machine.radius).lower,
              0.5 * machine.neutral_singular)
        << "too loose to be of use";
  }
  EXPECT_GT(general, 1000) << "both signs must occur";
}

TEST(Jacobian, UprightLegsGoTheGeneralWayAndAreSingular) {
  Machine machine = allcontroller_1200();
  machine.geometry.base = machine.geometry.platform;
  const internal::SingularBound bound =
      internal::singular_bound(internal::leg_vectors(machine, {}), machine.radius);
  EXPECT_LT(bound.lower, 1e-12);
  EXPECT_LT(smallest_singular(machine, {}), 1e-6);
  EXPECT_LT(conditioning(machine, {}).smallest, 1e-12);
  const Twist twist = twist_from_leg_rates(machine, {}, LegSpeeds::Constant(1.0));
  EXPECT_TRUE(is_finite(twist));
}

TEST(Jacobian, NearlyFlatThreesAreSolvedByTheGeneralEliminationAsWell) {
  // Turn the congruent platform until the odd legs stand almost upright and the even ones lean: both ways
  // agree.
  const Machine machine = allcontroller_1200();
  for (double yaw = -89; yaw < 89; yaw += 0.37) {
    const Pose pose{Vec3::Zero(), rotation_from_angles(Vec3{0, 0, yaw * kDegree}, RotationOrder::zyx)};
    const internal::LegVectors v = internal::leg_vectors(machine, pose);
    const internal::Six mx = v.arm_y * v.d_z - v.arm_z * v.d_y;
    const internal::Six my = v.arm_z * v.d_x - v.arm_x * v.d_z;
    const internal::Six mz = v.arm_x * v.d_y - v.arm_y * v.d_x;
    internal::LegSolve blocks;
    ASSERT_TRUE(blocks.factor(v, mx, my, mz, v.squared_length()));
    internal::Solve6 rows;
    for (std::size_t k = 0; k < 6; ++k) {
      const auto i = static_cast<Eigen::Index>(k);
      rows.row(k) << v.d_x[i], v.d_y[i], v.d_z[i], mx[i], my[i], mz[i];
    }
    ASSERT_TRUE(rows.factor());
    EXPECT_NEAR(blocks.determinant() / rows.determinant(), 1.0, 1e-9) << yaw;
    const internal::Six rhs = internal::Six::LinSpaced(-1, 2);
    EXPECT_LT((blocks.solve(rhs) - rows.solve(rhs.matrix())).norm(), 1e-8 * rows.solve(rhs.matrix()).norm())
        << yaw;
  }
}

TEST(Jacobian, SingularChangeBoundsWhatAMoveDoesToTheSmallestSingularValue) {
  std::puts("seed 43");
  const Machine machine = standard_400();
  PoseSource random{machine, 43};
  for (int i = 0; i < 20'000; ++i) {
    const Pose pose = random.reachable();
    const Vec3 move = random.vector(0.05), turn = random.vector(0.1);
    const Pose other{pose.position + move, from_rotation_vector(turn) * pose.rotation};
    if (first_hit(machine, other, StrokeUse::full)) continue;
    const double change =
        std::abs(conditioning(machine, pose).smallest - conditioning(machine, other).smallest);
    ASSERT_LE(change, internal::singular_change(machine, move.norm(), turn.norm(), 0.8)) << i;
  }
}

TEST(Jacobian, ConditionOfTheCongruentPlatformGrowsFromBottomToTop) {
  const Machine machine = allcontroller_1200();
  const auto at = [&](const AbsolutePose& absolute) {
    return conditioning(machine, machine.heights.from_neutral(absolute)).condition;
  };
  EXPECT_NEAR(at(machine.heights.bottom), 1.98, 0.005);
  EXPECT_NEAR(at(machine.heights.neutral), 2.43, 0.005);
  EXPECT_NEAR(at(machine.heights.top), 2.90, 0.005);
}

}  // namespace
}  // namespace hexad::kinematics::testing
