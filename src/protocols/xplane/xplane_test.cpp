// X-Plane: what it is asked, golden answers, the sign of every axis, both ends agree.

#include "protocols/xplane/xplane.hpp"

#include <gtest/gtest.h>

#include "base/units.hpp"
#include "messages/say.hpp"
#include "model/pose.hpp"
#include "protocols/testing/golden.hpp"

namespace hexad::protocols::xplane {
namespace {

const XplaneSource kXplane;

Result<VehicleSample, messages::Id> flown(const std::string& name) {
  static const auto frames =
      golden_frames(std::filesystem::path{__FILE__}.parent_path() / "golden" / "xplane.tsv");
  return kXplane.decode(frames.at(name));
}

TEST(Xplane, TheAccelerationOfTheWorldIsTurnedIntoTheAircraft) {
  EXPECT_LT((flown("take-off run to the north, 3 m/s2")->acceleration - Vec3{0, 3, 0}).norm(), 1e-5);
  EXPECT_LT((flown("take-off run to the east, 3 m/s2")->acceleration - Vec3{0, 3, 0}).norm(), 1e-5);
  const auto up = flown("pulling up, 2 m/s2");
  EXPECT_LT((up->acceleration - Vec3{0, 0, 2}).norm(), 1e-5);
  EXPECT_NEAR(up->rate.x(), 0.1, 1e-6) << "nose up is positive pitch inside";
  const auto steep = flown("straight up, 1 g forward");
  EXPECT_LT((steep->acceleration - Vec3{0, 2 * kGravity, -kGravity}).norm(), 1e-4)
      << "on the back: pressed into the seat twice, and no floor";
}

TEST(Xplane, ACoordinatedTurnIsFeltAsWeightAlone) {
  const auto turn = flown("a turn to the right, heading west, 60 degrees of bank");
  ASSERT_TRUE(turn);
  EXPECT_NEAR(turn->acceleration.x(), 0, 0.01) << "nothing to the side";
  EXPECT_NEAR(turn->acceleration.z(), kGravity, 0.01) << "2 g instead of 1";
  EXPECT_NEAR(turn->rate.y(), 0.05, 1e-6) << "P: right side down";
  EXPECT_NEAR(turn->rate.x(), 0.2, 1e-6) << "Q: nose up";
  EXPECT_NEAR(turn->rate.z(), -0.1, 1e-6) << "R: nose to the right";
}

TEST(Xplane, StandingOnAHillLeansTheCrew) {
  VehicleSample standing;
  standing.attitude = from_rotation_vector({10 * kDegree, 0, 0});  // nose up
  standing.acceleration = standing.attitude->conjugate() * Vec3{0, 0, kGravity} - Vec3{0, 0, kGravity};
  std::array<std::byte, kSize> bytes{};
  ASSERT_EQ(kXplane.encode(standing, bytes), kSize);
  for (const Dataref number : {ax, ay, az})
    EXPECT_NEAR(
        (wire::get<kValue, "value">(
            std::span<const std::byte>{bytes}.subspan(kNameSize + number * kValueSize).first<kValueSize>())),
        0, 1e-5)
        << "nothing moves";
  EXPECT_GT(kXplane.decode(bytes)->acceleration.y(), 1.5) << "felt as if it sped up";
}

TEST(Xplane, PausedIsAMenuAndOthersNumbersAreNotRead) {
  EXPECT_FALSE(flown("paused")->active);
  const auto more = flown("with numbers that somebody else asked for");
  ASSERT_TRUE(more);
  EXPECT_NEAR(more->acceleration.y(), 3, 1e-5);
  EXPECT_TRUE(more->active);
  ASSERT_FALSE(flown("paused is missing"));
  EXPECT_EQ(flown("paused is missing").error(), messages::Id::unreadable_field);
}

TEST(Xplane, WhatIsEncodedIsDecoded) {
  VehicleSample sample;
  sample.acceleration = {1.5, -2.25, 3.125};
  sample.rate = {0.5, -0.25, 0.125};
  sample.attitude = from_rotation_vector({0.3, -0.2, 1.1});
  std::array<std::byte, kSize> bytes{};
  ASSERT_EQ(kXplane.encode(sample, bytes), kSize);
  const auto again = kXplane.decode(bytes);
  ASSERT_TRUE(again);
  EXPECT_LT((again->acceleration - sample.acceleration).norm(), 1e-5);
  EXPECT_EQ(again->rate, sample.rate);
  EXPECT_TRUE(again->active);
  EXPECT_FALSE(again->attitude) << "its rates are told, not found";
  sample.active = false;
  ASSERT_EQ(kXplane.encode(sample, bytes), kSize);
  EXPECT_FALSE(kXplane.decode(bytes)->active);
  EXPECT_EQ(kXplane.encode(sample, std::span{bytes}.first(84)), 0u);
}

TEST(Xplane, IsAskedForEachDatarefByItsName) {
  std::array<std::byte, TelemetrySource::kLargest> bytes{};
  for (std::size_t i = 0; i < kDatarefs; ++i) {
    ASSERT_EQ(kXplane.ask(i, bytes), kRequestSize) << i;
    const std::string text{reinterpret_cast<const char*>(bytes.data()), kRequestSize};
    EXPECT_EQ(text.substr(0, 5), std::string("RREF\0", 5));
    EXPECT_EQ(text.substr(5, 4), std::string("\x3C\0\0\0", 4)) << "60 a second";
    EXPECT_EQ(text.substr(9, 4), std::string(1, static_cast<char>(i)) + std::string(3, '\0'));
    EXPECT_EQ(text.substr(13),
              std::string{kDatarefNames[i]} + std::string(400 - kDatarefNames[i].size(), '\0'));
  }
  EXPECT_EQ(kXplane.ask(kDatarefs, bytes), 0u);
  EXPECT_EQ(kXplane.ask(0, std::span{bytes}.first(412)), 0u);
}

TEST(Xplane, OtherDatagramsAreNotRead) {
  std::array<std::byte, 100> bytes{};
  for (const std::size_t size : std::initializer_list<std::size_t>{0, 4, 6, 84, 86})
    EXPECT_EQ(kXplane.decode(std::span{bytes}.first(size)).error(), messages::Id::unreadable_size) << size;
  EXPECT_EQ(kXplane.decode(std::span{bytes}.first(kSize)).error(), messages::Id::unreadable_id);
}

}  // namespace
}  // namespace hexad::protocols::xplane
