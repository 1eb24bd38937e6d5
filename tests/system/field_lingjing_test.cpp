// lingjing as programs in the field speak it (docs/field-hosts.md): their numbers, line ends, rates and idle,
// through real sockets. Nobody initialises anything, nobody reads an answer. What is promised in milliseconds
// is in field_timing_test.cpp.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <thread>

#include "field_bench.hpp"
#include "host_tool.hpp"

namespace hexad::system_test {
namespace {

using namespace std::chrono_literals;

constexpr double kNeutral = 232.494;  ///< of standard-400 above the bottom

/// The six-axis table of a research institute. Settings: its port (8090, 8900 or 5000), no other.
struct WaveTable {
  const FieldBench& bench;
  HostSocket socket{};
  void frame(double z, double roll = 0.0) const {
    char text[128];
    // Python's way with a tiny negative: -0.000.
    (void)std::snprintf(text, sizeof text, "@A6T:%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%d#\n", roll, 0.0, -0.0, 0.0,
                        0.0, z, 10);
    socket.send(bench.lingjing(), text);
    std::this_thread::sleep_for(10ms);
  }
};

TEST(FieldLingjing, WaveTable_A6TEveryTenMillisecondsWithNewlinesNegativeZeroAndNegativeZ) {
  const FieldBench bench{"origin"};
  const WaveTable host{bench};
  const MdofHost eye{bench.mdof()};
  double highest = -1e3;
  // Two periods about Z = 0: half of the time it asks for less than the bottom.
  for (int i = 0; i < 300; ++i) {
    host.frame(25.0 * std::sin(2.0 * 3.14159265358979 * i / 150.0));
    if (i % 10 == 0) highest = std::max(highest, eye.pose()[2] + kNeutral);
  }
  EXPECT_GT(highest, 10.0) << "the upper half is followed";
  EXPECT_LT(highest, 30.0);
  EXPECT_TRUE(logged(bench, "limit")) << "the lower half is clamped, and said";
  // Its stop: down to zero, and zeros from then on.
  for (int i = 0; i < 100; ++i) host.frame(0.0);
  EXPECT_TRUE(comes_to(eye, {0, 0, eye.pose()[2], 0, 0, 0}));
  EXPECT_LT(eye.pose()[2] + kNeutral, 2.0) << "the bottom, less the margin of the stroke";
  EXPECT_EQ(eye.ask("23"), "23#0") << "no fault of it all";
}

TEST(FieldLingjing, WaveTable_FromPowerUpItsFirstFrameIsAPose) {
  const FieldBench bench{"powered_up", {"--speed", "4"}};
  const WaveTable host{bench};
  const MdofHost eye{bench.mdof()};
  ASSERT_TRUE(comes_true([&] {
    host.frame(60.0);
    return eye.ask("21") == "21#1";
  })) << bench.hexad.log();
  for (int i = 0; i < 100; ++i) host.frame(60.0);
  EXPECT_TRUE(comes_to(eye, {0, 0, 60.0 - kNeutral, 0, 0, 0}, 0.1));
}

/// The antenna tool of edition V0.3: one datagram a move, six decimals, trailing zeros cut. Settings: none.
TEST(FieldLingjing, AntennaTool_ItsQualificationSequenceOfSingleDatagrams) {
  const FieldBench bench{"powered_up", {"--speed", "4"}};
  const HostSocket socket;
  const MdofHost eye{bench.mdof()};
  struct Move {
    const char* frame;
    std::array<double, 6> pose;
  };
  const double z = 100.0 - kNeutral;
  const Move moves[]{{"@A6T:0,0,0,0,0,100,1000#", {0, 0, z, 0, 0, 0}},
                     {"@A6T:3,0,0,0,0,100,500#", {0, 0, z, 0, -3, 0}},
                     {"@A6T:-3,0,0,0,0,100,500#", {0, 0, z, 0, 3, 0}},
                     {"@A6T:0,3,0,0,0,100,500#", {0, 0, z, -3, 0, 0}},
                     {"@A6T:0,-3,0,0,0,100,500#", {0, 0, z, 3, 0, 0}},
                     {"@A6T:0,0,3,0,0,100,500#", {0, 0, z, 0, 0, -3}},
                     {"@A6T:0,0,-3,0,0,100,500#", {0, 0, z, 0, 0, 3}},
                     {"@A6:1.25,-2,3.5,0,0,100#", {0, 0, z, 2.000, -1.249, -3.544}},
                     {"@A6T:0,0,0,0,0,100,1000#", {0, 0, z, 0, 0, 0}}};
  for (const Move& move : moves) {
    SCOPED_TRACE(move.frame);
    socket.send(bench.lingjing(), move.frame);
    EXPECT_TRUE(comes_to(eye, move.pose, 0.1));
  }
  // Stopping means sending nothing more: a second later the platform is anybody's, and still there.
  for (const auto end = std::chrono::steady_clock::now() + kPatience;
       bench.hexad.log().find("-> ready") == std::string::npos && std::chrono::steady_clock::now() < end;)
    std::this_thread::sleep_for(10ms);
  EXPECT_TRUE(is_near(eye.pose(), {0, 0, z, 0, 0, 0}, 0.1));
  EXPECT_EQ(bench.hexad.log().find("warn lingjing"), std::string::npos)
      << "nothing to explain: " << bench.hexad.log();
}

TEST(FieldLingjing, AntennaTool_ATrajectoryAtFixedBoundariesThePoseOfTheNextWithThePeriodAsTime) {
  const FieldBench bench{"neutral"};
  const HostSocket socket;
  const MdofHost eye{bench.mdof()};
  const double pi = 3.14159265358979;
  double largest = 0.0;
  for (int k = 0; k < 60; ++k) {
    char text[96];
    const double roll = 5.0 * std::sin(2.0 * pi * 0.5 * 0.05 * (k + 1));
    (void)std::snprintf(text, sizeof text, "@A6T:%.6g,0,0,0,0,232.5,50#", roll);
    socket.send(bench.lingjing(), text);
    std::this_thread::sleep_for(50ms);
    largest = std::max(largest, std::abs(eye.pose()[4]));
  }
  EXPECT_GT(largest, 3.0);
  EXPECT_LT(largest, 6.0);
  socket.send(bench.lingjing(), "@A6T:0,0,0,0,0,232.494,1000#");
  EXPECT_TRUE(comes_to(eye, {0, 0, 0, 0, 0, 0}, 0.1));
}

/// A laboratory's tool after the document: seven values, effect F0, two frames a second. Settings: none.
TEST(FieldLingjing, LabTool_TwoFramesASecondOfMixedNumbersWithRelays) {
  const FieldBench bench{"neutral"};
  const HostSocket socket;
  const MdofHost eye{bench.mdof()};
  const char* const frames[]{"@A6:0.31,0,0.19,0,0,100.31,F0#", "@A6:10,0,-5.88,0,0,150,F0#",
                             "@A6:-10,0,5.88,0,0,180,F0#",     "@A6:9.51,0,0,0,0,120,F0#",
                             "@A6:0,0,0,0,0,150,F0#",          "@A6:0,0,0,0,0,150,F0#"};
  for (const char* const frame : frames) {
    socket.send(bench.lingjing(), frame);
    std::this_thread::sleep_for(480ms);
  }
  EXPECT_TRUE(comes_to(eye, {0, 0, 150.0 - kNeutral, 0, 0, 0}, 0.1));
  EXPECT_EQ(eye.ask("23"), "23#0");
  EXPECT_FALSE(socket.receive(0ms)) << "nobody answers";
}

/// Its stand-in server answered every datagram: a client that expects something back gets the pose, if that
/// is set.
TEST(FieldLingjing, AClientThatExpectsAnAnswer_FeedbackIsASetting) {
  const FieldBench bench{"neutral", {"--set", "lingjing.feedback=true"}};
  const HostSocket socket;
  socket.send(bench.lingjing(), "@A6:0,0,0,0,0,200#");
  const auto answer = socket.receive();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->substr(0, 4), "@A6:") << *answer;
  EXPECT_EQ(answer->back(), '#');
}

/// A film desk: MV only. Settings: lingjing.films, three ship with the program.
TEST(FieldLingjing, FilmDesk_PlayBringsThePlatformUpPauseFreezesStopReturnsToTheMiddle) {
  const FieldBench bench{"powered_up", {"--speed", "4"}};
  const HostSocket desk;
  const MdofHost eye{bench.mdof()};
  desk.send(bench.lingjing(), "@MV:play#");
  for (const auto end = std::chrono::steady_clock::now() + kPatience;
       bench.hexad.log().find("-> running") == std::string::npos && std::chrono::steady_clock::now() < end;)
    std::this_thread::sleep_for(10ms);
  ASSERT_NE(bench.hexad.log().find("-> running"), std::string::npos) << bench.hexad.log();
  desk.send(bench.lingjing(), "@MV:pause#");
  ASSERT_TRUE(logged(bench, "-> holding")) << bench.hexad.log();
  desk.send(bench.lingjing(), "@MV:play#");
  desk.send(bench.lingjing(), "@MV:stop#");
  EXPECT_TRUE(comes_to(eye, {0, 0, 0, 0, 0, 0})) << bench.hexad.log();
}

}  // namespace
}  // namespace hexad::system_test
