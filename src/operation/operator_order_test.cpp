#include "operation/operator_order.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "base/units.hpp"
#include "messages/print.hpp"

namespace hexad::inline operation {
namespace {

std::string problem(std::string_view text) {
  const auto order = parse_order_json(text);
  return order ? std::string{"none"} : messages::english(order.error());
}

bool says(const messages::Message& message, const std::string& part) {
  return messages::english(message).find(part) != std::string::npos;
}
bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(OperatorOrder, EveryActionOfTheCommandLineIsKnown) {
  for (const char* name : {"estop", "release", "reset", "enable", "stop", "hold", "resume", "zero", "raise",
                           "neutral", "lower", "take", "give"}) {
    const auto order = parse_order(name, "");
    ASSERT_TRUE(order.has_value()) << name;
    EXPECT_EQ(order->action->name, name);
  }
}

TEST(OperatorOrder, OnlyMotionsHaveAnEnd) {
  const std::set<std::string_view> motions{"zero", "raise", "neutral", "lower", "go",   "sine",
                                           "path", "timed", "formula", "file",  "film", "manoeuvre"};
  for (const Action& action : actions())
    EXPECT_EQ(action.is_motion(), motions.contains(action.name)) << action.name;
}

TEST(OperatorOrder, StopHoldAndTheButtonAreLatchesOfTheCoreAndNothingElseIs) {
  for (const Action& action : actions()) {
    const bool latch = action.name == "stop" || action.name == "hold" || action.name == "estop";
    EXPECT_EQ(action.is_latch(), latch) << action.name;
    EXPECT_TRUE(!latch || std::holds_alternative<Control>(action.wanted)) << action.name;
  }
}

TEST(OperatorOrder, PauseAndHomeAreTheSameAsHoldAndZero) {
  EXPECT_EQ(parse_order("pause", "")->action->name, "hold");
  EXPECT_EQ(parse_order("home", "")->action->name, "zero");
  EXPECT_EQ(typed_order("home", "")->dump(), R"({"action":"zero"})") << "what is sent has one name";
  std::set<std::string_view> names;
  for (const Action& action : actions()) {
    EXPECT_TRUE(names.insert(action.name).second) << action.name;
    EXPECT_TRUE(action.alias.empty() || names.insert(action.alias).second) << action.alias;
  }
}

TEST(OperatorOrder, NumbersOfTheCommandLineAreMillimetresDegreesAndPercent) {
  const auto go = parse_order("go", "1 -2 3 4 -5 6");
  ASSERT_TRUE(go.has_value());
  EXPECT_DOUBLE_EQ(go->as<MoveTo>()->target[1], -0.002);
  EXPECT_DOUBLE_EQ(go->as<MoveTo>()->target[4], -5 * kDegree);
  EXPECT_EQ(parse_order("go", "1,-2,3,4,-5,6")->as<MoveTo>()->target, go->as<MoveTo>()->target);
  EXPECT_DOUBLE_EQ(parse_order("override", "50")->as<SpeedOverride>()->share, 0.5);
  EXPECT_EQ(parse_order("relays", "0x801")->as<SetOutputs>()->relays, 0x801);
  EXPECT_EQ(parse_order("file", "pos01.txt")->as<FilePlan>()->name, "pos01.txt");
  const auto file = parse_order_json(R"({"action":"file","name":"pos01.txt","percent":49,"repeat":true})");
  ASSERT_TRUE(file.has_value());
  EXPECT_DOUBLE_EQ(file->as<FilePlan>()->scale, 0.49);
  EXPECT_TRUE(file->as<FilePlan>()->repeat);
  EXPECT_FALSE(parse_order("file", "pos01.txt")->as<FilePlan>()->repeat);
  const auto follow = parse_order_json(R"({"action":"follow","pose":[0,0,0,0,0,0],"rotary":-90})");
  ASSERT_TRUE(follow.has_value());
  EXPECT_DOUBLE_EQ(*follow->as<Follow>()->rotary, -kPi / 2);
  EXPECT_FALSE(parse_order_json(R"({"action":"follow","pose":[0,0,0,0,0,0]})")->as<Follow>()->rotary);
  EXPECT_EQ(parse_order("film", "2")->as<FileOrder>()->number, 2);
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

TEST(OperatorOrder, WhatIsTypedIsSentAsTheDocumentsSayItAndSaidAsItWasTyped) {
  for (const auto& [action, argument, sent] : std::vector<std::array<const char*, 3>>{
           {"go", "1 -2 3 4 -5.5 6", R"({"action":"go","pose":[1.0,-2.0,3.0,4.0,-5.5,6.0]})"},
           {"override", "50", R"({"action":"override","percent":50.0})"},
           {"relays", "0x801", R"({"action":"relays","mask":2049})"},
           {"file", "pos01.txt", R"({"action":"file","name":"pos01.txt"})"},
           {"film", "2", R"({"action":"film","number":2.0})"},
           {"payload", "120", R"({"action":"payload","kg":120.0})"},
           {"give", "darren 127.0.0.1:5", R"({"action":"give","host":"darren 127.0.0.1:5"})"},
           {"give", "", R"({"action":"give"})"},
           {"inject", "stuck:3", R"({"action":"inject","fault":"stuck:3"})"},
           {"effect", "2 sea state=3", R"({"action":"effect","kind":"sea","place":"2","state":"3"})"},
           {"raise", "", R"({"action":"raise"})"}}) {
    const auto typed = typed_order(action, argument);
    ASSERT_TRUE(typed.has_value()) << action << messages::english(typed.error());
    EXPECT_EQ(typed->dump(), sent);
    const auto received = parse_order_json(typed->dump());
    ASSERT_TRUE(received.has_value()) << messages::english(received.error());
    EXPECT_EQ(received->action->name, action);
  }
  EXPECT_EQ(parse_order("give", "darren")->said, "give darren");
  EXPECT_EQ(parse_order("effect", "2 sea state=3")->said, "effect 2 sea state=3");
  EXPECT_EQ(parse_order_json(R"({"action":"path","points":[[0,0,1,0,0,0],[0,0,0,0,0,0]]})")->said,
            "path of 2 points");
}

TEST(OperatorOrder, JsonValuesBecomeSi) {
  const auto go = parse_order_json(R"({"action":"go","pose":[1,-2,3,4,-5,6],"speed":[10,0,0,0,0,9]})");
  ASSERT_TRUE(go.has_value());
  EXPECT_DOUBLE_EQ(go->as<MoveTo>()->target[2], 0.003);
  EXPECT_DOUBLE_EQ(go->as<MoveTo>()->target[5], 6 * kDegree);
  EXPECT_DOUBLE_EQ(go->as<MoveTo>()->speed[0], 0.01);
  EXPECT_DOUBLE_EQ(go->as<MoveTo>()->speed[5], 9 * kDegree);
  const auto jog = parse_order_json(R"({"action":"jog","legs":[1,3],"speed":-5})");
  EXPECT_EQ(jog->as<Jog>()->legs, 0b101);
  EXPECT_DOUBLE_EQ(jog->as<Jog>()->speed, -0.005);
  const auto sine = parse_order_json(
      R"({"action":"sine","amplitude":[0,0,20,3,0,0],"frequency":[0,0,0.5,0.25,0,0],"phase":[0,0,0,90,0,0]})");
  EXPECT_DOUBLE_EQ(sine->as<Sine>()->amplitude[2], 0.02);
  EXPECT_DOUBLE_EQ(sine->as<Sine>()->frequency[2], 0.5);
  EXPECT_DOUBLE_EQ(sine->as<Sine>()->phase[3], kPi / 2);
  const auto timed = parse_order_json(R"({"action":"timed","rows":[[2,0,0,30,0,0,0]]})");
  EXPECT_DOUBLE_EQ(timed->as<TimedPlan>()->times[0], 2.0);
  EXPECT_DOUBLE_EQ(timed->as<TimedPlan>()->points[0][2], 0.03);
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
      {R"({"action":"file","name":"pos01.txt","percent":101})", "percent: "},
      {R"({"action":"file","name":"pos01.txt","repeat":1})", "repeat: "},
      {R"({"action":"follow","pose":[0,0,0,0,0,0],"rotary":"left"})", "rotary: "},
      {R"({"action":"jog","legs":[1],"speed":1,"press":0})", "press: "},
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

TEST(OperatorOrder, ALegIsOneOfItsOwnNumbers) {
  const auto jog = [](const char* leg) {
    return parse_order_json(std::string{R"({"action":"jog","speed":5,"legs":[)"} + leg + "]}");
  };
  ASSERT_TRUE(jog("1"));
  EXPECT_EQ(jog("1")->as<Jog>()->legs, 1u);
  // 2³² + 1 was leg 1.
  for (const char* leg : {"0", "7", "-1", "1.5", "4294967297", "18446744073709551615", "\"1\"", "[1]"})
    EXPECT_FALSE(jog(leg)) << leg;
}

TEST(OperatorOrder, InjectTakesAFaultALegAndAValue) {
  const auto order = parse_order("inject", "following_error:2:7.5");
  ASSERT_TRUE(order.has_value());
  const plant::InjectionOrder& injection = order->as<SimulationOrder>()->injection;
  EXPECT_EQ(injection.kind, plant::Injection::following_error);
  EXPECT_EQ(injection.leg, 1);
  EXPECT_DOUBLE_EQ(injection.value, 0.0075);
  EXPECT_EQ(order->said, "inject following_error:2:7.5");
  EXPECT_EQ(parse_order("inject", "clear")->as<SimulationOrder>()->injection.act,
            plant::InjectionOrder::Act::clear_all);
  for (const char* wrong : {"", "gremlins", "stuck:0", "stuck:7", "stuck:x", "following_error:1:nan"}) {
    const auto refused = parse_order("inject", wrong);
    ASSERT_FALSE(refused.has_value()) << wrong;
    EXPECT_TRUE(says(refused.error(), "drive_fault"))
        << "the known ones are named: " << messages::english(refused.error());
  }
}

TEST(OperatorOrder, AWrongWordIsAnsweredWithTheNearest) {
  EXPECT_TRUE(says(parse_order("rais", "").error(), "no action \"rais\"; did you mean raise?"));
  EXPECT_TRUE(says(parse_order("raise", "now").error(), "raise takes no argument"));
}

TEST(OperatorOrder, JsonHasActionHostFaultAndWait) {
  const auto raise = parse_order_json(R"({"action":"raise","wait":true})");
  ASSERT_TRUE(raise.has_value());
  EXPECT_EQ(raise->as<Go>()->step, Step::raise);
  EXPECT_TRUE(raise->wait);
  EXPECT_FALSE(parse_order_json(R"({"action":"raise"})")->wait);
  EXPECT_EQ(parse_order_json(R"({"action":"give","host":"darren"})")->as<GiveTo>()->host, "darren");
  EXPECT_EQ(
      parse_order_json(R"({"action":"inject","fault":"stuck:3"})")->as<SimulationOrder>()->injection.leg, 2);
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

TEST(OperatorOrder, ATuningIsTypedByKeysAndIsAlwaysTheWhole) {
  const auto order = parse_order("cueing", "preset=car tilt_rate=2 gain.surge=0.8");
  ASSERT_TRUE(order.has_value()) << messages::english(order.error());
  EXPECT_EQ(order->as<CueOrder>()->preset, CuePreset::car);
  EXPECT_FALSE(order->as<CueOrder>()->engine.has_value()) << "as it is";
  EXPECT_DOUBLE_EQ(order->as<CueOrder>()->numbers.tilt_rate.value(), 2 * kDegree);
  CueTuning present;
  present.engine = CueEngine::predictive;
  present.gain[0] = 1.25;
  present.head = {0, 0, 1};
  const CueTuning next = order->as<CueOrder>()->over(present);
  EXPECT_EQ(next.engine, CueEngine::predictive);
  EXPECT_EQ(next.head, present.head);
  EXPECT_FALSE(next.gain[0].has_value()) << "a number that is left out is the preset's own";
  EXPECT_EQ(next.gain[1], 0.8);

  const auto back = parse_order_json(typed_order("cueing", "preset=car tilt_rate=2 gain.surge=0.8")->dump());
  ASSERT_TRUE(back.has_value()) << messages::english(back.error());
  EXPECT_EQ(back->as<CueOrder>()->over(present), next);
  EXPECT_EQ(back->said, "cueing gain.surge=0.8 preset=car tilt_rate=2");
}

TEST(OperatorOrder, WhatIsWrongWithATuningIsNamed) {
  EXPECT_TRUE(says(parse_order("cueing", "").error(), "preset=car"));
  EXPECT_TRUE(says(parse_order("cueing", "car").error(), "is not KEY=VALUE"));
  EXPECT_TRUE(says(parse_order("cueing", "preset=brutal").error(), "preset: there is no brutal"));
  EXPECT_TRUE(
      says(parse_order("cueing", "tilt_rate=6.1").error(), "tilt_rate: 6.1 is no number from 0.5 to 6"));
  EXPECT_TRUE(says(parse_order("cueing", "tilt_rate=nan").error(), "tilt_rate: nan"));
  EXPECT_TRUE(says(parse_order("cueing", "tilt_rat=2").error(), "did you mean tilt_rate?"));
  EXPECT_EQ(problem(R"({"action": "cueing", "gain": [1, 2]})"),
            "gain: is not a list of 6 numbers or nulls, sway surge heave pitch roll yaw");
  EXPECT_EQ(problem(R"({"action": "cueing", "gain": [1, null, "x", 1, 1, 1]})"),
            "gain.heave: \"x\" is no number from 0 to 1.5");
  EXPECT_TRUE(
      says(problem(R"({"action": "cueing", "tilt": 2})"), "tilt: cueing has no such number; did you mean"));
  EXPECT_EQ(problem(R"({"action": "cueing", "tilt_rate": 9})"),
            "tilt_rate: 9 is no number from 0.5 to 6 °/s");
}

TEST(OperatorOrder, AnEffectIsTypedByPlaceKindAndItsNumbers) {
  const auto order = parse_order("effect", "2 vibration axis=pitch amplitude=0.5 frequency=4");
  ASSERT_TRUE(order.has_value()) << messages::english(order.error());
  const SetEffect& effect = *order->as<SetEffect>();
  EXPECT_EQ(effect.place, 1);
  EXPECT_EQ(effect.settings.kind, EffectKind::vibration);
  EXPECT_EQ(effect.settings.axis, Axis::pitch);
  EXPECT_DOUBLE_EQ(effect.settings.amplitude, 0.5 * kDegree) << "of a rotation in degrees";
  EXPECT_EQ(effect.settings.frequency, 4.0);
  const auto back =
      parse_order_json(typed_order("effect", "2 vibration axis=pitch amplitude=0.5 frequency=4")->dump());
  ASSERT_TRUE(back.has_value()) << messages::english(back.error());
  EXPECT_EQ(back->as<SetEffect>()->settings, effect.settings);
  EXPECT_EQ(back->as<SetEffect>()->place, 1);

  const auto none = parse_order("effect", "4 none");
  ASSERT_TRUE(none.has_value());
  EXPECT_EQ(none->as<SetEffect>()->settings.kind, EffectKind::none);
  const auto road =
      parse_order_json(R"({"action": "effect", "place": 1, "kind": "road", "class": "C", "speed": 20})");
  ASSERT_TRUE(road.has_value()) << messages::english(road.error());
  EXPECT_EQ(road->as<SetEffect>()->settings.grade, 2);

  EXPECT_TRUE(says(parse_order("effect", "").error(), "place:"));
  EXPECT_TRUE(
      says(parse_order("effect", "5 vibration").error(), "place: \"5\" is no whole number from 1 to 4"));
  EXPECT_TRUE(says(parse_order("effect", "1 shake").error(), "there is no effect \"shake\""));
  EXPECT_TRUE(
      says(parse_order("effect", "1 vibration rpm=400").error(), "rpm: vibration has no such number"));
  EXPECT_TRUE(
      says(parse_order("effect", "1 vibration frequency=nan").error(), "frequency: nan is no number"));
  EXPECT_TRUE(says(parse_order("effect", "1 noise low=9 high=3").error(), "high: is not above low"));
  EXPECT_TRUE(says(problem(R"({"action": "effect", "place": 1, "kind": "sea", "state": 3.5})"),
                   "state: 3.5 is no whole number from 0 to 9"));
}

}  // namespace
}  // namespace hexad::inline operation
