// Readers of motion files: mdof decision 10, motus decision 13, docs/motion-files.md.

#include "motion/files/motion_file.hpp"

#include <gtest/gtest.h>

#include "base/units.hpp"

namespace hexad::motion::files {
namespace {

struct Place {
  Problem problem;
  std::size_t line;
  std::size_t column;
  bool operator==(const Place&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Place& place) {
  return out << "problem " << static_cast<int>(place.problem) << " line " << place.line << " column "
             << place.column;
}

template <class T>
Place place_of(const Result<T, Rejection>& result) {
  if (result) return {Problem::none, 0, 0};
  return {result.error().problem, result.error().line, result.error().column};
}

TEST(MotionFile, Decision10_PositionsAreRowsOfTimeAndPose) {
  const auto rows = read_positions("# heave and pitch\r\n0 0 0 0 0 0 0\r\n1.5\t10 -20 30 1 2 -3\r\n\r\n");
  ASSERT_TRUE(rows);
  ASSERT_EQ(rows->times.size(), 2U);
  EXPECT_EQ(rows->times[1], 1.5);
  EXPECT_NEAR(rows->points[1][1], -0.020, 1e-15);
  EXPECT_NEAR(rows->points[1][5], -3 * kDegree, 1e-15);
  EXPECT_EQ(rows->lines[1], 3U);
  EXPECT_EQ(rows->convention.axis[0], Axis::sway);
}

TEST(MotionFile, ByteOrderMarkSeparatorsAndCommentsAreTaken) {
  EXPECT_TRUE(
      read_positions("\xEF\xBB\xBF"
                     "0,0,0,0,0,0,0\n1;1;1;1;1;1;1 # end"));
  EXPECT_TRUE(read_positions("0 0 0 0 0 0 0\r1 1 1 1 1 1 1"));
  EXPECT_TRUE(read_waypoints("\n\n+1 -.5 5. 1e1 0 0\n"));
}

TEST(MotionFile, Decision10_MistakesAreNamedByLineAndColumn) {
  EXPECT_EQ(place_of(read_positions("")), (Place{Problem::empty, 0, 0}));
  EXPECT_EQ(place_of(read_positions("# nothing\n\n")), (Place{Problem::empty, 0, 0}));
  EXPECT_EQ(place_of(read_positions("0 0 0 0 0 0 0\n1 0 0 1.2.3 0 0 0")),
            (Place{Problem::not_a_number, 2, 7}));
  EXPECT_EQ(place_of(read_positions("0 0 0 nan 0 0 0")), (Place{Problem::not_a_number, 1, 7}));
  EXPECT_EQ(place_of(read_positions("0 0 0 1e999 0 0 0")), (Place{Problem::not_a_number, 1, 7}));
  EXPECT_EQ(place_of(read_positions("0 0 0 0x1 0 0 0")), (Place{Problem::not_a_number, 1, 7}));
  EXPECT_EQ(place_of(read_positions("0 0 0 0 0 0")), (Place{Problem::wrong_count, 1, 0}));
  EXPECT_EQ(place_of(read_positions("0 0 0 0 0 0 0 0")), (Place{Problem::wrong_count, 1, 0}));
  EXPECT_EQ(place_of(read_positions("0 0 0 0 0 0 0\n\n0 0 0 0 0 0 0")),
            (Place{Problem::not_increasing, 3, 1}));
  EXPECT_EQ(place_of(read_positions("-1 0 0 0 0 0 0")), (Place{Problem::negative, 1, 1}));
  EXPECT_EQ(place_of(read_positions("99999 0 0 0 0 0 0")), (Place{Problem::too_large, 1, 1}));
  EXPECT_EQ(place_of(read_waypoints("1 2 3 4 5")), (Place{Problem::wrong_count, 1, 0}));
  EXPECT_EQ(place_of(read_waypoints("1 2 3 4 5 six")), (Place{Problem::not_a_number, 1, 11}));
  EXPECT_EQ(place_of(read_waypoints(std::string(kMostBytes + 1, ' '))), (Place{Problem::too_large, 0, 0}));
}

TEST(MotionFile, Decision13_ScriptsAreSevenColumnsEveryTenMilliseconds) {
  const auto rows = read_script("1,2,3,4,5,6,0\n1.5, 2.25,-3 ,4,5,6,0\n\n");
  ASSERT_TRUE(rows);
  ASSERT_EQ(rows->times.size(), 2U);
  EXPECT_DOUBLE_EQ(rows->times[1], 0.01);
  EXPECT_NEAR(rows->points[1][0], 1.5 * kDegree, 1e-15);
  EXPECT_NEAR(rows->points[1][5], 0.006, 1e-15);
  EXPECT_EQ(rows->convention.axis[0], Axis::pitch);
  EXPECT_NEAR(rows->rotation_digit, 0.01 * kDegree, 1e-12);
  EXPECT_EQ(rows->translation_digit, 0.0);
  EXPECT_EQ(place_of(read_script("1,2,3,4,5,6\n")), (Place{Problem::wrong_count, 1, 0}));
  EXPECT_EQ(place_of(read_script("1,2,3,4,5,6,0,0\n")), (Place{Problem::wrong_count, 1, 0}));
  EXPECT_EQ(place_of(read_script("1,2,,4,5,6,0\n")), (Place{Problem::not_a_number, 1, 5}));
  EXPECT_EQ(place_of(read_script("1 2 3 4 5 6 0\n")), (Place{Problem::not_a_number, 1, 1}));
  // A row that is missing would shift all that follow.
  EXPECT_EQ(place_of(read_script("1,2,3,4,5,6,0\n\n1,2,3,4,5,6,0\n")), (Place{Problem::wrong_count, 2, 0}));
  EXPECT_TRUE(read_script("# a comment is no row\n1,2,3,4,5,6,0\n# nor here\n1,2,3,4,5,6,0\n"));
}

TEST(MotionFile, Decision10_FormulasAreSixLinesAndADuration) {
  const auto lines = read_formulas("# six\n10*sin(t)\n0\n pow(t,2) \n0\n0\n\n5\n12.5\n");
  ASSERT_TRUE(lines);
  EXPECT_EQ(lines->axes[2], "pow(t,2)");
  EXPECT_EQ(lines->lines[5], 8U);
  EXPECT_EQ(lines->duration, 12.5);
  EXPECT_EQ(read_formulas("0\n0\n0\n0\n0\nt")->duration, 0.0);
  EXPECT_EQ(place_of(read_formulas("0\n0\n0\n0\n0")), (Place{Problem::wrong_count, 5, 0}));
  EXPECT_EQ(place_of(read_formulas("0\n0\n0\n0\n0\n0\nlong")), (Place{Problem::not_a_number, 7, 1}));
  EXPECT_EQ(place_of(read_formulas("0\n0\n0\n0\n0\n0\n0")), (Place{Problem::negative, 7, 1}));
  EXPECT_EQ(place_of(read_formulas("0\n0\n0\n0\n0\n0\n5\n6")), (Place{Problem::wrong_count, 8, 0}));
}

TEST(MotionFile, RoadmapsHaveAHeadingAndEmptyFieldsCountAsZero) {
  const auto rows = read_roadmap(
      "\xEF\xBB\xBF"
      "x_mm,y_mm,z_mm,rx_deg,ry_deg,rz_deg\n1,,3,4,5,6\n");
  ASSERT_TRUE(rows);
  ASSERT_EQ(rows->size(), 1U);
  EXPECT_EQ(rows->at(0).pose[1], 0.0);
  EXPECT_EQ(rows->at(0).empty, 1U << 2);
  EXPECT_NEAR(rows->at(0).pose[2], 0.003, 1e-15);
  EXPECT_EQ(place_of(read_roadmap("1,2,3,4,5,6\n1,2,3,4,5,x\n")), (Place{Problem::not_a_number, 2, 11}));
  EXPECT_EQ(place_of(read_roadmap("1,2,3,4,5,6\n1,2,3,4,5,6,7\n")), (Place{Problem::wrong_count, 2, 0}));
  const auto again = read_roadmap(write_roadmap(*read_roadmap("0.5;1;2;3;4;5;6\n")));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->at(0).time, 0.5);
  EXPECT_NEAR(again->at(0).pose[5], 6 * kDegree, 1e-15);
}

TEST(MotionFile, TheSeparatorTellsScriptsFromPositions) {
  EXPECT_EQ(format_of("# a, b\n0 0 0 0 0 0 0\n"), Format::positions);
  EXPECT_EQ(format_of("0,0,0,0,0,0,0\n"), Format::script);
}

}  // namespace
}  // namespace hexad::motion::files
