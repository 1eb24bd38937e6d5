// Bounds: how they are written, what they fit, and that nothing passes unseen.

#include "acceptance/bounds.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "messages/print.hpp"
#include "messages/say.hpp"

namespace hexad::acceptance {
namespace {

TEST(Bounds, AFileHasOneALineWithItsSource) {
  const auto bounds = parse_bounds(
      "# a heading\n\nreach.*.error_mm <= 0.5  # ours\r\nspeed.*.followed>=0.95\nlatency.drives_ms <= 3e1");
  ASSERT_TRUE(bounds) << messages::english(bounds.error());
  ASSERT_EQ(bounds->size(), 3U);
  EXPECT_EQ((*bounds)[0].pattern, "reach.*.error_mm");
  EXPECT_EQ((*bounds)[0].source, "ours");
  EXPECT_FALSE((*bounds)[0].at_least);
  EXPECT_TRUE((*bounds)[1].at_least);
  EXPECT_EQ((*bounds)[1].value, 0.95);
  EXPECT_EQ((*bounds)[2].value, 30.0);
}

TEST(Bounds, WhatIsWrongIsSaidWithItsLine) {
  for (const auto& [text, part] : {std::pair{"a.b <= 1\nreach.x = 3", "line 2: \"reach.x = 3\" is no bound"},
                                   {"a.b <= x", "line 1: \"x\" is no number"},
                                   {"a.b <= nan", "\"nan\" is no number"},
                                   {"a.b <= 1 2", "\"1 2\" is no number"},
                                   {"<= 1", "\"\" is no name of a figure"},
                                   {"a b <= 1", "\"a b\" is no name of a figure"}}) {
    const auto bounds = parse_bounds(text);
    ASSERT_FALSE(bounds) << text;
    const std::string said = messages::english(bounds.error());
    EXPECT_NE(said.find(part), std::string::npos) << said;
  }
}

TEST(Bounds, AFigureThatIsNoNumberKeepsNone) {
  EXPECT_FALSE((Bound{"a", false, 1.0}.holds(std::nan(""))));
  EXPECT_FALSE((Bound{"a", true, 1.0}.holds(std::nan(""))));
  EXPECT_TRUE((Bound{"a", false, 1.0}.holds(1.0)));
  EXPECT_FALSE((Bound{"a", false, 1.0}.holds(1.0000001)));
  EXPECT_FALSE((Bound{"a", true, 1.0}.holds(0.9999999)));
}

TEST(Bounds, EachGoesToTheFiguresItFitsAndOneThatFitsNoneIsNamed) {
  std::vector<TestResult> results{{"reach", messages::Id::accept_test_reach}};
  results[0].add("reach.sway.low.error_mm", 0.4, "mm");
  results[0].add("reach.sway.low.error_deg", 0.4, "°");
  const std::vector<Bound> unused = apply({{"reach.*.error_mm", false, 0.5},
                                           {"reach.*.low.error_mm", true, 0.45},
                                           {"reach.*.eror_deg", false, 0.1},
                                           {"speed.*.followed", true, 0.95}},
                                          results);
  ASSERT_EQ(results[0].figures[0].bounds.size(), 2U);
  EXPECT_FALSE(results[0].figures[0].holds()) << "0.4 is not 0.45";
  EXPECT_TRUE(results[0].figures[1].bounds.empty());
  ASSERT_EQ(unused.size(), 1U) << "speed did not run: that is no mistake";
  EXPECT_EQ(unused[0].pattern, "reach.*.eror_deg");
}

}  // namespace
}  // namespace hexad::acceptance
