#include "host/pacer.hpp"

#include <gtest/gtest.h>

namespace hexad::host {
namespace {

using namespace std::chrono_literals;

constexpr Pacer::Time kStart{1h};

TEST(Pacer, TheFirstFrameIsDueAtOnceAndTheRestOnAGridThatLatenessDoesNotShift) {
  Pacer pacer{10ms};
  EXPECT_EQ(pacer.next(kStart), kStart);
  pacer.sent(kStart + 3ms);
  EXPECT_EQ(pacer.next(kStart + 3ms), kStart + 10ms);
  pacer.sent(kStart + 19ms);
  EXPECT_EQ(pacer.next(kStart + 19ms), kStart + 20ms) << "late by 9 ms, and the next is still on the grid";
  EXPECT_EQ(pacer.missed(), 0u);
}

TEST(Pacer, DeadlinesThatHavePassedAreLeftOutAndCountedNotSentInABurst) {
  Pacer pacer{10ms};
  pacer.next(kStart);
  pacer.sent(kStart + 35ms);
  EXPECT_EQ(pacer.next(kStart + 35ms), kStart + 40ms);
  EXPECT_EQ(pacer.missed(), 3u) << "10, 20 and 30 ms";
  pacer.sent(kStart + 50ms);
  EXPECT_EQ(pacer.next(kStart + 50ms), kStart + 60ms) << "exactly at the next deadline is past it";
  EXPECT_EQ(pacer.missed(), 4u);
}

TEST(Pacer, AThousandSecondsOfAHundredHertzAreAHundredThousandFrames) {
  Pacer pacer{10ms};
  Pacer::Time now = kStart;
  int frames = 0;
  // Each frame leaves between 0 and 7 ms late.
  while ((now = pacer.next(now)) < kStart + 1000s) {
    pacer.sent(now + std::chrono::milliseconds{frames++ % 8});
  }
  EXPECT_EQ(frames, 100'000);
  EXPECT_EQ(pacer.missed(), 0u);
}

}  // namespace
}  // namespace hexad::host
