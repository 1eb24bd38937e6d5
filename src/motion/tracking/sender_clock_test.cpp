#include "motion/tracking/sender_clock.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bench/field_streams.hpp"

namespace hexad::motion {
namespace {

using namespace hexad::bench;
using Kind = SenderClock::Kind;

struct Errors {
  double rms = 0.0, worst = 0.0;
};

/// Of the recovered send times, after the first `skip` seconds; the mean delay is zero in these streams.
Errors errors(SenderClock& clock, const StreamSettings& settings, double skip) {
  Errors e;
  double sum = 0.0;
  int count = 0;
  for (const Packet& p : stream(sine(1.0, 0.1), settings)) {
    const SenderClock::Stamp stamp = clock.arrival(p.arrival, false);
    if (p.sent < skip) continue;
    const double error = stamp.time - p.sent;
    e.worst = std::max(e.worst, std::abs(error));
    sum += error * error;
    ++count;
  }
  e.rms = std::sqrt(sum / std::max(count, 1));
  return e;
}

TEST(SenderClock, JitterOf2msBecomesAThirdOfAMillisecondAndLossesAreCounted) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    SenderClock clock;
    StreamSettings settings;
    settings.loss = 0.05;
    settings.seed = seed;
    const Errors e = errors(clock, settings, 2.0);
    EXPECT_LE(e.rms, 0.35e-3);
    EXPECT_LE(e.worst, 1.5e-3);  // a packet counted wrongly would be 10 ms off
    EXPECT_NEAR(clock.period(), 0.01, 2e-5);
    EXPECT_NEAR(clock.jitter(), 1e-3, 0.4e-3);
    EXPECT_EQ(clock.quality(), 1.0);
  }
}

// ±3 ms is half a period and more: by arrival a tenth of them would be counted wrongly. Nobody overtakes
// anybody, so all are late on average: that much the line lies beside the send times, everywhere the same.
TEST(SenderClock, WhereArrivalsScatterByPeriodsTheSendersNumbersAreCounted) {
  for (const double hz : {160.0, 250.0, 500.0, 1000.0}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      SCOPED_TRACE(testing::Message() << hz << " Hz, seed " << seed);
      SenderClock clock;
      double lowest = 1.0, highest = -1.0;
      const FieldStream kind{.name = "", .rate = hz, .jitter = 3e-3, .loss = 0.05};
      for (const Packet& p : field_stream(sine(1.0, 0.1), kind, 10.0, seed)) {
        const double late = clock.arrival(p.arrival, false, p.number).time - p.sent;
        if (p.sent < 2.0) continue;
        lowest = std::min(lowest, late);
        highest = std::max(highest, late);
      }
      EXPECT_LE(highest - lowest, 3e-3);
      EXPECT_NEAR(clock.period(), 1.0 / hz, 0.02 / hz);
    }
  }
}

// A game that misses a frame of the screen does not miss a number; nor does one that draws only every second.
TEST(SenderClock, WhereArrivalsAreRegularTheyAreCountedAndNotTheNumbers) {
  SenderClock clock;
  double t = 0.0;
  double worst = 0.0;
  for (std::uint32_t k = 1; k < 600; ++k) {
    t += k % 37 == 0 ? 0.02 : 0.01;
    const SenderClock::Stamp stamp = clock.arrival(t, false, k);
    if (k > 100) worst = std::max(worst, std::abs(stamp.time - t));
  }
  EXPECT_LE(worst, 0.2e-3);
  EXPECT_NEAR(clock.period(), 0.01, 1e-4);
}

TEST(SenderClock, NumbersThatDoNotCountPacketsAreNotUsed) {
  StreamSettings settings;
  settings.rate = 250.0;
  settings.jitter = 3e-3;
  for (const bool milliseconds : {false, true}) {  // always 0, or a clock
    SenderClock with, without;
    for (const Packet& p : stream(sine(1.0, 0.1), settings)) {
      const std::uint32_t number = milliseconds ? static_cast<std::uint32_t>(5000.0 * p.sent) : 0;
      ASSERT_EQ(with.arrival(p.arrival, false, number).time, without.arrival(p.arrival, false).time);
    }
  }
}

TEST(SenderClock, RatesFrom2HzTo1kHzAreFound) {
  for (const double hz : {2.0, 10.0, 30.0, 50.0, 60.0, 77.0, 250.0, 1000.0}) {
    SenderClock clock;
    StreamSettings settings;
    settings.rate = hz;
    settings.jitter = std::min(2e-3, 0.3 / hz);
    settings.duration = std::max(10.0, 40.0 / hz);
    errors(clock, settings, 0.0);
    EXPECT_NEAR(clock.period(), 1.0 / hz, 0.01 / hz);
  }
}

// A loss or a few late packets among the first ones suggest a wrong rate, on which every later packet can be
// made to fit by counting losses: a lock that looks well and is wrong.
TEST(SenderClock, WhateverTheFirstPacketsSayTheRateIsRightAfterTwoSeconds) {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    SenderClock clock;
    StreamSettings settings;
    settings.seed = seed;
    settings.duration = 2.0;
    (void)errors(clock, settings, 0.0);
    ASSERT_NEAR(clock.period(), 0.01, 0.0002);
  }
}

TEST(SenderClock, SenderThatWandersIsFollowedBetterThanItsMeanRateWould) {
  SenderClock clock;
  StreamSettings settings;
  settings.wander = 2e-3;
  settings.jitter = 0.2e-3;
  settings.loss = 0.0;
  const Errors e = errors(clock, settings, 3.0);
  EXPECT_LE(e.rms, 1.3e-3);  // one interval is off by 1.15 ms rms; a fixed line would be off by many
}

TEST(SenderClock, SecondPacketOfTheSameValueRightAfterIsADuplicate) {
  SenderClock clock;
  for (int k = 0; k < 20; ++k) {
    EXPECT_NE(clock.arrival(0.01 * k, false).kind, Kind::duplicate);
    EXPECT_EQ(clock.arrival(0.01 * k + 0.3e-3, true).kind, Kind::duplicate);
  }
  EXPECT_NEAR(clock.period(), 0.01, 1e-6);
}

TEST(SenderClock, PacketsHeldUpAndDeliveredTogetherAreNotPutIntoTheFuture) {
  SenderClock clock;
  for (int k = 0; k < 100; ++k) (void)clock.arrival(0.01 * k, false);
  EXPECT_EQ(clock.arrival(1.2, false).kind, Kind::gap);
  for (int k = 1; k < 20; ++k) {
    const SenderClock::Stamp stamp = clock.arrival(1.2 + 1e-5 * k, false);
    EXPECT_LE(stamp.time, 1.21);
  }
  double worst = 0.0;
  for (int k = 1; k < 100; ++k) {
    const SenderClock::Stamp stamp = clock.arrival(1.2 + 0.01 * k, false);
    if (k > 50) worst = std::max(worst, std::abs(stamp.time - (1.2 + 0.01 * k)));
  }
  EXPECT_LE(worst, 1e-3);
}

TEST(SenderClock, ChangeOfRateIsTakenWithinTenPackets) {
  SenderClock clock;
  double t = 0.0;
  for (const double period : {0.01, 0.033, 0.004, 0.1, 0.001, 0.0167}) {
    for (int k = 0; k < 10; ++k) (void)clock.arrival(t += period, false);
    EXPECT_NEAR(clock.period(), period, 0.05 * period);
    for (int k = 0; k < 40; ++k) (void)clock.arrival(t += period, false);
    EXPECT_NEAR(clock.period(), period, 0.005 * period);
  }
}

TEST(SenderClock, StampsThatGoBackwardsKeepTimesFiniteAndNear) {
  SenderClock clock;
  Dice dice{3};
  for (int k = 0; k < 3000; ++k) {
    const double t = 1e-3 * k;
    const SenderClock::Stamp stamp = clock.arrival(t - dice.between(0.0, 2.5e-3), false);
    ASSERT_TRUE(std::isfinite(stamp.time));
    if (k > 300) {
      ASSERT_NEAR(stamp.time, t, 6e-3);
    }
  }
}

}  // namespace
}  // namespace hexad::motion
