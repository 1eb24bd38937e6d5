// POST /api/verify/identify: what it says of measurements is no better than what was looked at.

#include <gtest/gtest.h>

#include "config/build_machine.hpp"
#include "identify/design.hpp"
#include "identify/measurement_file.hpp"
#include "identify/simulate.hpp"
#include "messages/print.hpp"
#include "verification/testing/ask.hpp"

namespace hexad::verification {
namespace {

/// Five poses are just enough to find where a tracker stands; one of them is spoilt, and without it nothing
/// can be said of the others.
TEST(VerifyIdentify, WhatCannotBeJudgedDoesNotPass) {
  const LoadedPlatform loaded = load_platform({.platform = "standard-400"});
  ASSERT_TRUE(loaded.machine);
  const Machine& nominal = *loaded.machine;
  auto quantities = identify::full_pose(0.01 * kMillimetre, 0.001 * kDegree);
  for (identify::Quantity& quantity : quantities) quantity.sigma_is_stated = true;
  const identify::Unknowns unknown{.tracker = true};
  auto campaign =
      identify::simulate(nominal, nominal.geometry, quantities, identify::reachable_poses(nominal, 5, 3), 4,
                         unknown, identify::somewhere(unknown, 0, 5));
  ASSERT_TRUE(campaign) << messages::english(campaign.error());
  *campaign->rows[2].values[3] += 1.0 * kDegree;
  const testing::Json said = testing::ask(answer_identify, {{"set", testing::preset_set("standard-400")},
                                                            {"text", identify::to_csv(*campaign)},
                                                            {"unknown", "tracker"},
                                                            {"tolerance", 0.1}});
  ASSERT_TRUE(said["errors"].empty()) << said.dump();
  ASSERT_FALSE(said["outliers"].empty()) << said.dump();
  EXPECT_FALSE(said["passes"].get<bool>());
  EXPECT_FALSE(said["reason"].is_null());
  EXPECT_TRUE(said["set"].is_null());
}

}  // namespace
}  // namespace hexad::verification
