// Sines: motus decision 5 and 2, darren 107, lifecycle ("ramp their amplitude in 0.5 s without phase delay").

#include "motion/program/sine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "motion/program/testing/motion.hpp"
#include "motion/program/testing/platform.hpp"
#include "motion/program/testing/sine.hpp"

namespace hexad::motion {
namespace {

using namespace testing_support;

/// Values of pitch roll yaw sway surge heave.
model::Sine heave(double millimetres, double hertz, double degrees = 0.0) {
  model::Sine sine;
  sine.amplitude[5] = millimetres * kMillimetre;
  sine.frequency[5] = hertz;
  sine.phase[5] = degrees * kDegree;
  return sine;
}

Measured measured(const Machine& machine, const Sine& sine, double from, double to) {
  return measure(
      machine, [&](double t) { return sine.at(t).pose; }, from, to);
}

TEST(Sine, Decision5_AmplitudeIsMetresAndTheSineRunsFromTheFirstMoment) {
  const Machine machine = standard_platform();
  Sine sine;
  ASSERT_TRUE(begin(sine, machine, heave(50, 0.5), 100.0));
  EXPECT_EQ(sine.scale(), 1.0);
  // After the ramp it is exactly 50 mm · sin(2π · 0.5 Hz · t), t counted from the start: no phase delay.
  for (const double t : {0.5, 0.77, 1.0, 1.5, 2.25, 7.3})
    EXPECT_NEAR(sine.at(100.0 + t).pose.position.z(), 0.05 * std::sin(kPi * t), 1e-12) << t;
  EXPECT_EQ(sine.blend_end(), 100.5);
  // In the ramp never ahead of it, and it begins at rest.
  for (double t = 0.0; t < 0.5; t += 0.01)
    EXPECT_LE(std::abs(sine.at(100.0 + t).pose.position.z()), 0.05 * std::abs(std::sin(kPi * t)) + 1e-15);
  EXPECT_LT(sine.at(100.0).velocity.linear.norm() + sine.at(100.0).acceleration.linear.norm(), 1e-12);
}

TEST(Sine, EachAxisHasItsSignPhaseAndUnit) {
  const Machine machine = standard_platform();
  model::Sine wanted;
  wanted.amplitude = {3 * kDegree, 2 * kDegree, 4 * kDegree, 0.02, 0.03, 0.04};
  wanted.frequency = {0.3, 0.3, 0.3, 0.3, 0.3, 0.3};
  wanted.phase = {0.0, 0.5 * kPi, kPi, 0.0, 0.5 * kPi, kPi};
  Sine sine;
  ASSERT_TRUE(begin(sine, machine, wanted, 0.0));
  ASSERT_EQ(sine.scale(), 1.0);
  const double t = 0.25 / 0.3 + 4.0 / 0.3;
  const AxisValues there = kPitchFirstConvention.from_pose(sine.at(t).pose, 0.0);
  EXPECT_NEAR(there[0], 3 * kDegree, 1e-9);
  EXPECT_NEAR(there[1], 0.0, 1e-9);
  EXPECT_NEAR(there[2], -4 * kDegree, 1e-9);
  EXPECT_NEAR(there[3], 0.02, 1e-12);
  EXPECT_NEAR(there[4], 0.0, 1e-12);
  EXPECT_NEAR(there[5], -0.04, 1e-12);
}

TEST(Sine, StartChangeAndStopKeepEveryLimitAndEndAtNeutral) {
  const Machine machine = standard_platform();
  Sine sine;
  ASSERT_TRUE(begin(sine, machine, heave(40, 0.4, 90), 0.0));
  const Measured begin = measured(machine, sine, 0.0, 3.1);
  EXPECT_LE(begin.share(machine.limits), 1.0);

  model::Sine other = heave(25, 1.1, -60);
  other.amplitude[0] = 4 * kDegree;
  other.frequency[0] = 0.7;
  double now = 3.1;
  ASSERT_TRUE(go_over(sine, other, now));
  EXPECT_LT(now, 3.14);
  EXPECT_LE(measured(machine, sine, now, 6.0).share(machine.limits), 1.0);

  // Again in the middle of a change, and back.
  now = 6.0;
  ASSERT_TRUE(go_over(sine, heave(40, 0.4), now));
  now = 6.2;
  ASSERT_TRUE(go_over(sine, other, now));
  EXPECT_LE(measured(machine, sine, now, 8.0).share(machine.limits), 1.0);

  const double stopped = release(sine, 8.0);
  EXPECT_TRUE(sine.stopping());
  EXPECT_FALSE(sine.finished(8.2));
  EXPECT_LE(measured(machine, sine, stopped, sine.blend_end() + 0.1).share(machine.limits), 1.0);
  EXPECT_TRUE(sine.finished(sine.blend_end()));
  EXPECT_LT(sine.at(sine.blend_end() + 1.0).pose.position.norm(), 1e-15);
}

TEST(Sine, Decision2_TheSameValuesAgainChangeNothing) {
  const Machine machine = standard_platform();
  Sine sine;
  ASSERT_TRUE(begin(sine, machine, heave(30, 0.8), 0.0));
  const double end = sine.blend_end();
  for (int i = 1; i < 100; ++i) {
    double now = 0.01 * i;
    ASSERT_TRUE(go_over(sine, heave(30, 0.8), now));
  }
  EXPECT_EQ(sine.blend_end(), end);
  EXPECT_NEAR(sine.at(1.0).pose.position.z(), 0.03 * std::sin(1.6 * kPi), 1e-12);
}

TEST(Sine, ALargeSlowOneThatBeginsAtItsPeakTakesALongerRampInsteadOfBreakingALimit) {
  const Machine machine = standard_platform();
  Sine sine;
  ASSERT_TRUE(begin(sine, machine, heave(200, 0.05, 90), 0.0));
  EXPECT_EQ(sine.scale(), 1.0);
  EXPECT_GT(sine.blend_end(), 0.5);
  EXPECT_LE(measured(machine, sine, 0.0, 5.0).share(machine.limits), 1.0);
}

TEST(Sine, Decision5_WhatThePlatformCannotReachIsScaledDownAndSaysWhy) {
  const Machine machine = standard_platform();
  const Limited<double> reach = reachable_scale(machine, heave(400, 0.05));
  EXPECT_NEAR(reach.value * 0.4, 0.218, 0.004);  // heave reaches +219 less the margin
  EXPECT_EQ(reach.hit.limit, Limit::leg_upper);
  const Limited<double> speed = reachable_scale(machine, heave(200, 1.0));
  EXPECT_LT(speed.value * 0.2 * kRevolution, 0.4);
  EXPECT_GT(speed.value * 0.2 * kRevolution, 0.33);
  const Limited<double> push = reachable_scale(machine, heave(10, 8.0));
  EXPECT_LT(push.value * 0.01 * std::pow(8.0 * kRevolution, 3), 50.0);
  EXPECT_GT(push.value * 0.01 * std::pow(8.0 * kRevolution, 3), 40.0);
  EXPECT_EQ(reachable_scale(machine, heave(20, 0.5)).value, 1.0);
  EXPECT_FALSE(reachable_scale(machine, heave(20, 0.5)).hit);
}

TEST(Sine, Decision5_Above10HertzOrNotANumberIsNotExecuted) {
  const Machine machine = standard_platform();
  Sine sine;
  EXPECT_FALSE(begin(sine, machine, heave(1, 10.5), 0.0));
  EXPECT_TRUE(sine.finished(0.0));
  EXPECT_FALSE(begin(sine, machine, heave(1, -1), 0.0));
  EXPECT_FALSE(begin(sine, machine, heave(1, std::nan("")), 0.0));
  EXPECT_FALSE(begin(sine, machine, heave(std::nan(""), 1), 0.0));
  ASSERT_TRUE(begin(sine, machine, heave(1, 10), 0.0));
  EXPECT_FALSE(sine.plan(heave(1, 11)));
  EXPECT_FALSE(sine.stopping());
}

/// The way over was joined in its middle: a sine that was stopped at its turning point jumped by 0.1 µm in
/// one tick, which is twice the jerk there is.
TEST(Sine, AStopWhosePlanIsReadyLateBeginsLateAndNothingJumps) {
  const Machine machine = standard_platform();
  for (const int looks : {1, 3, 16}) {
    for (int stop = 600; stop < 2600; stop += 50) {
      Sine sine;
      ASSERT_TRUE(begin(sine, machine, heave(20, 0.5), 0.0));
      model::Sine nothing = heave(20, 0.5);
      nothing.amplitude = {};
      std::array<double, 4> z{};
      double worst = 0.0;
      for (int tick = 0; tick < 4000; ++tick) {
        const double t = 1e-3 * tick;
        if (tick == stop) {
          ASSERT_TRUE(sine.plan(nothing));
        }
        if (sine.plans()) (void)sine.think(t, looks);
        std::rotate(z.begin(), z.end() - 1, z.end());
        z[0] = sine.at(t).pose.position.z();
        if (tick > stop) worst = std::max(worst, std::abs(z[0] - 3 * z[1] + 3 * z[2] - z[3]) / 1e-9);
      }
      EXPECT_LT(worst, machine.limits.translation.jerk)
          << "stopped at " << stop << " ms, " << looks << " looks a tick";
    }
  }
}

/// The platform's own way: ticks of a millisecond, the setpoint of each, and what they come to.
struct Ticks {
  std::vector<Pose> poses;
  Measured measured_on(const Machine& machine) const {
    return measure(
        machine, [this](double t) { return poses[static_cast<std::size_t>(std::lround(t * 1e3))]; }, 0.0,
        1e-3 * static_cast<double>(poses.size() - 2));
  }
};

/// A longer way over goes further when it begins in the middle of another one: none fitted, and the longest
/// was taken, of which the platform broke off at a limit.
TEST(Sine, LetGoOrChangedAtAnyMomentOfItsBeginningKeepsEveryLimit) {
  const Machine machine = standard_platform();
  model::Sine pitch;  // as much of it as there is
  pitch.amplitude[0] = 10 * kDegree;
  pitch.frequency[0] = 1.2;
  for (const model::Sine& other : {model::Sine{}, heave(20, 0.3), heave(3, 5.0, 90)}) {
    for (int change : {110, 400, 620, 710, 800, 890, 980}) {
      Sine sine;
      ASSERT_TRUE(begin(sine, machine, pitch, 0.0));
      Ticks ticks;
      for (int tick = 0; tick < 8000; ++tick) {
        const double t = 1e-3 * tick;
        if (tick == change) {
          ASSERT_TRUE(sine.plan(other));
        }
        if (sine.plans()) (void)sine.think(t, Sine::kLooks);
        ticks.poses.push_back(sine.at(t).pose);
      }
      EXPECT_FALSE(sine.plans());
      EXPECT_LE(ticks.measured_on(machine).share(machine.limits), 1.0)
          << "changed after " << change << " ms to " << other.amplitude[5] << " m";
    }
  }
}

/// Between a large slow one and a small fast one everything is large and fast: it goes over nothing.
TEST(Sine, FromALargeSlowOneToASmallFastOneItGoesOverNothing) {
  const Machine machine = standard_platform();
  Sine sine;
  ASSERT_TRUE(begin(sine, machine, heave(150, 0.2), 0.0));
  const model::Sine fast = heave(0.5, 6.0, 90);
  double now = 20.0;
  ASSERT_TRUE(sine.plan(fast));
  Ticks ticks;
  while (sine.plans() && now < 40.0) {
    (void)sine.think(now, Sine::kLooks);
    ticks.poses.push_back(sine.at(now).pose);
    now += 1e-3;
  }
  const double begun = now - 1e-3;
  for (; now < begun + 5.0; now += 1e-3) ticks.poses.push_back(sine.at(now).pose);
  EXPECT_EQ(sine.scale(), 1.0);
  EXPECT_LE(ticks.measured_on(machine).share(machine.limits), 1.0);
  EXPECT_NEAR(sine.at(begun + 4.5).pose.position.z(), 5e-4 * std::cos(kRevolution * 6.0 * 4.5), 1e-9);
}

TEST(Sine, AnySineScaledAsToldKeepsEveryLimitAndTheGovernorStill) {
  constexpr unsigned kSeed = 20260115;
  const Machine machine = standard_platform();
  std::mt19937 random{kSeed};
  std::uniform_real_distribution<double> unit{0.0, 1.0};
  for (int i = 0; i < 30; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " case " << i);
    model::Sine wanted;
    const double common = 0.1 + 3.0 * unit(random);
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      if (unit(random) < 0.4) continue;
      wanted.amplitude[axis] = unit(random) * (axis < 3 ? 15 * kDegree : 0.15);
      wanted.frequency[axis] = i % 2 == 0 ? common : 0.1 + 2.0 * unit(random);
      wanted.phase[axis] = kRevolution * unit(random);
    }
    Sine sine;
    ASSERT_TRUE(begin(sine, machine, wanted, 0.0));
    const double end = sine.blend_end() + 10.0;
    const Measured most = measured(machine, sine, -0.01, end);
    EXPECT_LE(most.share(machine.limits), 1.0);
    EXPECT_FALSE(most.reach);
    Governor governor;
    governor.reset(machine, Pose{}, 1e-3);
    int acts = 0;
    LimitHit hit;
    for (int k = 1; k * 1e-3 < end && acts == 0; ++k)
      if ((hit = governor.advance(state_of(sine.at(k * 1e-3))).hit)) acts = k;
    EXPECT_EQ(acts, 0) << static_cast<int>(hit.limit) << " " << +hit.index << " " << hit.value << " "
                       << hit.bound;
  }
}

}  // namespace
}  // namespace hexad::motion
