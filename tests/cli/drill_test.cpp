// `hexad drill`: which lives it lives, and how a run is repeated.

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>

#include "process.hpp"

namespace hexad::cli_test {
namespace {

std::size_t lines_in(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

std::string hashes(const std::string& first, const std::string& count, const std::string& platform) {
  return run({"drill", "--hashes", "--seconds", "0.1", "--seed", first, "--seeds", count, "--platform",
              platform})
      .out;
}

TEST(Drill, SeedsBeginWhereTheyAreToldToAndComeInOrder) {
  const std::string three = hashes("7", "3", "pitch-roll-2");
  ASSERT_EQ(lines_in(three), 3u) << three;
  EXPECT_EQ(three.find("pitch-roll-2 7 "), 0u) << three;
  EXPECT_EQ(three.substr(three.find('\n') + 1), hashes("8", "2", "pitch-roll-2"));
}

TEST(Drill, AllIsEveryPreset) {
  const std::string every = hashes("1", "1", "all");
  EXPECT_EQ(lines_in(every), 6u) << every;
  for (const char* name : {"standard-400 ", "standard-400-rotary ", "allcontroller-1200 ",
                           "allcontroller-3dof-rotary ", "rectangle-4 ", "pitch-roll-2 "})
    EXPECT_TRUE(says(every, std::string{name} + "1 ")) << every;
}

TEST(Drill, LivesAtTheSameTimeAreToldInTheSameOrder) {
  const auto lived = [](const char* jobs) {
    return run({"drill", "--hashes", "--seconds", "1", "--seed", "1", "--seeds", "3", "--platform", "all",
                "--jobs", jobs})
        .out;
  };
  const std::string one = lived("1");
  EXPECT_EQ(lines_in(one), 18u) << one;
  EXPECT_EQ(lived("5"), one);
}

TEST(Drill, ARunWithoutASeedDrawsOneAndSaysHowToRepeatIt) {
  const Outcome outcome = run({"drill", "--seconds", "0.1", "--seeds", "1", "--platform", "pitch-roll-2"});
  const std::string first = "fresh seeds, the first is ";
  ASSERT_EQ(outcome.err.find(first), 0u) << outcome.err;
  const std::string seed = outcome.err.substr(first.size(), outcome.err.find('\n') - first.size());
  EXPECT_TRUE(says(outcome.out, "again: hexad drill --platform pitch-roll-2 --seconds 0.1 --seed " + seed +
                                    " --seeds 1\n"))
      << outcome.out;
}

TEST(Drill, TodayIsANumberEverybodyHasToday) {
  const auto today = [] {
    const std::time_t now = std::time(nullptr);
    char text[16];
    std::strftime(text, sizeof text, "%Y%m%d000", std::localtime(&now));
    return std::string{text};
  };
  const std::string before = today();
  const std::string line = hashes("today", "1", "pitch-roll-2");
  EXPECT_TRUE(says(line, " " + before + " ") || says(line, " " + today() + " ")) << line;
}

TEST(Drill, WhatIsNoSeedIsRefused) {
  for (const char* seed : {"tomorrow", "-1", "1.5", "0x10"}) {
    const Outcome outcome = run({"drill", "--seed", seed, "--seconds", "0.1"});
    EXPECT_EQ(outcome.code, 2) << seed;
    EXPECT_TRUE(says(outcome.err, "--seed")) << outcome.err;
  }
}

}  // namespace
}  // namespace hexad::cli_test
