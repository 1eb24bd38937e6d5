// The telemetry that is described by the configuration: three formats, units, signs, gravity, menu, clock.

#include "protocols/generic/generic.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "base/units.hpp"
#include "messages/say.hpp"
#include "wire/little_endian.hpp"

namespace hexad::protocols::generic {
namespace {

Result<VehicleSample, messages::Id> read(const Settings& settings, std::string_view text) {
  return GenericSource{settings}.decode(std::as_bytes(std::span{text}));
}

Settings tags() {
  Settings settings;
  settings.axes = {{{"ay", -1.0},
                    {"ax", kGravity},
                    {"az", 1.0},
                    {"pitchrate", kDegree},
                    {"rollrate", 1.0},
                    {"yawrate", -1.0}}};
  settings.with_gravity = true;
  settings.active = {"race", 1.0};
  settings.time = {"ms", 1e-3};
  return settings;
}

TEST(Generic, TextByTags) {
  const auto sample = read(tags(),
                           "time=12.5\r\nax=0.5\r\nay=2\r\naz=9.80665\r\npitchrate=10\r\nrollrate=0.2\r\n"
                           "yawrate=0.3\r\nrace=1\r\nms=1500\r\n");
  ASSERT_TRUE(sample);
  EXPECT_TRUE(sample->acceleration.isApprox(Vec3{-2, 0.5 * kGravity, 0})) << "units, signs, gravity off";
  EXPECT_TRUE(sample->rate.isApprox(Vec3{10 * kDegree, 0.2, -0.3}));
  EXPECT_DOUBLE_EQ(*sample->time, 1.5);
  EXPECT_TRUE(sample->active);
  EXPECT_FALSE(read(tags(), "ax=0 ay=0 az=0 pitchrate=0 rollrate=0 yawrate=0 race=0 ms=1")->active);
}

TEST(Generic, AMissingFieldOrNoNumberIsNotRead) {
  for (const char* text : {"", "ax=0.5", "ax=x ay=0 az=0 pitchrate=0 rollrate=0 yawrate=0 race=1 ms=1",
                           "ax=nan ay=0 az=0 pitchrate=0 rollrate=0 yawrate=0 race=1 ms=1", "\xff\xfe="}) {
    const auto sample = read(tags(), text);
    ASSERT_FALSE(sample) << text;
    EXPECT_EQ(sample.error(), messages::Id::unreadable_field);
  }
}

Settings columns(Format format) {
  Settings settings;
  settings.format = format;
  settings.axes[0] = {"4", 1.0};
  settings.axes[1] = {"2", 1.0};
  settings.axes[5] = {"3", 1.0};
  return settings;
}

TEST(Generic, ColumnsAreCountedAndAnEmptyOneIsAColumn) {
  for (const char* text : {"0,1,2,3", "9;1;2;3;7\n5;5;5;5", "0 1\t2 3", " 0 , 1 , 2 , 3 "}) {
    const auto sample = read(columns(Format::csv), text);
    ASSERT_TRUE(sample) << text;
    EXPECT_EQ(sample->acceleration, Vec3(3, 1, 0)) << text;
    EXPECT_EQ(sample->rate, Vec3(0, 0, 2)) << text;
  }
  EXPECT_FALSE(read(columns(Format::csv), "0,1,,2,3")) << "nothing moves to another axis";
  EXPECT_TRUE(read(columns(Format::csv), ",1,2,3")) << "a column that is not used may be empty";
  EXPECT_FALSE(read(columns(Format::csv), "0,1,2"));
}

TEST(Generic, FloatsAreCounted) {
  std::array<std::byte, 20> bytes{};
  for (std::size_t i = 0; i < 5; ++i)
    wire::store_little<float>(std::span{bytes}.subspan(4 * i).first<4>(), static_cast<float>(i));
  const GenericSource source{columns(Format::floats)};
  const auto sample = source.decode(bytes);
  ASSERT_TRUE(sample);
  EXPECT_EQ(sample->acceleration, Vec3(3, 1, 0));
  EXPECT_EQ(sample->rate, Vec3(0, 0, 2));
  EXPECT_FALSE(source.decode(std::span{bytes}.first(12)));
  EXPECT_FALSE(source.decode(std::span{bytes}.first(19)));
  wire::store_little<float>(std::span{bytes}.subspan(4).first<4>(), std::numeric_limits<float>::quiet_NaN());
  ASSERT_TRUE(source.decode(bytes));
  EXPECT_FALSE(is_finite(*source.decode(bytes))) << "the session looks for it";
}

TEST(Generic, WhatIsEncodedIsDecoded) {
  VehicleSample sample;
  sample.acceleration = {1.5, -2.25, 0.0};
  sample.rate = {0.0, 0.0, 0.125};
  std::array<std::byte, TelemetrySource::kLargest> bytes{};
  for (const Format format : {Format::csv, Format::floats}) {
    const GenericSource source{columns(format)};
    const std::size_t size = source.encode(sample, bytes);
    ASSERT_GT(size, 0u);
    const auto again = source.decode(std::span{bytes}.first(size));
    ASSERT_TRUE(again);
    EXPECT_EQ(again->acceleration, sample.acceleration);
    EXPECT_EQ(again->rate, sample.rate);
  }
  const GenericSource source{tags()};
  sample.acceleration.z() = 0.5;
  sample.rate = {0.1, 0.2, 0.3};
  for (const bool active : {true, false}) {
    sample.active = active;
    const auto again = source.decode(std::span{bytes}.first(source.encode(sample, bytes)));
    ASSERT_TRUE(again);
    EXPECT_LT((again->acceleration - sample.acceleration).norm(), 1e-12);
    EXPECT_LT((again->rate - sample.rate).norm(), 1e-12);
    EXPECT_EQ(again->active, active);
  }
}

TEST(Generic, TheMappingIsToldInWords) {
  EXPECT_EQ(GenericSource{columns(Format::csv)}.mapping(),
            "sway = field 4; surge = field 2; yaw = field 3; without gravity");
}

}  // namespace
}  // namespace hexad::protocols::generic
