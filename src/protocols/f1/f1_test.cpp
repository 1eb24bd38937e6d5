// F1: golden packets of several years, the sign of every axis, both ends agree.

#include "protocols/f1/f1.hpp"

#include <gtest/gtest.h>

#include "base/units.hpp"
#include "messages/say.hpp"
#include "model/pose.hpp"
#include "protocols/testing/golden.hpp"

namespace hexad::protocols::f1 {
namespace {

const F1Source kSource;

const std::vector<std::byte>& frame(const std::string& name) {
  static const auto frames =
      golden_frames(std::filesystem::path{__FILE__}.parent_path() / "golden" / "f1.tsv");
  static const std::vector<std::byte> kNone;
  const auto found = frames.find(name);
  if (found != frames.end()) return found->second;
  ADD_FAILURE() << name;
  return kNone;
}

VehicleSample golden(const std::string& name) {
  const auto sample = kSource.decode(frame(name));
  EXPECT_TRUE(sample) << name;
  return sample ? *sample : VehicleSample{};
}

/// How the attitude differs from that of a car that looks straight ahead, in its own axes.
Vec3 turned(const VehicleSample& sample) {
  const VehicleSample straight = golden("braking at 2.5 g, 2024");
  return rotation_vector(straight.attitude->conjugate() * *sample.attitude);
}

TEST(F1, GoldenPackets) {
  const VehicleSample braking = golden("braking at 2.5 g, 2024");
  EXPECT_TRUE(braking.acceleration.isApprox(Vec3{0, -2.5 * kGravity, 0}, 1e-6)) << "forward is Y inside";
  EXPECT_DOUBLE_EQ(*braking.time, 12.5);
  EXPECT_TRUE(braking.active);
  const auto refused = [](const std::string& name) { return kSource.decode(frame(name)).error(); };
  EXPECT_EQ(refused("another packet of 2023"), messages::Id::drop_other) << "laps, tyres, …";
  EXPECT_EQ(refused("a player who is not there, 2022"), messages::Id::unreadable_field);
}

TEST(F1, TheSignOfEveryAxis) {
  const VehicleSample right = golden("turning right at 3 g, nose to the right, 2021");
  EXPECT_TRUE(right.acceleration.isApprox(Vec3{3 * kGravity, 0, 0}, 1e-6)) << "the game counts to the left";
  EXPECT_TRUE(turned(right).isApprox(Vec3{0, 0, -0.1}, 1e-3)) << "nose right is negative yaw inside";
  const VehicleSample crest = golden("nose up, over a crest, pushed to the left, 2019");
  EXPECT_TRUE(crest.acceleration.isApprox(kGravity * Vec3{-0.5, 1, -0.25}, 1e-6));
  EXPECT_TRUE(turned(crest).isApprox(Vec3{0.1, 0, 0}, 1e-3)) << "nose up is positive pitch inside";
  EXPECT_TRUE(turned(golden("right side down, 2025")).isApprox(Vec3{0, 0.1, 0}, 1e-3));
  EXPECT_GT((*crest.attitude * Vec3::UnitZ()).z(), 0.9) << "the roof is above";
}

TEST(F1, WhatIsEncodedIsDecoded) {
  VehicleSample sample;
  sample.acceleration = {1.5, -2.25, 3.125};
  sample.attitude = from_rotation_vector({0.3, -0.2, 1.1});
  sample.time = 77.015625;
  std::array<std::byte, TelemetrySource::kLargest> bytes{};
  const std::size_t size = kSource.encode(sample, bytes);
  ASSERT_EQ(size, kEditions.back().size);
  const auto again = kSource.decode(std::span{bytes}.first(size));
  ASSERT_TRUE(again);
  EXPECT_LT((again->acceleration - sample.acceleration).norm(), 1e-5);
  EXPECT_LT(angle_between(*again->attitude, *sample.attitude), 1e-4) << "directions have 16 bits";
  EXPECT_DOUBLE_EQ(*again->time, *sample.time);
  sample.active = false;
  EXPECT_EQ(kSource.encode(sample, bytes), 0u) << "it is silent in menus";
}

TEST(F1, OtherYearsSizesAndCarsWithoutADirectionAreNotRead) {
  std::vector<std::byte> bytes = frame("braking at 2.5 g, 2024");
  const auto refused = [&](std::size_t size) { return kSource.decode(std::span{bytes}.first(size)).error(); };
  for (const std::size_t size : std::initializer_list<std::size_t>{0, 1, 28, 29, 1348})
    EXPECT_EQ(refused(size), messages::Id::unreadable_size) << size;
  bytes[0] = std::byte{0xE2};  // 2018
  EXPECT_EQ(refused(bytes.size()), messages::Id::unreadable_id);
  bytes[0] = std::byte{0xE8};
  ASSERT_TRUE(kSource.decode(bytes));
  const auto directions = std::span{bytes}.subspan(29 + 3 * kCarSize + 24, 12);
  std::fill(directions.begin(), directions.end(), std::byte{0});
  EXPECT_EQ(refused(bytes.size()), messages::Id::unreadable_field);
}

}  // namespace
}  // namespace hexad::protocols::f1
