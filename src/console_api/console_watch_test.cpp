#include "console_api/console_watch.hpp"

#include <gtest/gtest.h>

namespace hexad::runtime {
namespace {

using namespace std::chrono_literals;

TimePoint clock_at(Duration time) { return TimePoint{time}; }

TEST(ConsoleWatch, TellsOnceThatItIsSilentAndOnceThatItIsBack) {
  ConsoleWatch watch;
  EXPECT_EQ(watch.look(clock_at(1s), clock_at(2900ms)), ConsoleWatch::News::none);
  EXPECT_EQ(watch.look(clock_at(1s), clock_at(3s)), ConsoleWatch::News::none) << "seen once";
  EXPECT_EQ(watch.look(clock_at(1s), clock_at(3500ms)), ConsoleWatch::News::silent);
  EXPECT_EQ(watch.look(clock_at(1s), clock_at(4s)), ConsoleWatch::News::none) << "told";
  EXPECT_TRUE(watch.silent());
  EXPECT_EQ(watch.look(clock_at(4400ms), clock_at(4500ms)), ConsoleWatch::News::back);
  EXPECT_EQ(watch.look(clock_at(4900ms), clock_at(5s)), ConsoleWatch::News::none);
  EXPECT_EQ(watch.times(), 1u);
}

TEST(ConsoleWatch, AStallOfTheWholeProgramIsNotTheConsoles) {
  ConsoleWatch watch;
  EXPECT_EQ(watch.look(clock_at(1s), clock_at(9s)), ConsoleWatch::News::none);
  EXPECT_EQ(watch.look(clock_at(9s), clock_at(9500ms)), ConsoleWatch::News::none);
  EXPECT_EQ(watch.times(), 0u);
}

}  // namespace
}  // namespace hexad::runtime
