#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>

#include "config/load.hpp"
#include "config/presets.hpp"
#include "config/print.hpp"
#include "config/schema.hpp"
#include "text/nearest.hpp"

namespace hexad::inline config {
namespace {

/// Presets come from the source tree, whatever is installed.
const bool kShareSet = [] { return setenv("HEXAD_SHARE", HEXAD_TEST_SHARE, 1) == 0; }();

/// Tests of this file run side by side, each as a process.
const std::string& own_folder() {
  static const std::string folder = [] {
    const std::string path = testing::TempDir() + "hexad-config-" + std::to_string(::getpid()) + "/";
    std::filesystem::create_directories(path);
    return path;
  }();
  return folder;
}

class TextFile {
 public:
  explicit TextFile(const std::string& text) : path_{own_folder() + "hexad_config_test.toml"} {
    std::ofstream{path_} << text;
  }
  ~TextFile() { std::remove(path_.c_str()); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// All problems of a file, one a line, without the folder.
std::string problems_of(const Loaded& loaded) {
  std::string text;
  for (const Problem& problem : loaded.problems) {
    std::string line = in_words(problem);
    if (const std::size_t at = line.find(own_folder()); at != std::string::npos)
      line.erase(at, own_folder().size());
    text += line + '\n';
  }
  return text;
}

std::string problems_of_platform(const std::string& text) {
  const TextFile file{text};
  return problems_of(load({.platform = file.path()}));
}

std::string problems_of_set(const std::string& assignment) {
  return problems_of(load({.set = {assignment}}));
}

constexpr const char* kRows =
    "[geometry]\n"
    "base = [[-400, 300, 0], [400, 300, 0], [0, -300, 0]]\n"
    "platform = [[-400, 300, 0], [400, 300, 0], [0, -300, 0]]\n"
    "leg_length = 550\n"
    "stroke = 200\n";

TEST(Config, WithoutAnySourceIsTheDefaultPlatform) {
  const Loaded loaded = load({});
  ASSERT_TRUE(loaded.ok()) << problems_of(loaded);
  EXPECT_EQ(loaded.config.name, "standard-400");
  EXPECT_DOUBLE_EQ(*loaded.config.geometry.base_diameter, 1.2);
  EXPECT_DOUBLE_EQ(*loaded.config.geometry.stroke, 0.4);
  EXPECT_EQ(loaded.config.mdof.link.port, 1100);
  EXPECT_EQ(loaded.config.darren.link.port, 10000);
}

TEST(Config, FileUnitsBecomeSi) {
  const TextFile file{std::string{"rotation_point = [1, 2, 3]\n"} + kRows +
                      "[drive]\nmotor_rpm = 1500\nmax_force = 2.5\nscrew_lead = 5\n"
                      "[limits]\nrotation = [90, 180, 360]\njoint_angle = 45\n"};
  const Loaded loaded = load({.platform = file.path()});
  ASSERT_TRUE(loaded.ok()) << problems_of(loaded);
  const Config& c = loaded.config;
  EXPECT_DOUBLE_EQ(c.rotation_point.z(), 0.003);
  EXPECT_DOUBLE_EQ(c.geometry.base[1].x(), 0.4);
  EXPECT_EQ(c.geometry.leg_length, std::vector<double>{0.55});
  EXPECT_DOUBLE_EQ(c.drive.motor_speed, 50.0 * kPi);
  EXPECT_DOUBLE_EQ(c.drive.max_force, 2500.0);
  EXPECT_DOUBLE_EQ(c.limits.rotation.velocity, kPi / 2);
  EXPECT_DOUBLE_EQ(c.limits.rotation.jerk, 2 * kPi);
  EXPECT_DOUBLE_EQ(c.limits.joint_angle, kPi / 4);
}

TEST(Config, EveryProblemIsReportedAtOnceWithItsPlaceValueAndRange) {
  EXPECT_EQ(
      problems_of_platform("[geometry]\n"
                           "base = [[-400, 300, 0], [400, nan, 0], [0, -300]]\n"
                           "platform = [[-400, 300, 0], [400, 300, 0], [0, -9000, 0]]\n"
                           "leg_length = \"long\"\n"
                           "stroke = 0.5\n"
                           "[limits]\n"
                           "joint_angel = 50\n"
                           "leg = [100, 200]\n"
                           "[limts]\n"
                           "joint_angle = 50\n"),
      "hexad_config_test.toml:2:31: error: geometry.base: nan is not a finite number: expected rows [x, y, "
      "z], each -5000…5000 mm\n"
      "hexad_config_test.toml:2:40: error: geometry.base: [0, -300] has 2 numbers instead of 3: expected "
      "rows [x, y, z], each -5000…5000 mm\n"
      "hexad_config_test.toml:3:48: error: geometry.platform: -9000 is out of range: expected rows [x, y, "
      "z], each -5000…5000 mm\n"
      "hexad_config_test.toml:4:14: error: geometry.leg_length: \"long\" is not a number: expected 50…5000 "
      "mm\n"
      "hexad_config_test.toml:5:10: error: geometry.stroke: 0.5 is out of range: expected 1…3000 mm\n"
      "hexad_config_test.toml:7:1: error: limits.joint_angel: unknown key; did you mean "
      "limits.joint_angle?\n"
      "hexad_config_test.toml:8:7: error: limits.leg: [100, 200] is not [velocity, acceleration, jerk], "
      "velocity 0.1…10000 mm/s\n"
      "hexad_config_test.toml:9:2: error: limts: unknown section; did you mean [limits]?\n");
}

TEST(Config, RowsAndCirclesTogetherAreRefusedWithTheirLines) {
  const std::string text = problems_of_platform(std::string{kRows} + "base_diameter = 900\n");
  EXPECT_EQ(
      text,
      "hexad_config_test.toml:6:1: error: geometry.base_diameter: joints are given twice, as rows and as "
      "circles: geometry.base (line 2), geometry.platform (line 3), geometry.base_diameter (line 6); keep "
      "one way\n");
}

TEST(Config, APairByDistanceAndAngleIsRefusedWithItsLines) {
  EXPECT_EQ(problems_of_platform("[geometry]\n"
                                 "base_diameter = 900\n"
                                 "base_pair_distance = 100\n"
                                 "base_pair_angle = 12\n"
                                 "platform_diameter = 900\n"
                                 "platform_pair_angle = 12\n"
                                 "leg_length = 600\n"
                                 "stroke = 200\n"),
            "hexad_config_test.toml:4:1: error: geometry.base_pair_angle: the pair is given twice: "
            "geometry.base_pair_distance (line 3), geometry.base_pair_angle (line 4); keep one\n");
}

TEST(Config, WhatIsMissingIsNamed) {
  EXPECT_EQ(
      problems_of_platform("[geometry]\nbase_diameter = 900\n"),
      "hexad_config_test.toml:1:2: error: geometry.leg_length: missing: the retracted length of the legs in "
      "mm\n"
      "hexad_config_test.toml:1:2: error: geometry.stroke: missing: how far a leg extends, in mm\n"
      "hexad_config_test.toml:1:2: error: geometry.base_pair_distance: missing: distance of a pair's two "
      "joints in mm (or base_pair_angle in degrees)\n"
      "hexad_config_test.toml:1:2: error: geometry.platform_diameter: missing: of the joint circle, in mm\n"
      "hexad_config_test.toml:1:2: error: geometry.platform_pair_distance: missing: distance of a pair's two "
      "joints in mm (or platform_pair_angle in degrees)\n");
}

TEST(Config, CountsOfRowsAndLengthsMustAgree) {
  EXPECT_EQ(
      problems_of_platform("[geometry]\n"
                           "base = [[-400, 300, 0], [400, 300, 0], [0, -300, 0]]\n"
                           "platform = [[-400, 300, 0], [400, 300, 0]]\n"
                           "leg_length = [550, 550]\n"
                           "stroke = 200\n"),
      "hexad_config_test.toml:3:1: error: geometry.platform: 2 rows, but geometry.base (line 2) has 3: one "
      "of "
      "each a leg\n"
      "hexad_config_test.toml:4:1: error: geometry.leg_length: 2 numbers for 3 legs: give one, or one a "
      "leg\n");
}

TEST(Config, SyntaxErrorsAndUnreadableFilesAreProblemsNotExceptions) {
  EXPECT_EQ(problems_of_platform("[geometry\nstroke = 200\n").substr(0, 39),
            "hexad_config_test.toml:1:10: error: not");
  EXPECT_EQ(problems_of(load({.platform = "/nowhere/x.toml"})),
            "/nowhere/x.toml: error: cannot be read: No such file or directory\n");
  EXPECT_EQ(problems_of(load({.config = "/"})), "/: error: cannot be read: it is a directory\n");
}

TEST(Config, SetTakesTomlValuesAndBareWords) {
  const Loaded loaded = load({.set = {{"plant.initial=origin"},
                                      {"lifecycle.idle_return=10"},
                                      {"darren.allow=[\"192.168.1.0/24\"]"},
                                      {"mdof.work_height = 75.5"},
                                      {"darren.host=192.168.1.5:10010"},
                                      {"name=400"},
                                      {"mdof.rotation_order=xyz"},
                                      {"limits.leg=[100, 1000, 10000]"}}});
  ASSERT_TRUE(loaded.ok()) << problems_of(loaded);
  EXPECT_EQ(loaded.config.plant.initial, Initial::origin);
  EXPECT_EQ(loaded.config.lifecycle.idle_return, 10.0);
  EXPECT_EQ(loaded.config.darren.link.allow, std::vector<std::string>{"192.168.1.0/24"});
  EXPECT_DOUBLE_EQ(loaded.config.mdof.work_height, 0.0755);
  EXPECT_EQ(loaded.config.darren.host, "192.168.1.5:10010");
  EXPECT_EQ(loaded.config.name, "400");
  EXPECT_EQ(loaded.config.mdof.link.rotation_order, RotationOrder::xyz);
  EXPECT_DOUBLE_EQ(loaded.config.limits.leg.velocity, 0.1);
}

TEST(Config, CueingIsAPresetAnEngineAndSingleNumbersEachOfWhichMayBeGiven) {
  EXPECT_EQ(load({}).config.cueing, CueTuning{});
  const TextFile file{
      "[cueing]\npreset = \"car\"\nengine = \"predictive\"\ninput = \"specific_force\"\n"
      "eye_point = [0, 200, 1100]\nrotation_point = [0, 0, 500]\ntilt_gain = 0.5\ntilt_low_pass = "
      "1.5\ntilt_rate = "
      "2\n[cueing.gain]\nsurge = 0.8\n[cueing.high_pass]\nheave = 4\nyaw = 0.5\n"};
  const Loaded loaded = load({.config = file.path(), .set = {{"cueing.gain.yaw=1.5"}}});
  ASSERT_TRUE(loaded.ok()) << problems_of(loaded);
  CueTuning wanted;
  wanted.preset = CuePreset::car;
  wanted.engine = CueEngine::predictive;
  wanted.input = CueInput::specific_force;
  wanted.gain[1] = 0.8;
  wanted.gain[5] = 1.5;
  wanted.high_pass[2] = 4.0;
  wanted.high_pass[5] = 0.5;
  wanted.tilt_gain = 0.5;
  wanted.tilt_low_pass = 1.5;
  wanted.tilt_rate = 2 * kDegree;
  wanted.head = {0.0, 200 * kMillimetre, 1100 * kMillimetre};
  wanted.rotation_point = {0.0, 0.0, 500 * kMillimetre};
  EXPECT_EQ(loaded.config.cueing, wanted);

  const std::string piece = to_toml(loaded.config, "cueing");
  const TextFile again{piece};
  EXPECT_EQ(load({.config = again.path()}).config.cueing, wanted) << piece;
  EXPECT_EQ(to_toml(Config{}, "cueing"),
            "[cueing]\npreset = \"normal\"\nengine = \"classical\"\ninput = \"acceleration\"\n");
}

TEST(Config, CueingOutOfItsRangeIsRefusedWithTheRange) {
  EXPECT_EQ(problems_of_set("cueing.tilt_rate=7"),
            "--set cueing.tilt_rate=7: error: cueing.tilt_rate: 7 is out of range: expected 0.5…6 °/s\n");
  EXPECT_EQ(
      problems_of_set("cueing.high_pass.surge=0.05"),
      "--set cueing.high_pass.surge=0.05: error: cueing.high_pass.surge: 0.05 is out of range: expected "
      "0.1…10 rad/s\n");
  EXPECT_EQ(
      problems_of_set("cueing.gain.sway=nan"),
      "--set cueing.gain.sway=nan: error: cueing.gain.sway: nan is not a finite number: expected 0…1.5\n");
  EXPECT_EQ(
      problems_of_set("cueing.gain.swai=1"),
      "--set cueing.gain.swai=1: error: cueing.gain.swai: unknown key; did you mean cueing.gain.sway?\n");
  EXPECT_EQ(problems_of_set("cueing.engine=psychic"),
            "--set cueing.engine=psychic: error: cueing.engine: \"psychic\" is not one of classical, "
            "predictive\n");
}

TEST(Config, SetIsRefusedWithTheNearestKey) {
  EXPECT_EQ(problems_of_set("plant.intial=origin"),
            "--set plant.intial=origin: error: plant.intial: unknown key; did you mean plant.initial?\n");
  EXPECT_EQ(problems_of_set("work_height=20"),
            "--set work_height=20: error: work_height: unknown key; did you mean mdof.work_height?\n");
  EXPECT_EQ(problems_of_set("mdof.port"), "--set mdof.port: error: must be KEY=VALUE\n");
  EXPECT_EQ(problems_of_set("mdof.port=70000"),
            "--set mdof.port=70000: error: mdof.port: 70000 is out of range: expected 0…65535\n");
  EXPECT_EQ(problems_of_set("mdof.port=1100.5"),
            "--set mdof.port=1100.5: error: mdof.port: 1100.5 is not a whole number: expected 0…65535\n");
  EXPECT_EQ(
      problems_of_set("plant.initial=top"),
      "--set plant.initial=top: error: plant.initial: \"top\" is not one of powered_up, origin, neutral\n");
  for (const std::string network : {"10.0.0.0/33", "10.0.0.7/24"})
    EXPECT_EQ(problems_of_set("mdof.allow=[\"" + network + "\"]"),
              "--set mdof.allow=[\"" + network + "\"]: error: mdof.allow: \"" + network +
                  "\" is not an IPv4 address, or a network that ends in zeros such as 192.168.1.0/24\n");
  EXPECT_EQ(problems_of_set("console.listen=8600"),
            "--set console.listen=8600: error: console.listen: 8600 is not ADDRESS:PORT or off\n");
  EXPECT_EQ(
      problems_of_set("console.token=short"),
      "--set console.token=short: error: console.token: \"short\" is not 16 to 256 letters without blanks\n");
  EXPECT_EQ(problems_of_set("real_time.priority=100"),
            "--set real_time.priority=100: error: real_time.priority: 100 is out of range: expected 1…99\n");
  EXPECT_EQ(problems_of_set("mdof.enabled=1"),
            "--set mdof.enabled=1: error: mdof.enabled: 1 is not a switch: expected true or false\n");
  EXPECT_EQ(
      problems_of_set("drive.belt_ratio=-2"),
      "--set drive.belt_ratio=-2: error: drive.belt_ratio: -2 is out of range: expected -1 or 0.1…100\n");
  EXPECT_EQ(problems_of_set("loop.speed=inf"),
            "--set loop.speed=inf: error: loop.speed: inf is not a finite number: expected 0.01…1000\n");
}

TEST(Config, GenericTelemetryNamesItsFields) {
  const Loaded loaded = load({.set = {{"telemetry.source=generic"},
                                      {"telemetry.format=csv"},
                                      {"telemetry.surge.field=\"3\""},
                                      {"telemetry.surge.scale=-1"},
                                      {"telemetry.surge.unit=g"},
                                      {"telemetry.reverse=[\"yaw\"]"}}});
  EXPECT_TRUE(loaded.ok());
  EXPECT_EQ(loaded.config.telemetry.surge.field, "3");
  EXPECT_EQ(loaded.config.telemetry.surge.unit, TelemetrySettings::LinearUnit::gravity);
  EXPECT_EQ(
      problems_of_set("telemetry.source=generic"),
      "--set telemetry.source=generic: error: telemetry.surge.field: missing: name the field of at least "
      "one axis\n");
  EXPECT_EQ(problems_of_set("telemetry.reverse=[\"up\"]"),
            "--set telemetry.reverse=[\"up\"]: error: telemetry.reverse: \"up\" is not sway, surge, heave, "
            "pitch, roll or yaw\n");
  for (const std::string set : {"telemetry.sway.field=\"ay\"", "telemetry.sway.field=\"0\"",
                                "telemetry.sway.field=\"371\"", "telemetry.surge.scale=0"})
    EXPECT_FALSE(load({.set = {{"telemetry.source=generic"},
                               {"telemetry.format=floats"},
                               {"telemetry.surge.field=\"3\""},
                               {set}}})
                     .ok())
        << set;
}

TEST(Config, UnknownPresetListsTheNamesAndTheNearest) {
  EXPECT_EQ(problems_of(load({.platform = "standart-400"})),
            "--platform: error: platform: no platform \"standart-400\"; did you mean standard-400? Known: "
            "allcontroller-1200, allcontroller-3dof-rotary, pitch-roll-2, rectangle-4, standard-400, "
            "standard-400-rotary\n");
}

TEST(Config, AFileBuildsOnThePresetItNames) {
  const TextFile file{"platform = \"allcontroller-1200\"\n[limits]\njoint_angle = 50\n[mdof]\nport = 1200\n"};
  const Loaded loaded = load({.config = file.path(), .set = {{"mdof.port=1300"}}});
  ASSERT_TRUE(loaded.ok()) << problems_of(loaded);
  EXPECT_EQ(loaded.config.name, "allcontroller-1200");
  EXPECT_EQ(loaded.config.platform, "allcontroller-1200");
  EXPECT_EQ(loaded.config.geometry.base.size(), 6U);
  EXPECT_DOUBLE_EQ(loaded.config.limits.joint_angle, 50 * kDegree);
  EXPECT_DOUBLE_EQ(loaded.config.limits.leg.velocity, 0.16666);
  EXPECT_EQ(loaded.config.lifecycle.idle_return, 10.0);
  EXPECT_EQ(loaded.config.mdof.link.port, 1300) << "--set comes last";
}

TEST(Config, ALaterSourceMayDescribeTheJointsTheOtherWay) {
  const TextFile file{"platform = \"standard-400\"\n" + std::string{kRows}};
  const Loaded loaded = load({.config = file.path()});
  ASSERT_TRUE(loaded.ok()) << problems_of(loaded);
  EXPECT_EQ(loaded.config.geometry.base.size(), 3U);
  EXPECT_FALSE(loaded.config.geometry.base_diameter);
}

TEST(Config, AFileWithJointsAndAnotherPlatformContradict) {
  const TextFile file{kRows};
  EXPECT_EQ(problems_of(load({.platform = "rectangle-4", .config = file.path()})),
            "hexad_config_test.toml:2:1: error: geometry.base: the file has joints of its own, and platform "
            "rectangle-4 is asked for: use one of them\n");
}

TEST(Config, FilesThatBuildOnEachOtherInACircleAreRefused) {
  const std::string path = own_folder() + "hexad_config_test.toml";
  const TextFile file{"platform = \"" + path + "\"\n"};
  EXPECT_EQ(problems_of(load({.platform = path})),
            "hexad_config_test.toml:1:12: error: platform: platform files build on each other in a circle\n");
}

TEST(Config, JointsOnlyMakesTheRestAWarning) {
  const TextFile file{
      "[geometry]\nbase = [[1, 0, 0], [0, 1, 0]]\nplatform = [[1, 0, 0], [0, 1, 0]]\nstroke = -1\n"};
  const Loaded loaded = load({.platform = file.path(), .joints_only = true});
  EXPECT_TRUE(loaded.ok());
  EXPECT_EQ(
      problems_of(loaded),
      "hexad_config_test.toml:4:10: warning: geometry.stroke: -1 is out of range: expected 1…3000 mm\n"
      "hexad_config_test.toml:1:2: warning: geometry.leg_length: missing: the retracted length of the legs "
      "in mm\n");
}

TEST(Config, ARotarySectionNeedsItsGear) {
  EXPECT_EQ(
      problems_of_platform(std::string{kRows} + "[rotary]\nmotor_rpm = 1500\n"),
      "hexad_config_test.toml:6:2: error: rotary.gear_ratio: missing: a rotary axis needs it (0 = no axis, "
      "-1 = direct)\n");
  EXPECT_EQ(
      problems_of_platform(std::string{kRows} + "[rotary]\ngear_ratio = 20\nbig_teeth = 125\n"),
      "hexad_config_test.toml:8:1: error: rotary.big_teeth: 125 with small_teeth 0: both, or neither\n");
}

TEST(Schema, EveryKeyIsThereOnceWithHelpAndADefaultInsideItsOwnRange) {
  std::vector<std::string> keys = setting_keys();
  for (const Setting& setting : schema()) {
    EXPECT_FALSE(setting.help.empty()) << setting.key;
    EXPECT_EQ(std::count(keys.begin(), keys.end(), setting.key), 1) << setting.key;
  }
  const TextFile printed{to_toml(load({}).config)};
  const Loaded again = load({.platform = printed.path()});
  EXPECT_TRUE(again.ok()) << problems_of(again);
}

TEST(Print, EveryPresetPrintsToTextThatLoadsToTheSameText) {
  for (const std::string& name : preset_names()) {
    const Loaded loaded = load({.platform = name});
    ASSERT_TRUE(loaded.ok()) << name << problems_of(loaded);
    const std::string text = to_toml(loaded.config);
    const TextFile printed{text};
    const Loaded again = load({.platform = printed.path()});
    ASSERT_TRUE(again.ok()) << name << problems_of(again);
    EXPECT_EQ(to_toml(again.config), text) << name;
    EXPECT_EQ(again.config.geometry.base, loaded.config.geometry.base) << name;
    EXPECT_EQ(again.config.geometry.leg_length, loaded.config.geometry.leg_length) << name;
    EXPECT_EQ(again.config.limits.rotation.jerk, loaded.config.limits.rotation.jerk) << name;
    EXPECT_EQ(again.config.drive.motor_speed, loaded.config.drive.motor_speed) << name;
  }
}

TEST(Print, NumbersReadBackToTheSameBits) {
  // 0.5496706 m came from 549.6706 mm; 549.6706·0.001 and 0.5496706 differ in the last bit.
  EXPECT_EQ(number_text(549.6706 * kMillimetre, kMillimetre), "549.6706");
  EXPECT_EQ(number_text(-412.2983 * kMillimetre, kMillimetre), "-412.2983");
  EXPECT_EQ(number_text(60.0 * kDegree, kDegree), "60.0");
  unsigned state = 1;
  for (int i = 0; i < 2000; ++i) {
    state = state * 1664525U + 1013904223U;
    const double value = (static_cast<double>(state) / 4294967296.0 - 0.5) * 10.0;
    for (const double scale : {1.0, kMillimetre, kDegree, kRevolution * kPerMinute, kKilonewton})
      ASSERT_EQ(std::strtod(number_text(value * scale, scale).c_str(), nullptr) * scale, value * scale) << i;
  }
}

TEST(Print, TextsAreQuotedAndEscaped) {
  Config config = load({}).config;
  config.name = "a \"b\" \\ \n 平台";
  const TextFile printed{to_toml(config)};
  EXPECT_EQ(load({.platform = printed.path()}).config.name, config.name);
}

TEST(Nearest, FindsSwapsMissingLettersAndWrongSections) {
  const std::vector<std::string> keys = setting_keys();
  EXPECT_EQ(nearest("limits.joint_angel", keys), "limits.joint_angle");
  EXPECT_EQ(nearest("geometry.stoke", keys), "geometry.stroke");
  EXPECT_EQ(nearest("stroke", keys), "geometry.stroke");
  EXPECT_EQ(nearest("mdof.idle_return", keys), "lifecycle.idle_return");
  EXPECT_EQ(edit_distance("abcd", "acbd"), 1U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
}

}  // namespace
}  // namespace hexad::inline config
