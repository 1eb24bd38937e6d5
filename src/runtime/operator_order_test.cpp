#include "runtime/operator_order.hpp"

#include <gtest/gtest.h>

namespace hexad::runtime {
namespace {

std::string problem(std::string_view text) {
  const auto order = parse_order_json(text);
  return order ? std::string{"none"} : order.error();
}

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(OperatorOrder, EveryActionOfTheCommandLineIsKnown) {
  for (const char* name : {"estop", "release", "reset", "enable", "stop", "hold", "resume", "zero", "raise",
                           "neutral", "lower", "take", "give"}) {
    const auto order = parse_order(name, "");
    ASSERT_TRUE(order.has_value()) << name;
    EXPECT_EQ(to_string(order->action), name);
  }
}

TEST(OperatorOrder, OnlyTheFourMotionsHaveAnEnd) {
  for (const ActionInfo& info : actions())
    EXPECT_EQ(is_motion(info.action),
              info.name == "zero" || info.name == "raise" || info.name == "neutral" || info.name == "lower")
        << info.name;
}

TEST(OperatorOrder, InjectTakesAFaultALegAndAValue) {
  const auto order = parse_order("inject", "following_error:2:7.5");
  ASSERT_TRUE(order.has_value());
  EXPECT_EQ(order->injection.kind, plant::Injection::following_error);
  EXPECT_EQ(order->injection.leg, 1);
  EXPECT_DOUBLE_EQ(order->injection.value, 0.0075);
  EXPECT_EQ(order->said, "inject following_error:2:7.5");
  EXPECT_EQ(parse_order("inject", "clear")->injection.act, plant::InjectionOrder::Act::clear_all);
  for (const char* wrong : {"", "gremlins", "stuck:0", "stuck:7", "stuck:x", "following_error:1:nan"}) {
    const auto refused = parse_order("inject", wrong);
    ASSERT_FALSE(refused.has_value()) << wrong;
    EXPECT_TRUE(says(refused.error(), "drive_fault")) << "the known ones are named: " << refused.error();
  }
}

TEST(OperatorOrder, AWrongWordIsAnsweredWithTheNearest) {
  EXPECT_TRUE(says(parse_order("rais", "").error(), "no action \"rais\"; did you mean raise?"));
  EXPECT_TRUE(says(parse_order("raise", "now").error(), "raise takes no argument"));
}

TEST(OperatorOrder, JsonHasActionHostFaultAndWait) {
  const auto raise = parse_order_json(R"({"action":"raise","wait":true})");
  ASSERT_TRUE(raise.has_value());
  EXPECT_EQ(raise->action, Action::raise);
  EXPECT_TRUE(raise->wait);
  EXPECT_FALSE(parse_order_json(R"({"action":"raise"})")->wait);
  EXPECT_EQ(parse_order_json(R"({"action":"give","host":"darren"})")->host, "darren");
  EXPECT_EQ(parse_order_json(R"({"action":"inject","fault":"stuck:3"})")->injection.leg, 2);
}

TEST(OperatorOrder, WhatIsNotUnderstoodIsNotDone) {
  for (const char* text :
       {"", "stop", "[]", "null", "{", "{}", "\"stop\"", "{\"action\":null}", "{\"action\":7}",
        "{\"action\":\"stop\",\"wiat\":true}", "{\"action\":\"stop\",\"wait\":1}",
        "{\"action\":\"stop\",\"host\":\"darren\"}", "{\"action\":\"give\",\"fault\":\"stuck\"}",
        "{\"action\":\"inject\"}", "{\"action\":\"STOP\"}", "{\"action\":\"stop\"} x"})
    EXPECT_NE(problem(text), "none") << text;
  EXPECT_TRUE(says(problem(R"({"action":"stop","wiat":true})"), "no key \"wiat\""));
}

}  // namespace
}  // namespace hexad::runtime
