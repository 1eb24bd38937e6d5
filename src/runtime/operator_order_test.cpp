#include "runtime/operator_order.hpp"

#include <gtest/gtest.h>

#include <set>

#include "base/units.hpp"

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

TEST(OperatorOrder, OnlyMotionsHaveAnEnd) {
  const std::set<std::string_view> motions{"zero", "raise", "neutral", "lower", "go",  "sine",
                                           "path", "timed", "formula", "file",  "film"};
  for (const ActionInfo& info : actions())
    EXPECT_EQ(is_motion(info.action), motions.contains(info.name)) << info.name;
}

TEST(OperatorOrder, TheTableIsInTheOrderOfTheActions) {
  ASSERT_EQ(actions().size(), kActions);
  for (std::size_t i = 0; i < kActions; ++i) EXPECT_EQ(actions()[i].action, static_cast<Action>(i));
}

TEST(OperatorOrder, NumbersOfTheCommandLineAreMillimetresDegreesAndPercent) {
  const auto go = parse_order("go", "1 -2 3 4 -5 6");
  ASSERT_TRUE(go.has_value());
  EXPECT_DOUBLE_EQ(go->values.pose[1], -0.002);
  EXPECT_DOUBLE_EQ(go->values.pose[4], -5 * kDegree);
  EXPECT_EQ(parse_order("go", "1,-2,3,4,-5,6")->values.pose, go->values.pose);
  EXPECT_DOUBLE_EQ(parse_order("override", "50")->values.value, 0.5);
  EXPECT_EQ(parse_order("relays", "0x801")->values.mask, 0x801);
  EXPECT_EQ(parse_order("file", "pos01.txt")->values.name, "pos01.txt");
  EXPECT_EQ(parse_order("film", "2")->values.number, 2);
  for (const auto& [action, argument] :
       std::vector<std::pair<const char*, const char*>>{{"go", ""},
                                                        {"go", "1 2 3"},
                                                        {"go", "1 2 3 4 5 6 7"},
                                                        {"go", "1 2 3 4 5 nan"},
                                                        {"go", "1 2 x 4 5 6"},
                                                        {"override", "5"},
                                                        {"override", "101"},
                                                        {"override", ""},
                                                        {"relays", "4096"},
                                                        {"relays", "-1"},
                                                        {"outputs", "256"},
                                                        {"file", "../x.txt"},
                                                        {"file", ""},
                                                        {"film", "0"},
                                                        {"payload", "inf"},
                                                        {"sine", ""}})
    EXPECT_FALSE(parse_order(action, argument).has_value()) << action << ' ' << argument;
}

TEST(OperatorOrder, WhatTheCommandLineSendsIsUnderstoodByTheServer) {
  for (const auto& [action, argument] :
       std::vector<std::pair<const char*, const char*>>{{"go", "1 -2 3 4 -5 6"},
                                                        {"override", "50"},
                                                        {"relays", "0x801"},
                                                        {"file", "pos01.txt"},
                                                        {"film", "2"},
                                                        {"payload", "120"},
                                                        {"give", "darren 127.0.0.1:5"},
                                                        {"give", ""},
                                                        {"inject", "stuck:3"},
                                                        {"raise", ""}}) {
    const auto typed = parse_order(action, argument);
    ASSERT_TRUE(typed.has_value()) << action;
    const auto received = parse_order_json(order_json(*typed));
    ASSERT_TRUE(received.has_value()) << order_json(*typed) << received.error();
    EXPECT_EQ(received->action, typed->action);
    EXPECT_EQ(received->host, typed->host);
    EXPECT_EQ(received->injection.leg, typed->injection.leg);
    for (std::size_t i = 0; i < kAxes; ++i)
      EXPECT_NEAR(received->values.pose[i], typed->values.pose[i], 1e-12) << action;
    EXPECT_NEAR(received->values.value, typed->values.value, 1e-12);
    EXPECT_EQ(received->values.mask, typed->values.mask);
    EXPECT_EQ(received->values.name, typed->values.name);
  }
}

TEST(OperatorOrder, JsonValuesBecomeSi) {
  const auto go = parse_order_json(R"({"action":"go","pose":[1,-2,3,4,-5,6],"speed":[10,0,0,0,0,9]})");
  ASSERT_TRUE(go.has_value());
  EXPECT_DOUBLE_EQ(go->values.pose[2], 0.003);
  EXPECT_DOUBLE_EQ(go->values.pose[5], 6 * kDegree);
  EXPECT_DOUBLE_EQ(go->values.speed[0], 0.01);
  EXPECT_DOUBLE_EQ(go->values.speed[5], 9 * kDegree);
  const auto jog = parse_order_json(R"({"action":"jog","legs":[1,3],"speed":-5})");
  EXPECT_EQ(jog->values.legs, 0b101);
  EXPECT_DOUBLE_EQ(jog->values.value, -0.005);
  const auto sine = parse_order_json(
      R"({"action":"sine","amplitude":[0,0,20,3,0,0],"frequency":[0,0,0.5,0.25,0,0],"phase":[0,0,0,90,0,0]})");
  EXPECT_DOUBLE_EQ(sine->values.amplitude[2], 0.02);
  EXPECT_DOUBLE_EQ(sine->values.frequency[2], 0.5);
  EXPECT_DOUBLE_EQ(sine->values.phase[3], kPi / 2);
  const auto timed = parse_order_json(R"({"action":"timed","rows":[[2,0,0,30,0,0,0]]})");
  EXPECT_DOUBLE_EQ(timed->values.times[0], 2.0);
  EXPECT_DOUBLE_EQ(timed->values.points[0][2], 0.03);
}

TEST(OperatorOrder, ABadValueIsNamedByItsKey) {
  const std::vector<std::pair<std::string, std::string>> wrong{
      {R"({"action":"go"})", "pose: "},
      {R"({"action":"go","pose":[1,2,3]})", "pose: "},
      {R"({"action":"go","pose":[1,2,3,4,5,"6"]})", "pose[6]: "},
      {R"({"action":"go","pose":[1,2,3,4,5,null]})", "pose[6]: "},
      {R"({"action":"go","pose":[1,2,3,4,5,1e999]})", ""},
      {R"({"action":"go","pose":[0,0,0,0,0,0],"speed":5})", "speed: "},
      {R"({"action":"go","pose":[0,0,0,0,0,0],"legs":[1]})", "no key \"legs\""},
      {R"({"action":"path","points":[]})", "points: "},
      {R"({"action":"path","points":[[0,0,0,0,0,0],[0,0]]})", "points[2]: "},
      {R"({"action":"timed","rows":[[0,0,0,0,0,0]]})", "rows[1]: "},
      {R"({"action":"formula","formulas":["t"]})", "formulas: "},
      {R"({"action":"formula","formulas":["0","0","0","0","0",0]})", "formulas[6]: "},
      {R"({"action":"formula","formulas":["0","0","0","0","0","0"],"duration":-1})", "duration: "},
      {R"({"action":"sine","amplitude":[0,0,0,0,0,0],"frequency":[0,0,0,0,0,99]})", "frequency[6]: "},
      {R"({"action":"file","name":"../../etc/passwd"})", "name: "},
      {R"({"action":"file","name":".hidden"})", "name: "},
      {R"({"action":"film","number":1.5})", "number: "},
      {R"({"action":"jog","legs":[0],"speed":1})", "legs: "},
      {R"({"action":"jog","legs":[7],"speed":1})", "legs: "},
      {R"({"action":"jog","legs":[],"speed":1})", "legs: "},
      {R"({"action":"jog","legs":[1]})", "speed: "},
      {R"({"action":"override","percent":0})", "percent: "},
      {R"({"action":"relays","mask":4096})", "mask: "},
      {R"({"action":"outputs","mask":256})", "mask: "},
      {R"({"action":"payload","kg":-1})", "kg: "},
      {R"({"action":"speed_of_time","factor":0})", "factor: "},
      {R"({"action":"follow","pose":"up"})", "pose: "}};
  for (const auto& [text, start] : wrong) {
    const std::string said = problem(text);
    EXPECT_NE(said, "none") << text;
    EXPECT_EQ(said.substr(0, start.size()), start) << text << ": " << said;
  }
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
