#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <optional>
#include <thread>
#include <vector>

#include "host_socket.hpp"

namespace hexad::system_test {
namespace {

using namespace std::chrono_literals;

/// A program of its own for each test, and hosts on its ports.
struct TwoHosts {
  DarrenHost darren;
  DaemonProcess hexad;
  std::optional<MdofHost> mdof;

  explicit TwoHosts(const std::string& initial)
      : hexad{{"--protocols", "mdof,darren", "--port", "mdof=0", "--port", "darren=0", "--set",
               "plant.initial=" + initial, "--set",
               "darren.host=127.0.0.1:" + std::to_string(darren.port())}} {
    if (!hexad.wait_until_ready()) throw std::runtime_error{"not ready: " + hexad.log()};
    mdof.emplace(hexad.port_of("mdof"));
    darren.call(hexad.port_of("darren"));
  }
};

TEST(Hosts, MdofQueriesAreAnsweredFromPowerUp) {
  const TwoHosts bench{"powered_up"};
  EXPECT_EQ(bench.mdof->ask("20"), "20#1");
  EXPECT_EQ(bench.mdof->ask("21"), "21#0");
  EXPECT_EQ(bench.mdof->ask("22"), "22#0");
  EXPECT_EQ(bench.mdof->ask("23"), "23#0");
  EXPECT_EQ(bench.mdof->ask("24").substr(0, 3), "24#");
  EXPECT_EQ(bench.mdof->ask("9 0 0 10 0 0 0"), "9#194") << "not zeroed";
}

TEST(Hosts, AtNeutralThePoseIsZero) {
  const TwoHosts bench{"neutral"};
  EXPECT_EQ(bench.mdof->ask("21"), "21#1");
  EXPECT_EQ(bench.mdof->ask("24"), "24#0.000 0.000 0.000 0.000 0.000 0.000");
}

TEST(Hosts, WhatIsNoCommandIsAnsweredAndDisturbsNobody) {
  const TwoHosts bench{"neutral"};
  EXPECT_EQ(bench.mdof->ask("abc"), "abc#-1");
  EXPECT_EQ(bench.mdof->ask(""), "#-1");
  EXPECT_EQ(bench.mdof->ask("9 1 2 3"), "9#-1");
  EXPECT_EQ(bench.mdof->ask("9 nan 0 0 0 0 0"), "9#-1");
  bench.mdof->ask(std::string(65000, 'x'));
  const HostSocket stranger;
  stranger.send(bench.hexad.port_of("darren"), "not 128 bytes");
  stranger.send(bench.hexad.port_of("darren"), "");
  EXPECT_EQ(bench.mdof->ask("20"), "20#1");
}

TEST(Hosts, ANewSocketForEveryCommandDisturbsNobody) {
  const TwoHosts bench{"neutral"};
  for (int i = 0; i < 20; ++i) {
    const HostSocket socket;
    socket.send(bench.hexad.port_of("mdof"), "22");  // gone before the answer
  }
  EXPECT_EQ(bench.mdof->ask("22"), "22#0");
}

TEST(Hosts, MdofMovesAndReadsThePoseBack) {
  const TwoHosts bench{"neutral"};
  bench.mdof->send("9 10.5 20.0 30.0 5.0 10.0 15.0");
  EXPECT_EQ(bench.mdof->receive(), "9#0");
  const std::array<double, 6> pose = bench.mdof->pose();
  const std::array<double, 6> expected{10.5, 20.0, 30.0, 5.0, 10.0, 15.0};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(pose[i], expected[i], 0.005) << "axis " << i;
}

TEST(Hosts, AFinalAnswerIsNotOvertakenByAQuery) {
  const TwoHosts bench{"neutral"};
  for (const char* command : {"9 0 0 5 0 0 0", "9 0 0 0 0 0 0"}) {
    bench.mdof->send(command);
    // Asked without pause; after the final answer 22 is 0, before it 1.
    bool final_seen = false;
    while (!final_seen) {
      bench.mdof->send("22");
      std::string answer = bench.mdof->receive();
      if (answer == "9#0") {
        final_seen = true;
        answer = bench.mdof->receive();
        EXPECT_EQ(answer, "22#0");
      } else {
        ASSERT_EQ(answer, "22#1");
      }
    }
  }
}

TEST(Hosts, AStopRightBehindAMotionStopsIt) {
  const TwoHosts bench{"neutral"};
  for (int i = 0; i < 10; ++i) {
    bench.mdof->send("9 0 0 100 0 0 0");
    bench.mdof->send("4");
    std::vector<std::string> answers{bench.mdof->receive(), bench.mdof->receive()};
    std::sort(answers.begin(), answers.end());
    EXPECT_EQ(answers, (std::vector<std::string>{"4#0", "9#-4"}));
  }
  EXPECT_LT(std::abs(bench.mdof->pose()[2]), 5.0);
}

TEST(Hosts, DarrenStatusFlowsToTheHostFromPowerUp) {
  const TwoHosts bench{"powered_up"};
  const auto first = bench.darren.receive();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->length, 128u);
  EXPECT_EQ(first->id, 200u);
  for (std::uint32_t i = 1; i <= 20; ++i) {
    const auto next = bench.darren.receive();
    ASSERT_TRUE(next);
    EXPECT_EQ(next->sequence, first->sequence + i) << "+1 each frame sent";
    EXPECT_LE(next->state, 1) << "init, then powered up";
  }
}

/// Streams one pose with `run` until mdof reads it back, or patience ends.
std::array<double, 6> stream_until_there(TwoHosts& bench, const std::array<float, 6>& wire,
                                         const std::array<double, 6>& expected) {
  std::array<double, 6> pose{};
  for (const auto end = std::chrono::steady_clock::now() + kPatience;
       std::chrono::steady_clock::now() < end;) {
    // On a machine so busy that 200 ms pass between two frames, the platform rightly holds; a new edge of the
    // command word lets it run again.
    const auto status = bench.darren.newest();
    if (status && status->state == 10) bench.darren.send(100, 0, wire);
    bench.darren.send(100, 2, wire);
    pose = bench.mdof->pose();
    double error = 0.0;
    for (std::size_t i = 0; i < 6; ++i) error = std::max(error, std::abs(pose[i] - expected[i]));
    if (error < 0.005) return pose;
    std::this_thread::sleep_for(5ms);
  }
  return pose;
}

TEST(Hosts, EveryAxisOfDarrenIsReadBackByMdofWithItsSignAndScale) {
  TwoHosts bench{"neutral"};
  // darren: pitch roll yaw sway surge heave; mdof: X Y Z RX RY RZ = sway surge heave pitch roll yaw.
  constexpr std::array<std::size_t, 6> kPlaceInMdof{3, 4, 5, 0, 1, 2};
  constexpr std::array<float, 6> kValues{4.0F, -3.0F, 5.0F, 20.0F, -15.0F, 25.0F};
  for (std::size_t axis = 0; axis < 6; ++axis) {
    std::array<float, 6> wire{};
    wire[axis] = kValues[axis];
    std::array<double, 6> expected{};
    expected[kPlaceInMdof[axis]] = static_cast<double>(kValues[axis]);
    const std::array<double, 6> pose = stream_until_there(bench, wire, expected);
    for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(pose[i], expected[i], 0.01) << "darren axis " << axis;

    const auto status = bench.darren.newest();
    ASSERT_TRUE(status);
    EXPECT_EQ(status->state, 6) << "running";
    for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(status->pose[i], wire[i], 0.05) << "darren axis " << i;
  }
}

}  // namespace
}  // namespace hexad::system_test
