#include "motion/tracking/predictor.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/units.hpp"

namespace hexad::motion {
namespace {

constexpr Predictor::Source kSteady{0.01, 0.0, 1.0};

Predictor fresh() {
  Predictor p;
  p.start(Vec6::Zero(), Vec6::Constant(0.25), Vec6::Constant(2.0), Vec6::Constant(50.0));
  return p;
}

void add(Predictor& p, double time, const Vec6& position, const Predictor::Source& source) {
  p.add({time, time}, position, source);
}

TrackPoint goal_at(const Predictor& p, double now) { return p.goal(0, p.horizon(now)); }

TEST(Predictor, CubicIsContinuedExactly) {
  Predictor p = fresh();
  const auto x = [](double t) { return 0.01 + 0.1 * t - 0.2 * t * t + 0.3 * t * t * t; };
  for (int k = 0; k < 60; ++k) add(p, 0.01 * k, Vec6::Constant(x(0.01 * k)), kSteady);
  EXPECT_EQ(p.trust(0), 1.0);
  for (const double after : {0.0, 0.005, 0.01, 0.02}) {
    const double t = 0.59 + after - 0.005;  // half a period behind
    const TrackPoint g = goal_at(p, 0.59 + after);
    EXPECT_NEAR(g.position, x(t), 1e-7);
    EXPECT_NEAR(g.velocity, 0.1 - 0.4 * t + 0.9 * t * t, 1e-5);
    EXPECT_NEAR(g.acceleration, -0.4 + 1.8 * t, 1e-3);
  }
}

TEST(Predictor, SineAt100HzIsKnownToAFewMicrometres) {
  Predictor p = fresh();
  double worst = 0.0;
  for (int k = 0; k < 600; ++k) {
    add(p, 0.01 * k, Vec6::Constant(0.05 * std::sin(kPi * 0.01 * k)), kSteady);
    if (k < 50) continue;
    for (const double after : {0.0, 0.005, 0.01}) {
      const double truth = 0.05 * std::sin(kPi * (0.01 * k + after - 0.005));
      worst = std::max(worst, std::abs(goal_at(p, 0.01 * k + after).position - truth));
    }
  }
  EXPECT_LE(worst, 10e-6);
}

TEST(Predictor, StepIsTheNewValueAtOnceAndAtRest) {
  Predictor p = fresh();
  for (int k = 0; k < 20; ++k) add(p, 0.01 * k, Vec6::Constant(0.01), kSteady);
  add(p, 0.2, Vec6::Constant(0.03), kSteady);
  const TrackPoint g = goal_at(p, 0.204);
  EXPECT_EQ(g.position, 0.03);
  EXPECT_EQ(g.velocity, 0.0);
  for (int k = 21; k < 40; ++k) {
    add(p, 0.01 * k, Vec6::Constant(0.03), kSteady);
    ASSERT_NEAR(goal_at(p, 0.01 * k + 0.007).position, 0.03, 1e-12);
  }
}

TEST(Predictor, CoordinatesAreJudgedOneByOne) {
  Predictor p = fresh();
  for (int k = 0; k < 40; ++k) {
    Vec6 x = Vec6::Zero();
    x[0] = 0.1 * 0.01 * k;
    x[1] = k % 2 == 0 ? 0.02 : -0.02;
    add(p, 0.01 * k, x, kSteady);
  }
  EXPECT_EQ(p.trust(0), 1.0);
  EXPECT_EQ(p.trust(1), 0.0);
  EXPECT_NEAR(goal_at(p, 0.39).velocity, 0.1, 1e-9);
  EXPECT_EQ(p.goal(1, p.horizon(0.395)).velocity, 0.0);
}

TEST(Predictor, SilenceFadesIntoTheLastValueWithoutAJump) {
  Predictor p = fresh();
  for (int k = 0; k < 40; ++k) add(p, 0.01 * k, Vec6::Constant(0.1 * 0.01 * k), kSteady);
  TrackPoint last = goal_at(p, 0.39);
  for (double t = 0.39; t < 1.1; t += 1e-4) {
    const TrackPoint g = goal_at(p, t);
    ASSERT_NEAR(g.position, last.position, 1e-4);
    ASSERT_NEAR(g.velocity, last.velocity, 2e-2);
    ASSERT_NEAR(g.position - last.position, 0.5e-4 * (g.velocity + last.velocity), 1e-5);
    ASSERT_LE(g.position, 0.039 + 0.1 * (0.032 + 0.1));  // coasting, then coming to a stop
    last = g;
  }
  EXPECT_EQ(last.position, 0.1 * 0.01 * 39);
  EXPECT_EQ(last.velocity, 0.0);
}

TEST(Predictor, SlowOrIrregularSendersAreHeld) {
  for (const Predictor::Source source :
       {Predictor::Source{0.5, 0.0, 1.0}, Predictor::Source{0.01, 0.02, 0.0}}) {
    Predictor p = fresh();
    for (int k = 0; k < 20; ++k) add(p, source.period * k, Vec6::Constant(0.1 * source.period * k), source);
    const TrackPoint g = goal_at(p, source.period * 19.5);
    EXPECT_EQ(g.position, 0.1 * source.period * 19);
    EXPECT_EQ(g.velocity, 0.0);
  }
}

TEST(Predictor, FastSendersAreAveragedSoThatRoundingDoesNotShow) {
  Predictor p = fresh();
  const Predictor::Source source{0.001, 0.0, 1.0};
  double worst_v = 0.0;
  double worst_a = 0.0;
  for (int k = 0; k < 2000; ++k) {
    const double t = 0.001 * k;
    add(p, t, Vec6::Constant(1e-5 * std::round(1e5 * 0.05 * std::sin(kPi * t))), source);
    if (k < 200) continue;
    const TrackPoint g = goal_at(p, t);
    worst_v = std::max(worst_v, std::abs(g.velocity - 0.05 * kPi * std::cos(kPi * (t - 0.0005))));
    worst_a = std::max(worst_a, std::abs(g.acceleration + 0.05 * kPi * kPi * std::sin(kPi * (t - 0.0005))));
  }
  EXPECT_LE(worst_v, 2e-3);
  EXPECT_LE(worst_a, 0.15);
}

TEST(Predictor, ReplacedPacketCountsOnce) {
  Predictor a = fresh();
  Predictor b = fresh();
  for (int k = 0; k < 30; ++k) {
    const double x = 0.05 * std::sin(0.03 * k);
    add(a, 0.01 * k, Vec6::Constant(x), kSteady);
    add(b, 0.01 * k, Vec6::Constant(x + 1e-5), kSteady);
    add(b, 0.01 * k, Vec6::Constant(x), kSteady);
  }
  EXPECT_NEAR(goal_at(a, 0.295).position, goal_at(b, 0.295).position, 1e-9);
  EXPECT_NEAR(goal_at(a, 0.295).velocity, goal_at(b, 0.295).velocity, 1e-7);
}

TEST(Predictor, HeldStreamIsItsLastValue) {
  Predictor p = fresh();
  for (int k = 0; k < 40; ++k) add(p, 0.01 * k, Vec6::Constant(0.1 * 0.01 * k), kSteady);
  p.hold();
  EXPECT_EQ(goal_at(p, 0.392).position, 0.1 * 0.01 * 39);
  EXPECT_EQ(goal_at(p, 0.392).velocity, 0.0);
}

}  // namespace
}  // namespace hexad::motion
