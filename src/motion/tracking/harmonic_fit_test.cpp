#include "motion/tracking/harmonic_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/units.hpp"

namespace hexad::motion {
namespace {

/// 10 mm at `hz` on a slope.
double swing(double t, double hz) { return 0.01 * std::sin(2.0 * kPi * hz * t) + 0.02 * t - 0.1; }

TEST(HarmonicFit, ForetellsASwingOnASlopeWithFiveSamplesAPeriodAndMore) {
  for (const double hz : {0.2, 1.0, 3.0, 4.0, 6.0}) {
    HarmonicFit fit;
    for (int k = 0; k < 30; ++k) fit.add(1.0 / 30.0, swing(k / 30.0, hz));
    ASSERT_TRUE(fit.ready()) << hz;
    EXPECT_NEAR(fit.curve().at(0.5 / 30.0), swing(29.5 / 30.0, hz), 0.02e-3) << hz;
    EXPECT_NEAR(fit.curve().at(1.0 / 30.0), swing(30.0 / 30.0, hz), 0.15e-3) << hz;
    EXPECT_LE(std::sqrt(fit.mean_square_error()), 0.15e-3) << hz;
  }
}

TEST(HarmonicFit, AlsoWhenSamplesAreMissing) {
  HarmonicFit fit;
  double last = -1.0 / 30.0;
  for (int k = 0; k < 60; ++k) {
    if (k % 9 == 4) continue;
    fit.add(k / 30.0 - last, swing(k / 30.0, 3.0));
    last = k / 30.0;
  }
  EXPECT_NEAR(fit.curve().at(0.5 / 30.0), swing(59.5 / 30.0, 3.0), 0.05e-3);
}

TEST(HarmonicFit, HasNothingToSayOfWhatHasTooFewSamplesAPeriod) {
  HarmonicFit fit;
  for (int k = 0; k < 30; ++k) fit.add(1.0 / 30.0, swing(k / 30.0, 9.0));
  EXPECT_FALSE(fit.ready());
}

TEST(HarmonicFit, KnowsAfterAJumpThatItWasWrong) {
  HarmonicFit fit;
  for (int k = 0; k < 30; ++k) fit.add(0.01, swing(0.01 * k, 2.0));
  fit.add(0.01, swing(0.3, 2.0) + 0.05);
  EXPECT_GE(std::sqrt(fit.mean_square_error()), 0.01);
}

TEST(HarmonicFit, RestsWhereItIsTold) {
  HarmonicFit fit;
  for (int k = 0; k < 30; ++k) fit.add(0.01, swing(0.01 * k, 2.0));
  fit.rest_at(0.02);
  EXPECT_EQ(fit.curve().at(0.1), 0.02);
  fit.add(0.01, 0.02);
  EXPECT_NEAR(fit.curve().at(0.01), 0.02, 1e-12);
}

}  // namespace
}  // namespace hexad::motion
