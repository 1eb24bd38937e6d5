// What hosts are promised in milliseconds and ticks, in virtual time.

#include "host_virtual.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace hexad::system_test {
namespace {

using namespace std::chrono_literals;
using protocols::darren::StatusFrame;
using protocols::darren::StatusWord;

TEST(HostVirtual, ConstantActuatorsEndInAPlatformThatStands) {
  VirtualPlatform bench;
  VirtualDarrenHost host{bench, 10010};
  const std::array<float, 6> legs{5, -5, 5, -5, 5, -5};
  host.stream(0, 2, {}, 200ms);
  host.stream(101, 2, legs, 10s);
  const auto status = host.receive();
  ASSERT_TRUE(status);
  EXPECT_EQ(status->state, StatusWord::running);
  EXPECT_FALSE(status->moving);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(status->actuators[i], legs[i], 0.05) << "actuator " << i;
}

/// When the final answer came, and when legs and pose were where decision 6 wants them.
struct Arrival {
  std::string answer;
  Duration answered{};
  Duration stood{};  ///< from when on legs were slower than 0.1 mm/s and the pose within 0.5 mm and 0.05°
  double off = 0.0;  ///< mm or degrees, the worst axis, when the answer came
};

Arrival arrive(VirtualPlatform& bench, const std::string& command, const std::array<double, 6>& target) {
  SimulatedHost host{bench.platform, {0x0A000003, 4000}};
  const TimePoint start = bench.platform.now();
  host.send(kVirtualMdof, command);
  Arrival arrival;
  bool stands = false;
  for (int tick = 0; tick < 60'000 && arrival.answer.empty(); ++tick) {
    bench.platform.tick();
    const Telemetry& now = bench.platform.telemetry();
    const AxisValues pose = kXyzConvention.from_pose(now.actual, 0.0);
    double off = 0.0;
    bool there = true;
    for (std::size_t i = 0; i < 6; ++i) {
      const double error = std::abs(pose[i] / (i < 3 ? kMillimetre : kDegree) - target[i]);
      there = there && error <= (i < 3 ? 0.5 : 0.05);
      off = std::max(off, error);
    }
    for (const LegFeedback& leg : now.feedback.legs)
      there = there && std::abs(leg.velocity) < 0.1 * kMillimetre;
    if (there && !stands) arrival.stood = bench.platform.now() - start;
    stands = there;
    for (const std::string& text : host.receive_texts()) {
      arrival.answer = text;
      arrival.answered = bench.platform.now() - start;
      arrival.off = off;
    }
  }
  EXPECT_TRUE(stands) << "answered while legs still moved or the pose was not there";
  return arrival;
}

TEST(HostVirtual, Decision6_TheFinalAnswerComesAtMostTwentyMillisecondsAfterStandstill) {
  VirtualPlatform bench;
  struct Case {
    const char* command;
    std::array<double, 6> target;
  };
  const std::array<Case, 6> cases{{{"9 0 0 10 0 0 0", {0, 0, 10, 0, 0, 0}},
                                   {"9 10.5 20 30 5 10 15", {10.5, 20, 30, 5, 10, 15}},
                                   {"9 -100 80 -60 -5 3 -20", {-100, 80, -60, -5, 3, -20}},
                                   {"9 -100 80 -60.01 -5 3 -20", {-100, 80, -60.01, -5, 3, -20}},
                                   {"8", {0, 0, 50, 0, 0, 0}},
                                   {"7", {0, 0, 0, 0, 0, 0}}}};
  for (const Case& each : cases) {
    const Arrival arrival = arrive(bench, each.command, each.target);
    EXPECT_EQ(arrival.answer, std::string{each.command}.substr(0, 1) + "#0");
    EXPECT_LE((arrival.answered - arrival.stood).count(), Duration{20ms}.count()) << each.command;
    EXPECT_LE(arrival.off, 0.5) << each.command;
  }
}

}  // namespace
}  // namespace hexad::system_test
