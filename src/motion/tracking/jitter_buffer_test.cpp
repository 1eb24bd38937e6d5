// Bursts and stalls, with and without a buffer: what comes out of the follower, and what the buffer gives on.

#include "motion/tracking/jitter_buffer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "bench/field_streams.hpp"
#include "motion/program/follow.hpp"

namespace hexad::motion {
namespace {

using namespace hexad::bench;

constexpr FieldStream kBursts{.name = "bursts of ten each 100 ms", .burst = 0.1};
constexpr FieldStream kLate{.name = "100 Hz, 100 ms stalls, late", .stall = 0.1};

struct Result {
  Comparison compared;
  Extremes most, from_start;
};

Result follow_field(const FieldStream& kind, const Signal& signal, double buffer, bool numbered) {
  Follow follow;
  follow.start({}, Vec6::Constant(0.4), Vec6::Constant(4.0), Vec6::Constant(50.0));
  follow.join_gently({Vec6::Constant(1.0), Vec6::Constant(10.0)});
  follow.buffer(buffer);
  const auto at = [](double seconds) { return TimePoint{from_seconds(seconds)}; };
  const Follower follower{
      [&](const Packet& p) {
        const std::optional<std::uint32_t> number{p.number - 20};  // it wraps on the way
        follow.target(Vec6::Constant(p.value), at(p.arrival), numbered ? number : std::nullopt);
      },
      [&](double now, double dt) { return follow.advance(at(now), from_seconds(dt)).position[0]; }};
  const std::vector<double> out = run(field_stream(signal, kind, 20.0, 1), follower, 20.0);
  return {compare(out, 1e-3, signal, 3.0), extremes(out, 1e-3, 3.0), extremes(out, 1e-3)};
}

double game(double t) { return sine(0.03, 0.3)(t) + sine(0.01, 0.9)(t) + sine(0.002, 2.3)(t); }

TEST(JitterBuffer, BurstsComeOutEvenlyByTheBufferLate) {
  for (const bool numbered : {false, true}) {
    for (const Signal& signal : {sine(0.05, 0.5), Signal{game}}) {
      const Result r = follow_field(kBursts, signal, 0.1, numbered);
      EXPECT_NEAR(r.compared.lag, 0.115, 3e-3);  // the quickest packet of a burst is 10 ms old
      EXPECT_LE(r.compared.residual, 0.1e-3);
      EXPECT_LE(r.most.acceleration, 1.0);
      EXPECT_LE(r.from_start.acceleration, 2.5);
    }
  }
}

TEST(JitterBuffer, WithoutItTheyDoNot) {
  const Result r = follow_field(kBursts, game, 0.0, true);
  EXPECT_GE(r.compared.residual, 0.4e-3);
}

TEST(JitterBuffer, StallsAfterWhichEverythingComes) {
  for (const Signal& signal : {sine(0.05, 0.5), Signal{game}}) {
    const Result r = follow_field(kLate, signal, 0.15, false);
    EXPECT_NEAR(r.compared.lag, 0.155, 3e-3);
    EXPECT_LE(r.compared.residual, 0.15e-3);
    EXPECT_LE(r.most.acceleration, 1.0);
  }
}

/// In order, each at its time, none kept longer than twice the buffer, and none lost.
TEST(JitterBuffer, EveryPacketGoesOnInItsOrder) {
  for (const double buffer : {0.001, 0.05, 0.5}) {
    JitterBuffer waiting;
    waiting.start(buffer);
    Dice dice{7};
    double arrival = 0.0, last = -1.0;
    int sent = 0, gone = 0;
    for (int k = 0; k < 20000; ++k) {
      const double now = 1e-3 * k;
      while (arrival <= now) {
        waiting.add(Vec6::Constant(sent), arrival, {});
        ++sent;
        const double wild = dice.unit();  // at once, as usual, late, after a silence
        arrival += wild < 0.3 ? 0.0 : wild < 0.95 ? 0.02 * dice.unit() : wild < 0.999 ? 0.2 : 2.0;
      }
      while (const auto packet = waiting.next(now)) {
        EXPECT_EQ(packet->position[0], gone);
        EXPECT_GE(packet->time, last);
        EXPECT_LE(packet->time, now);
        last = packet->time;
        ++gone;
      }
    }
    for (double end = 21.0; const auto packet = waiting.next(arrival + end);) ++gone;
    EXPECT_EQ(gone, sent) << buffer;
  }
}

TEST(JitterBuffer, WhatIsNoNumberOfSecondsIsNone) {
  JitterBuffer waiting;
  for (const double none :
       {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    waiting.start(none);
    EXPECT_FALSE(waiting.on());
  }
}

}  // namespace
}  // namespace hexad::motion
