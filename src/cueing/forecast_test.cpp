// What goes on as it went is foreseen; what does not is not believed in, and never farther than what was
// seen.

#include "cueing/forecast.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace hexad::cueing {
namespace {

/// The mean over the spacing before `time` of a wave.
double wave(double time, double frequency) {
  const double half = 0.5 * Forecast::kSpacing;
  return std::sin(frequency * (time - half)) * std::sin(frequency * half) / (frequency * half);
}

double faded(const Forecast& forecast, double seconds) {
  return std::exp(-seconds / Forecast::kFading) * forecast.now();
}

TEST(Forecast, AWaveIsLearnedAndForeseenASecondAhead) {
  for (const double frequency : {0.7, 1.5, 2.9}) {
    Forecast forecast;
    double time = 0.0;
    for (int i = 0; i < 200; ++i) forecast.learn(wave(time += Forecast::kSpacing, frequency));
    EXPECT_GT(forecast.trust(), 0.95) << frequency;
    // A second ahead it counts by seven tenths; there it must have the sign and about the size.
    for (int i = 0; i < 30; ++i) {
      forecast.learn(wave(time += Forecast::kSpacing, frequency));
      const double beyond = std::sin(frequency * (time + 0.5)) - faded(forecast, 0.5);
      EXPECT_NEAR(forecast.beyond(0.5), beyond, 0.25 * std::abs(beyond) + 0.12) << frequency;
    }
  }
}

TEST(Forecast, NoiseIsNotBelievedIn) {
  std::mt19937 random{7};
  std::normal_distribution<double> noise{0.0, 1.0};
  Forecast forecast;
  double worst = 0.0;
  for (int i = 0; i < 600; ++i) {
    forecast.learn(noise(random));
    if (i > 100) worst = std::max(worst, forecast.trust());
  }
  EXPECT_LT(worst, 0.85);
  EXPECT_LT(forecast.trust(), 0.7);
}

TEST(Forecast, AWaveThatEndsIsNotTrustedAnyLongerAndNothingIsExpectedThatWasNeverSeen) {
  Forecast forecast;
  double time = 0.0;
  for (int i = 0; i < 200; ++i) forecast.learn(wave(time += Forecast::kSpacing, 1.5));
  double before = forecast.beyond(0.5);
  for (int i = 0; i < 150; ++i) {
    forecast.learn(2.0);
    for (double ahead = 0.0; ahead < 4.0; ahead += 0.05)
      ASSERT_LE(std::abs(forecast.beyond(ahead)), 2.0 * 1.1 * 2.0) << i;
    ASSERT_LT(std::abs(forecast.beyond(0.5) - before), 2.5) << i;
    before = forecast.beyond(0.5);
  }
  EXPECT_EQ(forecast.beyond(Forecast::kSpacing * Forecast::kAhead + 1.0), 0.0);
  forecast.reset();
  EXPECT_EQ(forecast.trust(), 0.0);
  EXPECT_EQ(forecast.beyond(0.5), 0.0);
}

TEST(Forecast, NothingIsLearnedOfAVehicleAtRest) {
  Forecast forecast;
  for (int i = 0; i < 100; ++i) forecast.learn(0.0);
  EXPECT_EQ(forecast.trust(), 0.0);
  EXPECT_EQ(forecast.beyond(1.0), 0.0);
}

}  // namespace
}  // namespace hexad::cueing
