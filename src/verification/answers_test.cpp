// The answers of /api/verify as a page gets them, without a server: golden pairs of request and answer in
// tests/data/console/verify (HEXAD_GOLDEN_WRITE=1 writes the answers anew: look at the difference before you
// keep it), which the page's tests read too; and what must be true of any set.

#include "verification/answers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "config/build_machine.hpp"
#include "kinematics/inverse.hpp"
#include "text/shown.hpp"
#include "verification/leg_table.hpp"
#include "verification/parameter_set.hpp"
#include "verification/testing/ask.hpp"

namespace hexad::verification {
namespace {

using namespace testing;

std::vector<std::map<std::string, std::string>> table(const std::string& name) {
  std::ifstream file{std::string{HEXAD_TEST_DATA} + "/" + name};
  const auto cells = [](const std::string& line) {
    std::vector<std::string> list;
    std::stringstream stream{line};
    for (std::string cell; std::getline(stream, cell, ',');) list.push_back(cell);
    return list;
  };
  std::string line;
  std::getline(file, line);
  const auto head = cells(line);
  std::vector<std::map<std::string, std::string>> rows;
  while (std::getline(file, line)) {
    const auto row = cells(line);
    rows.emplace_back();
    for (std::size_t i = 0; i < head.size() && i < row.size(); ++i) rows.back()[head[i]] = row[i];
  }
  return rows;
}

// -------------------------------------------------------------------------------------------------------
// golden

void expect_golden(const std::string& name, web::Response (*answer)(const std::string&),
                   const Json& request) {
  const std::string path = std::string{HEXAD_TEST_DATA} + "/console/verify/" + name + ".json";
  const Json made{{"request", request}, {"answer", ask(answer, request)}};
  const std::string text = made.dump(1) + '\n';
  if (std::getenv("HEXAD_GOLDEN_WRITE") != nullptr) std::ofstream{path} << text;
  std::ifstream file{path};
  EXPECT_EQ(text, std::string(std::istreambuf_iterator<char>{file}, {})) << path;
}

TEST(VerifyGolden, OneOfEachRequest) {
  const Json set = the_1200();
  expect_golden("pose", answer_pose,
                {{"set", set},
                 {"pose", {10, -20, 15, 3, -2, 1}},
                 {"velocity", {0, 0, 50, 0, 0, 5}},
                 {"acceleration", {0, 0, 200, 0, 0, 0}}});
  expect_golden("pose_broken", answer_pose,
                {{"set", with(set, "peak_torque", 0.5)}, {"pose", {0, 0, -130, 0, 0, 0}}});
  expect_golden("pose_1236", answer_pose, {{"set", set}, {"preset", "1236"}});
  Json bad = with(with(set, "stroke", nullptr), "lead", nullptr);
  expect_golden("pose_no_machine", answer_pose, {{"set", bad}, {"pose", {0, 0, 0, 0, 0, 0}}});
  expect_golden("csv", answer_csv, {{"text", ask(answer_csv_save, {{"set", set}})["text"]}});
  expect_golden("csv_bad", answer_csv, {{"text", "base,1,2,3,4\nbase,7,1,2,3\nplatform,1,1x,,3\nlaed,5\n"}});
  expect_golden("csv_save", answer_csv_save, {{"set", set}});
  expect_golden(
      "circle", answer_circle,
      {{"base", {{"diameter", 900}, {"distance", 100}}}, {"platform", {{"diameter", 900}, {"angle", 20}}}});
  expect_golden(
      "circle_bad", answer_circle,
      {{"base", {{"diameter", 900}, {"distance", 800}}}, {"platform", {{"diameter", 900}, {"angle", 20}}}});
  expect_golden("shift", answer_shift, {{"set", set}, {"frame", {0, 0, 100, 0, 0, 90}}});
  expect_golden("reach", answer_reach, {{"set", set}, {"from", {0, 0, 20, 0, 0, 0}}});
  expect_golden("map", answer_map,
                {{"set", set}, {"axes", {"surge", "pitch"}}, {"points", 5}, {"first_row", 2}, {"rows", 2}});
  expect_golden(
      "roadmap", answer_roadmap,
      {{"set", set}, {"text", "t,x,y,z,rx,ry,rz\n0,0,0,0,0,0,0\n1,0,0,30,,0,0\n2,0,0,150,5,0,0\n"}});
  expect_golden("roadmap_bad", answer_roadmap, {{"set", set}, {"text", "0,0,0,0,0,0\n0,0,1..5,0,0,0\n"}});
  expect_golden("modes", answer_modes, {{"set", set}, {"pose", {20, -30, 15, 6, -4, 9}}});
}

// ---------------------------------------------------------------------------------------------- inverse,
// forward

TEST(Verify, LegLengthsOfTheReferencePosesWithinANanometre) {
  const Json set = the_1200();
  // Neutral of joints with four decimals stands some nanometres beside the axis; poses count from there.
  const Json neutral = ask_pose(set, {0, 0, 0, 0, 0, 0})["inverse"]["centre_mm"];
  int rows = 0;
  for (const auto& row : table("seed002_ik.csv")) {
    const auto value = [&](const std::string& key) { return std::stod(row.at(key)); };
    const auto from_neutral = [&](std::size_t axis, const char* key) {
      return value(key) - neutral[axis].get<double>();
    };
    const Json answer =
        ask_pose(set, {from_neutral(0, "x_mm"), from_neutral(1, "y_mm"), from_neutral(2, "z_mm"),
                       value("pitch_deg"), value("roll_deg"), value("yaw_deg")});
    for (std::size_t leg = 0; leg < 6; ++leg) {
      // Neutral and lengths are rounded to a nanometre on their way here.
      EXPECT_NEAR(answer["inverse"]["legs"][leg]["length_mm"].get<double>(),
                  value("L" + std::to_string(leg + 1) + "_mm"), 2e-6)
          << row.at("id");
    }
    EXPECT_EQ(answer["inverse"]["reachable"].get<bool>(), row.at("in_stroke") == "1") << row.at("id");
    ++rows;
  }
  EXPECT_GE(rows, 20);
}

TEST(Verify, ForwardOfThePresetsAndBackAgain) {
  const Json set = the_1200();
  for (const auto& [name, extension] :
       {std::pair{"zero", 0.0}, std::pair{"mid", 100.0}, std::pair{"top", 200.0}}) {
    const Json answer = ask(answer_pose, {{"set", set}, {"preset", name}});
    EXPECT_EQ(answer["forward"]["status"], "ok") << name;
    for (const Json& leg : answer["inverse"]["legs"])
      EXPECT_NEAR(leg["extension_mm"].get<double>(), extension, 1e-6);
  }
  const Json odd = ask(answer_pose, {{"set", set}, {"preset", "1236"}});
  EXPECT_EQ(odd["extensions_mm"], (Json{200.0, 200.0, 200.0, 0.0, 0.0, 200.0}));
  EXPECT_EQ(odd["forward"]["status"], "ok");
  EXPECT_EQ(answer_pose(Json{{"set", preset_set("rectangle-4")}, {"preset", "1236"}}.dump()).status, 400);
}

TEST(Verify, EveryPlatformThatComesWithTheProgramIsAtHomeHere) {
  const Json all = Json::parse(presets().body)["presets"];
  EXPECT_GE(all.size(), 6u);
  for (const Json& preset : all) {
    const Json answer = ask_pose(preset["set"], {0, 0, 0, 0, 0, 0});
    EXPECT_TRUE(answer["machine"].is_object()) << preset["name"];
    for (const Json& finding : answer["findings"])
      EXPECT_EQ(finding["kind"], "note") << preset["name"] << finding;
    EXPECT_EQ(answer["inverse"]["limits"], Json::array()) << preset["name"];
  }
}

// ---------------------------------------------------------------------------------------------------- what
// is wrong

std::vector<std::string> reasons(const Json& answer) {
  std::vector<std::string> list;
  for (const Json& limit : answer["inverse"]["limits"])
    list.push_back(limit["what"].get<std::string>() + " " + limit["leg"].dump());
  return list;
}

TEST(Verify, ABrokenLimitNamesItsLegItsValueAndTheLimit) {
  const Json set = the_1200();
  const Json down = ask_pose(set, {0, 0, -130, 0, 0, 0});
  EXPECT_FALSE(down["inverse"]["reachable"].get<bool>());
  EXPECT_EQ(reasons(down), (std::vector<std::string>{"leg_lower 1", "leg_lower 2", "leg_lower 3",
                                                     "leg_lower 4", "leg_lower 5", "leg_lower 6"}));
  EXPECT_LT(down["inverse"]["limits"][0]["asked"].get<double>(), 0.0);
  const Json fast = ask(answer_pose, {{"set", with(set, "translation_velocity", 0)},
                                      {"pose", {0, 0, 0, 0, 0, 0}},
                                      {"velocity", {0, 0, 300, 0, 0, 0}}});
  EXPECT_EQ(reasons(fast)[0], "leg_velocity 1");
  EXPECT_EQ(reasons(fast)[1], "motor_speed 1");
  EXPECT_LT(fast["inverse"]["legs"][0]["speed_margin_percent"].get<double>(), 0.0);
}

TEST(Verify, ForceAndTorqueAgainstWhatWasGiven) {
  const Json set = the_1200();
  const Json legs = ask_pose(set, {0, 0, 0, 0, 0, 0})["inverse"]["legs"];
  const double force = legs[0]["force_kN"], torque = legs[0]["torque_Nm"];
  const Json tight =
      ask_pose(with(with(set, "load", 0.5 * force), "torque", 2.0 * torque), {0, 0, 0, 0, 0, 0});
  EXPECT_NEAR(tight["inverse"]["legs"][0]["force_margin_percent"].get<double>(), -100.0, 0.01);
  EXPECT_NEAR(tight["inverse"]["legs"][0]["torque_margin_percent"].get<double>(), 50.0, 0.01);
  EXPECT_EQ(reasons(tight)[0], "force 1");
  const Json open = ask_pose(with(with(set, "load", nullptr), "torque", nullptr), {0, 0, 0, 0, 0, 0});
  EXPECT_TRUE(open["inverse"]["legs"][0]["force_margin_percent"].is_null())
      << "nothing given, nothing judged";
  EXPECT_EQ(reasons(open), std::vector<std::string>{});
}

bool says(const Json& answer, const std::string& kind, const std::string& part) {
  for (const Json& finding : answer["findings"])
    if (finding["kind"] == kind && finding["text"].get<std::string>().find(part) != std::string::npos)
      return true;
  return false;
}

TEST(Verify, ChecksSayInWordsWhatIsOdd) {
  const Json set = the_1200();
  const std::vector<double> home{0, 0, 0, 0, 0, 0};
  Json crooked = set;
  crooked["base"][0][0] = -360.0;
  EXPECT_TRUE(
      says(ask_pose(crooked, home), "warning", "base joints 1 and 2 are not mirrored in x = 0: 2.2983 mm"));
  EXPECT_TRUE(says(ask_pose(with(set, "height", 500), home), "warning",
                   "the height is 500 mm, but retracted the platform stands at 414.85 mm"));
  EXPECT_TRUE(says(ask_pose(with(set, "height", nullptr), home), "note", "at neutral 540.4 mm"));
  EXPECT_TRUE(says(ask_pose(with(set, "joint_angle", 20), home), "error", "the joint limit is 20°"));
  const Json driveless = ask_pose(with(set, "lead", nullptr), home);
  EXPECT_TRUE(says(driveless, "warning", "motor torque and speed are not computed"));
  EXPECT_TRUE(driveless["inverse"]["legs"][0]["torque_Nm"].is_null());
  EXPECT_TRUE(driveless["inverse"]["legs"][0]["force_kN"].is_number());
  EXPECT_TRUE(says(ask_pose(with(set, "rpm", 20000), home), "warning",
                   "a control board refuses this set: motor speed"));
  const Json shortest = ask_pose(with(set, "leg_length", 100), home);
  EXPECT_TRUE(shortest["machine"].is_null());
  EXPECT_TRUE(says(shortest, "error", "is not longer than its horizontal projection"));
  Json five = set;
  five["base"][5] = five["platform"][5] = {0, 0, 0};
  EXPECT_TRUE(says(ask_pose(five, home), "error", "five legs"));
}

TEST(Verify, WhatCannotBeReadIsRefusedWithItsKey) {
  const auto error = [](web::Response (*answer)(const std::string&), const Json& request) {
    const web::Response response = answer(request.dump());
    EXPECT_EQ(response.status, 400) << response.body;
    return Json::parse(response.body).at("error").get<std::string>();
  };
  const Json set = the_1200();
  EXPECT_EQ(error(answer_pose, {{"set", set}}), "pose: either a pose, or extensions, or a preset");
  EXPECT_EQ(error(answer_pose, {{"set", set}, {"pose", {1, 2}}}), "pose: is not a list of 6 numbers");
  EXPECT_EQ(error(answer_pose, {{"set", with(set, "lod", 1)}, {"pose", {0, 0, 0, 0, 0, 0}}}),
            "set.lod: is not known here; did you mean load?");
  EXPECT_EQ(error(answer_pose, {{"set", with(set, "stroke", 1e300)}, {"pose", {0, 0, 0, 0, 0, 0}}}),
            "set.stroke: is no number from -1000000 to 1000000");
  EXPECT_EQ(error(answer_sine, {{"set", set}, {"axis", "up"}}),
            "axis: is none of sway surge heave pitch roll yaw");
  EXPECT_EQ(error(answer_sine, {{"set", set}, {"axis", "heave"}, {"frequency", 0}}).substr(0, 10),
            "frequency:");
  EXPECT_EQ(error(answer_map, {{"set", set}, {"axes", {"sway", "sway"}}}), "axes: are two different ones");
  EXPECT_EQ(error(answer_map, {{"set", set}, {"points", 500}}), "points: is no whole number from 3 to 121");
  for (const char* body : {"", "{", "[]", "null", "7", "{\"set\":7}", "{\"set\":{\"base\":[]}}"})
    for (const Route& route : routes())
      EXPECT_EQ(route.answer(body).status, 400) << route.path << ' ' << body;
}

/// Whatever numbers are typed: an answer that can be read, quickly, and never a number that is none.
TEST(Verify, AnySetGetsAnAnswer) {
  std::mt19937 random{20260207};
  std::printf("seed 20260207\n");
  const auto any = [&]() -> Json {
    constexpr std::array<double, 8> kOdd{0.0, -0.0, 1e-9, -1.0, 1.0, 1e6, -1e6, 450.0};
    switch (random() % 4) {
      case 0:
        return nullptr;
      case 1:
        return kOdd[random() % kOdd.size()];
      default:
        return std::uniform_real_distribution<double>{-1000.0, 1000.0}(random);
    }
  };
  for (int i = 0; i < 300; ++i) {
    Json set = the_1200();
    for (int changes = 0; changes < 1 + i % 8; ++changes) {
      if (random() % 2 == 0) {
        set[random() % 2 == 0 ? "base" : "platform"][random() % 6][random() % 3] = any();
      } else {
        set[kSetItems[random() % kSetItems.size()].name] = any();
      }
    }
    const Json six{any(), any(), any(), any(), any(), any()};
    const std::string where = set.dump();
    const Json by_pose =
        ask(answer_pose, {{"set", set}, {"pose", six}, {"velocity", six}, {"rotary", any()}});
    EXPECT_TRUE(by_pose["findings"].is_array()) << where;
    if (by_pose["machine"].is_object() && by_pose["machine"]["legs"] == 6)
      ask(answer_pose, {{"set", set}, {"extensions", six}});
    const Json sine =
        ask(answer_sine, {{"set", set}, {"axis", "pitch"}, {"amplitude", any()}, {"frequency", 2}});
    EXPECT_TRUE(sine.contains("passes") || sine.contains("error")) << where;
    const Json reach = ask(answer_reach, {{"set", set}, {"from", {0, 0, 0, 0, 0, 0}}});
    EXPECT_TRUE(reach.contains("axes") || reach.contains("error")) << where;
  }
}

// ---------------------------------------------------------------------------------------------------- many
// poses

TEST(Verify, AMapInSlicesIsTheWholeMap) {
  const Json request{{"set", the_1200()}, {"axes", {"heave", "roll"}}, {"points", 9}};
  const Json whole = ask(answer_map, request);
  ASSERT_EQ(whole["rows"].size(), 9u);
  Json rows = Json::array();
  for (int first = 0; first < 9; first += 4) {
    Json part = request;
    part["first_row"] = first;
    part["rows"] = 4;
    const Json slice = ask(answer_map, part);
    for (const Json& row : slice["rows"]) rows.push_back(row);
  }
  EXPECT_EQ(rows, whole["rows"]);
  EXPECT_TRUE(whole["rows"][4]["limit"][4].is_null()) << "the middle can be reached";
  EXPECT_TRUE(whole["rows"][4]["limit"][0].is_string()) << "the rim cannot, and says why";
}

TEST(Verify, ReachFromAPoseIsWhereTheLegsEnd) {
  const Json reach = ask(answer_reach, {{"set", the_1200()}, {"from", {0, 0, 20, 0, 0, 0}}});
  const Json& heave = reach["axes"][2];
  EXPECT_EQ(heave["at"], 20.0);
  EXPECT_NEAR(heave["high"]["value"].get<double>(), 657.240983 - 540.399472, 1e-5);
  EXPECT_NEAR(heave["low"]["value"].get<double>(), 414.846321 - 540.399472, 1e-5);
  EXPECT_EQ(heave["low"]["limit"]["what"], "leg_lower");
  EXPECT_EQ(ask(answer_reach, {{"set", the_1200()}, {"from", {0, 0, 900, 0, 0, 0}}})["error"]["code"],
            "out_of_reach");
}

TEST(Verify, ASineShowsAllLegsItsWorstAndWhatStopsIt) {
  const Json good =
      ask(answer_sine, {{"set", the_1200()}, {"axis", "heave"}, {"amplitude", 30}, {"frequency", 0.5}});
  EXPECT_TRUE(good["passes"].get<bool>());
  EXPECT_EQ(good["t"].size(), 241u);
  EXPECT_EQ(good["extension_mm"].size(), 6u);
  EXPECT_EQ(good["extension_mm"][0].size(), 241u);
  EXPECT_EQ(good["worst"][0]["quantity"], "longest");
  EXPECT_EQ(good["worst"][0]["time_s"], 0.5) << "at the crest";
  const Json bad =
      ask(answer_sine, {{"set", the_1200()}, {"axis", "heave"}, {"amplitude", 300}, {"frequency", 0.1}});
  EXPECT_FALSE(bad["passes"].get<bool>());
  EXPECT_TRUE(bad["limit"].is_object());
  EXPECT_LT(bad["largest_scale"].get<double>(), 0.45);
}

TEST(Verify, ARoadmapHasALineARowAndNamesTheFirstLimitOfEach) {
  const Json answer =
      ask(answer_roadmap, {{"set", the_1200()}, {"text", "x,y,z,rx,ry,rz\n0,0,0,0,0,0\n0,0,300,0,,0\n"}});
  EXPECT_TRUE(answer["limits"][0].is_null());
  EXPECT_EQ(answer["limits"][1]["what"], "leg_upper");
  EXPECT_EQ(answer["empty"][1], 32) << "bit 5: roll";
  EXPECT_TRUE(answer["velocity_mm_s"][0][1].is_null()) << "without times there is no speed";
  const Json timed = ask(answer_roadmap, {{"set", the_1200()}, {"text", "0,0,0,0,0,0,0\n2,0,0,20,0,0,0\n"}});
  const double length = timed["extension_mm"][0][1].get<double>() - timed["extension_mm"][0][0].get<double>();
  EXPECT_GT(timed["velocity_mm_s"][0][1].get<double>(), length / 2.0)
      << "at rest at both ends: faster between";
  EXPECT_LT(timed["velocity_mm_s"][0][1].get<double>(), 2.5 * length / 2.0);
  const Json bad = ask(answer_roadmap, {{"set", the_1200()}, {"text", "0,0,0,0,0,0\n0,0,1..5,0,0,0\n"}});
  EXPECT_EQ(bad["error"]["line"], 2);
  EXPECT_EQ(bad["error"]["column"], 5);
}

TEST(Verify, ARoadmapWithTimesIsJudgedAsTheMotionItIs) {
  // 60 mm in 50 ms: every pose can be reached, no leg can be there in time.
  const Json fast = ask(
      answer_roadmap, {{"set", the_1200()}, {"text", "0,0,0,0,0,0,0\n0.05,0,0,60,0,0,0\n0.1,0,0,0,0,0,0\n"}});
  EXPECT_TRUE(fast["timed"].get<bool>());
  EXPECT_FALSE(fast["passes"].get<bool>());
  EXPECT_TRUE(fast["limits"][1].is_object());
  EXPECT_EQ(fast["limit_row"], 2);
  EXPECT_GT(std::abs(fast["velocity_mm_s"][0][1].get<double>()), 1000.0);
  EXPECT_LT(fast["largest_scale"].get<double>(), 0.1);
  EXPECT_EQ(fast["not_checked"], Json::array());
  const Json slow =
      ask(answer_roadmap, {{"set", the_1200()}, {"text", "0,0,0,0,0,0,0\n2,0,0,60,0,0,0\n4,0,0,0,0,0,0\n"}});
  EXPECT_TRUE(slow["passes"].get<bool>()) << slow["limit"];
  EXPECT_TRUE(slow["limit_row"].is_null());
  const Json untimed =
      ask(answer_roadmap, {{"set", the_1200()}, {"text", "0,0,0,0,0,0\n0,0,60,0,0,0\n0,0,0,0,0,0\n"}});
  EXPECT_TRUE(untimed["passes"].get<bool>());
  std::vector<std::string> unseen;
  for (const Json& gap : untimed["not_checked"])
    if (gap["why"] == "no_times") unseen.push_back(gap["what"]);
  EXPECT_EQ(unseen, (std::vector<std::string>{"velocity", "acceleration", "jerk", "stop", "motor_speed"}));
}

TEST(Verify, ASineAboveForceOrTorqueDoesNotPass) {
  const auto sine = [](const Json& set) {
    return ask(answer_sine, {{"set", set}, {"axis", "heave"}, {"amplitude", 20}, {"frequency", 0.5}});
  };
  const Json set = the_1200();
  EXPECT_TRUE(sine(set)["passes"].get<bool>());
  const auto broken = [&](const Json& changed) {
    const Json answer = sine(changed);
    return answer["passes"].get<bool>() ? "" : answer["limit"]["what"].get<std::string>();
  };
  EXPECT_EQ(broken(with(set, "load", 1.0)), "force");
  EXPECT_EQ(broken(with(set, "peak_torque", 0.6)), "motor_torque");
  EXPECT_EQ(broken(with(set, "torque", 0.5)), "torque_rms");
  EXPECT_EQ(broken(with(set, "joint_angle", 34.2)), "joint_angle");
  const Json nothing = sine(with(with(set, "load", nullptr), "torque", nullptr));
  EXPECT_TRUE(nothing["passes"].get<bool>());
  EXPECT_EQ(nothing["not_checked"].dump(),
            R"([{"what":"force","why":"no_bound"},{"what":"torque_rms","why":"no_bound"}])");
}

/// What the file has no place for makes no difference between the page and the command line.
TEST(Verify, APresetOnThePageIsTheMachineOfItsFile) {
  std::mt19937 random{411};
  std::printf("seed 411\n");
  std::uniform_real_distribution<double> one{-1.0, 1.0};
  for (const Json& preset : Json::parse(presets().body)["presets"]) {
    const Machine machine = *load_platform({.platform = preset["name"]}).machine;
    for (int i = 0; i < 20; ++i) {
      const AxisValues pose{5 * one(random), 5 * one(random), 20 * one(random),
                            3 * one(random), 3 * one(random), 3 * one(random)};
      const AxisValues rate{20 * one(random), 20 * one(random), 40 * one(random),
                            8 * one(random),  8 * one(random),  8 * one(random)};
      const double rotary = machine.rotary ? 180 * one(random) : 0.0;
      const Json page = ask(answer_pose, {{"set", preset["set"]},
                                          {"pose", pose},
                                          {"velocity", rate},
                                          {"acceleration", rate},
                                          {"rotary", rotary}});
      const AxisValues si = to_si(rate);
      const Twist twist{{si[0], si[1], si[2]}, {si[3], si[4], si[5]}};
      const LegTable table = leg_table(
          machine, kinematics::project(machine, {kXyzConvention.to_pose(to_si(pose), 0.0), twist, twist}),
          rotary * kDegree);
      for (std::size_t leg = 0; leg < table.legs.size(); ++leg) {
        const Json& shown = page["inverse"]["legs"][leg];
        EXPECT_NEAR(shown["force_kN"].get<double>(), table.legs[leg].force, 1e-5) << preset["name"];
        EXPECT_NEAR(shown["torque_Nm"].get<double>(), table.legs[leg].torque, 1e-5) << preset["name"];
        EXPECT_NEAR(shown["torque_margin_percent"].get<double>(),
                    100 * (1 - std::abs(table.legs[leg].torque) / machine.drive.motor_torque), 0.01)
            << "of the rated torque";
      }
      EXPECT_EQ(page["inverse"]["limits"].size(), table.breaches.size()) << preset["name"];
    }
  }
}

TEST(Verify, AssemblyModesAreListedWithTheOneItWorksIn) {
  const Json answer = ask(answer_modes, {{"set", the_1200()}, {"pose", {20, -30, 15, 6, -4, 9}}});
  int operating = 0;
  for (const Json& mode : answer["modes"]) {
    EXPECT_LT(mode["residual_mm"].get<double>(), 1e-6);
    if (!mode["operating"].get<bool>()) continue;
    ++operating;
    EXPECT_NEAR(mode["pose"][5].get<double>(), 9.0, 1e-5);
  }
  EXPECT_EQ(operating, 1);
  EXPECT_GE(answer["modes"].size(), 2u);
  EXPECT_EQ(ask(answer_modes, {{"set", preset_set("rectangle-4")}, {"preset", "mid"}})["error"]["code"],
            "geometry");
}

}  // namespace
}  // namespace hexad::verification
