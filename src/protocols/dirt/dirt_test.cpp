// DiRT: golden packets, the sign of every axis, both ends agree.

#include "protocols/dirt/dirt.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "base/units.hpp"
#include "messages/say.hpp"
#include "model/pose.hpp"
#include "protocols/testing/golden.hpp"

namespace hexad::protocols::dirt {
namespace {

const DirtSource kSource;

VehicleSample golden(const std::string& name) {
  static const auto frames =
      golden_frames(std::filesystem::path{__FILE__}.parent_path() / "golden" / "dirt.tsv");
  return golden_sample(kSource, frames, name);
}

/// How the attitude differs from that of a car that looks straight ahead, in its own axes.
Vec3 turned(const VehicleSample& sample) {
  return rotation_vector(golden("braking at 0.75 g").attitude->conjugate() * *sample.attitude);
}

TEST(Dirt, TheSignOfEveryAxis) {
  const VehicleSample braking = golden("braking at 0.75 g");
  EXPECT_TRUE(braking.acceleration.isApprox(Vec3{0, -0.75 * kGravity, 0}, 1e-6)) << "forward is Y inside";
  EXPECT_DOUBLE_EQ(*braking.time, 12.5);
  const VehicleSample right = golden("turning right at 0.5 g, nose to the right");
  EXPECT_TRUE(right.acceleration.isApprox(Vec3{0.5 * kGravity, 0, 0}, 1e-6)) << "the game counts to the left";
  EXPECT_TRUE(turned(right).isApprox(Vec3{0, 0, -0.1}, 1e-6)) << "nose right is negative yaw inside";
  const VehicleSample up = golden("nose up, pushed to the left");
  EXPECT_TRUE(up.acceleration.isApprox(kGravity * Vec3{-0.25, 0.5, 0}, 1e-6));
  EXPECT_TRUE(turned(up).isApprox(Vec3{0.1, 0, 0}, 1e-6)) << "nose up is positive pitch inside";
  EXPECT_TRUE(turned(golden("right side down")).isApprox(Vec3{0, 0.1, 0}, 1e-6));
  EXPECT_GT((*up.attitude * Vec3::UnitZ()).z(), 0.9) << "the roof is above";
}

TEST(Dirt, WhatIsEncodedIsDecodedButForHeave) {
  VehicleSample sample;
  sample.acceleration = {1.5, -2.25, 3.125};
  sample.attitude = from_rotation_vector({0.3, -0.2, 1.1});
  sample.time = 77.015625;
  std::array<std::byte, kSize> bytes{};
  ASSERT_EQ(kSource.encode(sample, bytes), kSize);
  const auto again = kSource.decode(bytes);
  ASSERT_TRUE(again);
  EXPECT_LT((again->acceleration - Vec3{1.5, -2.25, 0.0}).norm(), 1e-5);
  EXPECT_LT(angle_between(*again->attitude, *sample.attitude), 1e-6);
  EXPECT_DOUBLE_EQ(*again->time, *sample.time);
  sample.active = false;
  EXPECT_EQ(kSource.encode(sample, bytes), 0u) << "it is silent in menus";
}

TEST(Dirt, OtherSizesAndCarsWithoutADirectionAreNotRead) {
  const std::array<std::byte, 300> bytes{};
  for (const std::size_t size : std::initializer_list<std::size_t>{0, 152, 256, 263, 265})
    EXPECT_EQ(kSource.decode(std::span{bytes}.first(size)).error(), messages::Id::unreadable_size) << size;
  EXPECT_EQ(kSource.decode(std::span{bytes}.first(kSize)).error(), messages::Id::unreadable_field);
}

TEST(Dirt, WhatIsNoNumberComesThroughToTheSession) {
  VehicleSample sample;
  std::array<std::byte, kSize> bytes{};
  sample.acceleration.x() = std::numeric_limits<double>::quiet_NaN();
  ASSERT_EQ(kSource.encode(sample, bytes), kSize);
  const auto force = kSource.decode(bytes);
  ASSERT_TRUE(force);
  EXPECT_FALSE(is_finite(*force));
  ASSERT_EQ(kSource.encode({}, bytes), kSize);
  wire::set<kPacket, "forward_dir">(bytes, {0.0F, std::numeric_limits<float>::quiet_NaN(), 1.0F});
  const auto attitude = kSource.decode(bytes);
  ASSERT_TRUE(attitude);
  EXPECT_FALSE(is_finite(*attitude));
}

}  // namespace
}  // namespace hexad::protocols::dirt
