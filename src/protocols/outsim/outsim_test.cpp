// OutSim: golden packets, the sign of every axis, both ends agree.

#include "protocols/outsim/outsim.hpp"

#include <gtest/gtest.h>

#include "messages/say.hpp"
#include "model/pose.hpp"
#include "protocols/testing/golden.hpp"

namespace hexad::protocols::outsim {
namespace {

const OutsimSource kSource;

VehicleSample golden(const std::string& name) {
  static const auto frames =
      golden_frames(std::filesystem::path{__FILE__}.parent_path() / "golden" / "outsim.tsv");
  return golden_sample(kSource, frames, name);
}

TEST(Outsim, AccelerationIsTurnedFromTheWorldIntoTheCar) {
  const VehicleSample straight = golden("looking along Y, braking");
  EXPECT_TRUE(straight.acceleration.isApprox(Vec3{0, -6, 0}, 1e-6));
  EXPECT_DOUBLE_EQ(*straight.time, 1.0);
  EXPECT_TRUE(golden("looking along -X, braking").acceleration.isApprox(Vec3{0, -6, 0}, 1e-6));
  EXPECT_TRUE(
      golden("looking along -X, pushed to its right, with ID").acceleration.isApprox(Vec3{3, 0, 0}, 1e-6));
}

TEST(Outsim, AnglesAreAnticlockwiseFromAboveTheRightAndTheFront) {
  const auto attitude = [](float heading, float pitch, float roll) {
    std::array<std::byte, kSize> bytes{};
    wire::set<kPacket, "Heading Pitch Roll">(bytes, {heading, pitch, roll});
    return kSource.decode(bytes)->attitude.value();
  };
  EXPECT_LT((attitude(0.5F, 0, 0) * Vec3::UnitY()).x(), 0) << "nose left";
  EXPECT_GT((attitude(0, 0.5F, 0) * Vec3::UnitY()).z(), 0) << "nose up";
  EXPECT_LT((attitude(0, 0, 0.5F) * Vec3::UnitX()).z(), 0) << "right side down";
}

TEST(Outsim, WhatIsEncodedIsDecoded) {
  VehicleSample sample;
  sample.acceleration = {1.5, -2.25, 3.125};
  sample.attitude = from_rotation_vector({0.3, -0.2, 1.1});
  sample.time = 77.016;
  std::array<std::byte, kSize> bytes{};
  ASSERT_EQ(kSource.encode(sample, bytes), kSize);
  const auto again = kSource.decode(bytes);
  ASSERT_TRUE(again);
  EXPECT_LT((again->acceleration - sample.acceleration).norm(), 1e-5);
  EXPECT_LT(angle_between(*again->attitude, *sample.attitude), 1e-6);
  EXPECT_DOUBLE_EQ(*again->time, *sample.time);
  sample.active = false;
  EXPECT_EQ(kSource.encode(sample, bytes), 0u) << "it is silent in menus";
}

TEST(Outsim, OtherSizesAreNotRead) {
  const std::array<std::byte, 300> bytes{};
  for (const std::size_t size : std::initializer_list<std::size_t>{0, 63, 65, 72, 280}) {
    const auto sample = kSource.decode(std::span{bytes}.first(size));
    ASSERT_FALSE(sample) << size;
    EXPECT_EQ(sample.error(), messages::Id::unreadable_size);
  }
}

}  // namespace
}  // namespace hexad::protocols::outsim
