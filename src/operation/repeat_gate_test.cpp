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
