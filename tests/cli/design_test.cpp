// size, clearance, volume, envelope, stiffness, tolerances and design as a user meets them.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "process.hpp"

namespace hexad::cli_test {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

class DesignFolder {
 public:
  DesignFolder() {
    std::string pattern = (fs::temp_directory_path() / "hexad-design-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~DesignFolder() { fs::remove_all(path_); }
  std::string path(const std::string& name) const { return (path_ / name).string(); }
  std::string text(const std::string& name) const {
    std::ifstream file{path_ / name};
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream{path_ / name} << text;
    return path(name);
  }

 private:
  fs::path path_;
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(SizeCommand, NamesTheSmallestMotorAndDrawsIt) {
  const DesignFolder folder;
  const Outcome outcome = run({"size", "--sine", "axis=heave,amplitude=20,frequency=0.3", "--svg",
                               folder.path("heave.svg"), "--json"});
  const Json answer = Json::parse(outcome.out, nullptr, false);
  ASSERT_TRUE(answer.is_object()) << outcome.out << outcome.err;
  ASSERT_TRUE(answer["smallest"].is_string()) << answer["verdict"];
  EXPECT_EQ(outcome.code, 0) << answer["preflight"] << answer["screw"];
  const std::string svg = folder.text("heave.svg");
  EXPECT_EQ(svg.rfind("<svg", 0), 0U);
  EXPECT_TRUE(has(svg, answer["smallest"].get<std::string>()) && has(svg, "continuous") && has(svg, "leg 6"));
  const Outcome table = run({"size", "--sine", "axis=heave,amplitude=20,frequency=0.3"});
  EXPECT_TRUE(has(table.out, "the smallest motor that passes is " + answer["smallest"].get<std::string>()));
  const Outcome chinese = run({"--lang", "zh", "size", "--sine", "axis=heave,amplitude=20,frequency=0.3"});
  EXPECT_TRUE(has(chinese.out, "满足要求的最小电机"));
}

TEST(SizeCommand, TakesOnesOwnMotorsAndSaysWhatIsWrongWithThem) {
  const DesignFolder folder;
  const std::string mine =
      folder.write("mine.toml",
                   "[motor.ours]\npower = 5000\ncontinuous = [[0, 50], [6000, 50]]\n"
                   "peak = [[0, 90], [6000, 90]]\nrotor_inertia = 1e-4\nbrake_torque = 50\n");
  const Outcome good = run({"size", "--sine", "axis=heave,amplitude=20,frequency=0.3", "--motors", mine,
                            "--only", "ours", "--json"});
  EXPECT_EQ(Json::parse(good.out)["smallest"], "ours") << good.err;
  const Outcome list = run({"size", "--list", "--motors", mine});
  EXPECT_TRUE(has(list.out, "ours") && has(list.out, "the data sheet decides"));
  const std::string wrong = folder.write("wrong.toml", "[motor.ours]\npower = 5000\npaek = 3\n");
  const Outcome bad = run({"size", "--list", "--motors", wrong});
  EXPECT_EQ(bad.code, 1);
  EXPECT_TRUE(has(bad.err, "wrong.toml:3:1: error: motor.ours.paek: ") && has(bad.err, "did you mean peak?"))
      << bad.err;
  const Outcome sized = run({"size", "--sine", "axis=heave,amplitude=20,frequency=0.3", "--motors", wrong});
  EXPECT_EQ(sized.code, 1) << "a motor that cannot be read is not passed over in silence";
  EXPECT_TRUE(has(sized.err, "motor.ours.paek")) << sized.err;
  const Outcome chinese = run({"--lang", "zh", "size", "--list", "--motors", wrong});
  EXPECT_TRUE(has(chinese.err, "未知的键，是否为 peak？")) << chinese.err;
}

TEST(SizeCommand, WantsExactlyOneMotionAndKnownNames) {
  EXPECT_EQ(run({"size"}).code, 2);
  EXPECT_EQ(run({"size", "--sine", "axis=heave", "--manoeuvre", "step"}).code, 2);
  EXPECT_EQ(run({"size", "--sine", "heave"}).code, 2);
  const Outcome typo =
      run({"size", "--sine", "axis=heave,amplitude=1,frequency=1", "--screw", "diametre=20"});
  EXPECT_EQ(typo.code, 2);
  EXPECT_TRUE(has(typo.err, "did you mean diameter?")) << typo.err;
  EXPECT_EQ(run({"size", "--manoeuvre", "no_such"}).code, 1);
}

TEST(ClearanceCommand, TellsTheNearestPairAndFailsBelowTheLeast) {
  const Outcome good = run({"clearance", "--least", "1"});
  EXPECT_EQ(good.code, 0) << good.out << good.err;
  EXPECT_TRUE(has(good.out, "verdict    nothing comes nearer than"));
  EXPECT_EQ(run({"clearance", "--least", "1", "--joint-limit", "45,45"}).code, 1) << "they turn by 49°";
  const Outcome bad = run({"clearance", "--least", "500", "--json"});
  EXPECT_EQ(bad.code, 1);
  EXPECT_EQ(Json::parse(bad.out)["passes"], false);
}

TEST(VolumeCommand, WritesABodyForCad) {
  const DesignFolder folder;
  const Outcome outcome =
      run({"volume", "--points", "11", "--stl", folder.path("w.stl"), "--csv", folder.path("w.csv")});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(has(outcome.out, "volume") && has(outcome.out, "heave"));
  const std::string stl = folder.text("w.stl");
  EXPECT_EQ(stl.rfind("solid workspace", 0), 0U);
  EXPECT_TRUE(has(stl, "endsolid workspace"));
  EXPECT_EQ(folder.text("w.csv").rfind("x_mm,y_mm,z_mm,force_kN", 0), 0U);
  EXPECT_EQ(run({"volume", "-p", "rectangle-4"}).code, 1);
}

TEST(EnvelopeCommand, SaysTheFirstPlaceThatDoesNotFit) {
  EXPECT_EQ(run({"envelope", "--range", "heave=20,pitch=2"}).code, 0);
  const Outcome large = run({"envelope", "--range", "sway=200,heave=200,pitch=20", "--json"});
  EXPECT_EQ(large.code, 1);
  const Json answer = Json::parse(large.out);
  EXPECT_LT(answer["scale"], 1.0);
  EXPECT_TRUE(answer["first"]["limit"].is_object());
  EXPECT_EQ(run({"envelope", "--range", "heave=20", "--velocity", "heave=9000"}).code, 1)
      << "faster than its legs";
}

TEST(AccuracyCommands, HaveTablesAndJson) {
  const Outcome stiff = run({"stiffness", "--leg", "stiffness=20", "--json"});
  EXPECT_EQ(stiff.code, 0) << stiff.err;
  EXPECT_EQ(Json::parse(stiff.out)["here"]["frequencies_Hz"].size(), 6U);
  EXPECT_TRUE(has(run({"stiffness"}).out, "lowest"));
  const Outcome loose = run({"tolerances", "--tolerance", "length=2"});
  EXPECT_EQ(loose.code, 0) << loose.err;
  EXPECT_TRUE(has(loose.out, "machine tightly: leg lengths")) << loose.out;
}

TEST(DesignCommand, WritesPlatformsThatCheckLoads) {
  const DesignFolder folder;
  const Outcome outcome =
      run({"design", "--range", "sway=60,surge=60,heave=60,pitch=6,roll=6,yaw=6", "--velocity", "heave=150",
           "--acceleration", "heave=1500", "--set", "mass=200", "--steps", "1", "--out", folder.path("d")});
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  const Outcome check = run({"check", folder.path("d/design-1.toml")});
  EXPECT_EQ(check.code, 0) << check.out << check.err;
  const Outcome fits = run({"envelope", "-p", folder.path("d/design-1.toml"), "--range", "heave=60"});
  EXPECT_EQ(fits.code, 0) << fits.out << fits.err;
  EXPECT_EQ(run({"design", "--steps", "1"}).code, 1) << "nothing is required";
}

}  // namespace
}  // namespace hexad::cli_test
