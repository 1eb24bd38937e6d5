// A table stands straight in either language, and in both at once.

#include "text/columns.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace hexad::text {
namespace {

TEST(Columns, AChineseCharacterTakesTwo) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("leg"), 3U);
  EXPECT_EQ(display_width("缸"), 2U);
  EXPECT_EQ(display_width("缸 3"), 4U);
  EXPECT_EQ(display_width("（底位）"), 8U);  // their brackets too
  EXPECT_EQ(display_width("mm/s²"), 5U);
  EXPECT_EQ(display_width("0.5 … 3 °"), 9U);
  EXPECT_EQ(display_width("± 2 → 3"), 7U);
}

TEST(Columns, ALabelIsFilledUpToItsColumn) {
  EXPECT_EQ(filled("pose", 7), "pose   ");
  EXPECT_EQ(filled("位姿", 7), "位姿   ");
  EXPECT_EQ(filled("位姿", 3), "位姿");
}

TEST(Columns, EveryLineOfATableEndsAtTheSameColumn) {
  Table table{{"缸", "伸长量\nmm", "velocity\nmm/s", "驱动"}};
  table.add({"1", "400.000", "-1.5", "接通"});
  table.add({"2 !", "0.000", "12345678.9", "错误 0x0012"});
  std::istringstream lines{table.text()};
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count)
    EXPECT_EQ(display_width(line), 3U + 2U + 7U + 2U + 10U + 2U + 11U) << line;
  EXPECT_EQ(count, 4U);
  EXPECT_EQ(table.text().substr(0, table.text().find('\n')), " 缸   伸长量    velocity         驱动");
}

}  // namespace
}  // namespace hexad::text
