// What the cueing page is told, against the files both ends' tests read (HEXAD_GOLDEN_WRITE=1 writes them
// anew).

#include "console_api/cueing_text.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/units.hpp"
#include "config/build_machine.hpp"
#include "console_api/testing/golden.hpp"
#include "cueing/effect_kinds.hpp"

namespace hexad::inline console_api {
namespace {

using Json = nlohmann::ordered_json;

const Machine& standard() {
  static const LoadedPlatform loaded = load_platform({.platform = "standard-400"});
  return *loaded.machine;
}

/// A given gain, a given rate, an effect; the rest is the preset's.
CueTuning tuning() {
  CueTuning tuning;
  tuning.gain[1] = 0.6;
  tuning.tilt_rate = 2 * kDegree;
  tuning.head = {0, 0.2, 1.1};
  return tuning;
}

TEST(CueingText, SaysEveryNumberWithItsRangeAndWhoChoseIt) {
  PresentEffects effects{};
  effects[0] = cueing::usual_effect(EffectKind::vibration);
  const Json said = Json::parse(cueing_text(standard(), tuning(), effects));
  expect_golden("cueing", said);
  EXPECT_EQ(said["axes"][1]["gain_given"], true);
  EXPECT_EQ(said["axes"][1]["gain_preset"], 0.5);
  EXPECT_EQ(said["axes"][0]["gain_given"], false);
  EXPECT_EQ(said["tilt"]["rate"], 2.0);
  EXPECT_EQ(said["tilt"]["rate_preset"], 3.0);
}

TEST(CueingText, ThePieceOfConfigurationMakesTheSameTuning) {
  const Json said = Json::parse(cueing_text(standard(), tuning(), {}));
  const std::string path =
      ::testing::TempDir() + "hexad_cueing_piece_" + std::to_string(::getpid()) + ".toml";
  std::ofstream{path} << said["toml"].get<std::string>();
  EXPECT_EQ(load({.config = path}).config.cueing, tuning()) << said["toml"];
  std::remove(path.c_str());
}

TEST(CueingText, TheResponseOfSurgeIsTiltBelowTravelAbove) {
  const web::Response answer = cue_response(standard(), CueTuning{}, "surge");
  ASSERT_EQ(answer.status, 200);
  const Json said = Json::parse(answer.body);
  expect_golden("cueing_response", said);
  // docs/cueing.md has these of the whole chain.
  EXPECT_NEAR(said["gain"][0].get<double>(), 0.70, 0.02);
  EXPECT_NEAR(said["phase"][0].get<double>(), -4.0, 2.0);
  EXPECT_NEAR(said["gain"][11].get<double>(), 0.48, 0.03);
  EXPECT_TRUE(is_cue_test("surge_pitch"));
  EXPECT_FALSE(is_cue_test("surge_yaw"));
  EXPECT_EQ(cue_response(standard(), CueTuning{}, "up").status, 400);
}

TEST(CueingText, EveryNumberOfTheTuningActsOnAResponse) {
  const auto gains = [](const CueTuning& tuned, const char* test) {
    return Json::parse(cue_response(standard(), tuned, test).body)["gain"];
  };
  CueTuning other;
  other.high_pass[1] = 1.5;
  EXPECT_NE(gains(other, "surge"), gains({}, "surge"));
  EXPECT_EQ(gains(other, "yaw"), gains({}, "yaw"));
}

TEST(CueingText, TheReportOfATickIsInDegreesAndMetres) {
  CueReport cue;
  cue.active = true;
  cue.vehicle = {.rate = {10 * kDegree, -20 * kDegree, 30 * kDegree}, .acceleration = {0.5, -1.5, 0.25}};
  cue.felt_force = {0.125, -0.75, 0.0625};
  cue.felt_rate = {1 * kDegree, -2 * kDegree, 3 * kDegree};
  cue.tilt_rate = 2.5 * kDegree;
  cue.predictive_share = 0.25;
  cue.fallbacks = 1;
  cue.tuned = 7;
  cue.effect_share = 0.75;
  cue.effects[1] = EffectKind::road;
  Compact out{""};
  const std::optional played = PlayedManoeuvre{"braking.csv", 2.25, 9.0, true};
  cue_table().put(out, {cue, played});
  expect_golden("telemetry_cue_part", Json::parse(out.take()));
}

}  // namespace
}  // namespace hexad::inline console_api
