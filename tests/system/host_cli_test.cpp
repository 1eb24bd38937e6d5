// `hexad host` and the examples, as a person starts them.

#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "field_bench.hpp"
#include "host_tool.hpp"

namespace hexad::system_test {
namespace {

using Json = nlohmann::json;

/// Streams run against a platform in slow time: the 200 ms of its watchdog are two seconds of the clock, so
/// that a busy machine loses no host.
const std::vector<std::string> kSlow{"--speed", "0.1"};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream{text};
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

ToolResult mdof(const FieldBench& bench, std::vector<std::string> words) {
  words.insert(words.begin(), {"host", "mdof", "--to", to(bench.mdof())});
  return run_hexad(words);
}

ToolResult darren(const FieldBench& bench, std::vector<std::string> words) {
  words.insert(words.begin(), {"host", "darren", "--to", to(bench.darren()), "--local-port", "0"});
  return run_hexad(words);
}

TEST(HostCli, MdofCommandsInARowEachAnswerInWords) {
  const FieldBench bench{"powered_up", {"--speed", "20"}};
  const ToolResult run = mdof(bench, {"21", "1", "9 0 0 10 0 0 0", "21", "24"});
  EXPECT_EQ(run.code, 0) << run.err;
  const auto lines = lines_of(run.out);
  ASSERT_EQ(lines.size(), 5u) << run.out;
  EXPECT_TRUE(std::regex_match(lines[0], std::regex{"21#0 +not zeroed"})) << lines[0];
  EXPECT_TRUE(std::regex_match(lines[1], std::regex{"1#0 +done"})) << lines[1];
  EXPECT_TRUE(std::regex_match(lines[2], std::regex{"9#0 +done"})) << lines[2];
  EXPECT_TRUE(std::regex_match(lines[3], std::regex{"21#1 +zeroed"})) << lines[3];
  EXPECT_NE(lines[4].find("X 0.000 Y 0.000 Z "), std::string::npos) << lines[4];
}

TEST(HostCli, MdofEndsAtTheFirstCommandThatFailsAndSaysWhatWasNotSent) {
  const FieldBench bench{"powered_up"};
  const ToolResult run = mdof(bench, {"9 0 0 10 0 0 0", "24"});
  EXPECT_EQ(run.code, 1);
  EXPECT_NE(run.out.find("9#194"), std::string::npos);
  EXPECT_NE(run.out.find("not zeroed: send 1 first"), std::string::npos);
  EXPECT_EQ(run.out.find("24#"), std::string::npos);
  EXPECT_NE(run.err.find("1 of 2 commands were not sent"), std::string::npos) << run.err;
}

TEST(HostCli, MdofJsonIsOneObjectALine) {
  const FieldBench bench{"neutral"};
  const ToolResult run = mdof(bench, {"--json", "9 999 0 0 0 0 0"});
  EXPECT_EQ(run.code, 1);
  const Json line = Json::parse(run.out);
  EXPECT_EQ(line["answer"], "9#161");
  EXPECT_EQ(line["code"], 161);
  EXPECT_EQ(line["meaning"], "X past its positive end");
  EXPECT_EQ(line["final"], true);
  const ToolResult watch = mdof(bench, {"--json", "watch", "--seconds", "0.1", "--rate", "50"});
  EXPECT_EQ(watch.code, 0) << watch.err;
  for (const std::string& each : lines_of(watch.out)) EXPECT_EQ(Json::parse(each)["zeroed"], true);
}

TEST(HostCli, AMotionThatIsInterruptedIsStopped) {
  const FieldBench bench{"neutral", {"--speed", "0.1"}};
  ToolProcess tool{{HEXAD_PROGRAM, "host", "mdof", "--to", to(bench.mdof()), "9 0 0 150 0 0 0"}};
  const MdofHost other{bench.mdof()};
  ASSERT_TRUE(comes_true([&] { return other.pose()[2] >= 0.01; })) << tool.out();
  tool.signal(SIGINT);
  EXPECT_EQ(tool.wait_for_exit(), 1);
  EXPECT_NE(tool.out().find("9#-4"), std::string::npos) << tool.out();
  EXPECT_EQ(other.ask("22"), "22#0");
}

TEST(HostCli, DarrenWordsAreRepeatedUntilTheStatusShowsThem) {
  const FieldBench bench{"powered_up", {"--speed", "20"}};
  const ToolResult up = darren(bench, {"neutral"});
  EXPECT_EQ(up.code, 0) << up.err;
  EXPECT_NE(up.out.find(" 5 at neutral"), std::string::npos) << up.out;
  const ToolResult through = darren(bench, {"run", "descend"});
  EXPECT_EQ(through.code, 0) << through.err;
  EXPECT_NE(through.out.find(" 6 running"), std::string::npos) << through.out;
  EXPECT_NE(through.out.find(" 3 at the origin"), std::string::npos) << through.out;
  EXPECT_EQ(darren(bench, {"estop"}).code, 0);
  const ToolResult locked = darren(bench, {"run"});
  EXPECT_EQ(locked.code, 1);
  EXPECT_NE(locked.err.find("emergency"), std::string::npos) << locked.err;
  EXPECT_EQ(darren(bench, {"reset"}).code, 0);
}

TEST(HostCli, DarrenStreamsAPoseUntilItIsReachedThenHolds) {
  const FieldBench bench{"neutral", kSlow};
  const ToolResult run = darren(bench, {"run", "--pose", "heave=10,pitch=2"});
  EXPECT_EQ(run.code, 0) << run.err << run.out;
  EXPECT_NE(run.out.find("10 holding"), std::string::npos) << run.out;
  const auto pose = MdofHost{bench.mdof()}.pose();
  EXPECT_NEAR(pose[2], 10.0, 0.5);
  EXPECT_NEAR(pose[3], 2.0, 0.05);
}

TEST(HostCli, AStreamThatIsInterruptedHoldsAndSaysWhatWasSeen) {
  const FieldBench bench{"neutral", kSlow};
  ToolProcess tool{{HEXAD_PROGRAM, "host", "darren", "run", "--sine", "pitch,3,0.05", "--to",
                    to(bench.darren()), "--local-port", "0"}};
  ASSERT_TRUE(tool.wait_for_output(" 6 running")) << tool.err();
  const MdofHost other{bench.mdof()};
  ASSERT_TRUE(comes_true([&] { return std::abs(other.pose()[3]) >= 0.5; })) << tool.err();
  tool.signal(SIGINT);
  EXPECT_EQ(tool.wait_for_exit(), 0) << tool.err();
  EXPECT_NE(tool.err().find("hold (5) is sent"), std::string::npos) << tool.err();
  EXPECT_NE(tool.out().find("10 holding"), std::string::npos) << tool.out();
  EXPECT_TRUE(std::regex_search(tool.out(),
                                std::regex{R"(\d+ frames sent in .* Hz, .* statuses received, \d+ lost)"}))
      << tool.out();
}

TEST(HostCli, WatchListensWithoutSpeaking) {
  FieldBench bench{"neutral"};
  const std::string port = std::to_string(bench.status.port());
  // The configured host's own socket has the port: the program says so instead of sharing it.
  const ToolResult taken =
      run_hexad({"host", "darren", "watch", "--to", to(bench.darren()), "--local-port", port});
  EXPECT_EQ(taken.code, 1);
  EXPECT_NE(taken.err.find("port " + port + " is in use"), std::string::npos) << taken.err;
  const ToolResult silent = darren(bench, {"watch", "--timeout", "0.2"});
  EXPECT_EQ(silent.code, 1);
  EXPECT_NE(silent.err.find("no status at port"), std::string::npos) << silent.err;
}

TEST(HostCli, WrongUsageIsSaidInWords) {
  EXPECT_EQ(run_hexad({"host", "mdoff", "24"}).code, 2);
  EXPECT_NE(run_hexad({"host", "mdoff", "24"}).err.find("did you mean mdof?"), std::string::npos);
  EXPECT_EQ(run_hexad({"host", "darren", "fly"}).code, 2);
  EXPECT_EQ(run_hexad({"host", "mdof"}).code, 2);
  EXPECT_EQ(run_hexad({"host", "mdof", "24", "--to", "localhost"}).code, 2);
  EXPECT_EQ(run_hexad({"host", "darren", "run", "--sine", "pitch,3"}).code, 2);
  EXPECT_EQ(run_hexad({"host", "darren", "run", "--legs", "1,2,3"}).code, 2);
  EXPECT_EQ(run_hexad({"host", "--help"}).code, 0);
}

TEST(HostCli, NobodyListeningIsSaidAtOnce) {
  std::uint16_t gone = 0;
  {
    const HostSocket socket;
    gone = socket.port();
  }
  const ToolResult run = run_hexad({"host", "mdof", "24", "--to", to(gone)});
  EXPECT_EQ(run.code, 1);
  EXPECT_NE(run.err.find("nobody listens at " + to(gone)), std::string::npos) << run.err;
}

TEST(Examples, MdofMove) {
  const FieldBench bench{"powered_up", {"--speed", "20"}};
  const ToolResult run = run_example("01_mdof_move", {to(bench.mdof())});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(
      std::regex_search(run.out, std::regex{R"(X 10\.(49|50)\d Y (19\.99|20\.00)\d Z (29\.99|30\.00)\d mm)"}))
      << run.out;
}

TEST(Examples, MdofPause) {
  const FieldBench bench{"neutral"};
  const ToolResult run = run_example("02_mdof_pause", {to(bench.mdof())});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out.substr(0, 10), "9#-5\n9#-6\n") << run.out;
}

TEST(Examples, DarrenSine) {
  std::vector<std::string> short_legs = kSlow;  // it goes down at the end, in slow time
  short_legs.insert(short_legs.end(), {"--set", "geometry.stroke=60"});
  const FieldBench bench{"neutral", short_legs};
  const ToolResult run = run_example("03_darren_sine", {to(bench.darren())});
  EXPECT_EQ(run.code, 0) << run.err << run.out;
  EXPECT_NE(run.out.find("largest pitch"), std::string::npos) << run.out;
}

TEST(Examples, DarrenWatch) {
  std::uint16_t port = 0;
  {
    const HostSocket free;
    port = free.port();
  }
  DaemonProcess hexad{{"--protocols", "darren", "--port", "darren=0", "--set", "plant.initial=neutral",
                       "--set", "darren.host=127.0.0.1:" + std::to_string(port)}};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  const ToolResult run = run_example("04_darren_watch", {to(hexad.port_of("darren")), std::to_string(port)});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(lines_of(run.out).size(), 20u);
  EXPECT_NE(run.out.find("at neutral"), std::string::npos) << run.out;
}

TEST(Examples, OwnLoop) {
  const FieldBench bench{"neutral", kSlow};
  const ToolResult run = run_example("05_own_loop", {to(bench.darren()), to(bench.mdof())});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("by darren"), std::string::npos) << run.out;
}

}  // namespace
}  // namespace hexad::system_test
