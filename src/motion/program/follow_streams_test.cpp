// The follower with streams as they really come: in bursts, with holes, twice, backwards, at changing rates,
// absurd.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "bench/field_streams.hpp"
#include "bench/follow_loop.hpp"
#include "motion/program/follow.hpp"

namespace hexad::motion::testing_follow {
namespace {

TEST(Follow, BurstsOf20PacketsAnd190msOfSilenceStayWithinLimitsAndRange) {
  Rig rig;
  double t = 0.0;
  for (int burst = 0; burst < 50; ++burst) {
    for (int k = 0; k < 20; ++k) {
      const double sent = t + 0.01 * k;
      rig.send(0.05 * std::sin(kPi * sent), t + 0.2 + 0.0001 * k);
    }
    t += 0.2;
    rig.run_until(t);
  }
  for (const double p : rig.positions) ASSERT_LE(std::abs(p), 0.0525);
  rig.expect_limits_kept();
}

TEST(Follow, SenderThatHoldsOrFallsSilentAndResumesIsFollowedAgain) {
  for (const bool silent : {false, true}) {
    // The sender stops its own time for a second, at full speed.
    const Signal signal = [](double t) {
      const double own = t < 4.1 ? t : t < 5.1 ? 4.1 : t - 1.0;
      return 0.05 * std::sin(kPi * own);
    };
    StreamSettings settings;
    settings.duration = 12.0;
    if (silent) settings.gap_begin = 4.1, settings.gap_end = 5.1;
    Rig rig;
    const std::vector<Packet> packets = stream(signal, settings);
    rig.play(packets, 5.05);
    EXPECT_NEAR(rig.position(), signal(4.1), silent ? 2e-3 : 1e-6);
    Rig whole;
    whole.play(packets, 12.0);
    whole.expect_limits_kept();
    const Comparison c = compare(whole.output(), 1e-3, signal, 6.0);
    EXPECT_LE(c.lag, 12e-3);
    EXPECT_LE(c.residual, 0.1e-3);
  }
}

TEST(Follow, RateThatChangesInMidStreamIsFoundAgain) {
  const Signal signal = sine(0.05, 0.5);
  std::vector<Packet> all;
  double begin = 0.0;
  for (const double hz : {100.0, 30.0, 250.0, 60.0, 1000.0, 100.0}) {
    StreamSettings settings;
    settings.rate = hz;
    settings.jitter = 0.2 / hz;
    settings.duration = 4.0;
    for (Packet p : stream([&](double t) { return signal(t + begin); }, settings)) {
      p.arrival += begin;
      all.push_back(p);
    }
    begin += 4.0;
    Rig rig;
    rig.play(all, begin);
    rig.expect_limits_kept();
    EXPECT_NEAR(rig.follow.source_period(), 1.0 / hz, 0.02 / hz);
    const Comparison c = compare(rig.output(), 1e-3, signal, begin - 2.5);
    EXPECT_LE(c.lag, 20e-3) << hz;
    EXPECT_LE(c.residual, 0.2e-3) << hz;
  }
}

TEST(Follow, AGameThatFallsToHalfItsRateAndComesBackIsNotFelt) {
  const Signal signal = sine(0.05, 0.5);
  const FieldStream kind{.name = "", .rate = 60.0, .jitter = 0.3e-3, .halving = true};
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    Rig rig{kFast};
    rig.play(field_stream(signal, kind, 20.0, seed), 20.0);
    rig.expect_limits_kept();
    EXPECT_LE(compare(rig.output(), 1e-3, signal, 3.0).residual, 0.6e-3) << seed;
    EXPECT_LE(extremes(rig.output(), 1e-3, 3.0).acceleration, 1.5) << seed;
  }
}

// A host that holds its last value is stopped at as fast as it goes, one that falls silent as calmly as where
// packets are lost; then the last packet is gone to, and not beyond.
TEST(Follow, AStreamThatStopsAtFullSpeedIsStoppedWithAndItsLastPacketGoneTo) {
  constexpr double kStops = 4.0;
  for (const double rate : {10.0, 30.0, 60.0, 100.0, 250.0, 1000.0}) {
    for (const bool silent : {false, true}) {
      SCOPED_TRACE(testing::Message() << rate << " Hz" << (silent ? ", silent" : ""));
      const Signal signal = sine(0.05, 1.0);
      const double speed = 0.05 * 2.0 * kPi;
      Rig rig{kFast};
      double last = 0.0;
      for (int k = 0; k < (kStops + 2.0) * rate; ++k) {
        const double t = k / rate;
        const bool stopped = t > kStops;
        if (!stopped) last = signal(t);
        if (!stopped || !silent) rig.send(last, t);
        rig.run_until(t + 1.0 / rate);
      }
      rig.expect_limits_kept();
      const auto begin = rig.positions.begin() + static_cast<std::ptrdiff_t>(1e3 * kStops);
      const auto farthest = std::max_element(begin, rig.positions.end());
      const double stop = speed * speed / (2.0 * kFast.a) + 0.5 * speed * kFast.a / kFast.j;
      const double beyond = (silent ? 0.13 * speed : stop) + 1.5 * speed / rate;
      EXPECT_LE(*farthest - last, beyond);
      EXPECT_GE(*std::min_element(farthest, rig.positions.end()) - last, -0.3e-3);
      const double hardest = extremes({begin, rig.positions.end()}, 1e-3).acceleration;
      EXPECT_LE(hardest, silent ? 2.6 : 1.0001 * kFast.a);
      EXPECT_EQ(rig.position(), last);
    }
  }
}

TEST(Follow, DuplicatesChangeNothing) {
  const std::vector<Packet> packets = stream(sine(0.05, 0.5), {});
  std::vector<Packet> twice;
  for (const Packet& p : packets) {
    twice.push_back(p);
    twice.push_back({p.sent, p.arrival + 0.2e-3, p.value});
  }
  Rig once, doubled;
  once.play(packets, 10.0);
  doubled.play(twice, 10.0);
  EXPECT_EQ(once.positions, doubled.positions);
}

TEST(Follow, SenderClockOnePercentFastOrSlowMakesNoDifference) {
  for (const double drift : {-0.01, 0.01}) {
    const Signal signal = sine(0.05, 0.5);
    StreamSettings settings;
    settings.drift = drift;
    Rig rig;
    rig.play(stream(signal, settings), settings.duration);
    rig.expect_limits_kept();
    EXPECT_NEAR(rig.follow.source_period(), 0.01 * (1.0 + drift), 2e-5);
    const Comparison c = compare(rig.output(), 1e-3, signal, 2.0);
    EXPECT_LE(c.lag, 12e-3);
    EXPECT_LE(c.residual, 0.1e-3);
  }
}

// A game loop: each interval is off by up to ±3 ms and the value is the one of the real time of sending.
TEST(Follow, SenderWhoseIntervalsWanderIsFollowed) {
  const Signal signal = sine(0.05, 0.5);
  StreamSettings settings;
  settings.rate = 60.0;
  settings.wander = 3e-3;
  settings.jitter = 0.3e-3;
  Rig rig;
  rig.play(stream(signal, settings), settings.duration);
  rig.expect_limits_kept();
  const Comparison c = compare(rig.output(), 1e-3, signal, 2.0);
  const Extremes e = extremes(rig.output(), 1e-3, 2.0);
  std::printf("  wandering 60 Hz: lag %.2f ms, residual %.3f mm, acceleration %.2f m/s²\n", 1e3 * c.lag,
              1e3 * c.residual, e.acceleration);
  EXPECT_LE(c.lag, 20e-3);
  EXPECT_LE(c.residual, 0.5e-3);
}

TEST(Follow, NumberedPacketsThatScatterByPeriodsAreFollowedAsWellAsOthers) {
  const Signal signal = sine(0.05, 0.5);
  const FieldStream kind{.name = "", .rate = 250.0, .jitter = 3e-3, .loss = 0.03};
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    Rig rig{kFast};
    rig.play(field_stream(signal, kind, 15.0, seed), 15.0, true);
    rig.expect_limits_kept();
    const Comparison c = compare(rig.output(), 1e-3, signal, 3.0);
    EXPECT_LE(c.lag, 6e-3) << seed;
    EXPECT_LE(c.residual, 0.08e-3) << seed;
    EXPECT_LE(extremes(rig.output(), 1e-3, 3.0).acceleration, 1.4 * 0.05 * kPi * kPi) << seed;
  }
}

TEST(Follow, StampsThatGoSlightlyBackwardsDoNoHarm) {
  const Signal signal = sine(0.05, 0.5);
  Dice dice{7};
  Rig rig;
  for (int k = 0; k < 5000; ++k) {  // 500 Hz; a stamp is up to 3 ms wrong, the order is right
    const double t = 0.002 * k;
    rig.send(signal(t), t - dice.between(0.0, 3e-3));
    rig.run_until(t + 0.002);
  }
  rig.expect_limits_kept();
  const Comparison c = compare(rig.output(), 1e-3, signal, 2.0);
  EXPECT_LE(c.lag, 12e-3);
  EXPECT_LE(c.residual, 0.2e-3);
}

TEST(Follow, StreamThatBeginsFarAwayIsBlendedIn) {
  const Signal signal = [](double t) { return 0.3 + 0.05 * std::sin(kPi * t); };
  Rig rig;
  rig.play(stream(signal, {}), 8.0);
  rig.expect_limits_kept();
  for (const double p : rig.positions) ASSERT_LE(p, 0.352);
  EXPECT_LE(compare(rig.output(), 1e-3, signal, 3.0).residual, 0.1e-3);
}

TEST(Follow, TargetsThatJumpBetweenExtremesNeverLeadAstray) {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    std::printf("  seed %d\n", static_cast<int>(seed));
    Dice dice{seed};
    Rig rig;
    for (int k = 0; k < 6000; ++k) {
      const double t = 0.01 * k;
      const double choice = dice.unit();
      rig.send(choice < 0.45  ? 0.3
               : choice < 0.9 ? -0.3
                              : dice.between(-0.3, 0.3),
               t + dice.between(0.0, 2e-3));
      rig.run_until(t + 0.01);
    }
    for (const double p : rig.positions) ASSERT_LE(std::abs(p), 0.303);
    rig.expect_limits_kept();
    rig.send(0.1, rig.now());
    rig.run_until(rig.now() + 4.0);
    EXPECT_EQ(rig.position(), 0.1);
  }
}

TEST(Follow, SineBeyondAllLimitsStaysBoundedAndIsCaughtWhenItCalms) {
  const Signal signal = [](double t) {
    return t < 6.0 ? 0.1 * std::sin(4.0 * kPi * t) : 0.05 * std::sin(kPi * t);
  };
  Rig rig;
  rig.play(stream(signal, {}), 12.0);
  rig.expect_limits_kept();
  for (const double p : rig.positions) ASSERT_LE(std::abs(p), 0.11);
  EXPECT_LE(compare(rig.output(), 1e-3, signal, 7.5).residual, 0.1e-3);
}

TEST(Follow, AnyStreamAtAnyTickKeepsTheLimits) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Dice dice{seed};
    const double dt = seed % 3 == 0 ? 1e-2 : seed % 3 == 1 ? 1e-3 : 0.25e-3;
    const Rates rates{std::exp(dice.between(-4.0, 1.0)), std::exp(dice.between(-2.0, 3.0)),
                      std::exp(dice.between(0.0, 8.0))};
    State6 from;
    from.position.setConstant(dice.between(-0.1, 0.1));
    from.position[1] = -0.5 * from.position[0];
    Rig rig{rates, dt, from};
    double t = 0.0;
    double value = from.position[0];
    while (t < 8.0) {
      const double mood = dice.unit();
      const double period = std::exp(dice.between(-7.0, -1.0));
      const int count = 1 + static_cast<int>(dice.unit() * 60.0);
      const double speed = dice.between(-1.5, 1.5) * rates.v;
      for (int k = 0; k < count && t < 8.0; ++k) {
        if (mood < 0.3) value = dice.between(-0.3, 0.3);
        if (mood >= 0.3 && mood < 0.8) value += speed * period;
        rig.send(value, t + dice.between(-0.5, 0.5) * period);
        t += period * dice.between(0.5, 1.5);
        rig.run_until(t);
      }
      t += dice.unit() < 0.2 ? 0.4 : 0.0;
    }
    rig.expect_limits_kept();
    if (testing::Test::HasFailure()) return;
  }
}

TEST(Follow, BeginsMovingAndComesToRestWithoutTargets) {
  State6 from;
  from.velocity[0] = 0.2;
  from.velocity[1] = -0.1;
  from.acceleration[0] = 0.5;
  from.acceleration[1] = -0.25;
  Rig rig{kSlow, 1e-3, from};
  rig.run_until(2.0);
  EXPECT_TRUE(rig.follow.settled());
  EXPECT_GT(rig.position(), 0.01);
  EXPECT_LT(rig.position(), 0.04);
  rig.expect_limits_kept();
}

TEST(Follow, GoesOnFromWhereTheGovernorReallyWent) {
  Rig rig;
  rig.play(stream(sine(0.05, 0.5), {}), 3.0);
  State6 slowed = rig.state();
  slowed.position[0] -= 0.01;
  slowed.velocity[0] *= 0.5;
  rig.follow.resync(slowed);
  const State6 next = rig.follow.advance(at(3.001), from_seconds(1e-3));
  EXPECT_NEAR(next.position[0], slowed.position[0] + 1e-3 * slowed.velocity[0], 2e-6);
  EXPECT_NEAR(next.velocity[0], slowed.velocity[0], 2.1e-3);
  EXPECT_LE(std::abs(next.acceleration[0] - slowed.acceleration[0]), 0.05 + 1e-12);
}

TEST(Follow, ComesBackWithinTheLimitsWhenItIsPutOutside) {
  Follow follow;
  State6 wild;
  wild.velocity[0] = 0.5;
  wild.acceleration[0] = 5.0;
  follow.start(wild, Vec6::Constant(0.25), Vec6::Constant(2.0), Vec6::Constant(50.0));
  follow.target(Vec6::Zero(), at(0.0));
  State6 last = wild;
  for (int k = 1; k < 4000; ++k) {
    const State6 s = follow.advance(at(1e-3 * k), from_seconds(1e-3));
    ASSERT_LE(std::abs(s.acceleration[0] - last.acceleration[0]), 0.05 + 1e-9);
    last = s;
  }
  EXPECT_TRUE(follow.settled());
  EXPECT_EQ(last.position[0], 0.0);
}

TEST(Follow, TargetThatIsNotANumberIsIgnored) {
  Rig rig;
  rig.send(0.01, 0.0);
  Vec6 bad = Vec6::Constant(0.5);
  bad[4] = std::nan("");
  rig.follow.target(bad, at(0.1));
  bad[4] = HUGE_VAL;
  rig.follow.target(bad, at(0.2));
  rig.run_until(2.0);
  EXPECT_EQ(rig.position(), 0.01);
}

}  // namespace
}  // namespace hexad::motion::testing_follow
