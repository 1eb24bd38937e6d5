// An operator at the command line beside hosts that drive.

#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <thread>

#include "host_socket.hpp"
#include "status_program.hpp"

namespace hexad::system_test {
namespace {

using namespace std::chrono_literals;

struct Bench {
  DarrenHost darren;
  DaemonProcess hexad;
  std::optional<MdofHost> mdof;
  std::optional<OperatorAt> at;

  explicit Bench(const std::string& initial, const std::string& speed = "4")
      : hexad{{"--protocols", "mdof,darren", "--port", "mdof=0", "--port", "darren=0", "--speed", speed,
               "--set", "plant.initial=" + initial, "--set",
               "darren.host=127.0.0.1:" + std::to_string(darren.port())}} {
    if (!hexad.wait_until_ready()) throw std::runtime_error{"not ready: " + hexad.log()};
    mdof.emplace(hexad.port_of("mdof"));
    darren.call(hexad.port_of("darren"));
    at.emplace(hexad);
  }
};

TEST(Ctl, BringsThePlatformUpAndDown) {
  const Bench bench{"powered_up"};
  const Said early = bench.at->ctl({"raise"});
  EXPECT_EQ(early.code, 1);
  EXPECT_EQ(early.out, "");
  EXPECT_TRUE(says(early.err, "raise: refused: the platform is not homed: home it first")) << early.err;
  EXPECT_EQ(bench.at->ctl({"zero"}).out, "zero: done (state origin)\n");
  EXPECT_TRUE(bench.at->status()["may_step_on"]);
  EXPECT_EQ(bench.at->ctl({"raise"}).out, "raise: done (state ready)\n");
  const nlohmann::json raised = bench.at->status();
  EXPECT_FALSE(raised["may_step_on"]);
  EXPECT_EQ(raised["driver"], nullptr) << "rule 4: the operator's lease ends with the motion";
  EXPECT_EQ(raised["why_not"], nullptr);
  EXPECT_NEAR(raised["legs"][0]["extension_mm"], 200.0, 1.0);
  const Said lower = bench.at->ctl({"lower", "--no-wait"});
  EXPECT_EQ(lower.code, 0);
  EXPECT_TRUE(says(lower.out, "lower: accepted")) << lower.out;
  EXPECT_TRUE(bench.at->status_becomes("state", "origin"));
}

TEST(Ctl, AMotionThatIsStoppedMeanwhileIsToldSo) {
  const Bench bench{"origin", "1"};
  std::thread other{[&bench] {
    EXPECT_TRUE(bench.at->status_becomes("state", "ascending"));
    bench.at->ctl({"stop"});
  }};
  const Said raise = bench.at->ctl({"raise"});
  other.join();
  EXPECT_EQ(raise.code, 1);
  EXPECT_TRUE(says(raise.err, "raise: failed: it was stopped")) << raise.err;
}

TEST(Ctl, Rule4_AStopBarsAnMdofHostUntilControlIsGivenBack) {
  const Bench bench{"neutral"};
  EXPECT_EQ(bench.mdof->ask("9 0 0 5 0 0 0"), "9#0");
  const Said stop = bench.at->ctl({"stop"});
  EXPECT_EQ(stop.code, 0);
  EXPECT_TRUE(says(stop.out, "stop: done")) << stop.out;
  EXPECT_TRUE(bench.at->status()["barred"]);
  EXPECT_TRUE(says(bench.at->status()["why_not"], "operator has stopped everything"));
  EXPECT_EQ(bench.mdof->ask("9 0 0 0 0 0 0"), "9#193");
  EXPECT_EQ(bench.at->ctl({"give"}).code, 0);
  EXPECT_FALSE(bench.at->status()["barred"]);
  EXPECT_EQ(bench.mdof->ask("9 0 0 0 0 0 0"), "9#0");
}

/// How often this has happened so far.
std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(Ctl, Rule3_ADarrenStreamThatFlowsThroughAStopCountsAgainWhenControlIsGivenToIt) {
  Bench bench{"neutral", "1"};
  constexpr std::uint16_t kRun = 2;
  std::atomic<bool> ending{false};
  std::thread stream{[&] {
    while (!ending) {
      bench.darren.send(100, kRun, {0, 0, 0, 0, 0, 10});
      std::this_thread::sleep_for(10ms);
    }
  }};
  // The log is asked, not the state: a busy machine may starve the stream, and the platform then rightly
  // holds.
  const auto runs = [&] { return count(bench.hexad.log(), "-> running"); };
  const auto runs_again = [&](std::size_t before) {
    for (const auto end = std::chrono::steady_clock::now() + kPatience;
         std::chrono::steady_clock::now() < end;) {
      if (runs() > before) return true;
      std::this_thread::sleep_for(10ms);
    }
    return false;
  };
  EXPECT_TRUE(runs_again(0));
  EXPECT_TRUE(says(bench.hexad.log(), "driver darren 127.0.0.1:")) << bench.hexad.log();
  EXPECT_EQ(bench.at->ctl({"stop"}).code, 0);
  EXPECT_TRUE(bench.at->status_becomes("state", "ready"));
  const std::size_t before = runs();
  std::this_thread::sleep_for(300ms);
  EXPECT_EQ(runs(), before) << "however the stream goes on";
  EXPECT_EQ(bench.at->ctl({"give", "darren"}).code, 0);
  EXPECT_TRUE(runs_again(before)) << bench.hexad.log();
  ending = true;
  stream.join();
}

TEST(Ctl, AHostThatNobodyHeardCannotBeGivenControl) {
  const Bench bench{"neutral"};
  const Said said = bench.at->ctl({"give", "192.168.1.5:10010"});
  EXPECT_EQ(said.code, 1);
  EXPECT_TRUE(says(said.err, "no host \"192.168.1.5:10010\" has been heard")) << said.err;
}

TEST(Ctl, Rule4_TakeKeepsControlUntilItIsGivenBack) {
  const Bench bench{"neutral"};
  EXPECT_EQ(bench.at->ctl({"take"}).code, 0);
  EXPECT_EQ(bench.at->status()["driver"], "operator");
  EXPECT_EQ(bench.mdof->ask("9 0 0 5 0 0 0"), "9#-2");
  EXPECT_EQ(bench.at->ctl({"give"}).code, 0);
  EXPECT_EQ(bench.mdof->ask("9 0 0 5 0 0 0"), "9#0");
}

TEST(Ctl, Rule2_TheButtonStaysInUntilReleasedAndThenNeedsAReset) {
  const Bench bench{"neutral"};
  EXPECT_EQ(bench.at->ctl({"estop"}).code, 0);
  nlohmann::json status = bench.at->status();
  EXPECT_EQ(status["state"], "emergency");
  EXPECT_EQ(status["fault"]["code"], 195);
  EXPECT_FALSE(status["legs"][0]["enabled"]);
  const Said early = bench.at->ctl({"reset"});
  EXPECT_EQ(early.code, 1);
  EXPECT_TRUE(says(early.err, "release it, then reset")) << early.err;
  EXPECT_EQ(bench.at->ctl({"release"}).code, 0);
  EXPECT_EQ(bench.at->status()["state"], "emergency");
  EXPECT_EQ(bench.at->ctl({"reset"}).code, 0);
  EXPECT_EQ(bench.at->status()["state"], "powered_up");
}

TEST(Ctl, AnInjectedDriveFaultIsShownWithLegAndCodeAndStaysUntilCleared) {
  const Bench bench{"neutral"};
  EXPECT_EQ(bench.at->ctl({"inject", "drive_fault:3"}).code, 0);
  ASSERT_TRUE(bench.at->status_becomes("state", "fault"));
  const nlohmann::json status = bench.at->status();
  EXPECT_EQ(status["fault"]["code"], 192);
  EXPECT_EQ(status["fault"]["leg"], 3);
  EXPECT_TRUE(says(status["fault"]["text"], "drive error, leg 3: the drive reports 0x2310"));
  EXPECT_EQ(status["injected"], nlohmann::json::array({"drive_fault:3"}));
  const Said early = bench.at->ctl({"reset"});
  EXPECT_EQ(early.code, 1);
  EXPECT_TRUE(says(early.err, "the fault is there again: drive error, leg 3")) << early.err;
  EXPECT_EQ(bench.at->ctl({"inject", "clear"}).code, 0);
  EXPECT_EQ(bench.at->ctl({"reset"}).code, 0);
  EXPECT_EQ(bench.at->status()["fault"], nullptr);
  EXPECT_EQ(bench.at->status()["injected"], nlohmann::json::array());
}

TEST(Ctl, HoldFreezesAMotionAndResumeGoesOn) {
  const Bench bench{"neutral", "0.2"};  // slow enough for whoever types
  bench.mdof->send("9 0 0 100 0 0 0");
  ASSERT_TRUE(bench.at->status_becomes("state", "running"));
  EXPECT_EQ(bench.at->ctl({"hold"}).code, 0);
  ASSERT_TRUE(bench.at->status_becomes("state", "holding"));
  EXPECT_EQ(bench.at->ctl({"resume"}).code, 0);
  std::string last = bench.mdof->receive();
  while (last != "9#0" && last != "no answer") last = bench.mdof->receive();
  EXPECT_EQ(last, "9#0");
}

TEST(Ctl, WrongUsageIsExitCode2AndAsksNobody) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"ctl"},
                                                {"ctl", "rise"},
                                                {"ctl", "raise", "now"},
                                                {"ctl", "inject"},
                                                {"ctl", "inject", "gremlins"},
                                                {"ctl", "inject", "stuck:9"},
                                                {"ctl", "stop", "--to", "8600"},
                                                {"status", "--to", "nowhere"},
                                                {"status", "--every", "0"}}) {
    const Said said = run_program(words);
    EXPECT_EQ(said.code, 2) << words.back();
    EXPECT_EQ(said.out, "") << words.back();
    EXPECT_TRUE(says(said.err, "hexad: error: ")) << said.err;
  }
  EXPECT_TRUE(says(run_program({"ctl", "rise"}).err, "did you mean raise?"));
}

TEST(Ctl, AProgramThatDoesNotRunIsNamedWithTheOptionThatHelps) {
  const HostSocket nobody;  // UDP: no TCP listens on its port
  const std::string to = "127.0.0.1:" + std::to_string(nobody.port());
  for (const char* command : {"status", "ctl"}) {
    std::vector<std::string> words{command, "--to", to};
    if (words[0] == "ctl") words.insert(words.begin() + 1, "stop");
    const Said said = run_program(words);
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(says(said.err, "nothing answers at " + to)) << said.err;
    EXPECT_TRUE(says(said.err, "--to ADDR:PORT")) << said.err;
  }
}

}  // namespace
}  // namespace hexad::system_test
