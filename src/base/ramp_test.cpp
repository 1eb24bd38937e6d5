#include "base/ramp.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace hexad {
namespace {

constexpr double kH = 1e-4;

void expect_same(const Jet& a, const Jet& b, double tolerance) {
  EXPECT_NEAR(a.value, b.value, tolerance);
  EXPECT_NEAR(a.rate, b.rate, tolerance);
  EXPECT_NEAR(a.acceleration, b.acceleration, tolerance);
}

TEST(Ramp, GoesOnFromAnyStateAndIsAtTheGoalExactlyWhenItsTimeIsOver) {
  std::mt19937 random{7};
  std::uniform_real_distribution<double> any{-3.0, 3.0};
  for (int i = 0; i < 200; ++i) {
    const Jet from{any(random), any(random), any(random)};
    const double goal = any(random), begin = any(random), seconds = 0.05 + std::abs(any(random));
    const Ramp ramp{from, goal, begin, seconds};
    expect_same(ramp.at(begin), from, 1e-12);
    const Jet last = ramp.at(begin + seconds * (1.0 - 1e-9));
    EXPECT_NEAR(last.value, goal, 1e-6);
    EXPECT_NEAR(last.rate, 0.0, 1e-4);
    const Jet end = ramp.at(begin + seconds + kH);
    EXPECT_EQ(end.value, goal);
    EXPECT_EQ(end.rate, 0.0);
    EXPECT_EQ(end.acceleration, 0.0);
    EXPECT_TRUE(ramp.arrived(begin + seconds + kH));
  }
}

TEST(Ramp, ItsRateAndAccelerationAreTheDerivativesOfItsValueAndTheIntegralItsSum) {
  const Ramp ramp{{0.2, 0.7, -1.0}, 1.5, 3.0, 0.8};
  double sum = 0.0;
  for (double t = 3.0; t < 4.2; t += kH) {
    const Jet before = ramp.at(t), now = ramp.at(t + kH);
    EXPECT_NEAR(now.value - before.value, 0.5 * kH * (before.rate + now.rate), 1e-8);
    EXPECT_NEAR(now.rate - before.rate, 0.5 * kH * (before.acceleration + now.acceleration), 1e-6);
    sum += 0.5 * kH * (before.value + now.value);
    EXPECT_NEAR(ramp.integral(t + kH), sum, 1e-6);
  }
}

TEST(Ramp, TurnedRoundOnItsWayNothingJumps) {
  Ramp ramp;
  ramp.go(1.0, 10.0, 0.5);
  const Jet before = ramp.at(10.2);
  ramp.go(0.0, 10.2, 0.5);
  expect_same(ramp.at(10.2), before, 1e-12);
  EXPECT_EQ(ramp.goal(), 0.0);
  EXPECT_EQ(ramp.at(10.8).value, 0.0);
}

TEST(Ramp, FromRestItStaysBetweenItsEndsAndWithinTheStatedPeaks) {
  const Ramp ramp{{}, 2.0, 0.0, 0.5};
  double rate = 0.0, acceleration = 0.0, before = 0.0;
  for (double t = 0.0; t < 0.6; t += kH) {
    const Jet now = ramp.at(t);
    EXPECT_GE(now.value, before - 1e-12);
    before = now.value;
    EXPECT_LE(now.value, 2.0 + 1e-12);
    rate = std::max(rate, std::abs(now.rate));
    acceleration = std::max(acceleration, std::abs(now.acceleration));
  }
  EXPECT_LE(rate, 1.9 * 2.0 / 0.5);
  EXPECT_GE(rate, 1.8 * 2.0 / 0.5);
  EXPECT_LE(acceleration, 5.8 * 2.0 / 0.25);
  EXPECT_GE(acceleration, 5.7 * 2.0 / 0.25);
}

TEST(Ramp, WithoutTimeItIsThereAtOnce) {
  Ramp ramp{0.3};
  EXPECT_EQ(ramp.at(5.0).value, 0.3);
  ramp.go(0.8, 5.0, 0.0);
  EXPECT_EQ(ramp.at(5.0).value, 0.8);
  EXPECT_NEAR(ramp.integral(7.0), 1.6, 1e-12);
}

}  // namespace
}  // namespace hexad
