// Forza: golden packets, the sign of every axis, both ends agree.

#include "protocols/forza/forza.hpp"

#include <gtest/gtest.h>

#include "messages/say.hpp"
#include "protocols/testing/golden.hpp"

namespace hexad::protocols::forza {
namespace {

const ForzaSource kSource;

VehicleSample golden(const std::string& name) {
  static const auto frames =
      golden_frames(std::filesystem::path{__FILE__}.parent_path() / "golden" / "forza.tsv");
  return golden_sample(kSource, frames, name);
}

TEST(Forza, GoldenPackets) {
  const VehicleSample braking = golden("braking at 7.5 m/s2");
  EXPECT_TRUE(braking.acceleration.isApprox(Vec3{0, -7.5, 0})) << "forward is Y inside";
  EXPECT_TRUE(braking.rate.isZero());
  EXPECT_TRUE(braking.active);
  EXPECT_DOUBLE_EQ(*braking.time, 12.345);
  EXPECT_FALSE(golden("menu, Dash").active);
}

TEST(Forza, TheSignOfEveryAxis) {
  const VehicleSample turn = golden("turning right, Horizon");
  EXPECT_GT(turn.acceleration.x(), 0) << "pushed to the right";
  EXPECT_LT(turn.rate.z(), 0) << "nose right is negative yaw inside";
  const VehicleSample crest = golden("a crest, nose down, rolling right, Motorsport 2023");
  EXPECT_NEAR(crest.acceleration.z(), 1.5, 1e-6) << "up is up";
  EXPECT_NEAR(crest.rate.x(), -0.1, 1e-6) << "nose down is negative pitch inside";
  EXPECT_NEAR(crest.rate.y(), 0.2, 1e-6) << "right side down is positive roll inside";
}

TEST(Forza, WhatIsEncodedIsDecoded) {
  VehicleSample sample;
  sample.acceleration = {1.5, -2.25, 3.125};
  sample.rate = {0.5, -0.25, 0.125};
  sample.time = 77.016;
  std::array<std::byte, TelemetrySource::kLargest> bytes{};
  ASSERT_EQ(kSource.encode(sample, bytes), kSledSize);
  const auto again = kSource.decode(std::span{bytes}.first(kSledSize));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->acceleration, sample.acceleration);
  EXPECT_EQ(again->rate, sample.rate);
  EXPECT_DOUBLE_EQ(*again->time, *sample.time);
  sample.active = false;
  ASSERT_EQ(kSource.encode(sample, bytes), kSledSize);
  EXPECT_FALSE(kSource.decode(std::span{bytes}.first(kSledSize))->active);
  EXPECT_EQ(kSource.encode(sample, std::span{bytes}.first(100)), 0u);
}

TEST(Forza, OtherSizesAreNotRead) {
  const std::array<std::byte, 400> bytes{};
  for (const std::size_t size : std::initializer_list<std::size_t>{0, 4, 231, 233, 310, 323, 332, 400}) {
    const auto sample = kSource.decode(std::span{bytes}.first(size));
    ASSERT_FALSE(sample) << size;
    EXPECT_EQ(sample.error(), messages::Id::unreadable_size);
  }
}

}  // namespace
}  // namespace hexad::protocols::forza
