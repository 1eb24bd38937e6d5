#include "console_api/console_watch.hpp"

#include <gtest/gtest.h>

namespace hexad::inline console_api {
namespace {

using namespace std::chrono_literals;

TimePoint clock_at(Duration time) { return TimePoint{time}; }

TEST(ConsoleWatch, TellsOnceThatItIsSilentAndOnceThatItIsBack) {
  ConsoleWatch watch;
  EXPECT_EQ(watch.look(clock_at(1s), clock_at(2900ms)), ConsoleWatch::Notice::none);
  EXPECT_EQ(watch.look(clock_at(1s), clock_at(3s)), ConsoleWatch::Notice::none) << "seen once";
  EXPECT_EQ(watch.look(clock_at(1s), clock_at(3500ms)), ConsoleWatch::Notice::silent);
  EXPECT_EQ(watch.look(clock_at(1s), clock_at(4s)), ConsoleWatch::Notice::none) << "told";
  EXPECT_TRUE(watch.silent());
  EXPECT_EQ(watch.look(clock_at(4400ms), clock_at(4500ms)), ConsoleWatch::Notice::back);
  EXPECT_EQ(watch.look(clock_at(4900ms), clock_at(5s)), ConsoleWatch::Notice::none);
  EXPECT_EQ(watch.times(), 1u);
}

TEST(ConsoleWatch, AStallOfTheWholeProgramIsNotTheConsoles) {
  ConsoleWatch watch;
  EXPECT_EQ(watch.look(clock_at(1s), clock_at(9s)), ConsoleWatch::Notice::none);
  EXPECT_EQ(watch.look(clock_at(9s), clock_at(9500ms)), ConsoleWatch::Notice::none);
  EXPECT_EQ(watch.times(), 0u);
}

}  // namespace
}  // namespace hexad::inline console_api
