// `hexad accept` on the running program: what it finds, and that it never leaves the platform moving or
// taken.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "status_program.hpp"

namespace hexad::system_test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::string text_of(const fs::path& path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

struct AcceptBench {
  fs::path folder = fs::temp_directory_path() / ("hexad-accept-" + std::to_string(::getpid()));
  DaemonProcess hexad;
  OperatorAt at;

  explicit AcceptBench(const std::string& initial, const std::string& speed)
      : hexad{{"--protocols", "mdof", "--port", "mdof=0", "--speed", speed, "--set",
               "plant.initial=" + initial}},
        at{ready(hexad)} {
    fs::create_directories(folder);
  }
  ~AcceptBench() { fs::remove_all(folder); }
  static const DaemonProcess& ready(DaemonProcess& process) {
    if (!process.wait_until_ready()) throw std::runtime_error{"not ready: " + process.log()};
    return process;
  }
  std::vector<std::string> words(std::vector<std::string> more) const {
    std::vector<std::string> all{"accept", "--to", at.to()};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  Said accept(std::vector<std::string> more) const { return run_program(words(std::move(more))); }
  std::string file(const std::string& name) const { return (folder / name).string(); }
};

/// A program that is still running; what it says goes to a file.
class Running {
 public:
  Running(const std::vector<std::string>& words, fs::path log) : log_{std::move(log)} {
    std::vector<std::string> texts{HEXAD_PROGRAM};
    texts.insert(texts.end(), words.begin(), words.end());
    std::vector<char*> argv;
    for (std::string& text : texts) argv.push_back(text.data());
    argv.push_back(nullptr);
    const std::string path = log_.string();
    pid_ = ::fork();
    if (pid_ == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      const int out = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      ::dup2(out, STDOUT_FILENO);
      ::dup2(out, STDERR_FILENO);
      ::execv(argv[0], argv.data());
      ::_exit(127);
    }
  }
  ~Running() {
    if (pid_ > 0) ::kill(pid_, SIGKILL);
    if (pid_ > 0) wait();
  }
  void signal(int number) const { ::kill(pid_, number); }
  int wait() {
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  bool has_said(const std::string& part) const {
    return comes_true([&] { return says(text_of(log_), part); });
  }
  std::string said() const { return text_of(log_); }

 private:
  fs::path log_;
  pid_t pid_ = -1;
};

double figure(const Json& report, const std::string& name) {
  for (const Json& test : report["tests"])
    for (const Json& one : test["figures"])
      if (one["name"] == name) return one["value"];
  ADD_FAILURE() << "no figure " << name;
  return 0.0;
}

TEST(Accept, AHealthyPlatformKeepsItsBoundsAndIsLeftAsItWas) {
  const AcceptBench bench{"origin", "4"};
  const Said first = bench.accept({"--quick", "--only", "reach,balance", "--json", bench.file("first.json"),
                                   "--report", bench.file("first.html"), "--platform", "standard-400"});
  EXPECT_EQ(first.code, 0) << first.out << first.err;
  EXPECT_TRUE(says(first.out, "bounds are kept.")) << first.out;
  const Json report = Json::parse(text_of(bench.file("first.json")));
  EXPECT_TRUE(report["passes"]);
  EXPECT_NEAR(figure(report, "reach.yaw.high.asked_deg"), 0.9 * 49.9148, 0.01);
  EXPECT_NEAR(figure(report, "reach.yaw.high.reached_deg"), 0.9 * 49.9148, 0.05);
  EXPECT_EQ(report["machine"]["payload_kg"], 500.0);
  const Json status = bench.at.status();
  EXPECT_EQ(status["state"], "origin") << "it was there before";
  EXPECT_EQ(status["driver"], nullptr);
  EXPECT_FALSE(status["barred"]);

  const std::string page = text_of(bench.file("first.html"));
  EXPECT_TRUE(says(page, "<svg ")) << "leg balance has a plot";
  EXPECT_FALSE(says(page, "http://")) << "it needs nothing else";
  EXPECT_FALSE(says(page, "https://"));

  // A page is an earlier report, too.
  const Said second = bench.accept({"--quick", "--only", "balance", "--against", bench.file("first.html"),
                                    "--report", bench.file("second.html")});
  EXPECT_EQ(second.code, 0) << second.out << second.err;
  EXPECT_TRUE(says(text_of(bench.file("second.html")), "The configuration is the same."));
}

TEST(Accept, ALegThatLagsBreaksTheBoundOfTheBalanceAndIsNamed) {
  const AcceptBench bench{"neutral", "4"};
  ASSERT_EQ(bench.at.ctl({"inject", "following_error:3:0.3"}).code, 0);
  const Said said =
      bench.accept({"--quick", "--only", "balance", "--bound", "balance.following_difference_mm<=0.1",
                    "--json", bench.file("report.json")});
  EXPECT_EQ(said.code, 1) << said.err;
  EXPECT_TRUE(says(said.out, "balance.following_difference_mm = ")) << said.out;
  const Json report = Json::parse(text_of(bench.file("report.json")));
  EXPECT_FALSE(report["passes"]);
  EXPECT_GT(figure(report, "balance.leg3.following_mm"), figure(report, "balance.leg4.following_mm") + 0.2);
  EXPECT_EQ(bench.at.status()["driver"], nullptr);
}

TEST(Accept, APlatformThatNeverArrivesIsStoppedAndItsDistanceIsSaid) {
  const AcceptBench bench{"neutral", "20"};
  ASSERT_EQ(bench.at.ctl({"inject", "following_error:3:1"}).code, 0);
  const Said said = bench.accept({"--quick", "--only", "reach"});
  EXPECT_EQ(said.code, 1);
  EXPECT_TRUE(says(said.err, "a motion has not ended after 60 s: the platform stands ")) << said.err;
  const Json status = bench.at.status();
  EXPECT_EQ(status["driver"], nullptr);
  EXPECT_FALSE(status["barred"]);
}

TEST(Accept, ABoundOfTheCommandLineCountsAndJsonAloneIsAllThatIsOnStdout) {
  const AcceptBench bench{"neutral", "4"};
  const Said said = bench.accept({"--quick", "--only", "balance", "--bound", "balance.leg1.torque_Nm<=-50",
                                  "--bound", "balance.no_such<=1", "--json"});
  EXPECT_EQ(said.code, 1);
  const Json report = Json::parse(said.out);
  EXPECT_EQ(report["broken"], 1);
  EXPECT_EQ(report["bounds_without_figure"], Json::array({"balance.no_such <= 1"}));
}

TEST(Accept, CtrlCStopsThePlatformAndGivesControlBack) {
  const AcceptBench bench{"neutral", "1"};
  Running running{bench.words({"--only", "reach"}), bench.file("log")};
  ASSERT_TRUE(running.has_said("reach: sway to"));
  EXPECT_TRUE(bench.at.status_becomes("state", "running"));
  EXPECT_EQ(bench.at.status()["driver"], "operator");
  running.signal(SIGINT);
  EXPECT_EQ(running.wait(), 1);
  EXPECT_TRUE(says(running.said(), "interrupted from the keyboard")) << running.said();
  EXPECT_TRUE(says(running.said(), "the platform is stopped where it was; control is given back"))
      << running.said();
  const Json status = bench.at.status();
  EXPECT_EQ(status["state"], "ready");
  EXPECT_EQ(status["driver"], nullptr);
  EXPECT_FALSE(status["barred"]);
  EXPECT_FALSE(status["moving"]);
}

TEST(Accept, Rule4_AStopByTheOperatorEndsItAndStaysInForce) {
  const AcceptBench bench{"neutral", "1"};
  Running running{bench.words({"--only", "reach"}), bench.file("log")};
  ASSERT_TRUE(running.has_said("reach: sway to"));
  EXPECT_EQ(bench.at.ctl({"stop"}).code, 0);
  EXPECT_EQ(running.wait(), 1);
  EXPECT_TRUE(says(running.said(), "that stays so until hexad ctl give")) << running.said();
  EXPECT_TRUE(bench.at.status()["barred"]) << "nobody but the operator gives control back";
}

TEST(Accept, AFaultEndsItAndIsNamed) {
  const AcceptBench bench{"neutral", "1"};
  Running running{bench.words({"--only", "reach"}), bench.file("log")};
  ASSERT_TRUE(running.has_said("reach: sway to"));
  EXPECT_EQ(bench.at.ctl({"inject", "drive_fault:3"}).code, 0);
  EXPECT_EQ(running.wait(), 1);
  EXPECT_TRUE(says(running.said(), "drive error, leg 3")) << running.said();
  EXPECT_TRUE(bench.at.status_becomes("state", "fault"));
}

TEST(Accept, APlatformThatIsNotZeroedTakenOrAnotherIsNotTouched) {
  const AcceptBench bench{"powered_up", "4"};
  const Said early = bench.accept({});
  EXPECT_EQ(early.code, 1);
  EXPECT_TRUE(says(early.err, "the platform is not homed: hexad ctl zero")) << early.err;
  ASSERT_EQ(bench.at.ctl({"zero"}).code, 0);
  EXPECT_TRUE(says(bench.accept({"--platform", "rectangle-4"}).err,
                   "that runs there is standard-400, not rectangle-4"));
  ASSERT_EQ(bench.at.ctl({"take"}).code, 0);
  EXPECT_TRUE(says(bench.accept({}).err, "operator drives the platform: end that first"));
  ASSERT_EQ(bench.at.ctl({"stop"}).code, 0);
  EXPECT_TRUE(says(bench.accept({}).err, "the operator has stopped everything"));
  EXPECT_EQ(bench.at.status()["state"], "origin");
}

}  // namespace
}  // namespace hexad::system_test
