// What an operator chooses for a file counts at once and after a restart, and only for that file.

#include "engine/preparation/smoothed_files.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include "messages/print.hpp"

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
    EXPECT_FALSE(files.choose("road.csv", true));
    EXPECT_FALSE(files.choose("sea.csv", false));
    EXPECT_TRUE(files.has("road.csv"));
    EXPECT_FALSE(files.has("sea.csv"));
    EXPECT_FALSE(files.has("road.cs")) << "another file";
  }
  SmoothedFiles files{{"sea.csv"}, state.path};
  EXPECT_TRUE(files.has("road.csv"));
  EXPECT_FALSE(files.has("sea.csv"));
  EXPECT_FALSE(files.choose("road.csv", false));
  EXPECT_FALSE(files.choose("sea.csv", true));
  const SmoothedFiles again{{"sea.csv"}, state.path};
  EXPECT_FALSE(again.has("road.csv"));
  EXPECT_TRUE(again.has("sea.csv"));
}

TEST(SmoothedFiles, AnotherFileOfThatNameWasNotAskedFor) {
  const StateFolder state;
  SmoothedFiles files{{}, state.path};
  EXPECT_FALSE(files.choose("mine.csv", true));
  EXPECT_FALSE(files.forget("mine.csv"));
  EXPECT_FALSE(files.has("mine.csv"));
  EXPECT_FALSE((SmoothedFiles{{}, state.path}).has("mine.csv"));
}

TEST(SmoothedFiles, WhatCannotBeKeptIsSaidAndDoesNotCount) {
  const std::filesystem::path nowhere = "/dev/null/state";
  SmoothedFiles files{{}, nowhere};
  const messages::Message problem = files.choose("mine.csv", true);
  EXPECT_EQ(messages::english(problem), "/dev/null/state: Not a directory");
  EXPECT_EQ(messages::to_text(problem, messages::Language::chinese), "/dev/null/state：不是目录");
  EXPECT_FALSE(files.has("mine.csv"));
}

}  // namespace
}  // namespace hexad::inline engine
