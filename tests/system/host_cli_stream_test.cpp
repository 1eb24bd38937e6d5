// `hexad host lingjing` and `hexad host motus`, and their examples, as a person starts them. Streams run
// against a platform in slow time: its 200 ms are seconds of the clock, so that a busy machine loses no host.

#include <gtest/gtest.h>

#include <cmath>
#include <csignal>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "field_bench.hpp"
#include "host_tool.hpp"

namespace hexad::system_test {
namespace {

using namespace std::chrono_literals;
using Json = nlohmann::json;

ToolResult motus(const FieldBench& bench, std::vector<std::string> words) {
  words.insert(words.begin(), {"host", "motus", "--to", to(bench.motus()), "--local-port", "0"});
  return run_hexad(words);
}
ToolResult lingjing(const FieldBench& bench, std::vector<std::string> words) {
  words.insert(words.begin(), {"host", "lingjing", "--to", to(bench.lingjing()), "--local-port", "0"});
  return run_hexad(words);
}

TEST(HostCliMotus, CommandsInARowUntilTheStatusShowsThem) {
  const FieldBench bench{"powered_up", {"--speed", "2"}};
  const ToolResult early = motus(bench, {"raise"});
  EXPECT_EQ(early.code, 1);
  EXPECT_TRUE(says(early.err, "First: hexad host motus zero raise")) << early.err;
  const ToolResult up = motus(bench, {"zero", "raise"});
  EXPECT_EQ(up.code, 0) << up.err;
  EXPECT_TRUE(says(up.out, " 1 bottom found")) << up.out;
  EXPECT_TRUE(says(up.out, " 3 raised, standing")) << up.out;
  const ToolResult step = motus(bench, {"step", "--pose", "heave=20,pitch=2"});
  EXPECT_EQ(step.code, 0) << step.err << step.out;
  EXPECT_TRUE(is_near(MdofHost{bench.mdof()}.pose(), {0, 0, 20, 2, 0, 0}));
  const ToolResult script = motus(bench, {"script", "--file", "1"});
  EXPECT_EQ(script.code, 0) << script.err;
  EXPECT_TRUE(says(script.out, " 9 script done")) << script.out;
  const ToolResult none = motus(bench, {"script", "--file", "99"});
  EXPECT_EQ(none.code, 1);
  EXPECT_TRUE(says(none.err, "script 99 was not taken")) << none.err;
  const ToolResult down = motus(bench, {"neutral", "descend"});
  EXPECT_EQ(down.code, 0) << down.err;
  EXPECT_TRUE(says(down.out, "13 down at the bottom")) << down.out;
  EXPECT_EQ(motus(bench, {"jog", "--leg", "2", "--jog-speed", "20", "--seconds", "0.1"}).code, 0);
  EXPECT_EQ(motus(bench, {"estop"}).code, 0);
  const ToolResult locked = motus(bench, {"raise"});
  EXPECT_EQ(locked.code, 1);
  EXPECT_TRUE(says(locked.err, "hexad ctl reset")) << locked.err;
}

TEST(HostCliMotus, TheUnitOfTheWireIsSaidOnBothEnds) {
  const FieldBench bench{"neutral", {"--speed", "4", "--set", "motus.translation_unit=mm"}};
  EXPECT_EQ(motus(bench, {"step", "--pose", "heave=20", "--unit", "mm"}).code, 0);
  EXPECT_TRUE(is_near(MdofHost{bench.mdof()}.pose(), {0, 0, 20, 0, 0, 0}));
  const ToolResult watch =
      motus(bench, {"watch", "--unit", "mm", "--json", "--seconds", "0.1", "--rate", "50"});
  EXPECT_EQ(watch.code, 0) << watch.err;
  std::istringstream lines{watch.out};
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_NEAR(Json::parse(line)["pose"][5], 20.0, 0.05) << line;
}

TEST(HostCliMotus, AStreamIsFollowedUntilItIsThereThenStoppedSoftly) {
  const FieldBench bench{"neutral", {"--speed", "0.2"}};
  const ToolResult run = motus(bench, {"run", "--pose", "heave=5,pitch=1"});
  EXPECT_EQ(run.code, 0) << run.err << run.out;
  EXPECT_TRUE(says(run.err, "arrived: soft stop (11/3) is sent")) << run.err;
  EXPECT_TRUE(is_near(MdofHost{bench.mdof()}.pose(), {0, 0, 5, 1, 0, 0}, 0.5));
  EXPECT_TRUE(logged(bench, "-> ready")) << bench.hexad.log();
}

TEST(HostCliMotus, AStreamThatIsInterruptedOrWhoseTerminalIsClosedIsStopped) {
  for (const int number : {SIGINT, SIGHUP}) {
    const FieldBench bench{"neutral", {"--speed", "0.2"}};
    ToolProcess tool{{HEXAD_PROGRAM, "host", "motus", "run", "--sine", "pitch,3,0.1", "--to",
                      to(bench.motus()), "--local-port", "0"}};
    ASSERT_TRUE(tool.wait_for_output(" 4 following")) << tool.err();
    const MdofHost eye{bench.mdof()};
    ASSERT_TRUE(comes_true([&] { return std::abs(eye.pose()[3]) >= 0.3; }))
        << tool.err() << bench.hexad.log();
    tool.signal(number);
    EXPECT_EQ(tool.wait_for_exit(), 0) << tool.err();
    EXPECT_TRUE(says(tool.err(), "interrupted: soft stop (11/3) is sent")) << tool.err();
    EXPECT_TRUE(says(tool.out(), " 3 raised, standing")) << tool.out();
    EXPECT_FALSE(says(bench.hexad.log(), "host lost")) << "it was a stop, not a loss";
  }
}

TEST(HostCliMotus, AReaderThatGoesAwayDoesNotKillAStreamWithoutItsStop) {
  const FieldBench bench{"neutral", {"--speed", "0.2"}};
  const std::string line = std::string{HEXAD_PROGRAM} +
                           " host motus run --sine heave,2,0.2 --seconds 1 --json --to " + to(bench.motus()) +
                           " --local-port 0 | head -n 1";
  ToolProcess tool{{"/bin/sh", "-c", line}};
  EXPECT_EQ(tool.wait_for_exit(), 0);
  EXPECT_TRUE(logged(bench, "-> ready")) << bench.hexad.log();
  EXPECT_FALSE(says(bench.hexad.log(), "host lost")) << bench.hexad.log();
}

TEST(HostCliMotus, WrongUsageIsSaidInWords) {
  EXPECT_EQ(run_hexad({"host", "motus", "fly"}).code, 2);
  EXPECT_EQ(run_hexad({"host", "motus", "raise", "--unit", "inch"}).code, 2);
  EXPECT_EQ(run_hexad({"host", "motus", "run", "--legs", "1,2,3,4,5,6", "--to", "127.0.0.1:1"}).code, 2);
  const ToolResult nobody = run_hexad({"host", "motus", "raise", "--to", "127.0.0.1:1", "--local-port", "0"});
  EXPECT_EQ(nobody.code, 1);
  EXPECT_TRUE(says(nobody.err, "no status from 127.0.0.1:1")) << nobody.err;
}

TEST(HostCliLingjing, FramesAsTheyAreWithTheirMeaningAndWhatComesBack) {
  const FieldBench bench{"neutral", {"--speed", "4", "--set", "lingjing.feedback=true"}};
  const ToolResult run = lingjing(bench, {"@A6:0,0,0,0,0,200#", "watch", "--seconds", "0.3"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(says(run.out, "A6 roll=0 pitch=0 yaw=0 x=0 y=0 z=200 relays=keep")) << run.out;
  EXPECT_TRUE(says(run.out, "mm from the bottom")) << run.out;
  const ToolResult odd = lingjing(bench, {"@Z9:1#"});
  EXPECT_EQ(odd.code, 0) << "sent all the same: another controller may know it";
  EXPECT_TRUE(says(odd.err, "unknown command")) << odd.err;
  const ToolResult silent = lingjing(bench, {"watch", "--timeout", "0.2"});
  EXPECT_EQ(silent.code, 1);
  EXPECT_TRUE(says(silent.err, "lingjing.feedback")) << silent.err;
}

TEST(HostCliLingjing, AStreamEndsWithATargetThatStands) {
  const FieldBench bench{"neutral", {"--set", "lingjing.feedback=true"}};
  const MdofHost eye{bench.mdof()};
  const ToolResult there = lingjing(bench, {"run", "--neutral", "232.494", "--pose", "heave=10,pitch=2"});
  EXPECT_EQ(there.code, 0) << there.err;
  EXPECT_TRUE(says(there.err, "arrived: the last target stays")) << there.err;
  EXPECT_TRUE(comes_to(eye, {0, 0, 10, 2, 0, 0}, 0.1)) << "nose up is up, and Z counts from neutral here";
  ToolProcess tool{{HEXAD_PROGRAM, "host", "lingjing", "run", "--neutral", "232.494", "--sine",
                    "heave,10,0.5", "--to", to(bench.lingjing()), "--local-port", "0"}};
  ASSERT_TRUE(comes_true([&] { return std::abs(eye.pose()[2]) <= 5.0 && std::abs(eye.pose()[3]) <= 0.1; }))
      << tool.err() << bench.hexad.log();
  tool.signal(SIGINT);
  EXPECT_EQ(tool.wait_for_exit(), 0) << tool.err();
  EXPECT_TRUE(comes_to(eye, {0, 0, 0, 0, 0, 0}, 0.1)) << "the waves die away, the middle of them stays";
}

TEST(HostCliLingjing, AMoveHasItsTimeAndParkGoesDown) {
  const FieldBench bench{"neutral", {"--speed", "4"}};
  const MdofHost eye{bench.mdof()};
  EXPECT_EQ(lingjing(bench, {"move", "--neutral", "232.494", "--pose", "roll=3", "--seconds", "1"}).code, 0);
  EXPECT_TRUE(comes_to(eye, {0, 0, 0, 0, 3, 0}, 0.1)) << "right side down is right side down";
  ASSERT_TRUE(logged(bench, "driver nobody"));
  EXPECT_EQ(lingjing(bench, {"park", "--seconds", "2"}).code, 0);
  EXPECT_TRUE(comes_to(eye, {0, 0, -231.3, 0, 0, 0}, 1.5));
}

TEST(HostCliLingjing, WrongUsageIsSaidInWords) {
  EXPECT_EQ(run_hexad({"host", "lingjing", "fly"}).code, 2);
  EXPECT_EQ(run_hexad({"host", "lingjing", "run", "--neutral", "100"}).code, 2);
  const ToolResult neutral = run_hexad({"host", "lingjing", "run", "--pose", "heave=1"});
  EXPECT_EQ(neutral.code, 2);
  EXPECT_TRUE(says(neutral.err, "--neutral MM")) << neutral.err;
  EXPECT_EQ(run_hexad({"host", "lingjing", "@A6:0,0,0,0,0,1#", "--relays", "1000"}).code, 2);
  EXPECT_EQ(run_hexad({"host", "lingjing", "run", "--legs", "1,2"}).code, 2);
  std::uint16_t gone = 0;
  {
    const HostSocket socket;
    gone = socket.port();
  }
  const ToolResult nobody = run_hexad({"host", "lingjing", "@A6:0,0,0,0,0,1#", "--to", to(gone)});
  EXPECT_EQ(nobody.code, 1);
  EXPECT_TRUE(says(nobody.err, "nobody listens at")) << nobody.err;
}

TEST(Examples, LingjingWave) {
  const FieldBench bench{"origin", {"--set", "lingjing.feedback=true"}};
  const ToolResult run = run_example("06_lingjing_wave", {to(bench.lingjing())});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(says(run.out, "200 frames sent")) << run.out;
  EXPECT_TRUE(comes_to(MdofHost{bench.mdof()}, {0, 0, -231.3, 0, 0, 0}, 1.5)) << "it goes down by itself";
}

TEST(Examples, MotusFollow) {
  const FieldBench bench{"powered_up", {"--speed", "4"}};
  const ToolResult run = run_example("07_motus_follow", {to(bench.motus())});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(says(run.out, "largest pitch")) << run.out;
}

TEST(Examples, MotusButtons) {
  const FieldBench bench{"neutral", {"--speed", "4"}};
  const ToolResult run = run_example("08_motus_buttons", {to(bench.motus())});
  EXPECT_EQ(run.code, 0) << run.err;
  double pitch{};
  double heave{};
  ASSERT_EQ(std::sscanf(run.out.c_str(), "there: pitch %lf deg, heave %lf mm", &pitch, &heave), 2) << run.out;
  EXPECT_NEAR(pitch, 2.0, 0.021) << "it says so when it is near enough, not before";
  EXPECT_NEAR(heave, 20.0, 0.11);
  EXPECT_TRUE(comes_to(MdofHost{bench.mdof()}, {0, 0, 20, 2, 0, 0}, 0.01))
      << "and goes on to where it was sent";
}

}  // namespace
}  // namespace hexad::system_test
