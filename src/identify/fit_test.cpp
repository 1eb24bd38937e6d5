// A wrong geometry is found again, its uncertainty is honest, and what is wrong with the readings is said.

#include "identify/fit.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cstdio>
#include <stdexcept>

#include "identify/design.hpp"
#include "identify/measurement_file.hpp"
#include "identify/simulate.hpp"
#include "kinematics/testing/machines.hpp"
#include "messages/print.hpp"

namespace hexad::identify {
namespace {

using kinematics::testing::allcontroller_1200;
using kinematics::testing::standard_400;

constexpr double kMm = kMillimetre;
constexpr std::uint64_t kFitSeed = 20260115;

Campaign measured(const Machine& nominal, const Geometry& truth, const std::vector<Quantity>& quantities,
                  std::size_t count, std::uint64_t seed) {
  const auto campaign = simulate(nominal, truth, quantities, reachable_poses(nominal, count, seed), seed + 1);
  if (!campaign) throw std::runtime_error{messages::english(campaign.error())};
  return *campaign;
}

Fit fitted(const Machine& nominal, const Campaign& campaign, const Prior& prior = {}) {
  auto result = fit(nominal, campaign, prior);
  if (!result) throw std::runtime_error{messages::english(result.error())};
  return *result;
}

TEST(Fit, TwoMillimetresAreFoundAgainFromPosesWithoutNoise) {
  for (const Machine& nominal : {standard_400(), allcontroller_1200()}) {
    const Geometry truth = perturbed(nominal.geometry, 2.0 * kMm, kFitSeed);
    // Readings without error, said to be good to a hundredth of a micrometre.
    auto exact = full_pose(0.0, 0.0);
    Campaign campaign = measured(nominal, truth, exact, 30, kFitSeed);
    campaign.quantities = full_pose(1e-5 * kMm, 1e-6 * kDegree);
    const Fit found = fitted(nominal, campaign);
    const auto unseen = reachable_poses(nominal, 200, kFitSeed + 77);
    const ErrorSummary before = pose_errors(nominal, nominal.geometry, truth, unseen);
    const ErrorSummary after = pose_errors(nominal, found.geometry, truth, unseen);
    std::printf("[   seen   ] %s, no noise: %.4f mm → %.2e mm (%.0f times), %.4f° → %.2e°\n",
                nominal.name.c_str(), before.position_rms / kMm, after.position_rms / kMm,
                before.position_rms / after.position_rms, before.angle_rms / kDegree,
                after.angle_rms / kDegree);
    EXPECT_EQ(after.poses, 200U);
    EXPECT_GT(before.position_rms, 0.5 * kMm) << "the geometry was wrong to begin with";
    EXPECT_LT(after.position_rms, before.position_rms / 1000.0);
    EXPECT_LT(after.position_max, before.position_max / 1000.0);
    EXPECT_LT(after.angle_rms, before.angle_rms / 1000.0);
    EXPECT_LT(after.leg_max, before.leg_max / 1000.0);
    const ResidualSummary wrong = summary(found, campaign, false, &Residual::before);
    EXPECT_GT(wrong.rms, 0.5 * kMm) << "forward kinematics of the nominal geometry shows that it is wrong";
  }
}

TEST(Fit, WithRealInstrumentsThePoseErrorDropsManyTimes) {
  const Machine nominal = standard_400();
  const auto unseen = reachable_poses(nominal, 200, kFitSeed + 77);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Geometry truth = perturbed(nominal.geometry, 2.0 * kMm, seed);
    const Campaign campaign =
        measured(nominal, truth, full_pose(0.05 * kMm, 0.005 * kDegree), 30, 100 * seed);
    const Fit found = fitted(nominal, campaign);
    const ErrorSummary before = pose_errors(nominal, nominal.geometry, truth, unseen);
    const ErrorSummary after = pose_errors(nominal, found.geometry, truth, unseen);
    std::printf("[   seen   ] seed %llu, 0.05 mm and 0.005°: %.3f mm → %.4f mm (%.0f times), %.4f° → %.5f°\n",
                static_cast<unsigned long long>(seed), before.position_rms / kMm, after.position_rms / kMm,
                before.position_rms / after.position_rms, before.angle_rms / kDegree,
                after.angle_rms / kDegree);
    EXPECT_LT(after.position_rms, before.position_rms / 20.0);
    EXPECT_LT(after.angle_rms, before.angle_rms / 10.0);
    EXPECT_FALSE(found.contradicts_sigma()) << found.chi_square << " of " << found.freedom;
  }
}

/// The true pose error at unseen poses against what the fit says of it: share inside the 95 % band axis by
/// axis, and the mean of eᵀΣ⁻¹e, which is 6 for an honest Σ.
struct Coverage {
  double inside = 0.0;
  double mean_square = 0.0;
};
Coverage coverage_over(const std::vector<Quantity>& stated, double noise, double spread, bool normal_truth) {
  const Machine nominal = standard_400();
  const auto unseen = reachable_poses(nominal, 4, kFitSeed + 5);
  std::size_t inside = 0, all = 0;
  double sum = 0.0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Geometry truth = perturbed(nominal.geometry, spread, seed);
    if (normal_truth) {
      std::mt19937_64 random{seed};
      std::normal_distribution<double> off{0.0, spread};
      Deviation deviation;
      for (double& value : deviation) value = off(random);
      truth = moved(nominal.geometry, deviation);
    }
    std::vector<Quantity> real = stated;
    for (Quantity& quantity : real) quantity.sigma *= noise;
    Campaign campaign = measured(nominal, truth, real, 24, 1000 + seed);
    campaign.quantities = stated;
    const Fit found = fitted(nominal, campaign);
    for (const Pose& pose : unseen) {
      const Vec6 error = pose_error(nominal, found.geometry, truth, pose).twist;
      const Mat6 covariance = pose_covariance(nominal, found, found.covariance, pose);
      for (Eigen::Index k = 0; k < 6; ++k)
        inside += std::abs(error[k]) <= found.coverage * std::sqrt(covariance(k, k)) ? 1U : 0U;
      all += 6;
      sum += error.dot(covariance.ldlt().solve(error)) / 4.0;
    }
  }
  const Coverage result{static_cast<double>(inside) / static_cast<double>(all), sum / 200.0};
  std::printf("[   seen   ] inside the 95 %% band: %.1f %%, mean of e'S^-1e %.2f (6)\n",
              100.0 * result.inside, result.mean_square);
  return result;
}

TEST(Fit, NineteenOfTwentyTruePoseErrorsLieInsideTheStatedBand) {
  const Coverage stated = coverage_over(full_pose(0.05 * kMm, 0.005 * kDegree), 1.0, 2.0 * kMm, false);
  EXPECT_GT(stated.inside, 0.93);
  EXPECT_LT(stated.inside, 0.97);
  EXPECT_GT(stated.mean_square, 5.4);
  EXPECT_LT(stated.mean_square, 6.6);
}

TEST(Fit, TheBandIsHonestTooWhenTheNoiseIsEstimatedFromTheResiduals) {
  auto guessed = full_pose(0.05 * kMm, 0.005 * kDegree);
  for (Quantity& quantity : guessed) quantity.sigma_is_stated = false;
  // The instruments are three times worse than assumed.
  const Coverage estimated = coverage_over(guessed, 3.0, 2.0 * kMm, false);
  EXPECT_GT(estimated.inside, 0.93);
  EXPECT_LT(estimated.inside, 0.97);
}

TEST(Fit, TheBandIsHonestTooWhereOnlyTheToleranceIsKnown) {
  // Tilt and height alone: sway, surge and yaw are known from the tolerance only.
  auto quantities = *parse_quantities("tilt,height");
  set_sigmas(quantities, {0.05 * kMm, 0.005 * kDegree});
  const Coverage weak = coverage_over(quantities, 1.0, 2.0 * kMm, true);
  EXPECT_GT(weak.inside, 0.93);
  EXPECT_LT(weak.inside, 0.97);
}

TEST(Fit, NoiseThatNobodyStatedIsEstimatedLengthsAndAnglesApart) {
  const Machine nominal = standard_400();
  const Geometry truth = perturbed(nominal.geometry, 1.0 * kMm, kFitSeed);
  Campaign campaign = measured(nominal, truth, full_pose(0.2 * kMm, 0.001 * kDegree), 80, kFitSeed);
  auto guessed = *parse_quantities("pose");
  set_sigmas(guessed, {});
  campaign.quantities = guessed;
  const Fit found = fitted(nominal, campaign);
  EXPECT_TRUE(found.noise[0].estimated && found.noise[1].estimated);
  EXPECT_NEAR(found.noise[0].scale * kDefaultSigmaLength / kMm, 0.2, 0.03);
  EXPECT_NEAR(found.noise[1].scale * kDefaultSigmaAngle / kDegree, 0.001, 0.00015);
  EXPECT_GT(found.coverage, 1.96);
}

TEST(Fit, WithoutReadingsThePlatformStaysAsItsFileSays) {
  const Machine nominal = standard_400();
  const Fit found = fitted(nominal, {full_pose(1e-5, 1e-5), {}});
  EXPECT_EQ(found.deviation, Deviation::Zero());
  EXPECT_NEAR(found.sigma()[0], 2.0 * kMm, 1e-12);
  EXPECT_NEAR(found.sigma()[41], 2.0 * kMm, 1e-12);
}

TEST(Fit, EqualLegsStayEqualAndWhatIsHeldDoesNotMove) {
  const Machine nominal = standard_400();
  const Geometry truth = perturbed(nominal.geometry, 1.0 * kMm, kFitSeed);
  const Campaign campaign = measured(nominal, truth, full_pose(0.05 * kMm, 0.005 * kDegree), 20, kFitSeed);
  const Fit equal = fitted(nominal, campaign, {.equal_legs = true});
  for (Eigen::Index leg = 1; leg < 6; ++leg)
    EXPECT_NEAR(equal.geometry.retracted[leg], equal.geometry.retracted[0], 1e-15);
  EXPECT_GT(std::abs(equal.deviation[leg_at(0)]), 1e-6);
  const Fit held = fitted(nominal, campaign, {.hold_base = true});
  EXPECT_EQ(held.deviation.head<18>().norm(), 0.0);
  EXPECT_GT(held.deviation.segment<18>(18).norm(), 1e-4);
  EXPECT_EQ(held.sigma().head<18>().norm(), 0.0);
}

TEST(Fit, RowsThatDoNotFitTheOthersAreNamedAndNoOthers) {
  const Machine nominal = standard_400();
  const Geometry truth = perturbed(nominal.geometry, 2.0 * kMm, kFitSeed);
  Campaign campaign = measured(nominal, truth, full_pose(0.05 * kMm, 0.005 * kDegree), 40, kFitSeed);
  EXPECT_TRUE(find_outliers(nominal, campaign, {}).empty());
  *campaign.rows[11].values[2] += 3.0 * kMm;    // a misread height
  campaign.rows[30].extension[4] += 2.0 * kMm;  // a misread leg
  const auto outliers = find_outliers(nominal, campaign, {});
  ASSERT_EQ(outliers.size(), 2U);
  EXPECT_EQ(std::min(outliers[0].row, outliers[1].row), 11U);
  EXPECT_EQ(std::max(outliers[0].row, outliers[1].row), 30U);
  EXPECT_TRUE(fitted(nominal, campaign).contradicts_sigma());
  const Campaign rest = without(campaign, outliers);
  EXPECT_EQ(rest.rows.size(), 38U);
  EXPECT_FALSE(fitted(nominal, rest).contradicts_sigma());
}

TEST(Fit, AnOutlierIsFoundAlsoWhenTheNoiseIsNotStated) {
  const Machine nominal = standard_400();
  Campaign campaign = measured(nominal, perturbed(nominal.geometry, 2.0 * kMm, kFitSeed),
                               full_pose(0.05 * kMm, 0.005 * kDegree), 40, kFitSeed);
  for (Quantity& quantity : campaign.quantities) quantity.sigma_is_stated = false;
  *campaign.rows[20].values[3] += 0.5 * kDegree;
  const auto outliers = find_outliers(nominal, campaign, {});
  ASSERT_EQ(outliers.size(), 1U);
  EXPECT_EQ(outliers[0].row, 20U);
}

TEST(Fit, ExtensionsThatMakeNoPoseAreRefusedWithTheirLine) {
  const Machine nominal = standard_400();
  Campaign campaign = measured(nominal, nominal.geometry, full_pose(1e-5, 1e-5), 3, kFitSeed);
  campaign.rows[1].line = 17;
  campaign.rows[1].extension = Extensions{Vec6{0.0, 0.4, 0.0, 0.4, 0.0, 0.4}};
  const auto result = fit(nominal, campaign, {});
  ASSERT_FALSE(result);
  EXPECT_EQ(messages::english(result.error()).substr(0, 54),
            "line 17: these extensions make no pose of this platfor");
}

}  // namespace
}  // namespace hexad::identify
