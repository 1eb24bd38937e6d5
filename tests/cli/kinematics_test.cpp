// ik, fk and reach against the reference tables and the numbers of the default platform.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include "process.hpp"

namespace hexad::cli_test {
namespace {

using Json = nlohmann::json;

/// What --json printed, and nothing but it.
Json json_of(const std::vector<std::string>& arguments) {
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1);
  return Json::parse(outcome.out, nullptr, false);
}

std::vector<std::string> keys_of(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

// tests/data/seed002_neutral.csv: where neutral is in the table's absolute coordinates, mm.
constexpr double kSeedNeutral = 540.3994723553;
constexpr double kSeedSurge = -0.0000075725;

std::string exact(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.12f", value);
  return text;
}

TEST(Ik, LegLengthsAreThoseOfTheReferenceTable) {
  for (const auto& row : read_table("seed002_ik.csv")) {
    const std::string pose = row[4] + "," + exact(std::stod(row[5]) - kSeedSurge) + "," +
                             exact(std::stod(row[6]) - kSeedNeutral) + "," + row[1] + "," + row[2] + "," +
                             row[3];
    const Json result = json_of({"ik", "--platform", "allcontroller-1200", "--pose", pose, "--json"});
    for (std::size_t leg = 0; leg < 6; ++leg) {
      EXPECT_NEAR(result["legs"][leg]["length_mm"], std::stod(row[11 + leg]), 1e-9)
          << row[0] << " leg " << leg + 1;
      EXPECT_NEAR(result["legs"][leg]["extension_mm"], std::stod(row[17 + leg]), 1e-9) << row[0];
    }
    EXPECT_EQ(result["reachable"], row[23] == "1") << row[0];
    EXPECT_EQ(result["limits"].empty(), row[23] == "1") << row[0];
  }
}

TEST(Ik, StaticLegsForcesAndAnglesAreThoseOfTheReferenceTable) {
  const std::string at = "heave=" + exact(540.4 - kSeedNeutral) + ",surge=" + exact(-kSeedSurge);
  const Json level = json_of({"ik", "--platform", "allcontroller-1200", "--pose", at, "--json"});
  const Json pitched =
      json_of({"ik", "--platform", "allcontroller-1200", "--pose", at + ",pitch=10", "--json"});
  int compared = 0;
  for (const auto& row : read_table("actuator_table.csv")) {
    if (row[0] != "seed002_static_mid" && row[0] != "seed002_static_pitch10") continue;
    const Json& leg = (row[0] == "seed002_static_mid" ? level : pitched)["legs"][std::stoul(row[1]) - 1];
    EXPECT_NEAR(leg["base_angle_deg"], std::stod(row[6]), 1e-8) << row[0] << row[1];
    EXPECT_NEAR(leg["platform_angle_deg"], std::stod(row[7]), 1e-8) << row[0] << row[1];
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_NEAR(leg["joint_mm"][i], std::stod(row[8 + i]), 1e-8) << row[0] << row[1];
    EXPECT_NEAR(leg["force_kN"], std::stod(row[12]), 1e-9) << row[0] << row[1];
    EXPECT_NEAR(leg["torque_Nm"], std::stod(row[13]), 1e-9) << row[0] << row[1];
    ++compared;
  }
  EXPECT_EQ(compared, 12);
}

TEST(Ik, JsonHasExactlyTheFieldsOfTheInterface) {
  const Json result = json_of({"ik", "--pose", "heave=30,pitch=5", "--json"});
  EXPECT_EQ(keys_of(result),
            (std::vector<std::string>{"condition", "legs", "limits", "not_checked", "pose", "reachable"}));
  EXPECT_EQ(result["pose"], Json::parse("[0.0,0.0,30.0,5.0,0.0,0.0]"));
  ASSERT_EQ(result["legs"].size(), 6U);
  EXPECT_EQ(keys_of(result["legs"][0]),
            (std::vector<std::string>{"acceleration_mm_s2", "base_angle_deg", "extension_mm", "force_kN",
                                      "joint_mm", "length_mm", "platform_angle_deg", "rpm", "torque_Nm",
                                      "velocity_mm_s"}));
}

TEST(Ik, HeaveSpeedBecomesLegSpeedAndMotorSpeed) {
  const Json result = json_of({"ik", "--pose", "0,0,0,0,0,0", "--velocity", "heave=100", "--json"});
  // Level at neutral every leg leans by acos(890.452/1000); 10 mm lead, direct: 6 rpm for 1 mm/s.
  for (const Json& leg : result["legs"]) {
    EXPECT_NEAR(leg["velocity_mm_s"], 89.0452, 1e-4);
    EXPECT_NEAR(leg["rpm"], 6 * 89.0452, 1e-3);
  }
}

TEST(Ik, ATurnedCabinOnThreeLegsWeighsWhatItWeighs) {
  // 300 kg, 131.92 mm in front of legs 1 and 2: turned by 90° it stands to their left.
  for (const auto& [rotary, wanted] : std::vector<std::pair<std::string, std::vector<double>>>{
           {"0", {0.981, 0.981, 0.981}}, {"90", {2.025, 0.917, 0.0}}, {"180", {1.961, 1.961, -0.981}}}) {
    const Json result = json_of(
        {"ik", "--platform", "allcontroller-3dof-rotary", "--pose", "heave=0", "--rotary", rotary, "--json"});
    double sum = 0.0;
    for (std::size_t leg = 0; leg < 3; ++leg) {
      EXPECT_NEAR(result["legs"][leg]["force_kN"], wanted[leg], 1e-3) << rotary;
      sum += result["legs"][leg]["force_kN"].get<double>();
    }
    EXPECT_NEAR(sum, 0.3 * 9.80665, 1e-9) << rotary;
  }
}

TEST(Ik, AFileOfPosesIsATableAndWithTimesAMotionThatIsJudged) {
  const TextFile poses{"poses.csv", "0;0;0;0;0;0\n0;0;60,5;0;0;0\n"};
  const Json still = json_of({"ik", "--platform", "allcontroller-1200", "--poses", poses.path(), "--json"});
  EXPECT_EQ(still["passes"], true);
  EXPECT_EQ(still["poses"][1]["pose"][2], 60.5) << "a decimal comma";
  EXPECT_NE(still["not_checked"].get<std::string>().find("velocity"), std::string::npos);
  const Json one = json_of({"ik", "--platform", "allcontroller-1200", "--pose", "heave=60.5", "--json"});
  EXPECT_EQ(still["poses"][1]["legs"][3], one["legs"][3]) << "the table of a single pose";
  const TextFile fast{"fast.csv", "t,x,y,z,rx,ry,rz\n0,0,0,0,0,0,0\n0.05,0,0,60,0,0,0\n0.1,0,0,0,0,0,0\n"};
  const Outcome judged = run({"ik", "--platform", "allcontroller-1200", "--poses", fast.path(), "--json"});
  EXPECT_EQ(judged.code, 1) << "a broken limit does not pass for done";
  EXPECT_NE(judged.err.find("fast.csv: pose 2: at "), std::string::npos) << judged.err;
  const Json moving = Json::parse(judged.out, nullptr, false);
  EXPECT_EQ(moving["timed"], true);
  EXPECT_EQ(moving["passes"], false);
  EXPECT_EQ(run({"preflight", fast.path(), "--platform", "allcontroller-1200"}).code, 1) << "the same judge";
  const Outcome table = run({"ik", "--platform", "allcontroller-1200", "--poses", fast.path()});
  EXPECT_EQ(table.code, 1);
  EXPECT_NE(table.out.find("2 !"), std::string::npos) << "the row is marked";
  EXPECT_NE(table.out.find("limit      pose 2: "), std::string::npos) << table.out;
  const TextFile high{"high.csv", "0,0,0,0,0,0\n0,0,900,0,0,0\n"};
  const Outcome standing = run({"ik", "--platform", "allcontroller-1200", "--poses", high.path()});
  EXPECT_EQ(standing.code, 1);
  EXPECT_NE(standing.err.find("high.csv: pose 2: leg 1 upper end"), std::string::npos) << standing.err;
  EXPECT_EQ(run({"ik"}).code, 2);
  EXPECT_EQ(run({"ik", "--poses", fast.path(), "--velocity", "heave=1"}).code, 2);
}

TEST(Ik, AConfigCsvIsAPlatform) {
  const TextFile csv{"config_hall.csv", ""};
  ASSERT_EQ(run({"convert", HEXAD_TEST_SHARE "/platforms/allcontroller-1200.toml", csv.path()}).code, 0);
  const Json there = json_of({"ik", "--platform", csv.path(), "--pose", "heave=30,pitch=5", "--json"});
  const Json here =
      json_of({"ik", "--platform", "allcontroller-1200", "--pose", "heave=30,pitch=5", "--json"});
  for (std::size_t leg = 0; leg < 6; ++leg)
    EXPECT_NEAR(there["legs"][leg]["length_mm"], here["legs"][leg]["length_mm"].get<double>(), 1e-3);
  EXPECT_NE(there["not_checked"].get<std::string>().find("leg force"), std::string::npos)
      << "the file carries no force limit: it is said";
  EXPECT_EQ(run({"check", csv.path()}).code, 0);
  EXPECT_EQ(run({"reach", "--platform", csv.path()}).code, 0);
  const TextFile bad{"config_bad.csv", "base,1,2,3,4\n"};
  EXPECT_EQ(run({"check", bad.path()}).code, 1);
}

TEST(Bench, SaysWhatACallCosts) {
  const Json result = json_of({"bench", "--json"});
  for (const char* key : {"inverse", "forward", "singular", "forces", "judge"})
    EXPECT_GT(result["calls"][key]["median_us"], 0.0) << key;
  EXPECT_GE(result["wake_us"]["max"], result["wake_us"]["p50"]);
}

TEST(Ik, RatesPastTheirLimitsAreNamedThoughThePoseIsReachable) {
  const Json result = json_of({"ik", "--pose", "0,0,0,0,0,0", "--velocity", "heave=450", "--acceleration",
                               "0,0,0,-300,0,0", "--json"});
  EXPECT_EQ(result["reachable"], true);
  EXPECT_EQ(
      result["limits"],
      Json::parse(
          R"(["heave velocity: 450 mm/s asked, 400 mm/s allowed", "pitch acceleration: -300°/s² asked, -250°/s² allowed"])"));
}

TEST(Ik, ShortLegsAreNamedWithTheirExtension) {
  const Json result = json_of({"ik", "--pose", "heave=-240", "--json"});
  EXPECT_EQ(result["reachable"], false);
  ASSERT_EQ(result["limits"].size(), 6U);
  EXPECT_EQ(result["limits"][2], "leg 3 lower end: -6.159 mm asked, 0 mm allowed");
}

TEST(Ik, SixNumbersMayBeSeparatedByBlanksOrCommasAndBeNegative) {
  const std::string commas = run({"ik", "--pose", "-10,5,0,0,0,-5", "--json"}).out;
  EXPECT_EQ(run({"ik", "--pose", "-10", "5", "0", "0", "0", "-5", "--json"}).out, commas);
  EXPECT_EQ(run({"ik", "--pose", "sway=-10,surge=5,yaw=-5", "--json"}).out, commas);
  EXPECT_EQ(run({"ik", "--pose=x=-10,y=5,rz=-5", "--json"}).out, commas);
}

TEST(Ik, AxesAMachineDoesNotHaveAreIgnoredWithOneWarning) {
  const Outcome outcome =
      run({"ik", "--platform", "rectangle-4", "--pose", "sway=5,heave=3,yaw=4", "--json"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "hexad: warning: axes this machine does not have are ignored\n");
  EXPECT_NEAR(Json::parse(outcome.out)["pose"][0], 0.0, 1e-12);
  EXPECT_NEAR(Json::parse(outcome.out)["pose"][2], 3.0, 1e-9);
}

TEST(Ik, TheRotaryAxisTurnsThePayload) {
  const TextFile file{
      "turning.toml",
      "platform = \"standard-400-rotary\"\n[payload]\ncentre = [0.0, 50.0, 300.0]\ninertia = [1, 1, 1]\n"};
  const Json ahead = json_of({"ik", "--platform", file.path(), "--pose", "heave=0", "--json"});
  const Json turned =
      json_of({"ik", "--platform", file.path(), "--pose", "heave=0", "--rotary", "120", "--json"});
  EXPECT_GT(ahead["legs"][0]["force_kN"], ahead["legs"][2]["force_kN"])
      << "the load stands forward, over legs 1, 2";
  // A third of a turn to the left brings it to the pair that legs 5 and 6 hold.
  for (const auto& [before, after] : {std::pair{0, 4}, {1, 5}, {2, 0}, {3, 1}, {4, 2}, {5, 3}})
    EXPECT_NEAR(turned["legs"][static_cast<std::size_t>(after)]["force_kN"],
                ahead["legs"][static_cast<std::size_t>(before)]["force_kN"], 1e-9);
}

TEST(Ik, CsvGoesToAFileOrInsteadOfTheTableToStdout) {
  const TextFile file{"legs.csv", ""};
  EXPECT_EQ(run({"ik", "--pose", "heave=1", "--csv", file.path()}).code, 0);
  const std::string csv = read_text(file.path());
  EXPECT_EQ(csv.substr(0, 30), "leg,length_mm,extension_mm,vel");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 7);
  EXPECT_EQ(run({"ik", "--pose", "heave=1", "--csv", "-"}).out, csv);
}

TEST(Fk, IsTheInverseOfIkOnEveryPreset) {
  const struct {
    const char* platform;
    const char* pose;
  } cases[]{{"standard-400", "40,-30,50,5,-4,8"},    {"allcontroller-1200", "20,-30,9.6,5,-4,3"},
            {"standard-400-rotary", "0,0,0,10,0,0"}, {"allcontroller-3dof-rotary", "0,0,20,3,5.5,0"},
            {"rectangle-4", "0,0,10,-7,4,0"},        {"pitch-roll-2", "0,0,0,-8,6,0"}};
  for (const auto& [platform, pose] : cases) {
    const Json legs = json_of({"ik", "--platform", platform, "--pose", pose, "--json"});
    std::string extensions, lengths;
    for (const Json& leg : legs["legs"]) {
      const char* const separator = lengths.empty() ? "" : ",";
      extensions.append(separator).append(leg["extension_mm"].dump());
      lengths.append(separator).append(leg["length_mm"].dump());
    }
    const Json from_extensions =
        json_of({"fk", "--platform", platform, "--extensions", extensions, "--json"});
    const Json from_lengths = json_of({"fk", "--platform", platform, "--lengths", lengths, "--json"});
    EXPECT_EQ(keys_of(from_lengths),
              (std::vector<std::string>{"iterations", "pose", "residual_mm", "status"}));
    EXPECT_EQ(from_lengths["status"], "ok") << platform;
    EXPECT_LE(from_lengths["residual_mm"], 1e-9) << platform;
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_NEAR(from_extensions["pose"][i], legs["pose"][i], 1e-8) << platform;
      EXPECT_NEAR(from_lengths["pose"][i], legs["pose"][i], 1e-8) << platform;
    }
  }
}

TEST(Reach, EveryPointOfAMapSaysOfItsPoseWhatIkSays) {
  const Outcome map = run({"reach", "--map", "heave,pitch", "--csv", "-", "--points", "9"});
  ASSERT_EQ(map.code, 0) << map.err;
  std::istringstream lines{map.out};
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "heave_mm,pitch_deg,reachable,condition,singular_share,leg_force_kN,limit");
  int reachable_points = 0;
  std::size_t rows = 0;
  for (; std::getline(lines, line); ++rows) {
    double heave = 0, pitch = 0, condition = 0, singular = 0, force = 0;
    int reachable = 0;
    ASSERT_EQ(std::sscanf(line.c_str(), "%lf,%lf,%d,%lf,%lf,%lf", &heave, &pitch, &reachable, &condition,
                          &singular, &force),
              6)
        << line;
    reachable_points += reachable;
    const std::string pose = "heave=" + std::to_string(heave) + ",pitch=" + std::to_string(pitch);
    const Json one = Json::parse(run({"ik", "--pose", pose, "--json"}).out, nullptr, false);
    EXPECT_EQ(one["reachable"], reachable == 1) << line;
    EXPECT_NEAR(one["condition"], condition, 1e-3) << line;
    double largest = 0.0;
    for (const Json& leg : one["legs"]) largest = std::max(largest, std::abs(leg["force_kN"].get<double>()));
    EXPECT_NEAR(largest, force, 1e-3) << line;
    if (reachable == 0) {
      EXPECT_NE(line.find('"'), std::string::npos) << "no reason: " << line;
    }
  }
  EXPECT_EQ(rows, 81u);
  EXPECT_GT(reachable_points, 20);
  EXPECT_LT(reachable_points, 70);
}

TEST(Reach, AMapIsAskedForInAWayThatMakesSense) {
  EXPECT_EQ(run({"reach", "--map", "heave", "--csv", "-"}).code, 2);
  EXPECT_EQ(run({"reach", "--map", "heave,heave", "--csv", "-"}).code, 2);
  EXPECT_EQ(run({"reach", "--map", "heave,pitch"}).code, 2);
  EXPECT_EQ(run({"reach", "--map", "heave,pitch", "--csv", "-", "--show", "colour"}).code, 2);
  const Outcome none = run({"reach", "--platform", "pitch-roll-2", "--map", "heave,pitch", "--csv", "-"});
  EXPECT_EQ(none.code, 1);
  EXPECT_NE(none.err.find("does not move heave"), std::string::npos) << none.err;
}

TEST(Fk, AllListsEveryAssemblyModeAndMarksTheOperatingOne) {
  const Json all = json_of({"fk", "--extensions", "210,190,200,200,205,195", "--all", "--json"});
  const Json one = json_of({"fk", "--extensions", "210,190,200,200,205,195", "--json"});
  EXPECT_EQ(all["complex"], 28) << "a platform whose joints lie in two planes on circles, in pairs";
  int operating = 0;
  for (const Json& mode : all["modes"]) {
    EXPECT_LT(mode["residual_mm"], 1e-6);
    if (!mode["operating"]) continue;
    ++operating;
    for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(mode["pose"][i], one["pose"][i], 1e-6);
  }
  EXPECT_EQ(operating, 1);
}

TEST(Fk, AllNeedsOnlyTheJointsWhenLengthsAreGiven) {
  const Outcome outcome = run({"fk", "--platform", HEXAD_TEST_DATA "/dietmaier.toml", "--lengths",
                               "1000,645.275,1086.284,1503.439,1281.933,771.071", "--all", "--json"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.err.find("warning: geometry.stroke: missing"), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.err.find("error"), std::string::npos) << outcome.err;
  const Json all = Json::parse(outcome.out, nullptr, false);
  EXPECT_EQ(all["modes"].size(), 40u);
  EXPECT_EQ(all["from"], "base");
}

TEST(Fk, PresetsAreTheEndsTheMiddleAndOneTwoThreeSix) {
  EXPECT_NEAR(json_of({"fk", "--extensions", "zero", "--json"})["pose"][2], -232.4966, 1e-3);
  EXPECT_NEAR(json_of({"fk", "--extensions", "mid", "--json"})["pose"][2], 0.0, 1e-9);
  EXPECT_NEAR(json_of({"fk", "--extensions", "top", "--json"})["pose"][2], 219.9106, 1e-3);
  EXPECT_EQ(
      run({"fk", "--platform", "allcontroller-1200", "--extensions", "1236", "--json"}).out,
      run({"fk", "--platform", "allcontroller-1200", "--extensions", "200,200,200,0,0,200", "--json"}).out);
}

TEST(Fk, LegsThatMakeNoPoseFailWithTheReasonOnStderr) {
  const Outcome outcome = run({"fk", "--lengths", "100,800,800,800,800,3000", "--json"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(Json::parse(outcome.out)["status"], "no_convergence");
  EXPECT_NE(outcome.err.find("hexad: warning: leg 1 lower end: -700 mm asked, 0 mm allowed\n"),
            std::string::npos);
  EXPECT_NE(outcome.err.find("hexad: error: no pose found for these legs"), std::string::npos);
}

TEST(Reach, OfTheDefaultPlatformIsWhatItPromises) {
  const Json reach = json_of({"reach", "--json"});
  EXPECT_EQ(keys_of(reach), (std::vector<std::string>{"heave", "pitch", "roll", "surge", "sway", "yaw"}));
  const struct {
    const char* axis;
    double low, high, digit;  // promised rounded down
  } promised[]{{"sway", 354, 354, 1},     {"surge", 357, 410, 1},   {"heave", 232, 219, 1},
               {"pitch", 30.2, 30.0, .1}, {"roll", 30.8, 30.8, .1}, {"yaw", 50.1, 50.1, .1}};
  for (const auto& [axis, low, high, digit] : promised) {
    EXPECT_GE(-reach[axis][0].get<double>(), low) << axis;
    EXPECT_LT(-reach[axis][0].get<double>(), low + digit) << axis;
    EXPECT_GE(reach[axis][1].get<double>(), high) << axis;
    EXPECT_LT(reach[axis][1].get<double>(), high + digit) << axis;
  }
}

TEST(Reach, FromAPoseIsCountedFromThere) {
  const Json neutral = json_of({"reach", "--platform", "rectangle-4", "--json"});
  const Json raised = json_of({"reach", "--platform", "rectangle-4", "--from", "heave=30", "--json"});
  EXPECT_NEAR(neutral["heave"][1], 100.0, 1e-6);
  EXPECT_NEAR(raised["heave"][0], -130.0, 1e-6);
  EXPECT_NEAR(raised["heave"][1], 70.0, 1e-6);
  EXPECT_EQ(neutral["sway"], Json::parse("[0.0,0.0]")) << "the guide holds it";
}

TEST(Reach, FromOutsideIsRefused) {
  const Outcome outcome = run({"reach", "--from", "heave=900"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.err.find("--from is out of reach: leg 1 upper end: 1047.4 mm asked, 400 mm allowed"),
            std::string::npos);
}

}  // namespace
}  // namespace hexad::cli_test
