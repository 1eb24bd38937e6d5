// Conventions, seen through the legs: which way each axis of each protocol moves the platform.

#include "model/axes.hpp"

#include <cstdio>

#include "kinematics/testing/machines.hpp"

namespace hexad::kinematics::testing {
namespace {

constexpr RotationOrder kOrders[] = {RotationOrder::zyx, RotationOrder::zxy, RotationOrder::yzx,
                                     RotationOrder::yxz, RotationOrder::xyz, RotationOrder::xzy};

TEST(Axes, AnglesGoThereAndBackInAllSixOrders) {
  std::puts("seed 61");
  std::mt19937_64 random{61};
  std::uniform_real_distribution<double> angle{-1.5, 1.5};
  for (const RotationOrder order : kOrders) {
    for (int i = 0; i < 10'000; ++i) {
      const Vec3 angles{angle(random), angle(random), angle(random)};
      const Vec3 back = angles_from_rotation(rotation_from_angles(angles, order), order);
      ASSERT_LT((angles - back).norm(), 1e-12) << static_cast<int>(order);
    }
  }
}

TEST(Axes, TheOrderIsTheMatrixProductLeftToRight) {
  const Vec3 a{0.2, -0.3, 0.4};
  const Mat3 x = Eigen::AngleAxisd{a.x(), Vec3::UnitX()}.toRotationMatrix();
  const Mat3 y = Eigen::AngleAxisd{a.y(), Vec3::UnitY()}.toRotationMatrix();
  const Mat3 z = Eigen::AngleAxisd{a.z(), Vec3::UnitZ()}.toRotationMatrix();
  const Mat3 products[] = {z * y * x, z * x * y, y * z * x, y * x * z, x * y * z, x * z * y};
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_LT((rotation_from_angles(a, kOrders[i]).toRotationMatrix() - products[i]).norm(), 1e-14) << i;
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_GT((products[i] - products[j]).norm(), 1e-3) << "orders differ";
  }
}

TEST(Axes, EveryConventionGoesThereAndBack) {
  std::puts("seed 67");
  std::mt19937_64 random{67};
  std::uniform_real_distribution<double> value{-0.5, 0.5};
  for (const AxisConvention& convention : {kXyzConvention, kPitchFirstConvention, kLingjingConvention}) {
    for (int i = 0; i < 1000; ++i) {
      AxisValues values{};
      for (double& v : values) v = value(random);
      const AxisValues back = convention.from_pose(convention.to_pose(values, 0.23), 0.23);
      for (std::size_t k = 0; k < kAxes; ++k) ASSERT_NEAR(back[k], values[k], 1e-12);
      const AxisValues inside = convention.from_inside(convention.to_inside(values));
      for (std::size_t k = 0; k < kAxes; ++k) ASSERT_EQ(inside[k], values[k]);
    }
  }
}

/// The platform's axes after a command of one axis alone.
struct Moved {
  Vec3 centre, right, front;
};
Moved moved(const AxisConvention& convention, std::size_t place, double value) {
  AxisValues values{};
  if (convention.zero == ZeroReference::bottom) values[convention.place_of(Axis::heave)] = 0.2;
  values[place] += value;
  const Pose pose = convention.to_pose(values, 0.2);
  return {pose.position, pose.rotation * Vec3::UnitX(), pose.rotation * Vec3::UnitY()};
}

TEST(Axes, InsidePitchIsNoseUpRollRightDownYawNoseLeft) {
  for (const AxisConvention& c : {kXyzConvention, kPitchFirstConvention}) {
    EXPECT_GT(moved(c, c.place_of(Axis::pitch), 0.1).front.z(), 0.05);
    EXPECT_LT(moved(c, c.place_of(Axis::roll), 0.1).right.z(), -0.05);
    EXPECT_LT(moved(c, c.place_of(Axis::yaw), 0.1).front.x(), -0.05);
    EXPECT_NEAR(moved(c, c.place_of(Axis::sway), 0.1).centre.x(), 0.1, 1e-15);
    EXPECT_NEAR(moved(c, c.place_of(Axis::surge), 0.1).centre.y(), 0.1, 1e-15);
    EXPECT_NEAR(moved(c, c.place_of(Axis::heave), 0.1).centre.z(), 0.1, 1e-15);
  }
}

TEST(Axes, LingjingIsLeftHandedAndCountsFromTheBottom) {
  // roll pitch yaw X Y Z, X forward, Y right: R = Rz(−yaw)·Rx(−pitch)·Ry(−roll).
  const AxisConvention& c = kLingjingConvention;
  EXPECT_GT(moved(c, 0, 0.1).right.z(), 0.05) << "roll + lifts the right side";
  EXPECT_LT(moved(c, 1, 0.1).front.z(), -0.05) << "pitch + lowers the nose";
  EXPECT_GT(moved(c, 2, 0.1).front.x(), 0.05) << "yaw + turns the nose right";
  EXPECT_NEAR(moved(c, 3, 0.1).centre.y(), 0.1, 1e-15) << "X is forward";
  EXPECT_NEAR(moved(c, 4, 0.1).centre.x(), 0.1, 1e-15) << "Y is right";
  EXPECT_NEAR(moved(c, 5, 0.1).centre.z(), 0.1, 1e-15);
  EXPECT_NEAR(c.to_pose({}, 0.2).position.z(), -0.2, 1e-15) << "zero is the bottom";
  const Pose pose = c.to_pose({0.1, 0.2, 0.3, 0, 0, 0}, 0.2);
  const Mat3 expected = (Eigen::AngleAxisd{-0.3, Vec3::UnitZ()} * Eigen::AngleAxisd{-0.2, Vec3::UnitX()} *
                         Eigen::AngleAxisd{-0.1, Vec3::UnitY()})
                            .toRotationMatrix();
  EXPECT_LT((pose.rotation.toRotationMatrix() - expected).norm(), 1e-14);
}

TEST(Axes, TheLegThatGetsLongestForEachAxisOfTheDefaultPlatform) {
  const Machine machine = allcontroller_1200();
  const auto longest = [&](Axis axis, double value) {
    AxisValues values{};
    values[static_cast<std::size_t>(axis)] = value;
    const Extensions x = extensions(machine, kXyzConvention.to_pose(values, 0));
    std::string legs;
    for (int i = 0; i < 6; ++i) {
      if (x[i] > x.maxCoeff() - 1e-6) legs += std::to_string(i + 1);
    }
    return legs;
  };
  EXPECT_EQ(longest(Axis::pitch, 0.2), "12");
  EXPECT_EQ(longest(Axis::roll, 0.2), "6");
  EXPECT_EQ(longest(Axis::roll, -0.2), "3");
  EXPECT_EQ(longest(Axis::yaw, 0.2), "246");
  EXPECT_EQ(longest(Axis::yaw, -0.2), "135");
  EXPECT_EQ(longest(Axis::sway, 0.1), "14");
  EXPECT_EQ(longest(Axis::sway, -0.1), "25");
  EXPECT_EQ(longest(Axis::surge, 0.1), "1245");
  EXPECT_EQ(longest(Axis::surge, -0.1), "36");
}

}  // namespace
}  // namespace hexad::kinematics::testing
