// BeamNG: golden packets, the sign of every axis, both ends agree.

#include "protocols/beamng/beamng.hpp"

#include <gtest/gtest.h>

#include "messages/say.hpp"
#include "model/pose.hpp"
#include "protocols/testing/golden.hpp"

namespace hexad::protocols::beamng {
namespace {

const BeamngSource kBeamng;

Result<VehicleSample, messages::Id> driven(const std::string& name) {
  static const auto frames =
      golden_frames(std::filesystem::path{__FILE__}.parent_path() / "golden" / "beamng.tsv");
  return kBeamng.decode(frames.at(name));
}

TEST(Beamng, GoldenPackets) {
  const auto braking = driven("braking at 7.5 m/s2");
  ASSERT_TRUE(braking);
  EXPECT_TRUE(braking->acceleration.isApprox(Vec3{0, -7.5, 0}));
  EXPECT_TRUE(braking->rate.isZero());
  EXPECT_TRUE(braking->active);
  EXPECT_FALSE(braking->time) << "it has no clock";
  EXPECT_TRUE(driven("standing on a steep slope")->acceleration.isZero()) << "without gravity";
  ASSERT_FALSE(driven("another format"));
  EXPECT_EQ(driven("another format").error(), messages::Id::unreadable_id);
}

TEST(Beamng, TheSignOfEveryAxis) {
  const auto turn = driven("turning right, body leaning left");
  EXPECT_GT(turn->acceleration.x(), 0) << "pushed to the right";
  EXPECT_LT(turn->rate.z(), 0) << "nose right is negative yaw inside";
  const auto crest = driven("a crest, nose down, rolling right");
  EXPECT_NEAR(crest->acceleration.z(), 1.5, 1e-6) << "up is up";
  EXPECT_NEAR(crest->rate.x(), -0.1, 1e-6) << "nose down is negative pitch inside";
  EXPECT_NEAR(crest->rate.y(), 0.2, 1e-6) << "right side down is positive roll inside";
}

TEST(Beamng, WhatIsEncodedIsDecoded) {
  VehicleSample sample;
  sample.acceleration = {1.5, -2.25, 3.125};
  sample.rate = {0.5, -0.25, 0.125};
  sample.attitude = from_rotation_vector({0.3, -0.2, 1.1});
  std::array<std::byte, kSize> bytes{};
  ASSERT_EQ(kBeamng.encode(sample, bytes), kSize);
  const auto again = kBeamng.decode(bytes);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->acceleration, sample.acceleration);
  EXPECT_EQ(again->rate, sample.rate);
  const auto up = wire::get<kPacket, "up">(std::span<const std::byte, kSize>{bytes});
  EXPECT_NEAR(up[2], (*sample.attitude * Vec3::UnitZ()).z(), 1e-6);
  EXPECT_EQ(kBeamng.encode(sample, std::span{bytes}.first(80)), 0u);
  sample.active = false;
  EXPECT_EQ(kBeamng.encode(sample, bytes), 0u) << "in a pause it is silent";
}

TEST(Beamng, OtherSizesAreNotRead) {
  const std::array<std::byte, 100> bytes{};
  for (const std::size_t size :
       std::initializer_list<std::size_t>{0, 4, 87, 89, 92, 96})  // the last: OutGauge
    EXPECT_EQ(kBeamng.decode(std::span{bytes}.first(size)).error(), messages::Id::unreadable_size) << size;
}

}  // namespace
}  // namespace hexad::protocols::beamng
