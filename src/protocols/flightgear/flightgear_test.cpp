// FlightGear: golden packets, specific force and Euler rates, the sign of every axis, both ends agree.

#include "protocols/flightgear/flightgear.hpp"

#include <gtest/gtest.h>

#include "base/units.hpp"
#include "messages/say.hpp"
#include "model/pose.hpp"
#include "protocols/testing/golden.hpp"

namespace hexad::protocols::flightgear {
namespace {

const FlightgearSource kSource;

Result<VehicleSample, messages::Id> decoded(const std::string& name) {
  static const auto frames =
      golden_frames(std::filesystem::path{__FILE__}.parent_path() / "golden" / "flightgear.tsv");
  return kSource.decode(frames.at(name));
}

TEST(Flightgear, LevelFlightIsNoAcceleration) {
  const auto level = decoded("level flight");
  ASSERT_TRUE(level);
  EXPECT_LT(level->acceleration.norm(), 1e-5) << "-32 ft/s2 along Z is specific force";
  EXPECT_TRUE(level->rate.isZero());
  EXPECT_FALSE(level->time) << "its clock counts whole seconds";
}

TEST(Flightgear, GoldenPackets) {
  EXPECT_TRUE(decoded("take-off run, 10 ft/s2 forward")->acceleration.isApprox(Vec3{0, 3.048, 0}, 1e-5));
  const auto turn = decoded("a turn to the right, 60 degrees of bank, 2 g");
  EXPECT_NEAR(turn->acceleration.z(), kGravity, 1e-4) << "one g more than level, up";
  // All of the turn is about the world's vertical: cos 60° of it is yaw (right), sin 60° pitch (up).
  EXPECT_NEAR(turn->rate.x(), 0.17 * std::sin(60 * kDegree), 1e-6);
  EXPECT_NEAR(turn->rate.z(), -0.17 * std::cos(60 * kDegree), 1e-6);
  const auto climb = decoded("nose 30 degrees up, Euler rates");
  EXPECT_NEAR(climb->rate.y(), 0.1 - 0.2 * std::sin(30 * kDegree), 1e-6) << "p";
  EXPECT_NEAR(climb->rate.z(), -0.2 * std::cos(30 * kDegree), 1e-6) << "-r";
  ASSERT_FALSE(decoded("another version"));
  EXPECT_EQ(decoded("another version").error(), messages::Id::unreadable_id);
}

/// One field of three, big-endian, on a level and still aircraft.
VehicleSample with(std::size_t offset, float value) {
  std::array<std::byte, kSize> bytes{};
  VehicleSample rest;
  EXPECT_EQ(kSource.encode(rest, bytes), kSize);
  std::array<std::byte, 4> word{};
  wire::store_little<float>(word, value);
  std::reverse_copy(word.begin(), word.end(), bytes.begin() + static_cast<std::ptrdiff_t>(offset));
  return *kSource.decode(bytes);
}

TEST(Flightgear, TheSignOfEveryAxis) {
  EXPECT_GT(with(100, 10).acceleration.y(), 0) << "A_X forward";
  EXPECT_GT(with(104, 10).acceleration.x(), 0) << "A_Y right";
  EXPECT_GT(with(108, -50).acceleration.z(), 0) << "A_Z down: more negative is pushed up";
  EXPECT_GT(with(56, 0.1F).rate.y(), 0) << "phidot: right side down";
  EXPECT_GT(with(60, 0.1F).rate.x(), 0) << "thetadot: nose up";
  EXPECT_LT(with(64, 0.1F).rate.z(), 0) << "psidot: nose right";
}

TEST(Flightgear, WhatIsEncodedIsDecoded) {
  VehicleSample sample;
  sample.acceleration = {1.5, -2.25, 3.125};
  sample.rate = {0.5, -0.25, 0.125};
  sample.attitude = from_rotation_vector({0.3, -0.2, 1.1});
  std::array<std::byte, kSize> bytes{};
  ASSERT_EQ(kSource.encode(sample, bytes), kSize);
  const auto again = kSource.decode(bytes);
  ASSERT_TRUE(again);
  EXPECT_LT((again->acceleration - sample.acceleration).norm(), 1e-5);
  EXPECT_LT((again->rate - sample.rate).norm(), 1e-6);
  sample.active = false;
  EXPECT_EQ(kSource.encode(sample, bytes), 0u);
}

TEST(Flightgear, OtherSizesAreNotRead) {
  const std::array<std::byte, 500> bytes{};
  for (const std::size_t size : std::initializer_list<std::size_t>{0, 4, 407, 409, 500})
    EXPECT_EQ(kSource.decode(std::span{bytes}.first(size)).error(), messages::Id::unreadable_size) << size;
}

}  // namespace
}  // namespace hexad::protocols::flightgear
