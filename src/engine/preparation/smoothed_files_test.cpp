// What an operator chooses for a file counts at once and after a restart, and only for that file.

#include "engine/preparation/smoothed_files.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

namespace hexad::inline engine {
namespace {

struct StateFolder {
  std::filesystem::path path =
      std::filesystem::path{testing::TempDir()} / ("smoothed_files_" + std::to_string(::getpid()));
  ~StateFolder() { std::filesystem::remove_all(path); }
};

TEST(SmoothedFiles, NobodyAskedNothingIsFiltered) {
  const StateFolder state;
  const SmoothedFiles files{{"sea.csv"}, state.path};
  EXPECT_TRUE(files.has("sea.csv")) << "the configuration names it";
  EXPECT_FALSE(files.has("road.csv"));
  EXPECT_FALSE(std::filesystem::exists(state.path)) << "nothing to keep, nothing kept";
}

TEST(SmoothedFiles, AChoiceCountsAtOnceAndAfterARestartAndBeatsTheConfiguration) {
  const StateFolder state;
  {
    SmoothedFiles files{{"sea.csv"}, state.path};
    EXPECT_EQ(files.choose("road.csv", true), std::nullopt);
    EXPECT_EQ(files.choose("sea.csv", false), std::nullopt);
    EXPECT_TRUE(files.has("road.csv"));
    EXPECT_FALSE(files.has("sea.csv"));
    EXPECT_FALSE(files.has("road.cs")) << "another file";
  }
  SmoothedFiles files{{"sea.csv"}, state.path};
  EXPECT_TRUE(files.has("road.csv"));
  EXPECT_FALSE(files.has("sea.csv"));
  EXPECT_EQ(files.choose("road.csv", false), std::nullopt);
  EXPECT_EQ(files.choose("sea.csv", true), std::nullopt);
  const SmoothedFiles again{{"sea.csv"}, state.path};
  EXPECT_FALSE(again.has("road.csv"));
  EXPECT_TRUE(again.has("sea.csv"));
}

TEST(SmoothedFiles, AnotherFileOfThatNameWasNotAskedFor) {
  const StateFolder state;
  SmoothedFiles files{{}, state.path};
  EXPECT_EQ(files.choose("mine.csv", true), std::nullopt);
  EXPECT_EQ(files.forget("mine.csv"), std::nullopt);
  EXPECT_FALSE(files.has("mine.csv"));
  EXPECT_FALSE((SmoothedFiles{{}, state.path}).has("mine.csv"));
}

TEST(SmoothedFiles, WhatCannotBeKeptIsSaidAndDoesNotCount) {
  const std::filesystem::path nowhere = "/dev/null/state";
  SmoothedFiles files{{}, nowhere};
  const auto problem = files.choose("mine.csv", true);
  ASSERT_TRUE(problem.has_value());
  EXPECT_NE(problem->find("/dev/null/state"), std::string::npos) << *problem;
  EXPECT_FALSE(files.has("mine.csv"));
}

}  // namespace
}  // namespace hexad::inline engine
