// `hexad cue` as a user meets it.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "process.hpp"

namespace hexad::cli_test {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

constexpr double kG = 9.80665;
constexpr double kDegrees = 57.29577951308232;
const std::string kManoeuvres = HEXAD_TEST_SHARE "/manoeuvres/";

/// Removed with the object.
class Folder {
 public:
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "hexad-cue-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~Folder() { fs::remove_all(path_); }
  std::string path(const std::string& name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

Json cue_json(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "cue");
  arguments.emplace_back("--json");
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return Json::parse(outcome.out, nullptr, false);
}

const std::string kHeading = "t,pitch_rate,roll_rate,yaw_rate,sway,surge,heave\n";

std::string error_of(const std::string& text) {
  const TextFile file{"ride.csv", text};
  const Outcome outcome = run({"cue", "--input", file.path()});
  EXPECT_EQ(outcome.code, 1) << text;
  EXPECT_EQ(outcome.out, "") << text;
  return outcome.err;
}

TEST(CueCommand, HelpNamesTheColumnsAndHasExamples) {
  const Outcome outcome = run({"cue", "--help"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(says(outcome.out, "t,pitch_rate,roll_rate,yaw_rate,sway,surge,heave"));
  EXPECT_TRUE(says(outcome.out, "Examples:"));
}

TEST(CueCommand, MistakesInAFileAreNamedByLineAndColumn) {
  EXPECT_TRUE(says(error_of(""), "ride.csv: empty; its first line is the heading"));
  EXPECT_TRUE(
      says(error_of("t,pitch,roll_rate,yaw_rate,sway,surge,heave\n"), "line 1, column 3: the heading is"));
  EXPECT_TRUE(says(error_of(kHeading), "at least two rows"));
  EXPECT_TRUE(says(error_of("# a ride\n" + kHeading + "0,0,0,0,0,0,0\n1,0,x,0,0,0,0\n"),
                   "line 4, column 5: roll_rate: \"x\""));
  EXPECT_TRUE(says(error_of(kHeading + "0,0,0,0,0,nan,0\n"), "line 2, column 11: surge: "));
  EXPECT_TRUE(says(error_of(kHeading + "0,0,0,0,0,1e999,0\n"), "line 2, column 11: surge: "));
  EXPECT_TRUE(says(error_of(kHeading + "0,0,0,0,0,501,0\n"), "line 2, column 11: surge: 501 is beyond"));
  EXPECT_TRUE(says(error_of(kHeading + "0,0,0,0,0,0\n"), "line 2, column 12: 6 values instead of 7"));
  EXPECT_TRUE(says(error_of(kHeading + "0,0,0,0,0,0,0,9\n"), "line 2, column 15: 8 values instead of 7"));
  EXPECT_TRUE(says(error_of(kHeading + "1,0,0,0,0,0,0\n1,0,0,0,0,0,0\n"),
                   "line 3, column 1: t: 1 s does not come after 1 s"));
  EXPECT_TRUE(says(error_of(kHeading + "0,0,0,0,0,0,0\n601,0,0,0,0,0,0\n"), "longer than 600 s"));
  EXPECT_TRUE(says(error_of("# input: force\n" + kHeading), "line 1, column 10: input kind \"force\""));
  EXPECT_TRUE(says(error_of(std::string((16U << 20U) + 1, '#')), "larger than 16 MB"));
  EXPECT_TRUE(says(run({"cue", "--input", "/none/such.csv"}).err, "cannot be read"));
}

TEST(CueCommand, WrongUsageIsExitCode2) {
  EXPECT_EQ(run({"cue", "--preset", "brutal"}).code, 2);
  EXPECT_TRUE(says(run({"cue", "--preset", "norml"}).err, "did you mean normal?"));
  EXPECT_EQ(run({"cue", "--input", kManoeuvres + "step.csv", "--frequency-response"}).code, 2);
  EXPECT_EQ(run({"cue", "--bands", "x.csv"}).code, 2);
  EXPECT_EQ(run({"cue", "--report", "x"}).code, 2);
  EXPECT_EQ(run({"cue", "--frequency-response", "--axes", "up"}).code, 2);
  EXPECT_EQ(run({"cue", "--rate", "0"}).code, 2);
  EXPECT_EQ(run({"cue", "--set", "cueing.presett=car"}).code, 1);
}

TEST(CueCommand, PresetsComeWithTheirCornersAndTheDefaultIsTheConfigurations) {
  EXPECT_EQ(cue_json({})["settings"][0]["setting"], "normal");
  EXPECT_EQ(cue_json({"--set", "cueing.preset=ship"})["settings"][0]["setting"], "ship");
  const Json all = cue_json({"--preset", "all"});
  EXPECT_EQ(all["settings"].size(), 6U);
  for (const Json& setting : all["settings"]) {
    const Json& surge = setting["axes"]["surge"];
    const double corner = surge["high_pass_rad_s"];
    // Travel a sustained input holds: limit/ω².
    EXPECT_NEAR(surge["travel_mm"], 1000.0 * surge["limit_m_s2"].get<double>() / (corner * corner), 1e-9);
    EXPECT_LE(surge["travel_mm"], surge["reach_mm"]);
  }
}

TEST(CueCommand, TheStepManoeuvreGivesTheNumbersOfAHandCalculation) {
  const Json report = cue_json({"--input", kManoeuvres + "step.csv", "--preset", "normal"});
  const Json& result = report["results"][0];
  const Json& surge = result["settings"]["axes"]["surge"];
  const Json& tilt = result["settings"]["tilt"];
  // 1 m/s² forward for 14 s: it holds gain·1/ω² of travel, forward of a cabin that is tilted by
  // asin(gain·1/g).
  const double angle = std::asin(tilt["gain"].get<double>() / kG);
  const double corner = surge["high_pass_rad_s"];
  const double travel = 1000.0 * surge["gain"].get<double>() / (corner * corner) * std::cos(angle);
  EXPECT_NEAR(result["travel"]["surge"], travel, 0.1);
  EXPECT_NEAR(result["travel_engine"]["surge"], travel, 0.1);
  EXPECT_NEAR(result["travel"]["pitch"], angle * kDegrees, 0.02 * angle * kDegrees);
  EXPECT_GE(result["travel"]["pitch"], angle * kDegrees - 0.01);
  for (const char* axis : {"sway", "roll", "yaw"}) EXPECT_LT(result["travel"][axis], 0.01) << axis;
  EXPECT_LE(result["tilt_rate_deg_s"], 3.0 + 1e-9);
  EXPECT_GT(result["tilt_rate_deg_s"], 2.0);
  EXPECT_EQ(result["governor_ticks"], 0);
  EXPECT_EQ(result["at_limits_s"], 0.0);
  EXPECT_EQ(result["ticks"], 30001);
  // A cabin that moves must be better than one that does not.
  EXPECT_LT(result["perceived_error"]["force_m_s2"].get<double>(),
            0.7 * result["perceived_error"]["force_still_m_s2"].get<double>());
  EXPECT_EQ(result["perceived_error"]["rotation_still_deg_s"], 0.0) << "the vehicle does not turn";
}

TEST(CueCommand, AFileMaySayThatItHoldsSpecificForceAndMustNotBeContradicted) {
  const std::string turn = kManoeuvres + "coordinated_turn_force.csv";
  const Json result = cue_json({"--input", turn})["results"][0];
  EXPECT_EQ(result["input"], "specific_force");
  const Outcome outcome = run({"cue", "--input", turn, "--set", "cueing.input=acceleration"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(says(outcome.err, "says that it holds specific_force")) << outcome.err;
  // The ball stays in the middle: nothing to tilt for. Without gravity the same turn has g·sin(30°) to the
  // right.
  const Json other = cue_json({"--input", kManoeuvres + "coordinated_turn_acceleration.csv"})["results"][0];
  EXPECT_EQ(result["tilt_rate_deg_s"], 0.0);
  EXPECT_GT(other["tilt_rate_deg_s"].get<double>(), 2.9);
  // What is left is the upward cue of a cabin that is rolled.
  EXPECT_LT(result["travel"]["sway"].get<double>(), 0.2 * other["travel"]["sway"].get<double>());
}

TEST(CueCommand, AnyRateIsReadAndTimesBetweenRowsAreInterpolated) {
  // The ramp by its corners alone is the ramp of 2501 rows.
  const TextFile corners{"ramp.csv", kHeading +
                                         "0,0,0,0,0,0,0\n1,0,0,0,0,0,0\n5,0,0,0,0,2,0\n11,0,0,0,0,2,0\n"
                                         "15,0,0,0,0,0,0\n25,0,0,0,0,0,0\n"};
  const Json few = cue_json({"--input", corners.path()})["results"][0];
  const Json many = cue_json({"--input", kManoeuvres + "ramp.csv"})["results"][0];
  EXPECT_NEAR(few["travel"]["surge"], many["travel"]["surge"], 1e-3);
  EXPECT_NEAR(few["travel"]["pitch"], many["travel"]["pitch"], 1e-3);
}

TEST(CueCommand, TheReportIsOnePageThatNeedsNothingElseAndACsvAPreset) {
  const Folder folder;
  const Outcome outcome = run({"cue", "--input", kManoeuvres + "pulse.csv", "--preset", "normal,car",
                               "--report", folder.path("a/b")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string page = read_text(folder.path("a/b/report.html"));
  for (const char* part : {"http", "<script", "<link", "@import", "src=", "url("})
    EXPECT_FALSE(says(page, part)) << part;
  EXPECT_TRUE(says(page, "<svg"));
  EXPECT_TRUE(says(page, "legs, car"));
  EXPECT_FALSE(says(page, "nan"));
  for (const char* name : {"normal.csv", "car.csv"}) {
    const std::string csv = read_text(folder.path("a/b/") + name);
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1002) << "10 s, every 10 ms, and the heading";
    EXPECT_TRUE(says(csv.substr(0, csv.find('\n')), "leg6_mm"));
  }
}

TEST(CueCommand, ANameWithMarkupIsTextInTheReport) {
  const Folder folder;
  const std::string file = folder.path("<b>&.csv");
  fs::copy_file(kManoeuvres + "pulse.csv", file);
  ASSERT_EQ(run({"cue", "--input", file, "--report", folder.path("r")}).code, 0);
  const std::string page = read_text(folder.path("r/report.html"));
  EXPECT_TRUE(says(page, "&lt;b&gt;&amp;.csv"));
  EXPECT_FALSE(says(page, "<b>"));
}

TEST(CueFrequencyResponse, HeaveIsItsFiltersByHandAndBandsAreChecked) {
  const Folder folder;
  const Json settings = cue_json({})["settings"][0]["axes"]["heave"];
  const Json report = cue_json({"--frequency-response", "--axes", "heave", "--report", folder.path("r")});
  const Json& tests = report["responses"][0]["tests"];
  ASSERT_EQ(tests.size(), 1U);
  const Json& points = tests[0]["points"];
  ASSERT_EQ(points.size(), 12U);
  const double corner = settings["high_pass_rad_s"];
  const double pole = settings["extra_pole_rad_s"];
  for (const Json& point : points) {
    const double w = point["rad_s"];
    // K·ω³ / ((ω² + ω_n²)·√(ω² + p²)): second order with damping 1, and the extra pole.
    const double gain =
        settings["gain"].get<double>() * w * w * w / ((w * w + corner * corner) * std::hypot(w, pole));
    EXPECT_NEAR(point["gain"], gain, 0.02 * gain + 2e-4) << w;
    EXPECT_EQ(point["governed"], false);
    // Lead of the filters, less some 20 ms of frames, input lag and drives.
    const double lead = 270.0 - (2.0 * std::atan(w / corner) + std::atan(w / pole)) * kDegrees;
    const double lag = std::remainder(lead - point["phase_deg"].get<double>(), 360.0);
    if (w > 0.5) {
      EXPECT_GT(lag, 0.0) << w;
      EXPECT_LT(lag, w * 0.030 * kDegrees + 0.5) << w;
    }
  }
  EXPECT_NEAR(points[0]["rad_s"], 0.1, 1e-12);
  EXPECT_NEAR(points[11]["rad_s"], 15.849, 1e-3);
  EXPECT_FALSE(says(read_text(folder.path("r/frequency.html")), "http"));
  const std::string csv = read_text(folder.path("r/frequency-normal.csv"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 13);

  const std::string heading = "test,rad_s,gain_min,gain_max,phase_min,phase_max\n";
  const TextFile bands{"bands.csv",
                       "# mine\n" + heading + "heave,10,0.4,0.5,0,90\nheave,15.85,0.9,,,\nsurge,1,9,,,\n"};
  const Outcome outside = run({"cue", "--frequency-response", "--axes", "heave", "--bands", bands.path()});
  EXPECT_EQ(outside.code, 1);
  EXPECT_TRUE(says(outside.out, "bands      1 outside")) << "surge was not measured";
  EXPECT_TRUE(says(outside.err, "outside its band: normal: test 10 heave at 15.849 rad/s")) << outside.err;
  const TextFile bad{"bad.csv", heading + "heave,3,0.9,,,\n"};
  EXPECT_TRUE(
      says(run({"cue", "--frequency-response", "--bands", bad.path()}).err, "line 2: rad_s: 3 is none"));
}

TEST(Manoeuvres, AreWhatTheirGeneratorWrites) {
  const Folder folder;
  fs::create_directory(folder.path("m"));
  const std::string command = "python3 " + kManoeuvres + "generate.py " + folder.path("m") + " > /dev/null";
  ASSERT_EQ(std::system(command.c_str()), 0);
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator{folder.path("m")}) {
    ++count;
    const std::string name = entry.path().filename().string();
    EXPECT_EQ(read_text(entry.path().string()), read_text(kManoeuvres + name)) << name;
  }
  EXPECT_EQ(count, 12U);
}

TEST(CueCommand, SingleNumbersAreSetAndTheSettingsShowWhatComesOfThem) {
  const Json plain = cue_json({})["settings"][0];
  const Json tuned = cue_json({"--set", "cueing.tilt_rate=2", "--set", "cueing.gain.surge=0.8", "--set",
                               "cueing.high_pass.sway=1"})["settings"][0];
  EXPECT_DOUBLE_EQ(tuned["tilt"]["rate_deg_s"], 2.0);
  EXPECT_DOUBLE_EQ(tuned["axes"]["surge"]["gain"], 0.8);
  EXPECT_EQ(tuned["axes"]["surge"]["limit_m_s2"], plain["axes"]["surge"]["limit_m_s2"])
      << "a gain is before the limit";
  EXPECT_DOUBLE_EQ(tuned["axes"]["sway"]["high_pass_rad_s"], 1.0);
  EXPECT_LT(tuned["axes"]["sway"]["limit_m_s2"].get<double>(),
            0.3 * plain["axes"]["sway"]["limit_m_s2"].get<double>());
  EXPECT_LT(tuned["axes"]["sway"]["travel_mm"].get<double>(),
            0.61 * tuned["axes"]["sway"]["reach_mm"].get<double>());
  EXPECT_EQ(tuned["axes"]["yaw"], plain["axes"]["yaw"]);
}

TEST(CueCommand, TheHeadIsWhereItIsJudged) {
  // A head far above the centre feels the pitch as a push: more force against the cue, and no other motion of
  // the legs.
  const std::string ride = kManoeuvres + "braking.csv";
  const Json centre = cue_json({"--input", ride})["results"][0];
  const Json above = cue_json({"--input", ride, "--set", "cueing.eye_point=[0, 0, 1500]"})["results"][0];
  EXPECT_EQ(above["travel"], centre["travel"]);
  EXPECT_NE(above["perceived_error"]["force_m_s2"], centre["perceived_error"]["force_m_s2"]);
  const Json turned = cue_json({"--input", ride, "--set", "cueing.rotation_point=[0, 0, 800]"})["results"][0];
  EXPECT_NE(turned["travel"], centre["travel"]);
  EXPECT_EQ(turned["governor_ticks"], 0);
}

TEST(CueCommand, WhatIsPossibleIsKnownOfAShippedManoeuvreAndNotOfAnother) {
  const Json known = cue_json({"--input", kManoeuvres + "pulse.csv"})["results"][0];
  const Json& possible = known["possible"];
  ASSERT_TRUE(possible.is_object());
  EXPECT_LT(possible["force_least_m_s2"], possible["force_m_s2"]);
  EXPECT_LE(possible["force_ahead_m_s2"], possible["force_m_s2"]);
  const double still = known["perceived_error"]["force_still_m_s2"];
  const double error = known["perceived_error"]["force_m_s2"];
  EXPECT_NEAR(possible["share_percent"],
              100.0 * (still - error) / (still - possible["force_m_s2"].get<double>()), 1e-6);
  EXPECT_TRUE(known["onset_delay_s"].is_number());
  const TextFile other{"ride.csv", kHeading + "0,0,0,0,0,0,0\n1,0,0,0,0,1,0\n2,0,0,0,0,0,0\n"};
  EXPECT_TRUE(cue_json({"--input", other.path()})["results"][0]["possible"].is_null());
}

TEST(CueCommand, AFilmOfAManoeuvreKeepsEveryLimitOfItsPlatform) {
  const Folder folder;
  const TextFile ride{
      "ride.csv", kHeading + "0,0,0,0,0,0,0\n1,0,0,0,0,0,0\n1.2,0,0,0,0,2,0\n2,0,0,0,0,0,0\n3,0,0,0,0,0,0\n"};
  const std::string film = folder.path("ride.txt");
  const Json said = cue_json({"--input", ride.path(), "--film", film});
  EXPECT_LT(said["force_error_m_s2"].get<double>(), 0.5 * said["force_still_m_s2"].get<double>());
  const Outcome checked = run({"preflight", film});
  EXPECT_EQ(checked.code, 0) << checked.out << checked.err;
}

}  // namespace
}  // namespace hexad::cli_test
