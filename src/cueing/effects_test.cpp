#include "cueing/effects.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/units.hpp"
#include "cueing/perception.hpp"

namespace hexad::cueing {
namespace {

double rms(const Effect& effect, int axis, double seconds) {
  double sum = 0.0;
  int count = 0;
  for (double t = 0; t < seconds; t += 0.01, ++count) sum += std::pow(effect.at(t).value[axis], 2.0);
  return std::sqrt(sum / count);
}

TEST(Effects, AreBoundedAndTheirDerivativesAreTrue) {
  for (const Effect& effect :
       {vibration(2, 0.002, 12), engine(1800, 0.001, 4), band_noise(0, 0.001, 5, 20, 1),
        road(Road::c, 20, 1.6, 2), sea(sea_state(4), 3), turbulence(2, 70, 0.5, 4)}) {
    const Vec6 bound = effect.bound();
    const double h = 1e-5;
    for (double t = 0; t < 10; t += 0.173) {
      const Effect::Added now = effect.at(t);
      const Effect::Added next = effect.at(t + h);
      const Effect::Added before = effect.at(t - h);
      for (int axis = 0; axis < 6; ++axis) {
        ASSERT_LE(std::abs(now.value[axis]), bound[axis] + 1e-12);
        ASSERT_NEAR(now.velocity[axis], (next.value[axis] - before.value[axis]) / (2 * h), 1e-5);
        ASSERT_NEAR(now.acceleration[axis], (next.velocity[axis] - before.velocity[axis]) / (2 * h), 2e-3);
      }
    }
  }
}

TEST(Effects, ASeaHasTheSignificantHeightItsStateNames) {
  // Significant height = 4 rms; the cut spectrum keeps most of it.
  const Effect four = sea(sea_state(4), 5);
  EXPECT_NEAR(4 * rms(four, 2, 2000), 1.875, 0.15);
  EXPECT_GT(rms(four, 3, 500), 0.0);
  EXPECT_EQ(rms(four, 4, 10), 0.0) << "waves from ahead do not roll the ship";
}

TEST(Effects, ARoadOfTheNextClassIsTwiceAsRough) {
  EXPECT_NEAR(rms(road(Road::c, 20, 1.6, 2), 2, 200) / rms(road(Road::b, 20, 1.6, 2), 2, 200), 2.0, 1e-6);
}

TEST(Effects, NoiseHasItsRmsAndTheSameSeedTheSameNoise) {
  EXPECT_NEAR(rms(band_noise(2, 0.003, 5, 20, 9), 2, 500), 0.003, 1e-4);
  EXPECT_EQ(band_noise(2, 1, 5, 20, 9).at(1.5).value, band_noise(2, 1, 5, 20, 9).at(1.5).value);
  EXPECT_NE(band_noise(2, 1, 5, 20, 9).at(1.5).value, band_noise(2, 1, 5, 20, 10).at(1.5).value);
}

TEST(VestibularModel, UprightAndStillIsPerceivedAsSuchFromTheFirstSample) {
  VestibularModel model{1e-3};
  for (int i = 0; i < 1000; ++i) {
    const Felt felt = model.step({{0, 0, kGravity}, Vec3::Zero()});
    ASSERT_NEAR(felt.force.z(), 0.4 * kGravity, 1e-9);
    ASSERT_NEAR(felt.rate.norm(), 0.0, 1e-12);
  }
}

TEST(VestibularModel, GainsAreThoseOfTheTransferFunctions) {
  for (const double w : {0.3, 1.0, 4.0}) {
    VestibularModel model{1e-3};
    double most_force = 0.0;
    double most_rate = 0.0;
    for (int i = 0; i < 200'000; ++i) {
      const double s = std::sin(w * (i + 0.5) * 1e-3);
      const Felt felt = model.step({{0, s, kGravity}, {s, 0, 0}});
      if (i < 150'000) continue;
      most_force = std::max(most_force, std::abs(felt.force.y()));
      most_rate = std::max(most_rate, std::abs(felt.rate.x()));
    }
    const auto size = [w](double t) { return std::hypot(1.0, t * w); };
    EXPECT_NEAR(most_force, 0.4 * size(13.2) / (size(5.33) * size(0.66)), 0.002);
    EXPECT_NEAR(most_rate, 5.3 * 30 * w * w / (size(5.3) * size(0.1) * size(30)), 0.005);
  }
}

TEST(FeltAt, ATiltedCabinAtRestFeelsGravityAlongItsAxes) {
  Motion motion;
  motion.pose.rotation = Eigen::AngleAxisd{10 * kDegree, Vec3::UnitX()};
  EXPECT_NEAR(felt_at(motion, Vec3::Zero()).force.y(), kGravity * std::sin(10 * kDegree), 1e-12);
  motion.pose.rotation = Eigen::AngleAxisd{10 * kDegree, Vec3::UnitY()};
  EXPECT_NEAR(felt_at(motion, Vec3::Zero()).force.x(), -kGravity * std::sin(10 * kDegree), 1e-12);
}

}  // namespace
}  // namespace hexad::cueing
