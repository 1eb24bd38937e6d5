// Joining a stream: gently, whatever it does by itself, and not for ever.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include "bench/follow_loop.hpp"

namespace hexad::motion::testing_follow {
namespace {

constexpr double kAcceleration = 1.0;  // m/s²
constexpr double kJerk = 10.0;         // m/s³
constexpr double kRounding = 1e-9;

/// A rig that joins gently, and what it did so far.
class Gentle : public Rig {
 public:
  explicit Gentle(State6 from = {}) : Rig{kFast, 1e-3, from} {
    const Vec6 share{1.0, 0.5, 0.0, 1.0, 1.0, 1.0};
    follow.join_gently({kAcceleration * share, kJerk * share});
  }
  Extremes since(double from, double to = 1e9) const { return extremes(output(), 1e-3, from, to); }
};

std::vector<Packet> clean(const Signal& signal, double rate, double duration) {
  StreamSettings settings;
  settings.rate = rate;
  settings.jitter = settings.loss = 0.0;
  settings.duration = duration;
  return stream(signal, settings);
}

TEST(Joining, ATargetThatStandsAside) {
  for (const double away : {0.0005, 0.005, 0.05, 0.3}) {
    Gentle rig;
    rig.play(clean([&](double) { return away; }, 100.0, 3.0), 3.0);
    const Extremes e = rig.since(0.0);
    EXPECT_LE(e.acceleration, kAcceleration * (1.0 + 1e-6)) << away;
    EXPECT_LE(e.jerk, kJerk * (1.0 + 1e-6) + 1e-5) << away;
    EXPECT_NEAR(rig.position(), away, 1e-9);
    EXPECT_LE(*std::max_element(rig.positions.begin(), rig.positions.end()), away + 1e-6);
    EXPECT_FALSE(rig.follow.joining());
  }
}

TEST(Joining, AStreamInMotionIsItsOwnMotionAndALittleBesideIt) {
  const Signal game = [](double t) {
    return 0.02 + sine(0.03, 0.3)(t) + sine(0.01, 0.9)(t) + sine(0.002, 2.3)(t);
  };
  for (const double rate : {60.0, 100.0, 250.0, 1000.0}) {
    Gentle rig;
    rig.play(clean(game, rate, 6.0), 6.0);
    EXPECT_LE(rig.since(0.0).acceleration, 0.8 + 1.1 * kAcceleration) << rate;
    EXPECT_LE(rig.since(0.0).jerk, 30.0) << rate;
  }
}

TEST(Joining, AgainAfterASilence) {
  Gentle rig;
  for (double t = 0.0; t < 2.0; t += 0.01) {
    rig.send(0.01, t);
    rig.run_until(t + 0.01);
  }
  ASSERT_FALSE(rig.follow.joining());
  rig.run_until(2.5);
  for (double t = 2.5; t < 5.0; t += 0.01) {
    rig.send(-0.05, t);
    rig.run_until(t + 0.01);
  }
  EXPECT_LE(rig.since(2.4).acceleration, kAcceleration * (1.0 + 1e-6));
  EXPECT_LE(rig.since(2.4).jerk, kJerk * (1.0 + 1e-6) + 1e-5);
  EXPECT_NEAR(rig.position(), -0.05, 1e-9);
}

// No silence comes between: another one sends.
TEST(Joining, AgainAtAHandOver) {
  Gentle rig;
  for (double t = 0.0; t < 4.0; t += 0.01) {
    if (std::abs(t - 2.0) < 1e-6) rig.follow.hand_over();
    rig.send(t < 2.0 - 1e-6 ? 0.01 : -0.05, t);
    rig.run_until(t + 0.01);
  }
  EXPECT_LE(rig.since(0.0).acceleration, kAcceleration * (1.0 + 1e-6));
  EXPECT_NEAR(rig.position(), -0.05, 1e-9);
}

/// What has come up has the limits.
TEST(Joining, IsOverWhenItHasComeUp) {
  Gentle rig;
  for (double t = 0.0; t < 6.0; t += 0.01) {
    rig.send(t < 3.0 ? 0.01 : 0.11, t);
    rig.run_until(t + 0.01);
  }
  EXPECT_LE(rig.since(0.0, 2.9).acceleration, kAcceleration * (1.0 + 1e-6));
  EXPECT_GE(rig.since(3.0).acceleration, 2.5);
}

TEST(Joining, NothingIsGentleUnlessItIsAskedFor) {
  Rig rig{kFast};
  rig.play(clean([](double) { return 0.05; }, 100.0, 2.0), 2.0);
  EXPECT_FALSE(rig.follow.joining());
  EXPECT_GE(extremes(rig.output(), 1e-3).acceleration, 2.0);
}

struct Fast : testing::TestWithParam<std::tuple<double, double, double>> {};

INSTANTIATE_TEST_SUITE_P(Table, Fast,
                         testing::Combine(testing::Values(30.0, 60.0, 100.0, 250.0, 1000.0),
                                          testing::Values(0.25, 0.5, 1.0, 1.5, 2.0),
                                          testing::Values(0.0, 0.03)));

/// docs/rules.md: a stream that takes 60 % of the limits is caught within two seconds, and not lost again.
TEST_P(Fast, AStreamOf60PercentOfTheLimitsIsCaughtWithinTwoSeconds) {
  const auto [rate, hz, aside] = GetParam();
  const double w = 2.0 * kPi * hz;
  const double size = 0.6 * std::min({kFast.v / w, kFast.a / (w * w), kFast.j / (w * w * w)});
  for (const double phase : {0.0, 0.25, 0.6}) {
    const Signal signal = [&, aside = aside](double t) {
      return aside + size * std::sin(w * t + phase * 2.0 * kPi);
    };
    Gentle rig;
    rig.play(clean(signal, rate, 10.0), 10.0);
    rig.expect_limits_kept();
    const std::vector<double> out = rig.output();
    const Comparison c = compare(out, 1e-3, signal, 6.0);
    double worst = 0.0;
    for (std::size_t k = 2000; k < out.size(); ++k)
      worst = std::max(worst, std::abs(out[k] - signal(1e-3 * static_cast<double>(k + 1) - c.lag)));
    Rig hard{kFast};
    hard.play(clean(signal, rate, 10.0), 10.0);
    const Comparison usual = compare(hard.output(), 1e-3, signal, 6.0);
    EXPECT_NEAR(c.lag, usual.lag, 1e-3) << phase;
    EXPECT_LE(c.residual, 1.02 * usual.residual + 0.02e-3) << phase;
    EXPECT_LE(worst, 0.02 * size + 5.0 * usual.residual + 0.1e-3) << phase << ' ' << size;
  }
}

}  // namespace
}  // namespace hexad::motion::testing_follow
