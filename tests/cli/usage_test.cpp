// Exit codes, help, presets, and files that are wrong.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include "process.hpp"

namespace hexad::cli_test {
namespace {

/// The joints of a good six-leg machine, with something put in place of something else.
std::string platform_with(const std::string& what, const std::string& instead) {
  std::string text =
      "name = \"test\"\n"
      "[geometry]\n"
      "base = [[-362.2983, 266.9081, 0], [362.2983, 266.9081, 0], [412.2983, 180.3055, 0],\n"
      "        [50.0, -447.2136, 0], [-50.0, -447.2136, 0], [-412.2983, 180.3055, 0]]\n"
      "platform = [[-50.0, 447.2136, 0], [50.0, 447.2136, 0], [412.2983, -180.3055, 0],\n"
      "            [362.2983, -266.9081, 0], [-362.2983, -266.9081, 0], [-412.2983, -180.3055, 0]]\n"
      "leg_length = 549.6706\n"
      "stroke = 200.0\n"
      "[limits]\n"
      "joint_angle = 60.0\n";
  if (!what.empty()) text.replace(text.find(what), what.size(), instead);
  return text;
}

Outcome check(const std::string& text) {
  const TextFile file{"platform.toml", text};
  Outcome outcome = run({"check", file.path()});
  for (std::string* said : {&outcome.out, &outcome.err})
    for (std::size_t at; (at = said->find(file.path())) != std::string::npos;)
      said->replace(at, file.path().size(), "FILE");
  return outcome;
}

/// The lines of "Examples:" in a help text.
std::string examples_of(const std::string& help) {
  std::string lines;
  bool continued = false;
  for (std::size_t at = help.find("Example"); at != std::string::npos && at < help.size();) {
    const std::size_t end = std::min(help.find('\n', at), help.size());
    const std::string line = help.substr(at, end - at);
    at = end + 1;
    if (continued || line.rfind("  hexad ", 0) == 0) lines += line + '\n';
    continued = !line.empty() && line.back() == '\\';
  }
  return lines;
}

/// As a shell reads them, with --help behind each: what is typed must be taken, and nothing is done.
TEST(Usage, EveryExampleOfTheHelpIsTaken) {
  const std::string overview = run({"--help"}).out;
  std::string script =
      "cd \"$(mktemp -d)\" || exit 1\n"
      "hexad() { " HEXAD_PROGRAM
      " \"$@\" --help > help.txt 2>> problems.txt || echo \"hexad $*\" >> problems.txt; }\n";
  int commands = 0;
  std::istringstream rows{overview.substr(overview.find("Subcommands:"))};
  for (std::string row; std::getline(rows, row);) {
    if (row.rfind("  ", 0) != 0 || row.size() < 4 || row[2] == ' ' || row.rfind("  hexad ", 0) == 0) continue;
    const std::string name = row.substr(2, row.find(' ', 2) - 2);
    script += examples_of(run({name, "--help"}).out);
    ++commands;
  }
  EXPECT_GE(commands, 30) << overview;
  EXPECT_GE(std::count(script.begin(), script.end(), '\n'), 60) << script;
  const TextFile file{"examples.sh", script + "wait\ncat problems.txt 2> /dev/null\n"};
  FILE* const shell = ::popen(("bash " + file.path()).c_str(), "r");
  ASSERT_NE(shell, nullptr);
  std::string said;
  for (std::array<char, 4096> some{};
       const std::size_t count = std::fread(some.data(), 1, some.size(), shell);)
    said.append(some.data(), count);
  EXPECT_EQ(::pclose(shell), 0);
  EXPECT_EQ(said, "");
}

TEST(Usage, WrongUsageIsExitCode2WithNothingOnStdout) {
  const std::vector<std::vector<std::string>> wrong{
      {},
      {"fly"},
      {"ik"},
      {"ik", "--pose", "1,2,3"},
      {"ik", "--pose", "1,2,3,4,5,6,7"},
      {"ik", "--pose", "1,,3,4,5,6"},
      {"ik", "--pose", "nan,0,0,0,0,0"},
      {"ik", "--pose", "0,0,0,0,0,1e999"},
      {"ik", "--pose", "0,0,0x1p3,0,0,0"},
      {"ik", "--pose", "heave=a"},
      {"ik", "--pose", "heave"},
      {"ik", "--pose", "heave=1,heave=2"},
      {"ik", "--pose", "lift=1"},
      {"ik", "--pose", "heave=1", "--velocity", "1"},
      {"ik", "--pose", "heave=1", "--rotary", "x"},
      {"ik", "--pose", "heave=1", "--frobnicate"},
      {"ik", "--pose", "heave=1", "--json", "--csv", "-"},
      {"fk"},
      {"fk", "--extensions", "1,2,3"},
      {"fk", "--extensions", "bottom"},
      {"fk", "--platform", "rectangle-4", "--extensions", "1236"},
      {"fk", "--extensions", "mid", "--lengths", "1,2,3,4,5,6"},
      {"check"},
      {"reach", "--from", "1"},
  };
  for (const auto& arguments : wrong) {
    const Outcome outcome = run(arguments);
    std::string line;
    for (const std::string& argument : arguments) line += argument + ' ';
    EXPECT_EQ(outcome.code, 2) << line;
    EXPECT_EQ(outcome.out, "") << line;
    EXPECT_TRUE(says(outcome.err, "hexad: error: ")) << line << outcome.err;
  }
}

TEST(Usage, AWrongWordIsAnsweredWithTheNearestRightOne) {
  EXPECT_TRUE(says(run({"plattforms"}).err, "no command \"plattforms\"; did you mean platforms?"));
  EXPECT_TRUE(says(run({"ik", "--pose", "heav=1"}).err, "--pose: no axis \"heav\"; did you mean heave?"));
}

TEST(Usage, HelpAndVersionGoToStdout) {
  const Outcome help = run({"--help"});
  EXPECT_EQ(help.code, 0);
  EXPECT_EQ(help.err, "");
  for (const char* command : {"platforms", "ik", "fk", "reach", "check"}) {
    EXPECT_TRUE(says(help.out, command));
    const Outcome own = run({command, "--help"});
    EXPECT_EQ(own.code, 0);
    EXPECT_TRUE(says(own.out, "Example")) << command;
    EXPECT_TRUE(says(own.out, std::string{"  hexad "} + command)) << command;
  }
  EXPECT_TRUE(says(run({"--version"}).out, "hexad 0."));
}

TEST(Platforms, AreListedAndEachPrintsAsAFileThatChecksClean) {
  const Outcome list = run({"platforms"});
  EXPECT_EQ(list.code, 0) << list.err;
  for (const char* name : {"standard-400", "standard-400-rotary", "allcontroller-1200",
                           "allcontroller-3dof-rotary", "rectangle-4", "pitch-roll-2"}) {
    EXPECT_TRUE(says(list.out, name));
    const Outcome printed = run({"platforms", name});
    EXPECT_EQ(printed.code, 0);
    const Outcome checked = check(printed.out);
    EXPECT_EQ(checked.code, 0) << name << checked.err;
    EXPECT_EQ(checked.err, "") << name;
  }
}

TEST(Platforms, AsJsonTellLegsAndHeights) {
  const auto list = nlohmann::json::parse(run({"platforms", "--json"}).out)["platforms"];
  ASSERT_EQ(list.size(), 6U);
  for (const auto& preset : list) {
    if (preset["name"] != "standard-400") continue;
    EXPECT_EQ(preset["legs"], 6);
    EXPECT_NEAR(preset["neutral_height_mm"], 890.45, 0.005);
  }
}

TEST(Platforms, AnUnknownOneFailsWithTheNamesAndTheNearest) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"platforms", "standart-400"},
                                                    {"ik", "--platform", "standart-400", "--pose", "z=1"}}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 1);
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(says(outcome.err,
                     "no platform \"standart-400\"; did you mean standard-400? Known: allcontroller-1200,"))
        << outcome.err;
  }
}

TEST(Check, AGoodFileIsSaidToBeGood) {
  const Outcome outcome = check(platform_with("", ""));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(says(outcome.out, "legs 1-6 have joints: six freedoms"));
  EXPECT_TRUE(says(outcome.out, "neutral 540.399 mm"));
  EXPECT_TRUE(says(outcome.out, "FILE: 0 errors, 0 warnings"));
}

TEST(Check, AJointThatIsNotANumber) {
  const Outcome outcome = check(platform_with("412.2983, 180.3055", "nan, 180.3055"));
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(says(outcome.err, "FILE:3:61: error: geometry.base: nan is not a finite number"))
      << outcome.err;
}

TEST(Check, TwoLegsOnTheSameJoints) {
  std::string text = platform_with("[362.2983, 266.9081, 0]", "[-362.2983, 266.9081, 0]");
  text.replace(text.find("[50.0, 447.2136, 0]"), 19, "[-50.0, 447.2136, 0]");
  const Outcome outcome = check(text);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(says(outcome.err, "error: geometry: legs 1 and 2 have the same joints")) << outcome.err;
}

TEST(Check, ALegShorterThanItsProjection) {
  const Outcome outcome = check(platform_with("549.6706", "300"));
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(says(outcome.err,
                   "FILE:2:2: error: geometry: leg 1 retracted (300 mm) is not longer than its horizontal "
                   "projection (360.61 mm)"))
      << outcome.err;
}

TEST(Check, FiveLegs) {
  std::string text = platform_with(", [-412.2983, 180.3055, 0]", "");
  text.replace(text.find(", [-412.2983, -180.3055, 0]"), 27, "");
  const Outcome outcome = check(text);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(says(outcome.err, "five legs hold no known mechanism")) << outcome.err;
}

TEST(Check, TwoLegsInLineWithThePivot) {
  const Outcome outcome = check(
      "[geometry]\nbase = [[0, -350, 0], [0, 350, 0]]\nplatform = [[0, -350, 0], [0, 350, 0]]\n"
      "leg_length = 549.6706\nstroke = 200\n");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(says(outcome.err, "line through the pivot")) << outcome.err;
}

TEST(Check, TwoLegsSideBySideAreAMachineOfHeaveAndRoll) {
  const Outcome outcome = check(
      "[geometry]\nbase = [[-350, 0, 0], [350, 0, 0]]\nplatform = [[-350, 0, 0], [350, 0, 0]]\n"
      "leg_length = 549.6706\nstroke = 200\n");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(says(outcome.out, "heave and roll")) << outcome.out;
}

TEST(Check, AnAsymmetricJointIsAWarningAndNotAnError) {
  const Outcome outcome = check(platform_with("[362.2983, 266.9081, 0]", "[363.2983, 266.9081, 0]"));
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(
      says(outcome.err, "warning: geometry: base joints 1 and 2 are not mirrored in x = 0: 1 mm apart"))
      << outcome.err;
}

TEST(Check, SeveralProblemsAtOnceEachWithItsLine) {
  std::string text = platform_with("stroke = 200.0", "stroke = -200.0");
  text.replace(text.find("joint_angle"), 11, "joint_angel");
  text += "leg = [100.0, 1000.0]\n[mdof]\nport = 99999\nwork_hight = 20\n";
  const Outcome outcome = check(text);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(
      outcome.err,
      "FILE:8:10: error: geometry.stroke: -200 is out of range: expected 1…3000 mm\n"
      "FILE:10:1: error: limits.joint_angel: unknown key; did you mean limits.joint_angle?\n"
      "FILE:11:7: error: limits.leg: [100, 1000] is not [velocity, acceleration, jerk], velocity 0.1…10000 "
      "mm/s\n"
      "FILE:13:8: error: mdof.port: 99999 is out of range: expected 0…65535\n"
      "FILE:14:1: error: mdof.work_hight: unknown key; did you mean mdof.work_height?\n");
  EXPECT_EQ(outcome.out, "FILE: 5 errors, 0 warnings\n");
}

TEST(Usage, WhatIsNotANumberIsWithinNoRange) {
  const std::vector<std::vector<std::string>> typed{
      {"preflight", "pos01.txt", "--scale"},
      {"sine", "--axis", "heave", "--amplitude", "20", "--frequency"},
      {"drill", "--seconds"},
      {"host", "motus", "watch", "--seconds"},
      {"identify", "--simulate", "3", "--sigma-mm"}};
  for (std::vector<std::string> arguments : typed) {
    arguments.emplace_back("nan");
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2) << arguments[0];
    EXPECT_TRUE(says(outcome.err, arguments[arguments.size() - 2] + ": nan is not within ")) << outcome.err;
  }
}

TEST(Check, AConfigurationWithoutAPlatformIsCheckedToo) {
  EXPECT_EQ(check("[mdof]\nport = 1200\n").code, 0);
  EXPECT_EQ(check("[mdof]\nprot = 1200\n").code, 1);
}

TEST(Check, MissingFilesAndBrokenTomlFailWithAReason) {
  const Outcome missing = run({"check", "/nowhere/x.toml"});
  EXPECT_EQ(missing.code, 1);
  EXPECT_EQ(missing.err, "/nowhere/x.toml: error: cannot be read: No such file or directory\n");
  const Outcome broken = check("[geometry]\nstroke = = 200\n");
  EXPECT_EQ(broken.code, 1);
  EXPECT_TRUE(says(broken.err, "FILE:2:10: error: not valid TOML")) << broken.err;
}

TEST(Files, AMachineFasterThanItsMotorIsLoweredAndSaidSo) {
  const TextFile file{"fast.toml", platform_with("joint_angle = 60.0",
                                                 "leg = [500.0, 6000.0, 80000.0]\n[drive]\n"
                                                 "screw_lead = 5.0\nbelt_ratio = 1.5")};
  const Outcome outcome =
      run({"ik", "--platform", file.path(), "--pose", "heave=0", "--velocity", "heave=300", "--json"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(says(outcome.err,
                   "warning: limits.leg: 500 mm/s is more than the motor gives: lowered to 166.67 mm/s"));
  EXPECT_TRUE(says(outcome.out, "leg 1 velocity: 249.5 mm/s asked, 166.67 mm/s allowed")) << outcome.out;
}

}  // namespace
}  // namespace hexad::cli_test
