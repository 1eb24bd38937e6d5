// Files played smaller, and again and again.

#include "motion/prepare/play_as.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "motion/prepare/preflight.hpp"
#include "motion/program/testing/motion.hpp"
#include "motion/program/testing/platform.hpp"

namespace hexad::motion {
namespace {

using namespace testing_support;

files::MotionText text_of(const char* rows) {
  files::MotionText text;
  text.format = files::Format::positions;
  text.text = rows;
  return text;
}
/// Up by more than the platform has.
const char* const kFar = "0 0 0 0 0 0 0\n6 0 0 900 0 0 0\n12 0 0 0 0 0 0\n";
/// Up and to the side, and not back.
const char* const kOneWay = "0 0 0 0 0 0 0\n4 30 0 60 5 0 0\n";

TEST(PlayAs, WhatIsTooLargeIsPlayedAtTheScaleThatWasOffered) {
  const Machine machine = standard_platform();
  files::MotionText text = text_of(kFar);
  const auto refused = prepare(text, {}, machine);
  ASSERT_FALSE(refused);
  ASSERT_GT(refused.error().scale, 0.05);
  text.scale = std::floor(1000.0 * refused.error().scale) / 1000.0;
  const auto made = prepare(text, {}, machine);
  ASSERT_TRUE(made);
  EXPECT_NEAR(made->program->at(6.0).pose.position.z(), 0.9 * text.scale, 1e-9);
  EXPECT_EQ(made->program->duration(), 12.0);
  EXPECT_TRUE(preflight(*made->program, machine, {.find_scale = false}).passes());
  text.scale *= 1.1;
  EXPECT_FALSE(prepare(text, {}, machine)) << "more than that is refused as ever";
}

TEST(PlayAs, WaypointsAreScaledBeforeTheWayBetweenThemIsPlanned) {
  const Machine machine = standard_platform();
  files::MotionText text;
  text.format = files::Format::waypoints;
  text.text = "0 0 0 0 0 0\n0 0 60 4 0 0\n";
  text.scale = 0.5;
  const auto made = prepare(text, {}, machine);
  ASSERT_TRUE(made);
  const Pose end = made->program->at(made->program->duration()).pose;
  EXPECT_NEAR(end.position.z(), 0.03, 1e-9);
  EXPECT_NEAR(angle_between(Quat::Identity(), end.rotation), 2.0 * kDegree, 1e-9);
}

TEST(PlayAs, RepeatedItComesBackWithinEveryLimitAndBeginsAnew) {
  const Machine machine = standard_platform();
  files::MotionText text = text_of(kOneWay);
  const double once = prepare(text, {}, machine)->program->duration();
  text.repeat = true;
  const auto made = prepare(text, {}, machine);
  ASSERT_TRUE(made);
  const Prepared& program = *made->program;
  EXPECT_TRUE(std::isinf(program.duration()));
  EXPECT_NEAR(program.at(once).pose.position.z(), 0.06, 1e-9);
  // Three rounds and a half, tick by tick: every limit, and nothing jumps.
  const PreflightReport report = preflight(program, machine, {.horizon = 30.0, .find_scale = false});
  EXPECT_TRUE(report.passes());
  // The way back takes one of a few times; then it is as at the beginning.
  bool begins_anew = false;
  for (double back = 0.25; back < 60.0 && !begins_anew; back *= 1.25)
    begins_anew =
        (program.at(once + back + 2.0).pose.position - program.at(2.0).pose.position).norm() < 1e-9 &&
        program.at(once + back).pose.position.norm() < 1e-9;
  EXPECT_TRUE(begins_anew);
}

TEST(PlayAs, AFormulaThatMovesAtItsEndsIsRampedInEveryRound) {
  const Machine machine = standard_platform();
  files::MotionText text;
  text.format = files::Format::formula;
  text.text = "0\n0\n10*sin(2*t)\n0\n0\n0\n4\n";
  text.repeat = true;
  const auto made = prepare(text, {}, machine);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->program->ramp(), 0.0);
  EXPECT_TRUE(preflight(*made->program, machine, {.horizon = 20.0, .find_scale = false}).passes());
}

}  // namespace
}  // namespace hexad::motion
