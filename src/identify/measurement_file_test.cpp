// The measurement file: every column, every mistake with its place.

#include "identify/measurement_file.hpp"

#include <gtest/gtest.h>

#include "identify/design.hpp"
#include "identify/simulate.hpp"
#include "kinematics/testing/machines.hpp"
#include "messages/print.hpp"

namespace hexad::identify {
namespace {

using kinematics::testing::standard_400;

const std::string kLegs = "leg1_mm,leg2_mm,leg3_mm,leg4_mm,leg5_mm,leg6_mm";

std::string first_problem(const std::string& text) {
  const auto result = parse_campaign(text, standard_400(), {});
  if (result) return "none";
  const FileProblem& problem = result.error().front();
  return std::to_string(problem.line) + ":" + std::to_string(problem.column) + ": " +
         messages::english(problem.what);
}

TEST(MeasurementFile, AnySubsetOfColumnsInAnyOrderWithUnitsFromTheirNames) {
  const auto campaign = parse_campaign(
      "\xEF\xBB\xBF# done on Monday\r\n# sigma: mm=0.1, deg=0.01, height_mm=0.3\r\n"
      "height_mm,leg6_mm,leg5_mm,leg4_mm,leg3_mm,leg2_mm,leg1_mm,rx_deg, d:P4-B1_mm,sway_mm\r\n"
      "890.5,206,205,204,203,202,201,,1100,\r\n\r\n"
      ",1,2,3,4,5,6,-1.5,,+7\r\n",
      standard_400(), {});
  ASSERT_TRUE(campaign) << messages::english(campaign.error().front().what);
  ASSERT_EQ(campaign->quantities.size(), 4U);
  EXPECT_EQ(column_name(campaign->quantities[1]), "pitch_deg");
  EXPECT_EQ(column_name(campaign->quantities[2]), "d:B1-P4_mm");
  EXPECT_NEAR(campaign->quantities[0].sigma, 0.3e-3, 1e-12);
  EXPECT_NEAR(campaign->quantities[1].sigma, 0.01 * kDegree, 1e-12);
  EXPECT_NEAR(campaign->quantities[3].sigma, 0.1e-3, 1e-12);
  ASSERT_EQ(campaign->rows.size(), 2U);
  EXPECT_EQ(campaign->rows[0].line, 4);
  EXPECT_EQ(campaign->rows[1].line, 6);
  EXPECT_NEAR(campaign->rows[0].extension[0], 0.201, 1e-12);
  EXPECT_NEAR(*campaign->rows[0].values[0], 0.8905, 1e-12);
  EXPECT_FALSE(campaign->rows[0].values[1]);
  EXPECT_NEAR(*campaign->rows[1].values[1], -1.5 * kDegree, 1e-12);
  EXPECT_NEAR(*campaign->rows[1].values[3], 0.007, 1e-12);
}

TEST(MeasurementFile, MistakesAreNamedWithLineAndColumn) {
  EXPECT_EQ(first_problem("").substr(0, 12), "0:0: empty; ");
  EXPECT_EQ(first_problem(kLegs + "\n"), "1:1: nothing but legs: name what is measured");
  EXPECT_EQ(first_problem("leg1_mm,heave_mm\n"), "1:1: there is no column leg2_mm");
  EXPECT_EQ(first_problem(kLegs + ",heave\n").substr(0, 25), "1:49: no column \"heave\"; ");
  EXPECT_EQ(first_problem(kLegs + ",z_mm,heave_mm\n"), "1:54: heave_mm is there twice");
  EXPECT_EQ(first_problem(kLegs + ",d:B1-P4_mm,d:P4-B1_mm\n"), "1:60: d:B1-P4_mm is there twice");
  EXPECT_EQ(first_problem(kLegs + ",d:B1-B1_mm\n").substr(0, 16), "1:49: no column ");
  EXPECT_EQ(first_problem(kLegs + ",d:B1-P7_mm\n").substr(0, 16), "1:49: no column ");
  EXPECT_EQ(first_problem(kLegs + ",heave_mm\n1,2,3,4,5,6\n"), "2:1: 6 fields; the heading has 7");
  EXPECT_EQ(first_problem(kLegs + ",heave_mm\n\n1,2,3,4,,6,7\n"), "3:9: leg5_mm: \"\" is not a number");
  EXPECT_EQ(first_problem(kLegs + ",heave_mm\n1,2,3,4,5,6, nan\n"),
            "2:14: heave_mm: \"nan\" is not a number; empty = not measured");
  EXPECT_EQ(first_problem(kLegs + ",roll_deg\n1,2,3,4,5,6,95\n"),
            "2:13: roll_deg: 95° is out of range: expected -90° to 90°");
  EXPECT_EQ(first_problem(kLegs + ",height_mm\n1,2,3,4,5,6,-1\n"),
            "2:13: height_mm: -1 mm is out of range: expected 0 mm to 20000 mm");
  // Counted from mid-stroke, as some hosts do.
  EXPECT_EQ(first_problem(kLegs + ",heave_mm\n-150,2,3,4,5,6,1\n"),
            "2:1: leg1_mm: -150 mm is outside the stroke, 0 to 400 mm from retracted");
  EXPECT_EQ(first_problem("# sigma: mm=0\n" + kLegs + ",heave_mm\n").substr(0, 30),
            "1:10: \"mm=0\" states no sigma; ");
  EXPECT_EQ(first_problem("# sigma: mm=500\n" + kLegs + ",heave_mm\n"),
            "1:10: a sigma of 500 mm for mm is no measurement");
  EXPECT_EQ(first_problem("# sigma: height_mm=1\n" + kLegs + ",heave_mm\n"),
            "1:10: sigma: the file has no column \"height_mm\"");
}

TEST(MeasurementFile, SizesAreCapped) {
  EXPECT_EQ(first_problem(std::string(kMostBytes + 1, ' ')), "0:0: 4194305 bytes; at most 4194304 are read");
  std::string text = kLegs + ",heave_mm\n";
  for (std::size_t i = 0; i <= kMostRows; ++i) text += "1,1,1,1,1,1,1\n";
  EXPECT_EQ(first_problem(text), "2002:1: more than 2000 rows");
  std::string wide = kLegs;
  for (std::size_t i = 0; i < kMostColumns; ++i) wide += ",heave_mm";
  EXPECT_EQ(first_problem(wide + "\n"), "1:1: 106 columns; at most 100");
  std::string many = kLegs + ",heave_mm\n";
  for (int i = 0; i < 100; ++i) many += "a,b,c,d,e,f,g\n";
  const auto result = parse_campaign(many, standard_400(), {});
  ASSERT_FALSE(result);
  EXPECT_LE(result.error().size(), 26U);
}

TEST(MeasurementFile, StatedSigmasWinOverTheFilesUnitsButNotOverItsColumns) {
  const auto campaign =
      parse_campaign("# sigma: mm=0.1, heave_mm=0.7\n" + kLegs + ",heave_mm,sway_mm,yaw_deg\n",
                     standard_400(), {.length = 0.2e-3, .angle = std::nullopt});
  ASSERT_TRUE(campaign);
  EXPECT_NEAR(campaign->quantities[0].sigma, 0.7e-3, 1e-12);
  EXPECT_NEAR(campaign->quantities[1].sigma, 0.2e-3, 1e-12);
  EXPECT_NEAR(campaign->quantities[2].sigma, kDefaultSigmaAngle, 1e-12);
  EXPECT_FALSE(campaign->quantities[2].sigma_is_stated);
}

TEST(MeasurementFile, WhatIsWrittenReadsBack) {
  const Machine nominal = standard_400();
  auto quantities = *parse_quantities("pose,tilt,height,d:B1-P4_mm,d:B2-B5_mm");
  ASSERT_EQ(quantities.size(), 11U);
  set_sigmas(quantities, {1e-4, 1e-4});
  Campaign campaign =
      *simulate(nominal, perturbed(nominal.geometry, 1e-3, 3), quantities, reachable_poses(nominal, 6, 1), 2);
  campaign.rows[2].values[4].reset();
  const auto again = parse_campaign(to_csv(campaign), nominal, {});
  ASSERT_TRUE(again) << messages::english(again.error().front().what);
  ASSERT_EQ(again->rows.size(), 6U);
  for (std::size_t q = 0; q < 11; ++q) {
    EXPECT_EQ(column_name(again->quantities[q]), column_name(quantities[q]));
    EXPECT_NEAR(again->quantities[q].sigma, 1e-4, 1e-9);
    for (std::size_t row = 0; row < 6; ++row) {
      ASSERT_EQ(again->rows[row].values[q].has_value(), !(row == 2 && q == 4));
      if (!again->rows[row].values[q]) continue;
      EXPECT_NEAR(*again->rows[row].values[q], *campaign.rows[row].values[q], 1e-9);
    }
  }
}

TEST(MeasurementFile, WhatToMeasureIsNamedByColumnsOrByInstrument) {
  EXPECT_EQ(parse_quantities("tilt,height")->size(), 3U);
  EXPECT_EQ(parse_quantities("pose")->size(), 6U);
  EXPECT_FALSE(parse_quantities("pose,yaw_deg"));
  EXPECT_FALSE(parse_quantities("leg1_mm"));
  EXPECT_FALSE(parse_quantities(""));
}

}  // namespace
}  // namespace hexad::identify
