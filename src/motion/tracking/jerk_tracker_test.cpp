#include "motion/tracking/jerk_tracker.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "bench/stream_experiment.hpp"

namespace hexad::motion {
namespace {

using bench::Dice;

JerkTracker tracker(JerkTracker::Limits limits, double dt = 1e-3, double bandwidth = 60.0) {
  JerkTracker t;
  t.set_limits(limits);
  t.set_pace(dt, bandwidth);
  return t;
}

constexpr JerkTracker::Limits kLimits{0.25, 2.0, 50.0};

/// The time of the fastest rest-to-rest motion, from the textbook.
double fastest_time(double way, JerkTracker::Limits l) {
  double a = std::min(l.acceleration, std::sqrt(l.velocity * l.jerk));
  if (way < 2.0 * a * a * a / (l.jerk * l.jerk)) return 4.0 * std::cbrt(0.5 * way / l.jerk);
  const double v = std::min(
      l.velocity, 0.5 * (-a * a / l.jerk + std::sqrt(a * a * a * a / (l.jerk * l.jerk) + 4.0 * a * way)));
  return way / v + v / a + a / l.jerk;
}

TEST(JerkTracker, StepsOfAnySizeArriveExactlyWithoutOvershootAndNearlyAsFastAsPossible) {
  for (const double dt : {0.25e-3, 1e-3, 5e-3}) {
    for (const double way : {1e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 0.1, 0.3, 1.0}) {
      JerkTracker t = tracker(kLimits, dt);
      TrackPoint s;
      double highest = 0.0;
      double arrived = -1.0;
      for (double now = dt; now < 8.0; now += dt) {
        s = t.step(s, {way, 0.0, 0.0});
        highest = std::max(highest, s.position);
        if (arrived < 0.0 && std::abs(s.position - way) < 0.01 * way) arrived = now;
      }
      EXPECT_EQ(s.position, way) << way << " at " << dt;
      EXPECT_EQ(s.velocity, 0.0);
      EXPECT_LE(highest, 1.01 * way) << way << " at " << dt;
      // 8.4/λ is what the triple pole takes to 1 %.
      EXPECT_LE(arrived, 1.15 * fastest_time(way, kLimits) + 8.6 / 60.0) << way << " at " << dt;
    }
  }
}

TEST(JerkTracker, AnyStateInsideStaysInsideWhateverTheGoalDoes) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Dice dice{seed};
    const JerkTracker::Limits l{std::exp(dice.between(-5.0, 1.0)), std::exp(dice.between(-3.0, 3.0)),
                                std::exp(dice.between(-1.0, 9.0))};
    const double dt = std::exp(dice.between(-8.3, -4.6));  // 4 kHz … 100 Hz
    JerkTracker t = tracker(l, dt, std::exp(dice.between(2.0, 5.0)));
    TrackPoint s;
    TrackPoint goal;
    for (int k = 0; k < 3000; ++k) {
      if (dice.unit() < 0.03) {
        goal = {dice.between(-1.0, 1.0) * std::exp(dice.between(-9.0, 0.0)),
                dice.between(-2.0, 2.0) * l.velocity, dice.between(-2.0, 2.0) * l.acceleration};
        if (dice.unit() < 0.5) goal.velocity = goal.acceleration = 0.0;
      }
      const TrackPoint next = t.step(s, goal);
      ASSERT_LE(std::abs(next.velocity), l.velocity * (1.0 + 1e-9));
      ASSERT_LE(std::abs(next.acceleration), l.acceleration * (1.0 + 1e-9));
      ASSERT_LE(std::abs(next.acceleration - s.acceleration), l.jerk * dt * (1.0 + 1e-9) + 1e-15);
      // The mean velocity of the tick, which is what a drive sees, keeps the limit too.
      ASSERT_LE(std::abs(next.position - s.position) / dt, l.velocity * (1.0 + 1e-9) + 1e-12);
      s = next;
    }
  }
}

TEST(JerkTracker, TopSpeedIsReachedAndHeldNotPassed) {
  JerkTracker t = tracker(kLimits);
  TrackPoint s;
  double top = 0.0;
  for (int k = 0; k < 1000; ++k) {
    s = t.step(s, {10.0, 0.0, 0.0});
    top = std::max(top, s.velocity);
  }
  EXPECT_LE(top, 0.25 + 1e-12);
  EXPECT_NEAR(s.velocity, 0.25, 1e-6);
  EXPECT_NEAR(s.acceleration, 0.0, 1e-3);
}

// e(t) of a triple pole from 0.1 mm: (1 + λt + λ²t²/2)·e^(−λt).
TEST(JerkTracker, SmallErrorsFadeAsTheTriplePoleSays) {
  for (const double dt : {0.25e-3, 1e-3, 4e-3}) {
    JerkTracker t = tracker(kLimits, dt, 40.0);
    TrackPoint s{1e-4, 0.0, 0.0};
    double now = 0.0;
    for (int k = 0; k < 40; ++k) {
      s = t.step(s, {});
      now += dt;
    }
    const double z = 40.0 * now;
    EXPECT_NEAR(s.position, 1e-4 * (1.0 + z + 0.5 * z * z) * std::exp(-z), 8.0 * dt * 1e-4);
  }
}

TEST(JerkTracker, MovingGoalIsCaughtAndThenFollowedWithoutError) {
  JerkTracker t = tracker(kLimits);
  TrackPoint s;
  const double w = kPi;
  double last_jerk = 0.0;
  double roughness = 0.0;
  for (int k = 1; k <= 5000; ++k) {
    const double now = 1e-3 * k;
    const TrackPoint goal{0.1 + 0.05 * std::sin(w * now), 0.05 * w * std::cos(w * now),
                          -0.05 * w * w * std::sin(w * now)};
    const TrackPoint next = t.step(s, goal);
    const double jerk = (next.acceleration - s.acceleration) / 1e-3;
    if (k > 2500) {
      ASSERT_NEAR(next.position, goal.position, 2e-5);
      roughness = std::max(roughness, std::abs(jerk - last_jerk));
    }
    last_jerk = jerk;
    s = next;
  }
  EXPECT_LE(roughness, 0.05);  // m/s³ from tick to tick: it does not chatter
}

TEST(JerkTracker, FromOutsideTheLimitsItReturnsWithoutBreakingTheJerkLimit) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Dice dice{seed};
    JerkTracker t = tracker(kLimits);
    TrackPoint s{0.0, dice.between(-1.0, 1.0), dice.between(-10.0, 10.0)};
    for (int k = 0; k < 8000; ++k) {
      const TrackPoint next = t.step(s, {0.05, 0.0, 0.0});
      ASSERT_LE(std::abs(next.acceleration - s.acceleration), 0.05 * (1.0 + 1e-9));
      s = next;
    }
    EXPECT_EQ(s.position, 0.05);
  }
}

TEST(JerkTracker, StoppingPointIsWhereItStops) {
  JerkTracker t = tracker(kLimits);
  for (const TrackPoint from :
       {TrackPoint{0.1, 0.2, 0.0}, TrackPoint{0.0, -0.1, 1.0}, TrackPoint{0.0, 0.0, -1.5}}) {
    const double stop = t.stopping_point(from);
    TrackPoint s = from;
    double reversed = 0.0;
    for (int k = 0; k < 1000; ++k) {
      s = t.step(s, {stop, 0.0, 0.0});
      reversed = std::max(reversed, (from.position - s.position) * (stop > from.position ? 1.0 : -1.0));
    }
    EXPECT_EQ(s.position, stop);
  }
}

TEST(JerkTracker, CoordinateWithoutALimitDoesNotMove) {
  for (const double bad : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
    JerkTracker t;
    t.set_limits({0.25, bad, 50.0});
    t.set_pace(1e-3, 60.0);
    const TrackPoint s = t.step({0.1, 0.2, 0.3}, {1.0, 0.0, 0.0});
    EXPECT_EQ(s.position, 0.1);
    EXPECT_EQ(s.velocity, 0.0);
  }
}

}  // namespace
}  // namespace hexad::motion
