// The arithmetic against signals whose answer is known.

#include "acceptance/signals.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "base/units.hpp"

namespace hexad::acceptance {
namespace {

struct Signals {
  std::vector<double> times, in, out;
};

/// `gain` and `delay` s on a sine of 10 mm, sampled `rate` times a second with jitter.
Signals delayed(double frequency, double gain, double delay, double rate, double seconds,
                double start = 123.456) {
  std::mt19937 random{20260115};
  std::uniform_real_distribution<double> jitter{-0.2, 0.2};
  Signals signals;
  for (int k = 0; k < static_cast<int>(rate * seconds); ++k) {
    const double t = start + (k + jitter(random)) / rate;
    signals.times.push_back(t);
    signals.in.push_back(3.0 + 10.0 * std::sin(kRevolution * frequency * t));
    signals.out.push_back(3.2 + 10.0 * gain * std::sin(kRevolution * frequency * (t - delay)));
  }
  return signals;
}

TEST(Transfer, AGainOf09AndADelayOf12MillisecondsAreFoundAt2Hz) {
  const Signals s = delayed(2.0, 0.9, 0.012, 120.0, 1.0);
  const auto found = transfer(s.times, s.in, s.out, 2.0);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->gain, 0.9, 1e-9);
  EXPECT_NEAR(found->delay, 0.012, 1e-9);
  EXPECT_NEAR(found->phase, -360.0 * 2.0 * 0.012, 1e-6) << "later is negative";
  EXPECT_NEAR(found->amplitude, 10.0, 1e-9);
}

TEST(Transfer, SamplesRarerThanTwoAPeriodTellItAllTheSame) {
  // Six samples a second of a 5 Hz sine: a platform at 20 × the clock.
  const Signals s = delayed(5.0, 0.7, 0.02, 6.0, 4.0);
  const auto found = transfer(s.times, s.in, s.out, 5.0);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->gain, 0.7, 1e-6);
  EXPECT_NEAR(found->delay, 0.02, 1e-6);
}

TEST(Transfer, SamplesThatAllComeAtOnePhaseTellNothing) {
  std::vector<double> times, values;
  for (int k = 0; k < 40; ++k) {
    times.push_back(0.2 * k);
    values.push_back(1.0);
  }
  EXPECT_FALSE(fit_sine(times, values, 5.0));
  EXPECT_FALSE(fit_sine({times.data(), 4}, {values.data(), 4}, 1.0)) << "too few";
}

TEST(FitSine, ADriftIsNoAmplitudeAndNoiseIsTheResidual) {
  std::mt19937 random{7};
  std::normal_distribution<double> noise{0.0, 0.1};
  std::vector<double> times, values;
  for (int k = 0; k < 4000; ++k) {
    const double t = 0.002 * k;
    times.push_back(t);
    values.push_back(5.0 * t + 2.0 * std::sin(kRevolution * 0.5 * t + 0.4) + noise(random));
  }
  const auto fit = fit_sine(times, values, 0.5);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->amplitude, 2.0, 0.02);
  EXPECT_NEAR(fit->phase, 0.4, 0.02);
  EXPECT_NEAR(fit->residual, 0.1, 0.01);
}

/// Velocity of a sine of 0.5 Hz that stands for `stick` s at each reversal, as friction makes it.
struct Slow {
  std::vector<double> times, velocity;
};
Slow sticking(double amplitude, double stick) {
  Slow slow;
  for (int k = 0; k < 480; ++k) {
    const double t = k / 120.0;
    const double v = amplitude * std::cos(kRevolution * 0.5 * t);
    const double away = std::abs(std::remainder(t - 0.5, 1.0));  // from the nearest reversal
    slow.times.push_back(t);
    slow.velocity.push_back(away < stick ? 0.0 : v);
  }
  return slow;
}

TEST(TurnAround, AnIdealSineHasNoBump) {
  const Slow slow = sticking(100.0, 0.0);
  const auto bump = turn_around(slow.times, slow.velocity, 0.5);
  ASSERT_TRUE(bump);
  EXPECT_EQ(bump->reversals, 4U);
  EXPECT_NEAR(bump->ideal, 100.0 * kRevolution * 0.5, 0.5) << "0.07 % less by the mean of 40 ms";
  EXPECT_LT(bump->peak, 0.01 * bump->ideal);
}

TEST(TurnAround, AStandstillAtTheReversalIsABumpThere) {
  const Slow slow = sticking(100.0, 0.03);
  const auto bump = turn_around(slow.times, slow.velocity, 0.5);
  ASSERT_TRUE(bump);
  EXPECT_GT(bump->peak, 0.5 * bump->ideal);
  EXPECT_LT(bump->elsewhere, 0.1 * bump->peak) << "and nowhere else";
}

TEST(LargestDifference, TheSameMotionSampledAtOtherTimesIsTheSame) {
  std::vector<double> ta, a, tb, b;
  for (int k = 0; k < 200; ++k) {
    ta.push_back(0.01 * k);
    a.push_back(std::sin(ta.back()));
    tb.push_back(0.01 * k + 0.004);
    b.push_back(std::sin(tb.back()));
  }
  EXPECT_NEAR(largest_difference(ta, a, tb, b).value_or(9.0), 0.0, 2e-5);
  b[100] += 0.5;
  EXPECT_GT(largest_difference(ta, a, tb, b).value_or(0.0), 0.25);
  for (double& t : tb) t += 1.9;
  EXPECT_FALSE(largest_difference(ta, a, tb, b)) << "they hardly overlap";
}

TEST(RateOver, ASpanSeesTheSameMotionAlikeWheneverItsSamplesCome) {
  std::vector<double> rates;
  for (const double shift : {0.0, 0.003, 0.006}) {
    std::vector<double> times, values;
    for (int k = 0; k < 120; ++k) {
      times.push_back(k / 120.0 + shift);
      values.push_back(times.back() < 0.5 ? 0.0 : 10.0);  // a jump: an impulse of its rate
    }
    const std::vector<double> found = rate_over(times, values, 0.04);
    rates.push_back(*std::max_element(found.begin(), found.end()));
    EXPECT_EQ(found.size(), times.size());
  }
  for (const double rate : rates) EXPECT_NEAR(rate, 250.0, 1e-9) << "10 in 40 ms";
  EXPECT_TRUE(rate_over(std::vector{0.0, 0.01, 0.02}, std::vector{0.0, 1.0, 2.0}, 0.04).empty());
}

TEST(Derivative, OfAParabolaIsExactAtEvenTimes) {
  const std::vector<double> times{0.0, 0.1, 0.2, 0.3}, values{0.0, 0.01, 0.04, 0.09};
  const std::vector<double> rates = derivative(times, values);
  EXPECT_NEAR(rates[1], 0.2, 1e-12);
  EXPECT_NEAR(rates[2], 0.4, 1e-12);
  EXPECT_TRUE(derivative({times.data(), 2}, {values.data(), 2}).empty());
}

}  // namespace
}  // namespace hexad::acceptance
