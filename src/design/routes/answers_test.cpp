// The answers of /api/verify that design, as a page gets them: golden pairs in tests/data/console/design
// (HEXAD_GOLDEN_WRITE=1 writes the answers anew), there for the page too; and what is refused.

#include "design/routes/answers.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "messages/json.hpp"
#include "messages/print.hpp"
#include "verification/testing/ask.hpp"

namespace hexad::design {
namespace {

using namespace verification::testing;

web::Response post(const std::string& route, const Json& request) {
  for (const verification::Route& one : routes())
    if (one.path == "/api/verify/" + route) return one.answer(request.dump());
  ADD_FAILURE() << "no route " << route;
  return {};
}

Json got(const std::string& route, const Json& request) {
  const web::Response response = post(route, request);
  EXPECT_EQ(response.status, 200) << response.body;
  return Json::parse(response.body);
}

void expect_golden(const std::string& name, const std::string& route, const Json& request) {
  const std::string path = std::string{HEXAD_TEST_DATA} + "/console/design/" + name + ".json";
  const std::string text = Json{{"request", request}, {"answer", got(route, request)}}.dump(1) + '\n';
  if (std::getenv("HEXAD_GOLDEN_WRITE") != nullptr) std::ofstream{path} << text;
  std::ifstream file{path};
  EXPECT_EQ(text, std::string(std::istreambuf_iterator<char>{file}, {})) << path;
}

TEST(DesignGolden, OneOfEachRequest) {
  const Json set = the_1200();
  expect_golden("clearance", "clearance", {{"set", preset_set("pitch-roll-2")}, {"least", 25}});
  expect_golden("volume", "volume",
                {{"set", set}, {"points", 7}, {"tilt", {2, 0, 0}}, {"first_row", 2}, {"rows", 1}});
  expect_golden("envelope", "envelope",
                {{"set", set},
                 {"low", {-40, -40, -40, -5, -5, -5}},
                 {"high", {40, 40, 40, 5, 5, 5}},
                 {"velocity", {0, 0, 150, 0, 0, 0}},
                 {"acceleration", {0, 0, 2000, 0, 0, 0}}});
  expect_golden("stiffness", "stiffness", {{"set", preset_set("rectangle-4")}, {"leg", {{"stiffness", 20}}}});
  expect_golden(
      "tolerances", "tolerances",
      {{"set", preset_set("pitch-roll-2")}, {"tolerance", {{"base", 0.2}}}, {"point", {0, 0, 500}}});
  expect_golden("size", "size",
                {{"set", set},
                 {"motion", {{"kind", "sine"}, {"axis", "heave"}, {"amplitude", 20}, {"frequency", 0.5}}},
                 {"motors", {"generic-400", "generic-750"}},
                 {"belt", {{"pulley_diameter", 40}, {"allowed_N", 30}}},
                 {"gear", {{"allowed_Nm", 5}, {"peak_Nm", 0.1}, {"max_rpm", 3000}}}});
  expect_golden("size_none", "size",
                {{"set", set},
                 {"motion", {{"kind", "film"}, {"name", "no_such_film.txt"}}},
                 {"motors", {"generic-400"}}});
}

TEST(DesignRoutes, EveryOneRefusesWhatItDoesNotKnow) {
  const Json set = the_1200();
  for (const verification::Route& route : routes()) {
    EXPECT_EQ(route.answer("[]").status, 400) << route.path;
    Json request{{"set", set}, {"colour", 1}};
    if (route.path.ends_with("design")) request.erase("set");
    const web::Response response = route.answer(request.dump());
    EXPECT_EQ(response.status, 400) << route.path;
    EXPECT_NE(response.body.find("colour"), std::string::npos) << route.path << response.body;
  }
  const auto refused = [&](const std::string& route, Json request) {
    request["set"] = set;
    const web::Response response = post(route, request);
    EXPECT_EQ(response.status, 400) << route << response.body;
    return response.body;
  };
  EXPECT_NE(refused("clearance", {{"body", {{"rod_diametre", 30}}}}).find("did you mean rod_diameter"),
            std::string::npos);
  EXPECT_NE(refused("clearance", {{"body", {{"rod_diameter", -30}}}}).find("body: rod_diameter: is below 0"),
            std::string::npos);
  EXPECT_NE(refused("clearance", {{"mount", "sideways"}}).find("mount"), std::string::npos);
  EXPECT_NE(refused("volume", {{"points", 400}}).find("points"), std::string::npos);
  EXPECT_NE(refused("volume", {{"box", {{0, 1}, {0, 1}}}}).find("box"), std::string::npos);
  EXPECT_NE(refused("envelope", {{"low", {1, 0, 0, 0, 0, 0}}}).find("does not have neutral in it"),
            std::string::npos);
  EXPECT_NE(refused("envelope", {{"velocity", {-1, 0, 0, 0, 0, 0}}}).find("velocity: has a number below 0"),
            std::string::npos);
  EXPECT_NE(refused("stiffness", {{"leg", {{"screw_diameter", 0}}}}).find("screw_diameter"),
            std::string::npos);
  EXPECT_NE(refused("size", Json::object()).find("motion: is missing"), std::string::npos);
  EXPECT_NE(refused("size", {{"motion", {{"kind", "dance"}}}}).find("kind"), std::string::npos);
  EXPECT_NE(refused("size", {{"motion", {{"kind", "sine"}, {"frequency", 0}}}}).find("frequency"),
            std::string::npos);
  EXPECT_NE(
      refused("size", {{"motion", {{"kind", "sine"}}}, {"screw", {{"ends", "loose"}}}}).find("fixed_free"),
      std::string::npos);
}

TEST(DesignRoutes, NoMachineNoScrewNoMotorAndNoPlaceAreSaid) {
  const Json sine{{"kind", "sine"}, {"axis", "heave"}, {"amplitude", 10}, {"frequency", 0.5}};
  Json set = the_1200();
  EXPECT_EQ(got("size", {{"set", with(set, "lead", nullptr)}, {"motion", sine}})["error"]["code"],
            "geometry");
  EXPECT_EQ(got("size", {{"set", set}, {"motion", sine}, {"motors", {"perpetuum"}}})["error"]["code"],
            "motor");
  EXPECT_EQ(got("size", {{"set", set},
                         {"motion", {{"kind", "manoeuvre"}, {"name", "/etc/passwd"}}}})["error"]["code"],
            "motion");
  EXPECT_EQ(got("volume", {{"set", preset_set("rectangle-4")}})["error"]["code"], "geometry");
  EXPECT_EQ(got("volume", {{"set", set}, {"rotation", {80, 0, 0}}})["error"]["code"], "out_of_reach");
  EXPECT_EQ(got("stiffness", {{"set", with(set, "stroke", nullptr)}})["error"]["code"], "geometry");
  EXPECT_EQ(Json::parse(answer_design(R"({"requirement": {}})").body)["error"]["code"], "requirement");
}

TEST(DesignRoutes, ADesignGoesStraightIntoVerifyAndOnlyGoodOnesStay) {
  Json requirement{{"low", {-60, -60, -60, -6, -6, -6}},
                   {"high", {60, 60, 60, 6, 6, 6}},
                   {"velocity", {150, 150, 150, 15, 15, 15}},
                   {"acceleration", {1500, 1500, 1500, 80, 80, 80}},
                   {"mass", 200},
                   {"largest_diameter", 1500},
                   {"largest_height", 1200}};
  Json found = Json::array();
  for (int step = 0; step < 3; ++step) {
    const Json answer =
        got("design", {{"requirement", requirement}, {"step", step}, {"steps", 3}, {"found", found}});
    found = answer["designs"];
    EXPECT_EQ(answer["done"], step == 2);
  }
  ASSERT_FALSE(found.empty());
  for (const Json& one : found) {
    const Json pose = ask_pose(one["set"], {0, 0, 60, 0, 0, 0});
    for (const Json& finding : pose["findings"]) EXPECT_NE(finding["kind"], "error") << finding;
    EXPECT_EQ(pose["inverse"]["limits"], Json::array());
    EXPECT_NEAR(pose["machine"]["legs"].get<double>(), 6, 0);
    const Json fits =
        got("envelope", {{"set", one["set"]}, {"low", {0, 0, -60, 0, 0, 0}}, {"high", {0, 0, 60, 0, 0, 0}}});
    EXPECT_TRUE(fits["fits"].get<bool>()) << fits;
    for (const Json& other : found)
      EXPECT_FALSE(other["power_W"] < one["power_W"] && other["diameter"] < one["diameter"] &&
                   other["stroke"] < one["stroke"]);
  }
}

TEST(DesignRoutes, ARefusalIsAMessageInBothLanguages) {
  const web::Response response = post("clearance", {{"set", the_1200()}, {"body", {{"rod_diameter", -30}}}});
  const Json body = Json::parse(response.body);
  EXPECT_EQ(body["error"], "body: rod_diameter: is below 0");
  EXPECT_EQ(messages::to_text(messages::from_json(body["message"]), messages::Language::chinese),
            "body：rod_diameter：小于 0");
}

TEST(DesignRoutes, AVolumeGrowsSliceBySliceToWhatItIsInOne) {
  const Json set = the_1200();
  const Json asked{{"set", set}, {"points", 15}, {"rotation", {5, 0, 0}}};
  Json request = asked;
  const Json whole = got("volume", asked);
  double litres = 0.0, force = 0.0;
  int done = 0, asks = 0;
  do {
    request["first_row"] = done;
    request["rows"] = 3;
    const Json slice = got("volume", request);
    ASSERT_GE(slice["rows"].get<int>(), 1);
    EXPECT_EQ(slice["first_row"], done);
    EXPECT_EQ(slice["layers"], whole["layers"]);
    request["box"] = slice["box"];
    done += slice["rows"].get<int>();
    litres += slice["volume_l"].get<double>();
    if (!slice["worst_force"].is_null())
      force = std::max(force, slice["worst_force"]["force_kN"].get<double>());
    ++asks;
  } while (done < whole["layers"].get<int>());
  EXPECT_EQ(asks, (done + 2) / 3);
  EXPECT_NEAR(litres, whole["volume_l"].get<double>(), 1e-5 * litres);
  EXPECT_EQ(force, whole["worst_force"]["force_kN"].get<double>());
}

TEST(DesignRoutes, TheCatalogueIsOneAnswer) {
  const Json list = Json::parse(motors().body);
  EXPECT_NE(std::find(list["films"].begin(), list["films"].end(), "film_sea.txt"), list["films"].end());
  EXPECT_NE(std::find(list["manoeuvres"].begin(), list["manoeuvres"].end(), "slalom"),
            list["manoeuvres"].end());
  EXPECT_EQ(list["problems"], Json::array());
  EXPECT_GE(list["motors"].size(), 20u);
  for (const Json& motor : list["motors"])
    for (const char* const key : {"name", "power_W", "rated_torque_Nm", "peak", "continuous", "typical"})
      EXPECT_TRUE(motor.contains(key)) << motor;
}

/// Each level of what is nested would be a frame of the stack wherever it is copied: 240,000 brackets ended
/// the program.
TEST(DesignRoutes, BracketsWithoutEndAreRefused) {
  const std::string nested = std::string(120'000, '[') + std::string(120'000, ']');
  for (const char* key : {"requirement", "found", "set", "motion"}) {
    for (const std::string& body :
         {fmt::format("{{\"{}\":{{\"low\":{}}}}}", key, nested), fmt::format("{{\"{}\":{}}}", key, nested)}) {
      for (const verification::Route& route : routes())
        EXPECT_EQ(route.answer(body).status, 400) << route.path;
    }
  }
}

}  // namespace
}  // namespace hexad::design
