#include "engine/loop/pacer.hpp"

#include <gtest/gtest.h>

namespace hexad::inline engine {
namespace {

using namespace std::chrono_literals;

TimePoint at(Duration time) { return TimePoint{time}; }

TEST(Pacer, APunctualWakeIsOneTick) {
  Pacer pacer{at(10ms), 1ms};
  EXPECT_EQ(pacer.due(at(9999us)).ticks, 0);
  for (int i = 0; i < 100; ++i) {
    const Pacer::Due due = pacer.due(pacer.wake() + 30us);
    EXPECT_EQ(due.ticks, 1);
    EXPECT_EQ(due.slipped, 0);
    EXPECT_FALSE(due.overrun);
    EXPECT_EQ(due.first, at(10ms + i * 1ms));
  }
  EXPECT_EQ(pacer.wake(), at(110ms));
}

TEST(Pacer, WokenByTheDrivesOneTickIsDueAndWholePeriodsBeyondAreLeftOut) {
  Pacer pacer{at(10ms), 1ms};
  Pacer::Due due = pacer.due_now(at(10ms + 100us));
  EXPECT_EQ(due.ticks, 1);
  EXPECT_EQ(due.slipped, 0);
  EXPECT_EQ(due.first, at(10ms + 100us));
  // Their clock is a little faster than ours: that is no slip, and time goes on.
  for (int i = 1; i <= 1000; ++i) {
    due = pacer.due_now(at(10ms + 100us + i * 999us));
    EXPECT_EQ(due.ticks, 1);
    EXPECT_EQ(due.slipped, 0);
  }
  // Two wakes at once, as HAL makes up for what it missed.
  const TimePoint last = due.first;
  due = pacer.due_now(last);
  EXPECT_EQ(due.ticks, 1);
  EXPECT_GT(due.first, last);
  // 40 ms of nothing.
  due = pacer.due_now(last + 41ms);
  EXPECT_EQ(due.ticks, 1);
  EXPECT_EQ(due.slipped, 40);
  EXPECT_TRUE(due.overrun);
  EXPECT_TRUE(due.hole);
  // One tick that is missing is no hole in time, as it is none by the clock.
  due = pacer.due_now(due.first + 2ms);
  EXPECT_EQ(due.slipped, 1);
  EXPECT_FALSE(due.hole);
}

TEST(Pacer, Rule14_FiveMissedTicksAreMadeUpForAtTheirOwnTimes) {
  Pacer pacer{at(0ms), 1ms};
  const Pacer::Due due = pacer.due(at(5ms + 400us));
  EXPECT_EQ(due.ticks, 6) << "five missed and the one that is due";
  EXPECT_EQ(due.slipped, 0);
  EXPECT_EQ(due.first, at(0ms));
  EXPECT_TRUE(due.overrun);
  EXPECT_EQ(pacer.wake(), at(6ms));
}

TEST(Pacer, Rule26_WhatIsMissingBeyondFiveIsLeftOutAndTimeStaysWithTheClock) {
  Pacer pacer{at(0ms), 1ms};
  const Pacer::Due due = pacer.due(at(50ms));
  EXPECT_EQ(due.ticks, 6);
  EXPECT_EQ(due.slipped, 45);
  EXPECT_EQ(due.first + 5 * pacer.period(), at(50ms)) << "the last tick has the present time";
  EXPECT_EQ(pacer.wake(), at(51ms));
}

TEST(Pacer, TicksAndSlipsTogetherAlwaysEqualTheTimeThatPassed) {
  Pacer pacer{at(0ms), 2ms};
  std::int64_t total = 0;
  Duration now{};
  for (int i = 0; i < 1000; ++i) {
    now += Duration{(std::int64_t{i} * i * 7919) % 40'000'000};
    const Pacer::Due due = pacer.due(at(now));
    total += due.ticks + due.slipped;
    ASSERT_LE(due.ticks, 6);
    ASSERT_EQ(total, now / 2ms + 1);
  }
}

TEST(Pacer, FasterPlatformTimeRunsSeveralTicksAWake) {
  Pacer pacer{at(0ms), 1ms, 10};
  EXPECT_EQ(pacer.wake(), at(9ms));
  EXPECT_EQ(pacer.due(at(8ms)).ticks, 0);
  const Pacer::Due due = pacer.due(at(9ms));
  EXPECT_EQ(due.ticks, 10);
  EXPECT_FALSE(due.overrun);
  EXPECT_EQ(pacer.due(at(19ms + 61ms)).slipped, 11) << "sixty at most";
}

}  // namespace
}  // namespace hexad::inline engine
