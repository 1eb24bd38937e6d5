#include "motion/coordinates.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/units.hpp"

namespace hexad::motion {
namespace {

constexpr unsigned kSeed = 20240501;

Vec3 direction(std::mt19937& random) {
  std::normal_distribution<double> normal;
  return Vec3{normal(random), normal(random), normal(random)}.normalized();
}

/// A smooth curve in coordinates with |φ| = `angle` at t = 0.
struct Curve {
  Vec6 start, rate, change, jerk;

  Curve(std::mt19937& random, double angle) {
    start << 0.3 * direction(random), angle * direction(random);
    rate << 0.4 * direction(random), 0.7 * direction(random);
    change << 4.0 * direction(random), 4.0 * direction(random);
    jerk << 50.0 * direction(random), 50.0 * direction(random);
  }
  State6 at(double t) const {
    return {start + t * (rate + t * (change / 2 + t / 6 * jerk)), rate + t * (change + t / 2 * jerk),
            change + t * jerk};
  }
};

/// ω from finite differences of the orientation alone: the rotation from −h to +h over 2h, in base axes.
Vec3 measured_angular_velocity(const Curve& curve, double t, double h) {
  const Quat before = from_rotation_vector(curve.at(t - h).position.tail<3>());
  const Quat after = from_rotation_vector(curve.at(t + h).position.tail<3>());
  return rotation_vector(after * before.conjugate()) / (2 * h);
}

class CoordinatesAt : public testing::TestWithParam<double> {};

TEST_P(CoordinatesAt, AngularVelocityIsTheRateOfTheOrientationInBaseAxes) {
  std::mt19937 random{kSeed};
  for (int i = 0; i < 200; ++i) {
    const Curve curve{random, GetParam()};
    const Motion motion = motion_of(curve.at(0.0));
    EXPECT_LT((motion.velocity.angular - measured_angular_velocity(curve, 0.0, 1e-5)).norm(), 1e-8);
    EXPECT_EQ(motion.velocity.linear, Vec3{curve.rate.head<3>()});
  }
}

TEST_P(CoordinatesAt, AngularAccelerationIsTheRateOfAngularVelocity) {
  std::mt19937 random{kSeed + 1};
  for (int i = 0; i < 200; ++i) {
    const Curve curve{random, GetParam()};
    const double h = 1e-5;
    const Motion motion = motion_of(curve.at(0.0));
    const Vec3 measured =
        (motion_of(curve.at(h)).velocity.angular - motion_of(curve.at(-h)).velocity.angular) / (2 * h);
    EXPECT_LT((motion.acceleration.angular - measured).norm(), 1e-6);
    EXPECT_EQ(motion.acceleration.linear, Vec3{curve.change.head<3>()});
  }
}

TEST_P(CoordinatesAt, StateOfUndoesMotionOf) {
  std::mt19937 random{kSeed + 2};
  for (int i = 0; i < 200; ++i) {
    const State6 state = Curve{random, GetParam()}.at(0.0);
    const State6 back = state_of(motion_of(state));
    EXPECT_LT((back.position - state.position).norm(), 1e-14);
    EXPECT_LT((back.velocity - state.velocity).norm(), 1e-13);
    EXPECT_LT((back.acceleration - state.acceleration).norm(), 1e-12);
  }
}

INSTANTIATE_TEST_SUITE_P(Angles, CoordinatesAt,
                         testing::Values(0.0, 1e-9, 1e-5, 1e-2, 0.2, 0.4999, 0.5001, 0.8, 60 * kDegree, 2.0));

TEST(Coordinates, YawRateAtLevelIsAboutZ) {
  State6 state;
  state.velocity[5] = 0.25;
  const Motion motion = motion_of(state);
  EXPECT_EQ(motion.velocity.angular, (Vec3{0, 0, 0.25}));
  EXPECT_EQ(motion.acceleration.angular, Vec3{Vec3::Zero()});
}

TEST(Coordinates, NegatedQuaternionIsTheSamePlace) {
  const Pose pose{{0.1, -0.2, 0.05}, from_rotation_vector({0.2, -0.3, 0.4})};
  Pose negated = pose;
  negated.rotation.coeffs() *= -1.0;
  EXPECT_LT((coordinates_of(pose) - coordinates_of(negated)).norm(), 1e-15);
}

TEST(Coordinates, NothingJumpsWhereTheSeriesEndsAtHalfARadian) {
  State6 below;
  below.position << 0, 0, 0, 0.3 - 1e-15, 0.4, 0;
  below.velocity << 0, 0, 0, 0.5, 0.1, 0.7;
  below.acceleration << 0, 0, 0, -2, 3, 1;
  State6 above = below;
  above.position[3] = 0.3 + 1e-15;
  ASSERT_LT(below.position.squaredNorm(), 0.25);
  ASSERT_GE(above.position.squaredNorm(), 0.25);
  EXPECT_LT((motion_of(below).velocity.angular - motion_of(above).velocity.angular).norm(), 1e-14);
  EXPECT_LT((motion_of(below).acceleration.angular - motion_of(above).acceleration.angular).norm(), 1e-14);
}

}  // namespace
}  // namespace hexad::motion
