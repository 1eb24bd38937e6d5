#include "text/workbook.hpp"

#include <gtest/gtest.h>

namespace hexad {
namespace {

TEST(Workbook, IsAZipWithASheetAndSaysNothingTwice) {
  const auto book = workbook_of("leg,force_kN,limit\n1,2.5,\"force, leg 1\"\n2,,\n", "Legs");
  ASSERT_TRUE(book) << book.error();
  EXPECT_TRUE(book->starts_with("PK\x03\x04")) << "a workbook is a zip";
  EXPECT_NE(book->find("xl/worksheets/sheet1.xml"), std::string::npos);
}

TEST(Workbook, ANameTheFormatForbidsIsMadeOneItTakes) {
  EXPECT_TRUE(workbook_of("a\n1\n", "a/b:c*d?[e]"));
  EXPECT_TRUE(workbook_of("a\n1\n", "第二套高精度第二套高精度第二套高精度"));
  EXPECT_TRUE(workbook_of("a\n1\n", ""));
}

}  // namespace
}  // namespace hexad
