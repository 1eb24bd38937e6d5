// The response of the follower: a sine far inside the limits comes out as large as it went in and no later
// than a packet, at every rate; one that asks for more than there is comes out smaller, never larger.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include "bench/follow_loop.hpp"

namespace hexad::motion::testing_follow {
namespace {

struct Response {
  double gain, lag, peak;  // lag in s, the others as parts of what was asked
};

/// Amplitude and phase of the output at `hz`, over whole periods from the fourth second on.
Response response(const std::vector<double>& out, double hz, double amplitude) {
  const auto period = static_cast<std::size_t>(std::llround(1000.0 / hz));
  const std::size_t begin = std::max<std::size_t>(3000, period);
  const std::size_t end = begin + (out.size() - begin) / period * period;
  double in_phase = 0.0, behind = 0.0, peak = 0.0;
  for (std::size_t k = begin; k < end; ++k) {
    const double angle = 2.0 * kPi * hz * 1e-3 * static_cast<double>(k + 1);
    in_phase += out[k] * std::sin(angle);
    behind -= out[k] * std::cos(angle);
    peak = std::max(peak, std::abs(out[k]));
  }
  const double scale = 2.0 / (static_cast<double>(end - begin) * amplitude);
  return {scale * std::hypot(in_phase, behind), std::atan2(behind, in_phase) / (2.0 * kPi * hz),
          peak / amplitude};
}

Response follow_sine(double rate, double hz, double amplitude, double jitter, Rates rates,
                     bool numbered = false) {
  StreamSettings settings;
  settings.rate = rate;
  settings.jitter = jitter;
  settings.loss = 0.0;
  settings.duration = hz < 0.4 ? 30.0 : 10.0;
  Rig rig{rates};
  rig.play(stream(sine(amplitude, hz), settings), settings.duration, numbered);
  rig.expect_limits_kept();
  return response(rig.output(), hz, amplitude);
}

/// The largest sine of at most 50 mm that takes this share of the limits.
double amplitude_of(double hz, double share, Rates rates) {
  const double w = 2.0 * kPi * hz;
  return std::min({0.05, share * rates.v / w, share * rates.a / (w * w), share * rates.j / (w * w * w)});
}

struct Flat : testing::TestWithParam<std::tuple<double, double>> {};

INSTANTIATE_TEST_SUITE_P(Table, Flat,
                         testing::Combine(testing::Values(30.0, 60.0, 100.0, 250.0, 1000.0),
                                          testing::Values(0.1, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0)));

TEST_P(Flat, WhatIsInsideTheLimitsComesOutAsLargeAsItWentIn) {
  const auto [rate, hz] = GetParam();
  for (const double share : {0.1, 0.5}) {
    const Response r = follow_sine(rate, hz, amplitude_of(hz, share, kFast), 0.0, kFast);
    EXPECT_GE(r.gain, 0.97) << share;
    EXPECT_LE(r.gain, 1.03) << share;
    EXPECT_LE(r.lag, std::max(1.0 / rate, 6e-3)) << share;
    EXPECT_LE(r.peak, 1.05) << share;
  }
}

TEST_P(Flat, AlsoWithJitterUpToAFifthOfThePeriod) {
  const auto [rate, hz] = GetParam();
  const Response r = follow_sine(rate, hz, amplitude_of(hz, 0.5, kFast), std::min(2e-3, 0.2 / rate), kFast);
  EXPECT_GE(r.gain, 0.95);
  EXPECT_LE(r.gain, 1.05);
  EXPECT_LE(r.lag, std::max(1.0 / rate, 6e-3));
}

TEST(Follow, WithJitterOfHalfAPeriodAndMoreNumberedPacketsComeOutAsLargeAsTheyWentIn) {
  for (const double rate : {250.0, 1000.0}) {
    for (const double hz : {0.5, 1.0, 2.0, 3.0, 4.0}) {
      const Response r = follow_sine(rate, hz, amplitude_of(hz, 0.5, kFast), 2e-3, kFast, true);
      EXPECT_GE(r.gain, 0.95) << rate << " Hz, " << hz;
      EXPECT_LE(r.gain, 1.05) << rate << " Hz, " << hz;
      EXPECT_LE(r.lag, 6e-3) << rate << " Hz, " << hz;
    }
  }
}

TEST(Follow, WhatAsksForMoreThanThereIsComesOutSmallerAndNeverLarger) {
  for (const double rate : {60.0, 100.0, 1000.0}) {
    for (const auto& [amplitude, hz] : {std::pair{0.01, 3.0},
                                        {0.01, 4.0},
                                        {0.005, 4.0},
                                        {0.02, 2.0},
                                        {0.02, 3.0},
                                        {0.05, 1.5},
                                        {0.1, 1.0},
                                        {0.1, 2.0},
                                        {0.002, 6.0},
                                        {0.004, 6.0},
                                        {0.002, 8.0}}) {
      const Response r = follow_sine(rate, hz, amplitude, 0.0, kFast);
      EXPECT_LE(r.peak, 1.05) << 1e3 * amplitude << " mm, " << hz << " Hz, sent at " << rate << " Hz";
    }
  }
}

// From 60 % of what the limits allow on.
TEST(Follow, NothingComesOutLargerThanItWasAskedForHoweverMuchOfTheLimitsItTakes) {
  for (const double rate : {30.0, 60.0, 100.0, 250.0, 1000.0}) {
    for (const double hz : {1.0, 2.0, 2.5, 3.0, 4.0, 6.0}) {
      for (const double share : {0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 2.0}) {
        const double amplitude = amplitude_of(hz, share, kFast);
        const Response r = follow_sine(rate, hz, amplitude, 0.0, kFast);
        EXPECT_LE(r.peak, 1.05) << share << " of the limits, " << hz << " Hz, sent at " << rate << " Hz";
      }
    }
  }
}

TEST(Follow, StallsOf100msAreBridged) {
  for (const bool late : {false, true}) {
    const Signal signal = sine(0.05, 0.5);
    std::vector<Packet> packets;
    for (int k = 0; k < 1500; ++k) {
      const double t = 0.01 * k;
      const double into = std::fmod(t, 1.5) - 1.4;
      const bool stalled = t > 1.0 && into >= 0.0;
      if (stalled && !late) continue;
      packets.push_back({t, stalled ? t - into + 0.1 + 1e-6 * k : t, signal(t)});
    }
    Rig rig{kFast};
    rig.play(packets, 15.0);
    rig.expect_limits_kept();
    EXPECT_LE(compare(rig.output(), 1e-3, signal, 3.0).residual, late ? 3.5e-3 : 1e-3) << late;
    EXPECT_LE(extremes(rig.output(), 1e-3, 3.0).acceleration, late ? 3.2 : 2.0) << late;
  }
}

}  // namespace
}  // namespace hexad::motion::testing_follow
