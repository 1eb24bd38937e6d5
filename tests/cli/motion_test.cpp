// preflight, sine and convert as a user meets them.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "process.hpp"

namespace hexad::cli_test {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

class MotionFolder {
 public:
  MotionFolder() {
    std::string pattern = (fs::temp_directory_path() / "hexad-cli-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~MotionFolder() { fs::remove_all(path_); }
  std::string path(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream{path(name), std::ios::binary} << text;
    return path(name);
  }

 private:
  fs::path path_;
};

std::string content(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

const std::string kMotion = HEXAD_TEST_SHARE "/motion/";

TEST(PreflightCommand, AShippedFilePassesAndIsDrawn) {
  const MotionFolder folder;
  const Outcome outcome =
      run({"preflight", kMotion + "pos01.txt", "--svg", folder.path("pos.svg"), "--json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const Json report = Json::parse(outcome.out, nullptr, false);
  EXPECT_EQ(report["passes"], true);
  EXPECT_NEAR(report["duration_s"], 6.0, 1e-9);
  EXPECT_GT(report["largest_scale"], 1.0);
  EXPECT_EQ(report["maxima"].size(), 17U);
  const std::string svg = content(folder.path("pos.svg"));
  EXPECT_EQ(svg.rfind("<svg", 0), 0U);
  EXPECT_NE(svg.find("leg 6"), std::string::npos);
}

TEST(PreflightCommand, ABrokenLimitIsNamedWithItsTimeAndExitCodeOne) {
  const Outcome outcome = run({"preflight", kMotion + "pos01.txt", "--scale", "4", "--json"});
  EXPECT_EQ(outcome.code, 1);
  const Json report = Json::parse(outcome.out, nullptr, false);
  EXPECT_EQ(report["passes"], false);
  EXPECT_GT(report["violation"]["time_s"], 0.1);
  EXPECT_NE(outcome.err.find(" s leg "), std::string::npos) << outcome.err;
  // On top of the scale of 4, what is left is a quarter of what the file itself allows.
  const double left = report["largest_scale"];
  const double whole = Json::parse(run({"preflight", kMotion + "pos01.txt", "--json"}).out)["largest_scale"];
  EXPECT_NEAR(4.0 * left, whole, 0.02 * whole);
}

TEST(PreflightCommand, AMistakeInAFileIsNamedByLineAndColumn) {
  const MotionFolder folder;
  const std::string file = folder.write("bad.txt", "0 0 0 0 0 0 0\n1 0 0 x 0 0 0\n");
  const Outcome outcome = run({"preflight", file});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("bad.txt line 2, column 7: \"x\" is not a number"), std::string::npos)
      << outcome.err;
  EXPECT_EQ(run({"preflight", folder.path("none.txt")}).code, 1);
  EXPECT_EQ(run({"preflight"}).code, 2);
  EXPECT_EQ(run({"preflight", kMotion + "pos01.txt", "--scale", "0"}).code, 2);
}

TEST(SineCommand, OnePeriodWithTheWorstLegAndInstant) {
  const Outcome outcome = run({"sine", "--axis", "heave", "--amplitude", "20", "--frequency", "0.5", "--json",
                               "--platform", "standard-400"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json report = Json::parse(outcome.out, nullptr, false);
  EXPECT_EQ(report["passes"], true);
  EXPECT_NEAR(report["worst"]["longest_mm"]["time_s"], 0.5, 1e-9);
  EXPECT_NEAR(report["rows"][60]["value"], 20.0, 1e-9);
  EXPECT_NEAR(report["rows"].back()["t_s"], 2.0, 1e-12);
  // The longest leg is the one `ik` finds at the top.
  const Json top = Json::parse(run({"ik", "--pose", "heave=20", "--json"}).out);
  EXPECT_NEAR(report["worst"]["longest_mm"]["value"], top["legs"][0]["extension_mm"], 1e-9);
  // 20 mm · 2π · 0.5 Hz = 62.8 mm/s of heave, less in the slanting legs.
  EXPECT_NEAR(std::abs(report["worst"]["velocity_mm_s"]["value"].get<double>()), 55.95, 0.1);
}

TEST(SineCommand, ForceAndTorqueAreLimitsToo) {
  const MotionFolder folder;
  const auto verdict = [&](const std::string& drive) {
    const std::string file = folder.write("m.toml", "platform = \"allcontroller-1200\"\n[drive]\n" + drive);
    const Outcome outcome = run(
        {"sine", "--axis", "heave", "--amplitude", "20", "--frequency", "0.5", "--json", "--platform", file});
    const Json report = Json::parse(outcome.out, nullptr, false);
    EXPECT_EQ(outcome.code, report["passes"].get<bool>() ? 0 : 1) << drive;
    return report["passes"].get<bool>() ? std::string{} : report["limit"].get<std::string>();
  };
  EXPECT_EQ(verdict(""), "");
  EXPECT_NE(verdict("max_force = 1.0\n").find("force"), std::string::npos);
  EXPECT_NE(verdict("peak_torque = 0.6\nmotor_torque = 0.5\n").find("motor torque"), std::string::npos);
  EXPECT_NE(verdict("motor_torque = 0.5\n").find("over the whole leg"), std::string::npos);
}

TEST(SineCommand, TooMuchIsSaidWithWhatWouldPassAndCsvHasEveryLeg) {
  const MotionFolder folder;
  const Outcome outcome = run(
      {"sine", "--axis", "pitch", "--amplitude", "20", "--frequency", "2", "--csv", folder.path("s.csv")});
  EXPECT_EQ(outcome.code, 1) << "a broken limit does not pass for done";
  EXPECT_NE(outcome.err.find(" s pitch velocity"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.out.find("it would pass"), std::string::npos);
  const std::string csv = content(folder.path("s.csv"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 242);
  EXPECT_EQ(csv.substr(0, csv.find('\n')).find("extension6_mm") != std::string::npos, true);
  EXPECT_EQ(run({"sine", "--axis", "up", "--amplitude", "1", "--frequency", "1"}).code, 2);
  EXPECT_EQ(run({"sine", "--axis", "heave", "--amplitude", "1", "--frequency", "0"}).code, 2);
}

TEST(ConvertCommand, CsvTomlCsvIsTheSameToTheByte) {
  const MotionFolder folder;
  for (const char* name :
       {"allcontroller-1200", "allcontroller-3dof-rotary", "rectangle-4", "standard-400"}) {
    SCOPED_TRACE(name);
    const std::string platform = std::string{HEXAD_TEST_SHARE "/platforms/"} + name + ".toml";
    ASSERT_EQ(run({"convert", platform, folder.path("config_a.csv")}).code, 0);
    ASSERT_EQ(run({"convert", folder.path("config_a.csv"), folder.path("a.toml")}).code, 0);
    ASSERT_EQ(run({"convert", folder.path("a.toml"), folder.path("config_b.csv")}).code, 0);
    EXPECT_EQ(content(folder.path("config_a.csv")), content(folder.path("config_b.csv")));
    EXPECT_EQ(content(folder.path("config_a.csv"))
                  .rfind("\xEF\xBB\xBF"
                         "base,1,",
                         0),
              0U);
  }
  const std::string csv = content(folder.path("config_a.csv"));
  EXPECT_NE(csv.find("\nstroke,400\n"), std::string::npos);
}

TEST(ConvertCommand, LinesMayComeInAnyOrderAndMistakesAreNamed) {
  const MotionFolder folder;
  ASSERT_EQ(
      run({"convert", HEXAD_TEST_SHARE "/platforms/allcontroller-1200.toml", folder.path("config_a.csv")})
          .code,
      0);
  std::string csv = content(folder.path("config_a.csv"));
  // The last line first, a comment, an empty field.
  csv = csv.substr(3);
  const std::size_t servo = csv.find("servo,3\n");
  ASSERT_NE(servo, std::string::npos);
  csv = "# mine\r\n" + csv.substr(servo) + csv.substr(0, servo);
  EXPECT_EQ(run({"convert", folder.write("config_b.csv", csv), folder.path("b.toml")}).code, 0);
  EXPECT_EQ(run({"convert", folder.path("b.toml"), folder.path("config_c.csv")}).code, 0);
  EXPECT_EQ(content(folder.path("config_a.csv")), content(folder.path("config_c.csv")));

  std::string bad = csv;
  bad.replace(bad.find("stroke,200"), 10, "strok,200");
  const Outcome outcome = run({"convert", folder.write("config_d.csv", bad), folder.path("d.toml")});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("no item \"strok\"; did you mean stroke?"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("stroke is missing"), std::string::npos) << outcome.err;
  EXPECT_FALSE(fs::exists(folder.path("d.toml")));
  EXPECT_EQ(run({"convert", "a.csv", "b.csv"}).code, 2);
}

}  // namespace
}  // namespace hexad::cli_test
