// Readings that are off by the same amount everywhere are refused with the likely mistake; honest ones never
// are.

#include "identify/plausible.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "identify/design.hpp"
#include "identify/simulate.hpp"
#include "kinematics/testing/machines.hpp"
#include "messages/print.hpp"

namespace hexad::identify {
namespace {

using kinematics::testing::standard_400;

constexpr double kOneMm = kMillimetre;

Campaign honest(const Machine& nominal, std::uint64_t seed, std::size_t rows = 24) {
  const Geometry truth = perturbed(nominal.geometry, 2.0 * kOneMm, seed);
  auto campaign = simulate(nominal, truth, full_pose(0.05 * kOneMm, 0.005 * kDegree),
                           reachable_poses(nominal, rows, seed + 1), seed + 2);
  if (!campaign) throw std::runtime_error{messages::english(campaign.error())};
  for (Quantity& quantity : campaign->quantities) quantity.sigma_is_stated = false;
  return *campaign;
}

std::string said_of(const Machine& nominal, const Campaign& campaign) {
  const auto found = fit(nominal, campaign, {});
  if (!found) return messages::english(found.error());
  return messages::english(implausible(nominal, campaign, *found).value_or(messages::Message{}));
}

Campaign shifted(Campaign campaign, std::size_t column, double by) {
  for (Row& row : campaign.rows) *row.values[column] += by;
  return campaign;
}

TEST(Plausible, HonestReadingsAre) {
  const Machine nominal = standard_400();
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    EXPECT_EQ(said_of(nominal, honest(nominal, 100 * seed)), "") << seed;
    EXPECT_EQ(said_of(nominal, honest(nominal, 100 * seed, 8)), "") << seed;
  }
  Campaign outlier = honest(nominal, 7);
  *outlier.rows[3].values[2] += 40.0 * kOneMm;
  EXPECT_EQ(said_of(nominal, without(outlier, find_outliers(nominal, outlier, {}))), "")
      << "one bad row is an outlier and reported as such";
}

TEST(Plausible, HeaveCountedFromTheBottomIsNamed) {
  const Machine nominal = standard_400();
  const double bottom = nominal.heights.neutral_above_bottom();
  const std::string said = said_of(nominal, shifted(honest(nominal, 3), 2, bottom));
  EXPECT_NE(said.find("nothing of this fit is to be used"), std::string::npos) << said;
  EXPECT_NE(said.find("heave_mm reads"), std::string::npos) << said;
  EXPECT_NE(said.find("Is it counted from the bottom?"), std::string::npos) << said;
  const double base = nominal.heights.neutral.position.z();
  EXPECT_NE(said_of(nominal, shifted(honest(nominal, 3), 2, base)).find("counted from the base?"),
            std::string::npos);
}

TEST(Plausible, AnotherFrameOfTheInstrumentIsNamed) {
  const Machine nominal = standard_400();
  Campaign tracker =
      shifted(shifted(shifted(honest(nominal, 5), 0, 30 * kOneMm), 1, -12 * kOneMm), 2, 3 * kOneMm);
  const std::string said = said_of(nominal, tracker);
  EXPECT_NE(said.find("sway_mm reads"), std::string::npos) << said;
  EXPECT_NE(said.find("Is its zero the platform's neutral"), std::string::npos) << said;
  EXPECT_NE(said_of(nominal, shifted(honest(nominal, 5), 5, 5 * kDegree)).find("yaw_deg reads "),
            std::string::npos);
  // Legs in another order: nothing is off everywhere, and nothing fits.
  Campaign swapped = honest(nominal, 5);
  for (Row& row : swapped.rows) std::swap(row.values[3], row.values[4]);
  EXPECT_NE(said_of(nominal, swapped), "") << "pitch and roll exchanged";
}

TEST(Plausible, MeansOfTheColumnsShowTheOffset) {
  const Machine nominal = standard_400();
  const Campaign campaign = shifted(honest(nominal, 9), 2, 0.2);
  const auto means = column_means(*fit(nominal, campaign, {}), campaign);
  ASSERT_EQ(means.size(), 6u);
  EXPECT_NEAR(means[2].before, 0.2, 5 * kOneMm);
  EXPECT_LT(means[2].spread, 5 * kOneMm);
}

}  // namespace
}  // namespace hexad::identify
