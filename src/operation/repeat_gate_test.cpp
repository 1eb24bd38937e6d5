#include "operation/repeat_gate.hpp"

#include <gtest/gtest.h>

namespace hexad::inline operation {
namespace {

using namespace std::chrono_literals;
using Verdict = RepeatGate::Verdict;

struct GateBench {
  RepeatGate gate{300ms};
  TimePoint now{10s};
  Verdict after(Duration pause, bool under_way) {
    now += pause;
    return gate.heard(now, under_way);
  }
};

TEST(RepeatGate, BeginsOnceAndGoesOn) {
  GateBench bench;
  EXPECT_EQ(bench.after(0s, false), Verdict::begins);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(bench.after(100ms, true), Verdict::goes_on);
}

TEST(RepeatGate, Rule3_WhatWasEndedDoesNotBeginAgainWhileTheOrdersFlow) {
  GateBench bench;
  bench.after(0s, false);
  bench.after(100ms, true);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(bench.after(100ms, false), Verdict::cut_off) << i;
  EXPECT_EQ(bench.after(999ms, false), Verdict::cut_off);
  EXPECT_EQ(bench.after(1s, false), Verdict::begins) << "after a second of silence";
}

TEST(RepeatGate, Rule3_AStopBetweenTwoOrdersIsNoticedThoughTheMotionStillSlows) {
  GateBench bench;
  bench.after(0s, false);
  bench.after(100ms, true);
  bench.gate.cut();
  EXPECT_EQ(bench.after(100ms, true), Verdict::cut_off);
  EXPECT_EQ(bench.after(100ms, false), Verdict::cut_off);
  EXPECT_EQ(bench.after(1s, false), Verdict::begins);
}

TEST(RepeatGate, APressThatWasSilentTooLongIsOverHoweverLateItsBeatsCome) {
  GateBench bench;
  const auto beat = [&](Duration pause, bool under_way, std::uint64_t press) {
    bench.now += pause;
    return bench.gate.heard(bench.now, under_way, press);
  };
  EXPECT_EQ(beat(0s, false, 1), Verdict::begins);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(beat(149ms, true, 1), Verdict::goes_on);
  EXPECT_EQ(beat(150ms, true, 1), Verdict::cut_off) << "though it still slows down";
  EXPECT_EQ(beat(1min, false, 1), Verdict::cut_off);
  EXPECT_EQ(beat(50ms, false, 2), Verdict::begins) << "another press, at once";
  EXPECT_EQ(beat(50ms, false, 2), Verdict::cut_off) << "something else ended it";
  bench.gate.cut();
  EXPECT_EQ(beat(50ms, false, 3), Verdict::begins);
}

TEST(RepeatGate, WhatEndedByItselfBeginsAgainAtOnce) {
  GateBench bench;
  bench.after(0s, false);
  bench.after(100ms, true);
  EXPECT_EQ(bench.after(400ms, false), Verdict::begins) << "the button was let go and pressed again";
  bench.after(100ms, true);
  bench.gate.release();
  EXPECT_EQ(bench.after(50ms, false), Verdict::begins);
}

}  // namespace
}  // namespace hexad::inline operation
