// The motion files that ship: mdof decision 10, motus decision 13, and the films.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "messages/message.hpp"
#include "messages/print.hpp"
#include "motion/prepare/preflight.hpp"
#include "motion/prepare/prepare.hpp"
#include "motion/program/testing/motion.hpp"
#include "motion/program/testing/platform.hpp"

namespace hexad::motion {
namespace {

using namespace testing_support;
using files::Format;

struct Shipped {
  const char* name;
  Format format;
};
const std::vector<Shipped> kShipped{
    {"pos01.txt", Format::positions},         {"waypoints01.txt", Format::waypoints},
    {"formula01.txt", Format::formula},       {"script01.csv", Format::script},
    {"script02.csv", Format::script},         {"playback01.txt", Format::by_separator},
    {"playback02.csv", Format::by_separator}, {"film_coaster.csv", Format::by_separator},
    {"film_sea.txt", Format::by_separator},   {"film_flight.txt", Format::by_separator}};

files::MotionText read(const Shipped& file) {
  files::MotionText text = shipped(file.name);
  text.format = file.format;
  return text;
}

std::string why(const Rejection& rejection) { return messages::english(message_of(rejection)); }

TEST(Shipped, EveryMotionFileKeepsTheLimitsOfTheDefaultPlatform) {
  const Machine machine = standard_platform();
  for (const Shipped& file : kShipped) {
    SCOPED_TRACE(file.name);
    const auto prepared = prepare(read(file), Pose{}, machine);
    ASSERT_TRUE(prepared) << why(prepared.error());
    EXPECT_EQ(prepared->program->kind(), ProgramKind::file);
    const PreflightReport report = preflight(*prepared->program, machine, {.find_scale = false});
    EXPECT_TRUE(report.passes());
    EXPECT_GT(report.play_time, 2.0);
    const bool rests = prepared->program->ramp() == 0.0;
    EXPECT_EQ(rests, file.format != Format::formula);
    if (rests) {
      EXPECT_LE(measure(machine, *prepared->program).share(machine.limits), 1.0);
      EXPECT_EQ(governor_acts(machine, *prepared->program), 0);
    }
  }
}

// The rows of the coaster have two decimals; a curve through them as they stand has up to 8.8 m/s³ of jerk.
TEST(Shipped, TheRoundingOfAFilmIsNotFelt) {
  const Machine machine = standard_platform();
  const auto prepared = prepare(read(kShipped[7]), Pose{}, machine);
  ASSERT_TRUE(prepared);
  double jerk = 0.0;
  std::array<double, 4> z{};
  for (int k = 0; 1e-3 * k < prepared->program->duration(); ++k) {
    z = {z[1], z[2], z[3], prepared->program->at(1e-3 * k).pose.position.z()};
    if (k >= 3) jerk = std::max(jerk, std::abs(z[3] - 3.0 * z[2] + 3.0 * z[1] - z[0]) / 1e-9);
  }
  EXPECT_LE(jerk, 1.0);
}

TEST(Shipped, Decision10_File1TakesAboutSixSecondsAndTheFormulaHasADuration) {
  const Machine machine = standard_platform();
  EXPECT_NEAR(prepare(read(kShipped[0]), Pose{}, machine)->program->duration(), 6.0, 0.2);
  EXPECT_EQ(prepare(read(kShipped[2]), Pose{}, machine)->program->duration(), 15.0);
}

}  // namespace
}  // namespace hexad::motion
