// `hexad identify` as a user meets it: a wrong machine is measured, found again and written as a platform.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "process.hpp"

namespace hexad::cli_test {
namespace {

using Json = nlohmann::json;

Json answer_of(std::vector<std::string> arguments) {
  arguments.emplace_back("--json");
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1);
  return Json::parse(outcome.out, nullptr, false);
}

/// The joints of allcontroller-1200, some of them 1 to 2 mm elsewhere, legs of different length.
constexpr const char* kTrueMachine =
    "name = \"as built\"\n[geometry]\n"
    "base = [[-363.5983, 266.1081, 0.7], [361.2983, 268.6081, -0.4], [413.9983, 180.9055, 0.3],\n"
    "        [50.0, -446.0136, -0.9], [-51.8, -447.2136, 0.2], [-411.2983, 179.1055, 1.1]]\n"
    "platform = [[-50.9, 448.2136, 0.5], [50.4, 446.2136, -1.2], [411.2983, -181.5055, 0.0],\n"
    "            [363.2983, -265.9081, 0.8], [-362.9983, -268.0081, -0.3], [-413.5983, -179.8055, 0.4]]\n"
    "leg_length = [550.6706, 549.0706, 549.9706, 548.1706, 550.0706, 549.5706]\n"
    "stroke = 200.0\n";

const std::string kMeasuredHeading =
    "leg1_mm,leg2_mm,leg3_mm,leg4_mm,leg5_mm,leg6_mm,sway_mm,surge_mm,heave_mm,pitch_deg,roll_deg,yaw_deg\n";

TEST(Identify, AMachineThatIsWrongByMillimetresIsFoundAndItsFileIsNearerToTheTruth) {
  const TextFile truth{"truth.toml", kTrueMachine}, measured{"measured.csv", ""}, found{"found.toml", ""};
  const std::vector<std::string> nominal{"identify", "--platform", "allcontroller-1200"};
  auto made = nominal;
  made.insert(made.end(),
              {"--simulate", "30", "--true", truth.path(), "--write", measured.path(), "--seed", "5"});
  const Outcome simulated = run(made);
  ASSERT_EQ(simulated.code, 0) << simulated.err;
  EXPECT_TRUE(says(simulated.out, "against the simulated truth, at 200 poses that were not measured"))
      << simulated.out;

  auto identified = nominal;
  identified.insert(identified.end(), {"--measured", measured.path(), "--out", found.path()});
  const Json report = answer_of(identified);
  EXPECT_EQ(report["rows"], 30);
  EXPECT_EQ(report["readings"], 180);
  EXPECT_GT(report["residual"]["before"]["mm"]["rms"], 0.5) << "a wrong geometry shows at once";
  EXPECT_LT(report["residual"]["after"]["mm"]["rms"], 0.06);
  EXPECT_TRUE(report["outliers"].empty());
  ASSERT_EQ(report["joints"].size(), 12U);
  EXPECT_EQ(report["joints"][6]["joint"], "P1");
  // Base joint 1 is truly at x = -363.5983.
  EXPECT_NEAR(report["joints"][0]["fitted_mm"][0], -363.5983,
              1.5 * report["joints"][0]["uncertainty_mm"][0].get<double>());

  // The written file is a platform, and against the truth it is what the nominal one was not.
  const auto error_of = [&](const std::string& platform) {
    const Json result = answer_of(
        {"identify", "--platform", platform, "--simulate", "1", "--true", truth.path(), "--next", "0"});
    return result["simulation"]["before"]["position_rms_mm"].get<double>();
  };
  const double before = error_of("allcontroller-1200"), after = error_of(found.path());
  std::printf("[   seen   ] pose error over the reach: %.3f mm → %.4f mm\n", before, after);
  EXPECT_LT(after, before / 15.0);
  EXPECT_EQ(run({"ik", "--platform", found.path(), "--pose", "heave=10"}).code, 0);
  const Outcome checked = run({"check", found.path()});
  EXPECT_EQ(checked.code, 0) << checked.err;
}

TEST(Identify, WithoutNoiseThePoseErrorDropsAThousandTimes) {
  const Json report =
      answer_of({"identify", "--simulate", "30", "--sigma-mm", "0.00001", "--sigma-deg", "0.000001"});
  const Json& simulation = report["simulation"];
  EXPECT_GT(simulation["before"]["position_rms_mm"], 1.0);
  EXPECT_LT(simulation["after"]["position_rms_mm"],
            simulation["before"]["position_rms_mm"].get<double>() / 1000.0);
  EXPECT_LT(simulation["after"]["angle_max_deg"],
            simulation["before"]["angle_max_deg"].get<double>() / 1000.0);
}

TEST(Identify, TiltAndHeightAloneAreToldWhatTheyCannotTell) {
  const Outcome outcome = run({"identify", "--simulate", "40", "--measure", "tilt,height"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(says(outcome.out,
                   "cannot be told, left as the platform file says:\n  all base joints moved along X\n"
                   "  all base joints moved along Y\n  all base joints turned about Z\n"))
      << outcome.out;
}

TEST(Identify, AHeadingAloneGivesAPlanThatReadsBack) {
  const TextFile heading{"heading.csv", kMeasuredHeading}, plan{"plan.csv", ""};
  const Json report =
      answer_of({"identify", "--measured", heading.path(), "--next", "5", "--plan", plan.path()});
  ASSERT_EQ(report["next"].size(), 5U);
  const std::string text = read_text(plan.path());
  EXPECT_EQ(text.substr(0, kMeasuredHeading.size()), kMeasuredHeading);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 6);
  EXPECT_EQ(answer_of({"identify", "--measured", plan.path()})["readings"], 0);
  // A suggested pose is the one those extensions make.
  std::string extensions;
  for (const Json& value : report["next"][0]["extensions_mm"])
    extensions += (extensions.empty() ? "" : ",") + value.dump();
  const Json pose = Json::parse(run({"fk", "--extensions", extensions, "--json"}).out)["pose"];
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(pose[i], report["next"][0]["pose"][i], 1e-6);
  // Each pose adds knowledge.
  EXPECT_LT(report["next"][4]["pose_uncertainty_then"][2], report["next"][0]["pose_uncertainty_then"][2]);
}

TEST(Identify, ARowThatDoesNotFitIsNamedAndLeftOutOnlyWhenAsked) {
  const TextFile measured{"measured.csv", ""};
  ASSERT_EQ(run({"identify", "--simulate", "30", "--write", measured.path(), "--seed", "2"}).code, 0);
  // One more row, on line 33: the level platform at mid-stroke, read 6 mm too high.
  std::string text = read_text(measured.path());
  const TextFile spoilt{"spoilt.csv", text + "200,200,200,200,200,200,0,0,6,0,0,0\n"};
  const Outcome kept = run({"identify", "--measured", spoilt.path()});
  EXPECT_EQ(kept.code, 0);
  EXPECT_TRUE(says(kept.out, "still in the fit; --drop-outliers leaves them out):\n  line 33, ")) << kept.out;
  EXPECT_TRUE(says(kept.err, "the residuals are larger than the stated sigmas allow")) << kept.err;
  const Outcome dropped = run({"identify", "--measured", spoilt.path(), "--drop-outliers"});
  EXPECT_TRUE(says(dropped.out, "(left out):\n  line 33, ")) << dropped.out;
  EXPECT_EQ(dropped.err, "");
}

TEST(Identify, EqualLegsGoIntoTheBoardsFile) {
  const TextFile found{"found.toml", ""}, csv{"config_found.csv", ""};
  ASSERT_EQ(run({"identify", "--simulate", "20", "--equal-legs", "--out", found.path()}).code, 0);
  EXPECT_EQ(run({"convert", found.path(), csv.path()}).code, 0);
  ASSERT_EQ(run({"identify", "--simulate", "20", "--out", found.path()}).code, 0);
  EXPECT_TRUE(says(run({"convert", found.path(), csv.path()}).err, "legs of different length"));
}

TEST(Identify, MistakesInTheFileAreNamedWithLineAndColumn) {
  const TextFile file{
      "bad.csv",
      kMeasuredHeading + "200,200,200,200,200,200,0,0,0,0,0,0\n200,200,,200,200,900,0,x,0,0,0,0\n"};
  const Outcome outcome = run({"identify", "--measured", file.path()});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err,
            "hexad: error: " + file.path() + ":3:9: leg3_mm: \"\" is not a number\n" +  //
                "hexad: error: " + file.path() +
                ":3:18: leg6_mm: 900 mm is outside the stroke, 0 to 400 mm from retracted\n" +
                "hexad: error: " + file.path() +
                ":3:24: surge_mm: \"x\" is not a number; empty = not measured\n");
  const TextFile folded{"folded.csv", kMeasuredHeading + "0,400,0,400,0,400,0,0,0,0,0,0\n"};
  const Outcome no_pose = run({"identify", "--measured", folded.path()});
  EXPECT_EQ(no_pose.code, 1);
  EXPECT_TRUE(says(no_pose.err, "folded.csv: line 2: these extensions make no pose of this platform"))
      << no_pose.err;
  EXPECT_EQ(run({"identify", "--measured", "/nowhere/x.csv"}).code, 1);
}

TEST(Identify, OnlySixLegsAndTheNominalFileIsNeverOverwritten) {
  const Outcome four = run({"identify", "--platform", "rectangle-4", "--simulate", "3"});
  EXPECT_EQ(four.code, 1);
  EXPECT_EQ(four.err,
            "hexad: error: rectangle-4 has 4 legs: only platforms with six legs can be identified\n");
  const TextFile truth{"truth.toml", kTrueMachine};
  const Outcome same =
      run({"identify", "--platform", truth.path(), "--simulate", "10", "--out", truth.path()});
  EXPECT_EQ(same.code, 2);
  EXPECT_EQ(read_text(truth.path()), kTrueMachine);
}

TEST(Identify, WrongUsageIsExitCode2AndHelpHasExamples) {
  const std::vector<std::vector<std::string>> wrong{{},
                                                    {"--measured", "x.csv", "--simulate", "3"},
                                                    {"--measured", "x.csv", "--write", "y.csv"},
                                                    {"--simulate", "0"},
                                                    {"--simulate", "3", "--sigma-mm", "0"},
                                                    {"--simulate", "3", "--sigma-mm", "nan"},
                                                    {"--simulate", "3", "--hold", "cabin"},
                                                    {"--simulate", "3", "--hold", "base,platform,legs"},
                                                    {"--simulate", "3", "--measure", "colour"},
                                                    {"--simulate", "3", "--next", "0", "--plan", "p.csv"}};
  for (std::vector<std::string> arguments : wrong) {
    arguments.insert(arguments.begin(), "identify");
    const Outcome outcome = run(arguments);
    std::string line;
    for (const std::string& argument : arguments) line += argument + ' ';
    EXPECT_EQ(outcome.code, 2) << line << outcome.err;
    EXPECT_EQ(outcome.out, "") << line;
    EXPECT_TRUE(says(outcome.err, "hexad: error: ")) << line;
  }
  EXPECT_TRUE(
      says(run({"identify", "--help"}).out, "  hexad identify --measured monday.csv --out mine.toml"));
}

}  // namespace
}  // namespace hexad::cli_test
