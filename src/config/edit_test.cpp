#include "config/edit.hpp"

#include <gtest/gtest.h>

namespace hexad::inline config {
namespace {

constexpr const char* kFile =
    "# a platform of ours\n"
    "platform = \"standard-400\"  # the small one\n"
    "\n"
    "[limits]\n"
    "leg = [500, 6000,\n"
    "       80000]  # mm/s …\n"
    "joint_angle = 50 # °\n"
    "\n"
    "[console]\n"
    "listen = \"127.0.0.1:0\" # 本机\n";

TEST(Edit, AValueIsReplacedWhereItStandsAndNothingElse) {
  std::string expected = kFile;
  expected.replace(expected.find("50 #"), 2, "45.5");
  EXPECT_EQ(edited(kFile, "limits.joint_angle", "45.5"), expected);
  const auto lists = edited(kFile, "limits.leg", "[400.0, 5000.0, 60000.0]");
  ASSERT_TRUE(lists);
  EXPECT_NE(lists->find("leg = [400.0, 5000.0, 60000.0]  # mm/s …\njoint_angle"), std::string::npos)
      << *lists;
}

TEST(Edit, ANewKeyGoesToTheEndOfItsSectionOrMakesOne) {
  const auto known = edited(kFile, "limits.jog_speed", "40.0");
  ASSERT_TRUE(known);
  EXPECT_NE(known->find("joint_angle = 50 # °\njog_speed = 40.0\n\n[console]"), std::string::npos) << *known;
  const auto fresh = edited(kFile, "cueing.gain.sway", "0.5");
  ASSERT_TRUE(fresh);
  EXPECT_TRUE(fresh->ends_with("# 本机\n\n[cueing.gain]\nsway = 0.5\n")) << *fresh;
  const auto top = edited(kFile, "state", "\"/var/lib/x\"");
  ASSERT_TRUE(top);
  EXPECT_NE(top->find("# the small one\nstate = \"/var/lib/x\"\n\n[limits]"), std::string::npos) << *top;
  EXPECT_EQ(edited("", "limits.leg", "1.0"), "[limits]\nleg = 1.0\n");
  EXPECT_EQ(edited("[limits]\nleg = 1", "limits.jog_speed", "2.0"), "[limits]\nleg = 1\njog_speed = 2.0\n")
      << "a file without an end of line";
}

TEST(Edit, AKeyIsTakenOutWithAllItsLines) {
  const auto out = edited(kFile, "limits.leg", std::nullopt);
  ASSERT_TRUE(out);
  EXPECT_NE(out->find("[limits]\njoint_angle = 50"), std::string::npos) << *out;
  EXPECT_EQ(edited(kFile, "limits.jog_speed", std::nullopt), kFile) << "it was not there";
}

TEST(Edit, WhatItCannotDoWithoutHarmItDoesNotDo) {
  EXPECT_FALSE(edited("limits = { leg = 1, jog_speed = 2 }\n", "limits.leg", std::nullopt));
  EXPECT_FALSE(edited("limits = { leg = 1 }\n", "limits.jog_speed", "2.0"));
  EXPECT_EQ(edited("limits = { leg = 1 }\n", "limits.leg", "2.0"), "limits = { leg = 2.0 }\n");
  EXPECT_FALSE(edited("[limits\n", "limits.leg", "1.0")) << "no TOML";
  EXPECT_FALSE(edited(kFile, "limits.joint_angle", "45\nrate = 3")) << "nothing is smuggled in";
}

}  // namespace
}  // namespace hexad::inline config
