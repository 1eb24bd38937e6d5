// darren's programs as the vendor-side button tool starts them: one frame each, sequence 0, nothing periodic.

#include <gtest/gtest.h>

#include <cmath>

#include "field_bench.hpp"

namespace hexad::system_test {
namespace {

constexpr std::uint16_t kAtNeutral = 5;
constexpr std::uint16_t kRunning = 6;
constexpr std::uint16_t kToNeutral = 7;

bool near(float a, float b, float within = 0.05F) { return std::abs(a - b) <= within; }

TEST(FieldPrograms, PointToPointStartsOnOneFrameArrivesAndStaysInRun) {
  const FieldBench bench{"neutral", {"--speed", "4"}};
  FieldHost tool{bench.darren()};
  FieldFrame start{.id = 106, .word = 2, .sub_command = 1, .values = {2, -1, 3, 10, -20, 30}};
  start.second = {10, 10, 10, 50, 50, 50};
  tool.send({.id = 0, .word = 2});
  ASSERT_TRUE(tool.reaches(kRunning));
  tool.send(start);
  EXPECT_TRUE(tool.until([&](const FieldStatus& status) {
    bool there = status.state == kRunning && status.moving == 0;
    for (std::size_t i = 0; i < 6; ++i) there = there && near(status.pose[i], start.values[i]);
    return there;
  })) << bench.hexad.log();
  // Other values retarget.
  start.values = {0, 0, 0, 0, 0, -20};
  tool.send(start);
  EXPECT_TRUE(tool.until([](const FieldStatus& status) { return near(status.pose[5], -20.0F); }));
  EXPECT_EQ(tool.status().state, kRunning);
}

TEST(FieldPrograms, PointToPointStop0x80StandsWhereItIs) {
  const FieldBench bench{"neutral", {"--speed", "0.5"}};
  FieldHost tool{bench.darren()};
  tool.send({.id = 0, .word = 2});
  ASSERT_TRUE(tool.reaches(kRunning));
  tool.send({.id = 106, .word = 2, .sub_command = 1, .values = {0, 0, 0, 0, 0, 150}});
  ASSERT_TRUE(tool.until([](const FieldStatus& status) { return status.pose[5] > 5.0F; }))
      << bench.hexad.log();
  tool.send({.id = 106, .word = 2, .sub_command = 0x80});
  ASSERT_TRUE(tool.until([](const FieldStatus& status) { return status.moving == 0; }));
  EXPECT_LT(tool.status().pose[5], 149.0F);
  EXPECT_EQ(tool.status().state, kRunning) << "running is a mode";
}

TEST(FieldPrograms, SineStartsAndFadesOutAndAVelocityRowIsNotTakenForHertz) {
  const FieldBench bench{"neutral", {"--speed", "2"}};
  FieldHost tool{bench.darren()};
  tool.send({.id = 0, .word = 2});
  ASSERT_TRUE(tool.reaches(kRunning));
  // The tool labels that row "velocity": 50 there is no frequency a platform can have.
  FieldFrame sine{.id = 107, .word = 2, .sub_command = 1, .values = {0, 0, 0, 0, 0, 20}};
  sine.second = {0, 0, 0, 0, 0, 50};
  tool.send(sine);
  sine.second = {0, 0, 0, 0, 0, 0.5F};
  sine.third = {0, 0, 0, 0, 0, 90};
  tool.send(sine);
  ASSERT_TRUE(tool.until([](const FieldStatus& status) { return status.pose[5] > 18.0F; }))
      << bench.hexad.log();
  ASSERT_TRUE(tool.until([](const FieldStatus& status) { return status.pose[5] < -18.0F; }));
  EXPECT_NE(bench.hexad.log().find("darren.sine_max_hz"), std::string::npos) << bench.hexad.log();
  tool.send({.id = 107, .word = 2, .sub_command = 0});
  EXPECT_TRUE(tool.until([](const FieldStatus& status) { return status.moving == 0; }));
  EXPECT_EQ(tool.status().state, kRunning) << bench.hexad.log();
}

TEST(FieldPrograms, PlaybackRunsToItsEndAndReturnsToNeutralByItself) {
  const FieldBench bench{"neutral", {"--speed", "10"}};
  FieldHost tool{bench.darren()};
  tool.send({.id = 103, .word = 6, .file = 1});
  ASSERT_TRUE(tool.reaches(kRunning)) << bench.hexad.log();
  ASSERT_TRUE(tool.reaches(kAtNeutral)) << bench.hexad.log();
  std::size_t to_neutral = 0;
  for (const std::uint16_t state : tool.states()) to_neutral += state == kToNeutral ? 1 : 0;
  EXPECT_LE(to_neutral, 1U);
  // A file nobody has: it stays, and the log says why, once.
  tool.send({.id = 103, .word = 0});
  for (int i = 0; i < 20; ++i) tool.send({.id = 103, .word = 6, .file = 77});
  EXPECT_TRUE(tool.until([&](const FieldStatus& status) {
    return status.state == kAtNeutral && bench.hexad.log().find("77") != std::string::npos;
  })) << bench.hexad.log();
}

}  // namespace
}  // namespace hexad::system_test
