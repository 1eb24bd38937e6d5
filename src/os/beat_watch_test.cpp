#include "os/beat_watch.hpp"

#include <gtest/gtest.h>

namespace hexad::inline os {
namespace {

using namespace std::chrono_literals;

TimePoint clock_at(Duration time) { return TimePoint{time}; }

TEST(BeatWatch, TellsOnceThatItIsSilentAndOnceThatItIsBack) {
  BeatWatch watch;
  EXPECT_EQ(watch.look(clock_at(1s), clock_at(2900ms)), BeatWatch::Notice::none);
  EXPECT_EQ(watch.look(clock_at(1s), clock_at(3s)), BeatWatch::Notice::none) << "seen once";
  EXPECT_EQ(watch.look(clock_at(1s), clock_at(3500ms)), BeatWatch::Notice::silent);
  EXPECT_EQ(watch.look(clock_at(1s), clock_at(4s)), BeatWatch::Notice::none) << "told";
  EXPECT_TRUE(watch.silent());
  EXPECT_EQ(watch.look(clock_at(4400ms), clock_at(4500ms)), BeatWatch::Notice::back);
  EXPECT_EQ(watch.look(clock_at(4900ms), clock_at(5s)), BeatWatch::Notice::none);
  EXPECT_EQ(watch.times(), 1u);
}

TEST(BeatWatch, AStallOfTheWholeProgramIsNotTheThreads) {
  BeatWatch watch;
  EXPECT_EQ(watch.look(clock_at(1s), clock_at(9s)), BeatWatch::Notice::none);
  EXPECT_EQ(watch.look(clock_at(9s), clock_at(9500ms)), BeatWatch::Notice::none);
  EXPECT_EQ(watch.times(), 0u);
}

}  // namespace
}  // namespace hexad::inline os
