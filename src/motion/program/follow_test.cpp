// The follower as a whole: how well it follows, and how it comes to rest.

#include "motion/program/follow.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <tuple>
#include <vector>

#include "bench/follow_loop.hpp"

namespace hexad::motion::testing_follow {
namespace {

struct Sine : testing::TestWithParam<std::tuple<int, Rates>> {};

INSTANTIATE_TEST_SUITE_P(Seeds, Sine, testing::Combine(testing::Range(1, 13), testing::Values(kSlow, kFast)));

// 50 mm, 0.5 Hz, sent at 100 Hz with ±2 ms and 1 % loss, 20 s, the first two of them to catch up.
TEST_P(Sine, IsFollowedWithin12msAndATenthOfAMillimetre) {
  const auto [seed, rates] = GetParam();
  const Signal signal = sine(0.05, 0.5);
  StreamSettings settings;
  settings.seed = static_cast<std::uint64_t>(seed);
  Rig rig{rates};
  rig.play(stream(signal, settings), settings.duration);
  rig.expect_limits_kept();
  const Comparison c = compare(rig.output(), 1e-3, signal, 2.0);
  const Extremes e = extremes(rig.output(), 1e-3, 2.0);
  EXPECT_LE(c.lag, 12e-3);
  EXPECT_GE(c.lag, -2e-3);
  EXPECT_LE(c.residual, 0.1e-3);
  EXPECT_LE(e.acceleration, 1.1 * 0.05 * kPi * kPi);
}

TEST_P(Sine, GapOf200msAndTheCatchUpStayWithinTheLimits) {
  const auto [seed, rates] = GetParam();
  const Signal signal = sine(0.05, 0.5);
  StreamSettings settings;
  settings.seed = static_cast<std::uint64_t>(seed);
  settings.duration = 12.0;
  settings.gap_begin = 5.0 + 0.173 * seed;  // any phase of the sine
  settings.gap_end = settings.gap_begin + 0.2;
  Rig rig{rates};
  rig.play(stream(signal, settings), settings.duration);
  rig.expect_limits_kept();
  const Comparison c = compare(rig.output(), 1e-3, signal, settings.gap_end + 0.8);
  EXPECT_LE(c.lag, 12e-3);
  EXPECT_LE(c.residual, 0.1e-3);
}

struct Rate {
  double hz, jitter, lag, residual, acceleration;  // the last three: what is promised; ms, mm, times ideal
};
struct AtRate : testing::TestWithParam<Rate> {};

INSTANTIATE_TEST_SUITE_P(Table, AtRate,
                         testing::Values(Rate{1000, 0.3e-3, 2, 0.06, 1.1}, Rate{500, 0.5e-3, 2, 0.06, 1.1},
                                         Rate{250, 1e-3, 3, 0.06, 1.1}, Rate{100, 2e-3, 6, 0.06, 1.1},
                                         Rate{60, 2e-3, 9, 0.08, 1.1}, Rate{50, 2e-3, 11, 0.09, 1.1},
                                         Rate{30, 2e-3, 17, 0.15, 1.15}, Rate{20, 2e-3, 25, 0.3, 1.3},
                                         Rate{10, 2e-3, 50, 0.4, 1.4}));

TEST_P(AtRate, LagAndResidualOfTheSine) {
  const Rate rate = GetParam();
  const Signal signal = sine(0.05, 0.5);
  StreamSettings settings;
  settings.rate = rate.hz;
  settings.jitter = rate.jitter;
  settings.resolution = 0.01e-3;  // hosts send two decimals of a millimetre
  Rig rig;
  rig.play(stream(signal, settings), settings.duration);
  rig.expect_limits_kept();
  const Comparison c = compare(rig.output(), 1e-3, signal, 5.0);
  const Extremes e = extremes(rig.output(), 1e-3, 5.0);
  std::printf(
      "  %5.0f Hz ±%.1f ms: lag %6.2f ms, residual %.3f mm, acceleration %.3f x ideal, jerk %.1f m/s³\n",
      rate.hz, 1e3 * rate.jitter, 1e3 * c.lag, 1e3 * c.residual, e.acceleration / (0.05 * kPi * kPi), e.jerk);
  EXPECT_LE(1e3 * c.lag, rate.lag);
  EXPECT_GE(1e3 * c.lag, -3.0);
  EXPECT_LE(1e3 * c.residual, rate.residual);
  EXPECT_LE(e.acceleration, rate.acceleration * 0.05 * kPi * kPi);
}

/// Steps between ±amplitude, `packets` of each, at `hz`.
void expect_steps_without_overshoot(double hz, int packets, double amplitude, Rates rates) {
  Rig rig{rates};
  double t = 0.0;
  for (int step = 0; step < 8; ++step) {
    const double goal = step % 2 == 0 ? amplitude : -amplitude;
    const std::size_t begin = rig.positions.size();
    for (int k = 0; k < packets; ++k) {
      rig.send(goal, t);
      t += 1.0 / hz;
      rig.run_until(t);
    }
    const double size = step == 0 ? amplitude : 2.0 * amplitude;
    const double sign = step % 2 == 0 ? 1.0 : -1.0;
    for (std::size_t k = begin; k < rig.positions.size(); ++k) {
      ASSERT_LE(sign * rig.positions[k], amplitude + 0.01 * size) << "step " << step << " at " << hz << " Hz";
    }
    EXPECT_NEAR(rig.position(), goal, 0.01 * size) << "step " << step << " at " << hz << " Hz";
  }
  rig.expect_limits_kept();
}

TEST(Follow, SquareWaveOf2HzArrivesWithoutOvershootWhetherSentOnceOrRepeated) {
  for (const double amplitude : {0.02, 0.005, 0.0005}) {
    for (const Rates rates : {kSlow, kFast}) {
      expect_steps_without_overshoot(2.0, 1, amplitude, rates);  // each level once
      expect_steps_without_overshoot(4.0, 2, amplitude, rates);  // 250 ms apart
      expect_steps_without_overshoot(20.0, 10, amplitude, rates);
      expect_steps_without_overshoot(100.0, 50, amplitude, rates);
      expect_steps_without_overshoot(1000.0, 500, amplitude, rates);
    }
  }
}

TEST(Follow, StaircaseAt2HzIsNotContinuedBeyondItsLastStep) {
  Rig rig;
  double t = 0.0;
  for (const double mm : {0.0, 10.0, 20.0, 30.0, 40.0, 40.0, 40.0}) {
    rig.send(mm * kMillimetre, t);
    t += 0.5;
    rig.run_until(t);
    EXPECT_NEAR(rig.position(), mm * kMillimetre, 0.1e-3);
  }
  for (const double p : rig.positions) ASSERT_LE(p, 0.0401);
  rig.expect_limits_kept();
}

TEST(Follow, OneTargetThenSilenceIsReachedExactly) {
  for (const double target : {1e-5, 0.003, 0.1, -0.25}) {
    Rig rig;
    rig.send(target, 0.0105);
    rig.run_until(3.0);
    EXPECT_EQ(rig.position(), target);
    EXPECT_TRUE(rig.follow.settled());
    EXPECT_EQ(rig.state().velocity[0], 0.0);
    rig.expect_limits_kept();
  }
}

TEST(Follow, ConstantTargetAfterMotionIsRestedOnExactly) {
  const Signal signal = [](double t) { return t < 3.3 ? 0.05 * std::sin(kPi * t) : 0.0371; };
  StreamSettings settings;
  settings.duration = 5.0;
  Rig rig;
  rig.play(stream(signal, settings), 5.0);
  EXPECT_EQ(rig.position(), 0.0371);
  EXPECT_TRUE(rig.follow.settled());
  rig.expect_limits_kept();
}

// No packet of this one is a surprise: the fit forgets the motion, but would never forget it wholly.
TEST(Follow, MotionThatFadesOutSmoothlyIsRestedOnExactly) {
  for (const double hz : {60.0, 100.0, 1000.0}) {
    const Signal signal = [](double t) { return t < 3.0 ? 0.02 * (1.0 - std::cos(kPi * t / 3.0)) : 0.04; };
    StreamSettings settings;
    settings.rate = hz;
    settings.jitter = 0.2 / hz;
    settings.duration = 4.5;
    Rig rig;
    rig.play(stream(signal, settings), 4.5);
    EXPECT_EQ(rig.position(), 0.04) << hz;
    EXPECT_TRUE(rig.follow.settled()) << hz;
    rig.expect_limits_kept();
  }
}

TEST(Follow, StreamThatEndsInMidMotionComesToRestOnItsLastTarget) {
  for (const double hz : {10.0, 60.0, 100.0, 1000.0}) {
    StreamSettings settings;
    settings.rate = hz;
    settings.loss = 0.0;
    settings.jitter = 0.2 / hz;
    settings.duration = 4.01;
    const std::vector<Packet> packets = stream(sine(0.05, 0.5), settings);
    Rig rig;
    rig.play(packets, 4.05);
    if (hz == 60.0) rig.follow.end_stream();
    rig.run_until(7.0);
    EXPECT_EQ(rig.position(), packets.back().value) << hz;
    EXPECT_TRUE(rig.follow.settled());
    double farthest =
        0.0;  // not beyond what stopping takes (10 mm at this speed) and 1.5 periods of going on
    for (std::size_t k = 4000; k < rig.positions.size(); ++k) farthest = std::max(farthest, rig.positions[k]);
    EXPECT_LE(farthest - packets.back().value, 0.015 + 0.157 * std::max(0.06, 1.6 / hz)) << hz;
    rig.expect_limits_kept();
  }
}

// 100 Hz, of which the last target comes again and again, or nothing more. Where a sine turns, the predictor
// thinks for some time that it goes on.
TEST(Follow, ATargetThatPacketsRepeatForATenthOfASecondIsHeldAndOneOfASilentSenderIsNot) {
  const auto held_after = [](int last, int repeats) {
    Rig rig;
    std::vector<Packet> packets;
    for (int k = 0; k <= last + repeats; ++k)
      packets.push_back({0.01 * k, 0.01 * k, 0.05 * std::sin(kPi * 0.01 * std::min(k, last))});
    rig.play(packets, 0.01 * last + 0.092);
    return rig.follow.held();
  };
  for (int last = 145; last <= 155; ++last) EXPECT_TRUE(held_after(last, 9)) << last;
  EXPECT_FALSE(held_after(101, 0));
}

}  // namespace
}  // namespace hexad::motion::testing_follow
