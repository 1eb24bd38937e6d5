#include "base/utf8.hpp"

#include <gtest/gtest.h>

namespace hexad::inline base {
namespace {

TEST(Utf8, WhatIsWholeStays) {
  for (const char* text :
       {"", "leg 3", "缸 3：°²", "\xF0\x9F\x98\x80", "\xEF\xBF\xBF", "\xED\x9F\xBF", "\xF4\x8F\xBF\xBF"})
    EXPECT_EQ(well_formed(text), text);
}

TEST(Utf8, EveryByteOfNoCharacterIsAQuestionMark) {
  EXPECT_EQ(well_formed("a\xFF\xFE"
                        "b"),
            "a??b");
  EXPECT_EQ(well_formed("\xE7\xBC"), "??") << "cut short";
  EXPECT_EQ(well_formed("\xC0\xAF"), "??") << "longer than need be";
  EXPECT_EQ(well_formed("\xE0\x80\x80"), "???");
  EXPECT_EQ(well_formed("\xED\xA0\x80"), "???") << "half of a pair";
  EXPECT_EQ(well_formed("\xF4\x90\x80\x80"), "????") << "beyond the last";
  EXPECT_EQ(well_formed("\xA5\xA5 x"), "?? x");
}

}  // namespace
}  // namespace hexad::inline base
