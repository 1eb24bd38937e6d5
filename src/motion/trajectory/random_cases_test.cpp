// A hundred thousand random states: whatever the state, the plan is continuous, ends where it should, and
// keeps the limits from the moment it can.

#include "motion/trajectory/testing/random_cases.hpp"

#include <gtest/gtest.h>

namespace hexad::motion {
namespace {

using testing_support::Case;
using testing_support::Flaws;
using testing_support::inspect;
using testing_support::RandomCases;

constexpr int kCases = 100'000;

#define SHOW(c)                                                                                       \
  "from " << (c).from.position << " " << (c).from.velocity << " " << (c).from.acceleration << " to "  \
          << (c).target << " limits " << (c).limits.velocity << " " << (c).limits.acceleration << " " \
          << (c).limits.jerk

class RandomStates : public ::testing::TestWithParam<double> {};  // how far beyond the limits they may be

TEST_P(RandomStates, FastestToEndsAtTheTargetWithinTheLimits) {
  RandomCases random{101};
  for (int i = 0; i < kCases; ++i) {
    const Case c = random.next(GetParam());
    const JerkProfile profile = fastest_to(c.from, c.target, c.limits);
    ASSERT_TRUE(profile.valid()) << SHOW(c);
    ASSERT_EQ(profile.end().position, c.target);
    const Flaws flaws = inspect(profile, c);
    ASSERT_LT(flaws.gap(), 1e-9) << SHOW(c) << " seed 101, case " << i;
    ASSERT_LT(flaws.excess(), 1e-9) << SHOW(c) << " seed 101, case " << i;
  }
}

TEST_P(RandomStates, ToInTakesTheTimeItIsGiven) {
  RandomCases random{102};
  for (int i = 0; i < kCases; ++i) {
    const Case c = random.next(GetParam());
    const double fastest = fastest_to(c.from, c.target, c.limits).duration();
    const double duration = fastest * (1.0 + random.logarithmic(1e-9, 20));
    const JerkProfile profile = to_in(c.from, c.target, c.limits, duration);
    ASSERT_TRUE(profile.valid()) << SHOW(c);
    ASSERT_EQ(profile.duration(), duration) << SHOW(c);
    ASSERT_EQ(profile.end().position, c.target);
    const Flaws flaws = inspect(profile, c);
    ASSERT_LT(flaws.gap(), 1e-9) << SHOW(c) << " in " << duration << " seed 102, case " << i;
    ASSERT_LT(flaws.excess(), 1e-9) << SHOW(c) << " in " << duration << " seed 102, case " << i;
  }
}

TEST_P(RandomStates, FastestStopEndsAtTheStopPosition) {
  RandomCases random{103};
  for (int i = 0; i < kCases; ++i) {
    const Case c = random.next(GetParam());
    const JerkProfile profile = fastest_stop(c.from, c.limits);
    ASSERT_TRUE(profile.valid()) << SHOW(c);
    const Flaws flaws = inspect(profile, c);
    ASSERT_LT(flaws.gap(), 1e-9) << SHOW(c) << " seed 103, case " << i;
    ASSERT_LT(flaws.excess(), 1e-9) << SHOW(c) << " seed 103, case " << i;
    ASSERT_NEAR(profile.end().position, stop_position(c.from, c.limits), 1e-12 * (1 + c.scale())) << SHOW(c);
  }
}

TEST_P(RandomStates, VelocityChangesEndAtTheirVelocity) {
  RandomCases random{104};
  for (int i = 0; i < kCases; ++i) {
    const Case c = random.next(GetParam());
    const double velocity = random.value(c.limits.velocity, 1.0);
    const JerkProfile profile = fastest_velocity_change(c.from, velocity, c.limits);
    ASSERT_TRUE(profile.valid()) << SHOW(c);
    ASSERT_EQ(profile.end().velocity, velocity);
    ASSERT_LT(inspect(profile, c).gap(), 1e-9) << SHOW(c) << " seed 104, case " << i;
    ASSERT_LT(inspect(profile, c).excess(), 1e-9) << SHOW(c) << " seed 104, case " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(UpTo, RandomStates, ::testing::Values(1.0, 2.5));

TEST(FastestTo, PlannedAgainOnTheWayArrivesAtTheSameMoment) {
  RandomCases random{105};
  for (int i = 0; i < 20'000; ++i) {
    const Case c = random.next(1.0);
    const JerkProfile profile = fastest_to(c.from, c.target, c.limits);
    const double t = random.uniform(0, profile.duration());
    const double rest = fastest_to(profile.at(t), c.target, c.limits).duration();
    // Near the end the time left depends on the cube root of rounding.
    ASSERT_NEAR(t + rest, profile.duration(), 1e-3 * std::cbrt(c.scale() / c.limits.jerk))
        << SHOW(c) << " at " << t;
  }
}

TEST(StopPosition, NeverFallsWhenTheVelocityOrTheAccelerationRises) {
  RandomCases random{106};
  for (int i = 0; i < kCases; ++i) {
    const Case c = random.next(1.0);
    const double base = stop_position(c.from, c.limits);
    AxisState faster = c.from;
    faster.velocity += random.logarithmic(1e-6, 1) * c.limits.velocity;
    AxisState harder = c.from;
    harder.acceleration += random.logarithmic(1e-6, 1) * c.limits.acceleration;
    ASSERT_GE(stop_position(faster, c.limits), base - 1e-14) << SHOW(c);
    if (harder.acceleration <= c.limits.acceleration) {
      ASSERT_GE(stop_position(harder, c.limits), base - 1e-14) << SHOW(c);
    }
  }
}

TEST(ToIn, DoesNotPassTheTargetWhenTheFastestMotionDoesNot) {
  RandomCases random{107};
  for (int i = 0; i < 20'000; ++i) {
    Case c = random.next(1.0);
    const double side = c.target - c.from.position;
    const double stop = stop_position(c.from, c.limits) - c.from.position;
    if (!(c.from.velocity * side >= 0 && stop * side >= 0 && std::abs(stop) < std::abs(side))) continue;
    if (c.from.velocity * c.from.acceleration < 0) continue;  // may have to turn
    const double fastest = fastest_to(c.from, c.target, c.limits).duration();
    const JerkProfile profile = to_in(c.from, c.target, c.limits, fastest * random.uniform(1, 8));
    for (int k = 0; k <= 50; ++k) {
      const double passed = profile.at(profile.duration() * k / 50).position - c.target;
      ASSERT_LE(passed * (side > 0 ? 1 : -1), 1e-9 * (c.scale() + std::abs(side))) << SHOW(c);
    }
  }
}

}  // namespace
}  // namespace hexad::motion
