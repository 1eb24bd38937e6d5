// Legs to pose and back. How many poses: 1,000,000 a machine in an optimised build, 20,000 in a debug one,
// 5,000,000 with HEXAD_LONG set. Seeds are fixed and printed.

#include <cstdio>
#include <cstdlib>

#include "kinematics/guide.hpp"
#include "kinematics/jacobian.hpp"
#include "kinematics/reach.hpp"
#include "kinematics/testing/machines.hpp"

namespace hexad::kinematics::testing {
namespace {

int pose_count() {
  if (std::getenv("HEXAD_LONG") != nullptr) return 5'000'000;
#ifdef NDEBUG
  return 1'000'000;
#else
  return 20'000;
#endif
}

/// Poses on random lines from neutral, kept when the legs reach: a third of them close to a limit.
class ReachablePoses {
 public:
  ReachablePoses(const Machine& machine, unsigned seed) : machine_{machine}, random_{seed} {
    std::printf("%s: seed %u\n", machine.name.c_str(), seed);
    const std::array<Range, kAxes> ranges = reach(machine);
    for (std::size_t i = 0; i < kAxes; ++i) span_[i] = std::max(-ranges[i].low, ranges[i].high);
  }

  Pose next() {
    for (;;) {
      std::array<double, 6> axis{};
      double norm = 0.0;
      for (double& a : axis) {
        a = normal_(random_);
        norm += a * a;
      }
      const double size = std::uniform_real_distribution<double>{0.0, 1.0}(random_) / std::sqrt(norm);
      for (std::size_t i = 0; i < kAxes; ++i) axis[i] *= size * span_[i];
      const Pose pose = project(machine_, Pose{Vec3{axis[0], axis[1], axis[2]},
                                               from_rotation_vector(Vec3{axis[3], axis[4], axis[5]})});
      const Extensions x = extensions(machine_, pose);
      const double high = x.maxCoeff();
      const double low = x.head(static_cast<Eigen::Index>(machine_.geometry.legs)).minCoeff();
      if (low < 0.0 || high > machine_.geometry.stroke) continue;
      return pose;
    }
  }
  /// `pose` moved by up to 5 mm and 1 degree.
  Pose beside(const Pose& pose) {
    std::uniform_real_distribution<double> unit{-1.0, 1.0};
    const Vec3 move{unit(random_), unit(random_), unit(random_)};
    const Vec3 turn{unit(random_), unit(random_), unit(random_)};
    return project(machine_, Pose{pose.position + 5e-3 / 1.733 * move,
                                  from_rotation_vector(turn * (kDegree / 1.733)) * pose.rotation});
  }

 private:
  const Machine& machine_;
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  std::array<double, kAxes> span_{};
};

struct Tally {
  int refused = 0;
  int wrong = 0;
  int iterations = 0;
  double residual = 0.0;

  void count(const Forward& found, const Pose& pose) {
    iterations = std::max(iterations, found.iterations);
    if (!found.ok()) {
      ++refused;
      return;
    }
    residual = std::max(residual, found.residual);
    const double aside = (found.pose.position - pose.position).norm();
    const double turned = 2.0 * (found.pose.rotation.conjugate() * pose.rotation).vec().norm();
    if (!(aside < 1e-11) || !(turned < 3e-11)) ++wrong;
  }
  void expect_clean(int most_iterations) const {
    EXPECT_EQ(refused, 0);
    EXPECT_EQ(wrong, 0);
    EXPECT_LE(residual, 1e-12);
    EXPECT_LE(iterations, most_iterations);
  }
};

void expect_round_trips(const Machine& machine, unsigned seed) {
  ReachablePoses poses{machine, seed};
  Tally cold, warm;
  const int count = pose_count();
  for (int i = 0; i < count; ++i) {
    const Pose pose = poses.next();
    const Extensions legs = extensions(machine, pose);
    cold.count(forward(machine, legs), pose);
    warm.count(forward(machine, legs, poses.beside(pose)), pose);
  }
  std::printf("%s: %d poses, at most %d iterations cold, %d warm\n", machine.name.c_str(), count,
              cold.iterations, warm.iterations);
  cold.expect_clean(12);
  warm.expect_clean(8);
}

TEST(Forward, FindsEveryPoseOfStandard400FromItsLegs) { expect_round_trips(standard_400(), 400); }
TEST(Forward, FindsEveryPoseOfTheCongruentPlatformFromItsLegs) {
  expect_round_trips(allcontroller_1200(), 1200);
}
TEST(Forward, FindsEveryPoseOfFourLegsFromThem) { expect_round_trips(rectangle_4(), 4); }
TEST(Forward, FindsEveryPoseOfThreeLegsFromThem) { expect_round_trips(three_legs(), 3); }
TEST(Forward, FindsEveryPoseOfTwoLegsFromThem) { expect_round_trips(two_legs(), 2); }
TEST(Forward, FindsEveryPoseOfHeaveAndRollFromItsTwoLegs) { expect_round_trips(heave_roll(), 2); }
TEST(Forward, FindsEveryHeightOfOneLeg) {
  const Machine machine = one_leg();
  for (int i = 0; i <= 1000; ++i) {
    Extensions x = Extensions::Zero();
    x[0] = machine.geometry.stroke * i / 1000.0;
    const Forward found = forward(machine, x);
    ASSERT_TRUE(found.ok()) << i;
    EXPECT_NEAR(extensions(machine, found.pose)[0], x[0], 1e-12);
  }
}

TEST(Forward, CornersOfTheStrokeAreFoundExceptTwoThatTurnTooFar) {
  for (const Machine& machine : {standard_400(), allcontroller_1200()}) {
    for (unsigned corner = 0; corner < 64; ++corner) {
      Extensions x;
      for (int i = 0; i < 6; ++i) x[i] = (corner >> i & 1u) != 0 ? machine.geometry.stroke : 0.0;
      const Forward found = forward(machine, x);
      // Every other leg out: standard-400 would turn past 60 degrees.
      if (machine.name == "standard-400" && (corner == 0b010101 || corner == 0b101010)) {
        EXPECT_EQ(found.status, ForwardStatus::other_mode);
        continue;
      }
      ASSERT_TRUE(found.ok()) << machine.name << " corner " << corner;
      EXPECT_LT((extensions(machine, found.pose) - x).cwiseAbs().maxCoeff(), 1e-12);
    }
  }
}

TEST(Forward, NeutralBottomAndTopAreTheEqualLegs) {
  for (const Machine& machine :
       {standard_400(), allcontroller_1200(), rectangle_4(), three_legs(), two_legs()}) {
    const auto expect = [&](double share, const AbsolutePose& absolute) {
      const Extensions x = Extensions::Constant(share * machine.geometry.stroke);
      const Forward found = forward(machine, x);
      ASSERT_TRUE(found.ok()) << machine.name;
      EXPECT_LT((machine.heights.absolute(found.pose).position - absolute.position).norm(), 1e-11);
      EXPECT_LT(angle_between(found.pose.rotation, absolute.rotation), 1e-10);
    };
    expect(0.0, machine.heights.bottom);
    expect(0.5, machine.heights.neutral);
    expect(1.0, machine.heights.top);
  }
}

TEST(Forward, NearYaw90NoOtherModeIsReportedAsFound) {
  const Machine machine = allcontroller_1200();
  ReachablePoses poses{machine, 90};
  int flips = 0, accepted = 0;
  for (double yaw : {50.0, 58.0, 62.0, 80.0, 88.0, 89.0, 89.5, 89.9, 90.0, 90.1, 92.0, 100.0, 125.0}) {
    for (int i = 0; i < 20'000; ++i) {
      const Pose pose{Vec3::Zero(), rotation_from_angles(Vec3{0, 0, yaw * kDegree}, RotationOrder::zyx)};
      const Forward found = forward(machine, extensions(machine, pose), poses.beside(pose));
      const bool same = (found.pose.position - pose.position).norm() < 1e-6 &&
                        angle_between(found.pose.rotation, pose.rotation) < 1e-6;
      if (found.status != ForwardStatus::no_convergence && !same) ++flips;
      if (!found.ok()) continue;
      ++accepted;
      ASSERT_LT(yaw, 60.0);
      ASSERT_TRUE(same) << yaw;
    }
  }
  EXPECT_GT(flips, 100) << "the danger this test is about no longer shows";
  EXPECT_EQ(accepted, 40'000) << "yaw 50 and 58 are found";
}

TEST(Forward, TheMirrorImageBelowTheBaseIsAnotherMode) {
  const Machine machine = standard_400();
  const Pose mirrored{Vec3{0, 0, -2 * machine.heights.neutral.position.z()}, Quat::Identity()};
  const Forward found = forward(machine, Extensions::Constant(0.2), mirrored);
  EXPECT_EQ(found.status, ForwardStatus::other_mode);
}

TEST(Forward, TheSignOfTheDeterminantAloneMakesAnotherMode) {
  Machine machine = standard_400();
  const Extensions middle = Extensions::Constant(0.2);
  const Pose beside{Vec3{1e-3, 0, 0}, Quat::Identity()};
  ASSERT_TRUE(forward(machine, middle, beside).ok());
  machine.neutral_sign = -machine.neutral_sign;
  EXPECT_EQ(forward(machine, middle, beside).status, ForwardStatus::other_mode);
  EXPECT_EQ(forward(machine, middle).status, ForwardStatus::other_mode) << "no step was needed";
  // The mirror image below the base now has the right sign; its height gives it away.
  const Pose mirrored{Vec3{0, 0, -2 * machine.heights.neutral.position.z()}, Quat::Identity()};
  EXPECT_EQ(forward(machine, middle, mirrored).status, ForwardStatus::other_mode);
}

TEST(Forward, APoseCloserToSingularThanTheMarginIsNotAccepted) {
  Machine machine = allcontroller_1200();
  const Pose pose{Vec3::Zero(), rotation_from_angles(Vec3{0, 0, 50 * kDegree}, RotationOrder::zyx)};
  const double share = conditioning(machine, pose).smallest / machine.neutral_singular;
  machine.limits.singular_margin = 0.98 * share;
  EXPECT_EQ(forward(machine, extensions(machine, pose), pose).status, ForwardStatus::ok);
  machine.limits.singular_margin = 1.001 * share;
  EXPECT_EQ(forward(machine, extensions(machine, pose), pose).status, ForwardStatus::near_singular);
}

TEST(Forward, LegsThatNoPoseHasAreRefused) {
  const Machine machine = standard_400();
  Extensions x = Extensions::Zero();
  x[0] = 3.0;
  EXPECT_FALSE(forward(machine, x).ok());
  x[0] = -0.9;
  const Forward negative = forward(machine, x);
  EXPECT_EQ(negative.status, ForwardStatus::no_convergence);
  EXPECT_TRUE(is_finite(negative.pose));
}

TEST(Forward, ContradictingLegsOfARectangleShowAsWarp) {
  const Machine machine = rectangle_4();
  const Pose pose = absolute_pose(machine, 0, 0, 660, 5, -4, 0);
  for (double error : {0.0, 1e-4, 1e-3, 4e-3, -4e-3}) {
    Extensions x = extensions(machine, pose);
    x[2] += error;
    const Forward found = forward(machine, x);
    ASSERT_TRUE(found.ok()) << error;
    // One leg off by e lifts that corner off the plane of the others by e: a quarter of it is left at each
    // leg.
    EXPECT_NEAR(found.warp, std::abs(error) / 4, 0.02 * std::abs(error) + 1e-12) << error;
    EXPECT_LE(found.residual, 1e-12);
    // It is the least squares fit: no neighbour is better.
    const auto misfit = [&](double heave, double pitch, double roll) {
      internal::Guide guide = internal::guide_of(Mechanism::four_legs, found.pose);
      guide.heave += heave;
      guide.pitch += pitch;
      guide.roll += roll;
      return (extensions(machine, guide.pose()) - x).head(4).squaredNorm();
    };
    const double best = misfit(0, 0, 0);
    for (double d : {-1e-4, 1e-4}) {
      EXPECT_GT(misfit(d, 0, 0), best);
      EXPECT_GT(misfit(0, d, 0), best);
      EXPECT_GT(misfit(0, 0, d), best);
    }
  }
}

TEST(Forward, GarbageNeverGivesNan) {
  std::mt19937_64 random{666};
  std::puts("seed 666");
  const double odd[] = {0.0,
                        -0.0,
                        1e-300,
                        1e300,
                        -1e300,
                        1e9,
                        -1.0,
                        std::numeric_limits<double>::infinity(),
                        -std::numeric_limits<double>::infinity(),
                        std::numeric_limits<double>::quiet_NaN(),
                        std::numeric_limits<double>::denorm_min()};
  const auto garbage = [&] {
    const unsigned kind = static_cast<unsigned>(random() % 4);
    if (kind == 0) return odd[random() % std::size(odd)];
    const double unit = std::uniform_real_distribution<double>{-1, 1}(random);
    return kind == 1 ? unit : kind == 2 ? 0.2 + 0.3 * unit : 100 * unit;
  };
  for (const Machine& machine : {standard_400(), allcontroller_1200(), rectangle_4(), three_legs(),
                                 two_legs(), heave_roll(), one_leg()}) {
    int solved = 0;
    for (int i = 0; i < 100'000; ++i) {
      Extensions x;
      for (int k = 0; k < 6; ++k) x[k] = garbage();
      const Pose start{Vec3{garbage(), garbage(), garbage()},
                       Quat{garbage(), garbage(), garbage(), garbage()}};
      for (const Forward& found : {forward(machine, x), forward(machine, x, start)}) {
        ASSERT_TRUE(is_finite(found.pose));
        ASSERT_FALSE(std::isnan(found.residual));
        ASSERT_FALSE(std::isnan(found.warp));
        if (!found.ok()) continue;
        ++solved;
        ASSERT_LE(found.residual, 1e-12);
        ASSERT_GT(found.pose.position.z() + machine.heights.neutral.position.z(), 0.0);
        ASSERT_LE(angle_between(Quat::Identity(), found.pose.rotation), 60.000001 * kDegree);
      }
    }
    EXPECT_GT(solved, 0) << machine.name;
  }
}

}  // namespace
}  // namespace hexad::kinematics::testing
