// Projects: a set as a platform file, and the folder the program keeps them in.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "config/build_machine.hpp"
#include "config/presets.hpp"
#include "messages/print.hpp"
#include "verification/project_file.hpp"
#include "verification/testing/ask.hpp"

namespace hexad::verification {
namespace {

using namespace testing;

/// A folder of its own, gone at the end.
class ProjectFolder {
 public:
  ProjectFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "hexad-projects-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~ProjectFolder() { std::filesystem::remove_all(path_); }
  ProjectFolder(const ProjectFolder&) = delete;
  ProjectFolder& operator=(const ProjectFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

Json keep(const ProjectFolder& folder, const Json& request) {
  return Json::parse(answer_project_save(request.dump(), folder.path()).body);
}
Json bring(const ProjectFolder& folder, const std::string& name) {
  return Json::parse(answer_project_load(Json{{"name", name}}.dump(), folder.path()).body);
}

TEST(Project, EveryNumberComesBackAsItWasTypedAlsoOfNoMachine) {
  std::mt19937_64 random{11};
  std::printf("seed 11\n");
  std::uniform_real_distribution<double> any{-9e5, 9e5};
  for (int round = 0; round < 50; ++round) {
    Json set = preset_set("standard-400");
    for (auto& [key, value] : set.items())
      if (value.is_number()) value = round == 0 ? 0.0 : any(random);
    for (const char* key : {"base", "platform"})
      for (Json& joint : set[key])
        for (Json& value : joint) value = any(random);
    if (round % 2 == 1)
      for (Json& value : set["legs"]) value = std::abs(any(random));
    if (round % 2 == 1) set["leg_length"] = set["legs"][0];
    const std::string text =
        ask(answer_toml_save, {{"set", set}, {"name", "第二套"}, {"notes", "a\n\"b\""}})["text"];
    const Json back = ask(answer_toml, {{"text", text}, {"name", "x.toml"}});
    ASSERT_TRUE(back["set"].is_object()) << back.dump(1) << text;
    EXPECT_EQ(back["set"], set) << text;
    EXPECT_EQ(back["name"], "第二套");
    EXPECT_EQ(back["notes"], "a\n\"b\"");
  }
}

TEST(Project, IsAPlatformFileThatMakesTheSameMachine) {
  for (const std::string& name : preset_names()) {
    const Json set = preset_set(name);
    const std::string text = ask(answer_toml_save, {{"set", set}, {"name", name}})["text"];
    const LoadedPlatform loaded = load_platform({.text = PlatformText{text, name}});
    for (const Problem& problem : loaded.problems)
      EXPECT_NE(problem.kind, Problem::Kind::error) << name << ": " << in_words(problem);
    ASSERT_TRUE(loaded.machine) << name;
    const LoadedPlatform preset = load_platform({.platform = name});
    for (std::size_t leg = 0; leg < preset.machine->geometry.legs; ++leg)
      EXPECT_LT((loaded.machine->geometry.base[leg] - preset.machine->geometry.base[leg]).norm(), 1e-7)
          << name;
    EXPECT_NEAR(loaded.machine->heights.neutral.position.z(), preset.machine->heights.neutral.position.z(),
                1e-7);
    EXPECT_NEAR(loaded.machine->drive.peak_torque, preset.machine->drive.peak_torque, 1e-9) << name;
    EXPECT_NEAR(loaded.machine->limits.leg.jerk, preset.machine->limits.leg.jerk, 1e-9) << name;
  }
}

TEST(Project, APlatformFileOfAnyKindIsASet) {
  const Json circles = ask(answer_toml, {{"name", "mine.toml"},
                                         {"text",
                                          "name = \"mine\"\nplatform = \"standard-400\"\n"
                                          "[payload]\nmass = 321.0\n"}});
  ASSERT_TRUE(circles["set"].is_object()) << circles.dump(1);
  EXPECT_EQ(circles["set"]["mass"], 321.0);
  EXPECT_EQ(circles["set"]["base"], preset_set("standard-400")["base"]);
  const Json reads = ask(answer_toml, {{"name", "mine.toml"}, {"text", "platform = \"/etc/passwd.toml\"\n"}});
  EXPECT_TRUE(reads["set"].is_null()) << "a text that was sent reads no file of this computer";
  const Json bad = ask(answer_toml, {{"name", "mine.toml"},
                                     {"text",
                                      "[geometry]\nbase = [[1, 2, 3]]\nplatform = [[1, 2, 3]]\n"
                                      "leg_lenght = 5.0\n[drive]\nmotor_torque = \"x\"\n"}});
  EXPECT_EQ(bad["errors"][0]["line"], 4);
  EXPECT_EQ(bad["errors"][0]["text"], "geometry.leg_lenght: unknown key; did you mean geometry.leg_length?");
  EXPECT_EQ(bad["errors"][1]["text"], "drive.motor_torque: expected 1 numbers");
}

TEST(Project, LegsOfDifferentLengthAreCalculatedWithAndSaid) {
  Json set = the_1200();
  const Json plain = ask_pose(set, {0, 0, 0, 0, 0, 0});
  set["legs"] = {0, 0, 0, 0, 0, 551.6706};
  const Json longer = ask_pose(set, {0, 0, 0, 0, 0, 0});
  const double more = longer["inverse"]["legs"][5]["length_mm"].get<double>() -
                      longer["inverse"]["legs"][5]["extension_mm"].get<double>();
  EXPECT_NEAR(more, 551.6706, 1e-6);
  bool said = false;
  for (const Json& finding : longer["findings"])
    said = said || finding["text"].get<std::string>().find("leg 6 is 551.67 mm long") == 0;
  EXPECT_TRUE(said) << longer["findings"].dump(1);
  EXPECT_NE(plain["machine"]["neutral_height_mm"], longer["machine"]["neutral_height_mm"]);
}

TEST(Project, CirclesAreFoundInJointsAndJointsOnCirclesAreThoseCircles) {
  const Json made = ask(answer_circle, {{"base", {{"diameter", 1234.5}, {"distance", 87.6}}},
                                        {"platform", {{"diameter", 987.6}, {"angle", 21.5}}}});
  Json set = the_1200();
  set["base"] = made["base"];
  set["platform"] = made["platform"];
  const Json found = ask_pose(set, {0, 0, 0, 0, 0, 0})["circles"];
  EXPECT_NEAR(found["base"]["diameter"].get<double>(), 1234.5, 2e-4);
  EXPECT_NEAR(found["base"]["distance"].get<double>(), 87.6, 2e-4);
  EXPECT_NEAR(found["platform"]["diameter"].get<double>(), 987.6, 2e-4);
  EXPECT_NEAR(found["platform"]["angle"].get<double>(), 21.5, 2e-4);
  EXPECT_LT(found["base"]["off_mm"].get<double>(), 2e-4);
  set["base"][2][1] = set["base"][2][1].get<double>() + 5.0;
  EXPECT_GT(ask_pose(set, {0, 0, 0, 0, 0, 0})["circles"]["base"]["off_mm"].get<double>(), 3.0);
  EXPECT_TRUE(ask_pose(preset_set("allcontroller-3dof-rotary"), {0, 0, 0, 0, 0, 0})["circles"].is_null());
}

TEST(Projects, AreKeptListedAndBroughtBack) {
  const ProjectFolder folder;
  EXPECT_EQ(Json::parse(projects(folder.path()).body)["projects"], Json::array());
  const Json saved =
      keep(folder, {{"name", "第二套高精度"}, {"notes", "n"}, {"set", the_1200()}, {"revision", ""}});
  ASSERT_TRUE(saved.contains("revision")) << saved;
  EXPECT_EQ(Json::parse(projects(folder.path()).body)["projects"][0]["name"], "第二套高精度");
  const Json back = bring(folder, "第二套高精度");
  EXPECT_EQ(back["set"], the_1200());
  EXPECT_EQ(back["revision"], saved["revision"]);
  EXPECT_EQ(bring(folder, "another")["error"]["code"], "no_project");
  const Json gone =
      Json::parse(answer_project_remove(Json{{"name", "第二套高精度"}}.dump(), folder.path()).body);
  EXPECT_EQ(gone["projects"], Json::array());
  EXPECT_TRUE(std::filesystem::exists(folder.path() + "/projects/第二套高精度.toml.removed"));
}

TEST(Projects, WhatSomebodyElseWroteMeanwhileIsNotOverwrittenUnasked) {
  const ProjectFolder folder;
  const Json first = keep(folder, {{"name", "a"}, {"set", the_1200()}, {"revision", ""}});
  const Json set = with(the_1200(), "stroke", 210.0);
  const Json mine = keep(folder, {{"name", "a"}, {"set", set}, {"revision", first["revision"]}});
  ASSERT_TRUE(mine.contains("revision")) << mine;
  const Json theirs = with(the_1200(), "stroke", 220.0);
  EXPECT_EQ(keep(folder, {{"name", "a"}, {"set", theirs}, {"revision", first["revision"]}})["error"]["code"],
            "changed");
  EXPECT_EQ(bring(folder, "a")["set"]["stroke"], 210.0);
  EXPECT_TRUE(keep(folder, {{"name", "a"}, {"set", theirs}, {"revision", ""}, {"forced", true}})
                  .contains("revision"));
  EXPECT_EQ(bring(folder, "a")["set"]["stroke"], 220.0);
}

TEST(Projects, NamesLeadNowhereElse) {
  const ProjectFolder folder;
  for (const char* name : {"", "../x", "a/b", ".x", " x", "a\nb", "a\\b", "c:d"})
    EXPECT_TRUE(keep(folder, {{"name", name}, {"set", the_1200()}, {"revision", ""}}).contains("error"))
        << name;
  EXPECT_FALSE(std::filesystem::exists(folder.path() + "/projects"));
}

}  // namespace
}  // namespace hexad::verification
