// What can be told from which instruments, and where to measure next.

#include "identify/design.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "identify/measurement_file.hpp"
#include "identify/observability.hpp"
#include "identify/simulate.hpp"
#include "kinematics/testing/machines.hpp"
#include "messages/print.hpp"

namespace hexad::identify {
namespace {

using kinematics::testing::allcontroller_1200;
using kinematics::testing::standard_400;

constexpr std::uint64_t kSeed = 20260115;

Fit fit_of(const Machine& nominal, const std::string& what, std::size_t count, std::uint64_t seed,
           const Prior& prior = {}) {
  auto quantities = *parse_quantities(what);
  set_sigmas(quantities, {0.05 * kMillimetre, 0.005 * kDegree});
  const auto campaign = simulate(nominal, perturbed(nominal.geometry, 2e-3, seed), quantities,
                                 reachable_poses(nominal, count, seed), seed);
  if (!campaign) throw std::runtime_error{messages::english(campaign.error())};
  auto result = fit(nominal, *campaign, prior);
  if (!result) throw std::runtime_error{messages::english(result.error())};
  return *result;
}

bool says(const Observability& seen, const std::string& text) {
  return std::any_of(seen.cannot_be_told.begin(), seen.cannot_be_told.end(),
                     [&](const messages::Message& what) { return messages::english(what) == text; });
}

TEST(Observability, FullPosesTellEveryCombination) {
  const Machine nominal = standard_400();
  const Observability seen = observability(nominal, fit_of(nominal, "pose", 40, kSeed));
  EXPECT_EQ(seen.strength.size(), 42U);
  EXPECT_EQ(seen.untold, 0U);
  EXPECT_TRUE(seen.cannot_be_told.empty());
}

TEST(Observability, TiltAndHeightCannotTellWhereTheBaseStandsNorWhichWayItLooks) {
  const Machine nominal = standard_400();
  const Observability seen = observability(nominal, fit_of(nominal, "tilt,height", 60, kSeed));
  EXPECT_GE(seen.untold, 3U);
  EXPECT_TRUE(says(seen, "all base joints moved along X"));
  EXPECT_TRUE(says(seen, "all base joints moved along Y"));
  EXPECT_TRUE(says(seen, "all base joints turned about Z"));
  EXPECT_FALSE(says(seen, "all base joints moved along Z"));
  EXPECT_FALSE(says(seen, "all base joints turned about X"));
}

TEST(Observability, DistancesBetweenJointsCannotTellARigidMoveOfEitherEnd) {
  const Machine nominal = standard_400();
  const Observability seen = observability(
      nominal, fit_of(nominal,
                      "d:B1-P1_mm,d:B1-P4_mm,d:B2-P5_mm,d:B3-P6_mm,d:B4-P1_mm,d:B5-P2_mm,d:B6-P3_mm,"
                      "d:B1-B4_mm,d:P1-P4_mm",
                      60, kSeed));
  for (const char* end : {"base", "platform"})
    for (const char* move : {"moved along X", "moved along Y", "moved along Z", "turned about X",
                             "turned about Y", "turned about Z"})
      EXPECT_TRUE(says(seen, std::string{"all "} + end + " joints " + move)) << end << ' ' << move;
}

TEST(Observability, WhatIsHeldIsNeitherToldNorUntold) {
  const Machine nominal = standard_400();
  const Observability seen = observability(
      nominal, fit_of(nominal, "tilt,height", 60, kSeed, {.equal_legs = true, .hold_base = true}));
  EXPECT_EQ(seen.strength.size(), 19U);
  EXPECT_FALSE(says(seen, "all base joints moved along X"));
}

TEST(Observability, WithoutReadingsNothingIsTold) {
  const Machine nominal = standard_400();
  const Observability seen = observability(nominal, *fit(nominal, {full_pose(1e-5, 1e-5), {}}, {}));
  EXPECT_EQ(seen.untold, 42U);
  EXPECT_TRUE(says(seen, "all legs longer or shorter"));
}

TEST(Design, PosesAreReachableWithTheMargin) {
  for (const Machine& machine : {standard_400(), allcontroller_1200()})
    for (const Pose& pose : reachable_poses(machine, 300, kSeed))
      EXPECT_FALSE(kinematics::first_hit(machine, pose, kinematics::StrokeUse::less_margin)) << machine.name;
}

TEST(Design, TheSuggestedPoseTellsMoreThanARandomOne) {
  const Machine nominal = standard_400();
  const auto workspace = reachable_poses(nominal, 60, kSeed + 1);
  auto quantities = full_pose(0.05 * kMillimetre, 0.005 * kDegree);
  int better_spread = 0, all = 0;
  double suggested_sum = 0.0, random_sum = 0.0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Fit found = fit_of(nominal, "pose", 8, seed);
    const auto candidates = reachable_poses(nominal, 300, seed + 500);
    const NextPose next = next_poses(nominal, found, quantities, 1, candidates).at(0);
    const auto position = [&](const Pose& pose) {
      const AxisValues sigma = pose_sigma(
          nominal, found, covariance_after(nominal, found, found.covariance, quantities, pose), workspace);
      return std::hypot(sigma[0], sigma[1], sigma[2]);
    };
    const double suggested = position(next.pose);
    for (const Pose& pose : reachable_poses(nominal, 10, seed + 900)) {
      const double random = position(pose);
      ++all;
      better_spread += suggested < random ? 1 : 0;
      suggested_sum += suggested;
      random_sum += random;
    }
  }
  std::printf(
      "[   seen   ] pose sigma after one more row: suggested %.4f mm, random %.4f mm; better in %d of %d\n",
      suggested_sum / all / kMillimetre, random_sum / all / kMillimetre, better_spread, all);
  EXPECT_LT(suggested_sum, 0.97 * random_sum);
  EXPECT_GE(better_spread, 80);
}

TEST(Design, APlanOfPosesBeatsAsManyRandomOnes) {
  const Machine nominal = standard_400();
  const auto workspace = reachable_poses(nominal, 60, kSeed + 1);
  auto quantities = full_pose(0.05 * kMillimetre, 0.005 * kDegree);
  const Fit nothing = *fit(nominal, {quantities, {}}, {});
  const auto total = [&](const Eigen::MatrixXd& covariance) {
    const AxisValues sigma = pose_sigma(nominal, nothing, covariance, workspace);
    return std::hypot(sigma[0], sigma[1], sigma[2]);
  };
  Eigen::MatrixXd planned = nothing.covariance;
  std::vector<NextPose> plan =
      next_poses(nominal, nothing, quantities, 12, reachable_poses(nominal, 400, kSeed));
  ASSERT_EQ(plan.size(), 12U);
  for (const NextPose& next : plan) {
    planned = covariance_after(nominal, nothing, planned, quantities, next.pose);
    EXPECT_NEAR((kinematics::extensions(nominal, next.pose) - next.extension).norm(), 0.0, 1e-15);
  }
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Eigen::MatrixXd random = nothing.covariance;
    for (const Pose& pose : reachable_poses(nominal, 12, seed))
      random = covariance_after(nominal, nothing, random, quantities, pose);
    EXPECT_LT(total(planned), total(random)) << "seed " << seed;
  }
}

TEST(Design, WhatARowIsPredictedToTellIsWhatItTells) {
  const Machine nominal = standard_400();
  auto quantities = full_pose(0.05 * kMillimetre, 0.005 * kDegree);
  const auto poses = reachable_poses(nominal, 9, kSeed);
  const auto rows = *simulate(nominal, nominal.geometry, full_pose(0.0, 0.0), poses, 1);
  Campaign eight{quantities, {rows.rows.begin(), rows.rows.end() - 1}};
  const Fit before = *fit(nominal, eight, {});
  const Fit after = *fit(nominal, {quantities, rows.rows}, {});
  const Eigen::MatrixXd predicted =
      covariance_after(nominal, before, before.covariance, quantities, poses[8]);
  EXPECT_LT((predicted - after.covariance).norm(), 1e-6 * after.covariance.norm());
}

}  // namespace
}  // namespace hexad::identify
