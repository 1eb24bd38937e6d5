// motus on the real core and simulated drives, in virtual time: frames in, the platform moves, status out.

#include <gtest/gtest.h>

#include <cmath>

#include "engine/testing/host_bench.hpp"

namespace hexad::inline engine {
namespace {

using namespace std::chrono_literals;
using protocols::motus::HostFrame;

struct MotusBench : HostBench {
  using HostBench::HostBench;

  static HostFrame frame(int cmd, int sub_cmd = 0) {
    HostFrame made;
    made.cmd = static_cast<std::uint8_t>(cmd);
    made.sub_cmd = static_cast<std::uint8_t>(sub_cmd);
    return made;
  }
  void send(const HostFrame& what) { first.send(kMotus, encode(what)); }
  /// At 100 Hz, as the manual asks.
  void stream(Duration time, const HostFrame& what) {
    for (Duration passed{}; passed < time; passed += 10ms) {
      send(what);
      platform.run(10ms);
    }
  }
  void stream(Duration time, int cmd, int sub_cmd = 0) { stream(time, frame(cmd, sub_cmd)); }
  bool stream_until(int code, const HostFrame& what, Duration patience = 60s) {
    for (Duration passed{}; passed < patience; passed += 10ms) {
      stream(10ms, what);
      if (shown() == code) return true;
    }
    return false;
  }
  /// DOFStatus of the newest status frame.
  int shown() {
    for (const Packet& packet : first.receive()) {
      const auto status = protocols::motus::decode_status(packet.bytes);
      if (status) newest = *status;
    }
    return static_cast<int>(newest.state);
  }
  protocols::motus::StatusFrame newest;
};

HostBench::Setup raised_motus() {
  HostBench::Setup setup;
  setup.initial = plant::Initial::neutral;
  return setup;
}

HostFrame follow(const std::array<float, 6>& dofs) {
  HostFrame frame = MotusBench::frame(9);
  frame.dofs = dofs;
  return frame;
}
HostFrame step_to(const std::array<float, 6>& position, const std::array<float, 6>& speed = {}) {
  HostFrame frame = MotusBench::frame(11, 1);
  frame.position = position;
  frame.speed = speed;
  return frame;
}

TEST(MotusPlatform, TheManualsWholeLife) {
  MotusBench bench;
  bench.stream(200ms, 0);
  EXPECT_EQ(bench.shown(), 55);
  EXPECT_TRUE(bench.stream_until(0, MotusBench::frame(4)));
  EXPECT_TRUE(bench.stream_until(1, MotusBench::frame(4)));
  EXPECT_TRUE(bench.stream_until(2, MotusBench::frame(6)));
  EXPECT_TRUE(bench.stream_until(3, MotusBench::frame(6)));
  EXPECT_TRUE(bench.stream_until(4, follow({2, 0, 0, 0, 0, 0.01F})));
  bench.stream(3s, follow({2, 0, 0, 0, 0, 0.01F}));
  EXPECT_NEAR(bench.position()[3], 2, 0.02);
  (void)bench.shown();
  EXPECT_NEAR(bench.newest.pose[0], 2, 0.02);
  EXPECT_NEAR(bench.newest.pose[5], 0.01, 5e-5);
  EXPECT_TRUE(bench.stream_until(14, MotusBench::frame(2)));
  EXPECT_TRUE(bench.stream_until(3, MotusBench::frame(2)));
  EXPECT_TRUE(bench.stream_until(12, MotusBench::frame(7)));
  EXPECT_TRUE(bench.stream_until(13, MotusBench::frame(7)));
  EXPECT_EQ(bench.state(), State::origin);
}

TEST(MotusPlatform, Decision3_StrictBringUpDoesNothingBeforeFourAndSix) {
  MotusBench bench;
  bench.stream(1s, follow({}));
  bench.stream(1s, step_to({1, 0, 0, 0, 0, 0}));
  bench.stream(1s, 6);
  EXPECT_EQ(bench.state(), State::powered_up);
  EXPECT_TRUE(bench.platform.log().contains("send 4, then 6, or start with motus.bring_up = auto"));
}

TEST(MotusPlatform, Decision3_AutomaticBringUpServesAClientThatSendsOneFrame) {
  HostBench::Setup setup;
  setup.motus.bring_up = protocols::motus::BringUpRule::automatic;
  setup.motus.form.unit = protocols::motus::TranslationUnit::millimetre;
  MotusBench bench{setup};
  bench.send(step_to({5, 2, 1, 10, 20, 30}));
  ASSERT_TRUE(bench.reaches(State::running));
  ASSERT_TRUE(bench.reaches(State::ready, 30s));
  const auto found = bench.position();
  const double expected[]{10, 20, 30, 5, 2, 1};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(found[i], expected[i], 0.02);
  bench.platform.run(50ms);
  EXPECT_EQ(bench.shown(), 5) << "a reached step";
  EXPECT_NEAR(bench.newest.pose[4], 20, 0.02) << "status in the unit in use";
}

TEST(MotusPlatform, SignScaleAndLongestLegOfEveryAxis) {
  // Wire: pitch roll yaw sway surge heave. mdof: X Y Z RX RY RZ.
  const std::size_t place[]{3, 4, 5, 0, 1, 2};
  for (std::size_t axis = 0; axis < 6; ++axis) {
    SCOPED_TRACE(axis);
    std::array<float, 6> dofs{};
    dofs[axis] = axis < 3 ? 4.0F : 0.03F;
    MotusBench bench{raised_motus()};
    bench.stream(4s, follow(dofs));
    const auto found = bench.position();
    std::ostringstream command;
    command << "9";
    for (std::size_t i = 0; i < 6; ++i) {
      const double expected = i != place[axis] ? 0.0 : i < 3 ? 30.0 : 4.0;
      EXPECT_NEAR(found[i], expected, 0.02) << "mdof axis " << i;
      command << ' ' << expected;
    }
    MotusBench other{raised_motus()};
    other.watcher.send(HostBench::kMdof, command.str());
    other.platform.run(6s);
    EXPECT_EQ(bench.longest_legs(), other.longest_legs());
    EXPECT_NEAR((bench.extension() - other.extension()).cwiseAbs().maxCoeff(), 0, 3e-5);
    (void)bench.shown();
    for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(bench.newest.pose[i], dofs[i], i < 3 ? 0.02 : 2e-5);
  }
}

TEST(MotusPlatform, Decision5_ASineSwingsAboutNeutralAndStopsSoftly) {
  MotusBench bench{raised_motus()};
  HostFrame sine = MotusBench::frame(11, 2);
  sine.amplitude[5] = 0.02F;
  sine.frequency[5] = 0.5F;
  double top = 0;
  double bottom = 0;
  for (int i = 0; i < 800; ++i) {
    bench.stream(10ms, sine);
    const double z = bench.platform.telemetry().actual.position.z();
    top = std::max(top, z);
    bottom = std::min(bottom, z);
  }
  EXPECT_EQ(bench.shown(), 5);
  EXPECT_NEAR(top, 0.02, 0.0005);
  EXPECT_NEAR(bottom, -0.02, 0.0005);
  bench.stream(3s, 11, 3);
  EXPECT_EQ(bench.shown(), 3) << "decision 15: after 11/3 the state shows 3";
  EXPECT_EQ(bench.state(), State::ready);
}

TEST(MotusPlatform, Decision6_PastTheReachRunsToTheLimit) {
  MotusBench bench{raised_motus()};
  // At 0.5 m/s: a stream that begins past the reach, or leaps there, is decision 16's.
  for (int i = 0; i <= 180; ++i) bench.stream(10ms, follow({0, 0, 0, 0, 0, 0.005F * static_cast<float>(i)}));
  bench.stream(3s, follow({0, 0, 0, 0, 0, 0.9F}));
  EXPECT_EQ(bench.shown(), 4);
  EXPECT_GT(bench.position()[2], 215);
  EXPECT_LT(bench.position()[2], 219.5);
  EXPECT_TRUE(bench.platform.telemetry().clamped);
}

TEST(MotusPlatform, Decision8_AHostThatFallsSilentHoldsAndComesBackAfterThreeFrames) {
  MotusBench bench{raised_motus()};
  bench.stream(1s, follow({0, 0, 0, 0, 0, 0.01F}));
  bench.platform.run(185ms);
  EXPECT_EQ(bench.state(), State::running);
  bench.platform.run(600ms);
  EXPECT_EQ(bench.state(), State::holding);
  EXPECT_EQ(bench.shown(), 4) << "the frozen program's code";
  EXPECT_TRUE(bench.platform.log().contains("host lost: motus"));
  (void)bench.first.receive();
  bench.platform.run(1s);
  EXPECT_NEAR(static_cast<double>(bench.first.receive().size()), 100, 3) << "status goes on";
  bench.stream(20ms, follow({0, 0, 0, 0, 0, 0.02F}));
  EXPECT_EQ(bench.state(), State::holding) << "two frames";
  bench.stream(30ms, follow({0, 0, 0, 0, 0, 0.02F}));
  EXPECT_EQ(bench.state(), State::running);
  bench.stream(4s, follow({0, 0, 0, 0, 0, 0.02F}));
  EXPECT_NEAR(bench.position()[2], 20, 0.05);
}

TEST(MotusPlatform, Decision8_ASineIsTimedAndGoesOnWhereItWas) {
  MotusBench bench{raised_motus()};
  HostFrame sine = MotusBench::frame(11, 2);
  sine.amplitude[5] = 0.02F;
  sine.frequency[5] = 0.5F;
  bench.stream(3s, sine);
  bench.platform.run(2s);
  EXPECT_EQ(bench.state(), State::holding);
  bench.stream(2s, sine);
  EXPECT_EQ(bench.state(), State::running);
  EXPECT_EQ(bench.shown(), 5);
}

TEST(MotusPlatform, Decision8_ASingleFrameIsNotTimed) {
  MotusBench bench{raised_motus()};
  HostFrame sine = MotusBench::frame(11, 2);
  sine.amplitude[5] = 0.02F;
  sine.frequency[5] = 0.5F;
  bench.send(sine);
  bench.platform.run(5s);
  EXPECT_EQ(bench.state(), State::running);
  EXPECT_TRUE(bench.platform.telemetry().driver)
      << "silence never ends a motion started with a single command";
}

TEST(MotusPlatform, Decision8_TimeOutAsAFaultLocks) {
  HostBench::Setup setup = raised_motus();
  setup.motus.timeout_is_fault = true;
  MotusBench bench{setup};
  bench.stream(1s, follow({}));
  bench.platform.run(1s);
  EXPECT_EQ(bench.state(), State::fault);
  bench.stream(2s, follow({}));
  EXPECT_EQ(bench.state(), State::fault) << "nothing is accepted until a local reset";
  EXPECT_EQ(bench.shown(), 33);
}

TEST(MotusPlatform, ManualMovesOneLegWhileFramesCome) {
  HostBench::Setup setup;
  setup.initial = plant::Initial::origin;
  MotusBench bench{setup};
  HostFrame manual = MotusBench::frame(5);
  manual.legs = 4;
  manual.jog_speed = 20;
  bench.stream(1s, manual);
  EXPECT_EQ(bench.shown(), 32);
  EXPECT_NEAR(bench.extension()[2], 0.02, 0.002);
  EXPECT_NEAR(bench.extension()[0], 0.0, 1e-4);
  const double before = bench.extension()[2];
  bench.platform.run(500ms);
  EXPECT_NEAR(bench.extension()[2] - before, 0.001, 0.001) << "50 ms after the last frame it stops";
}

TEST(MotusPlatform, Decision15_ASecondHostMovesNothingButMayStop) {
  MotusBench bench{raised_motus()};
  bench.stream(1s, follow({0, 0, 0, 0, 0, 0.01F}));
  for (int i = 0; i < 100; ++i) {
    bench.second.send(HostBench::kMotus, encode(follow({0, 0, 0, 0, 0, -0.05F})));
    bench.stream(10ms, follow({0, 0, 0, 0, 0, 0.01F}));
  }
  EXPECT_NEAR(bench.position()[2], 10, 0.05);
  EXPECT_GE(bench.second.receive().size(), 100U) << "answered";
  bench.second.send(HostBench::kMotus, encode(MotusBench::frame(11, 3)));
  bench.stream(1s, follow({0, 0, 0, 0, 0, 0.03F}));
  EXPECT_EQ(bench.state(), State::ready) << "a stop of another disarms the driver";
  EXPECT_LT(bench.position()[2], 15);
  bench.stream(20ms, 0);
  bench.stream(3s, follow({0, 0, 0, 0, 0, 0.03F}));
  EXPECT_NEAR(bench.position()[2], 30, 0.05) << "another command in between is a new act";
}

TEST(MotusPlatform, AnEmergencyLatchesAndMotusNeverClearsIt) {
  MotusBench bench{raised_motus()};
  bench.stream(1s, follow({0, 0, 0, 0, 0, 0.01F}));
  bench.stream(20ms, 3);
  EXPECT_EQ(bench.state(), State::emergency);
  EXPECT_FALSE(bench.platform.telemetry().setpoint.enable);
  bench.stream(1s, 2);
  bench.stream(1s, 4);
  bench.stream(1s, 0);
  EXPECT_EQ(bench.state(), State::emergency);
  EXPECT_EQ(bench.shown(), 33);
  EXPECT_EQ(bench.newest.errors, protocols::motus::Six{});
  bench.watcher.send(HostBench::kMdof, "2");
  bench.platform.run(200ms);
  EXPECT_EQ(bench.state(), State::powered_up);
}

TEST(MotusPlatform, Decision11_TheRecordedClientThatStreamsWithCommandFour) {
  HostBench::Setup setup;
  setup.motus.status_codes_as_commands = true;
  MotusBench bench{setup};
  HostFrame frame = MotusBench::frame(4);
  frame.dofs = {1, 0, 0, 0, 0, 0.02F};
  ASSERT_TRUE(bench.stream_until(4, frame));
  bench.stream(3s, frame);
  EXPECT_NEAR(bench.position()[2], 20, 0.05);
  EXPECT_NEAR(bench.position()[3], 1, 0.02);
}

TEST(MotusPlatform, Decision12_OutputsFollowTheDriverAndDropOnAStop) {
  MotusBench bench{raised_motus()};
  HostFrame frame = follow({});
  frame.outputs = 0x05;
  bench.stream(200ms, frame);
  EXPECT_EQ(bench.platform.telemetry().setpoint.outputs, 0x05);
  bench.watcher.send(HostBench::kMdof, "4");
  bench.stream(500ms, frame);
  EXPECT_EQ(bench.platform.telemetry().setpoint.outputs, 0) << "lifecycle rule 10";
}

// Hosts that sent single frames are not timed: their target is reached, however far it is.
TEST(MotusPlatform, Decision8_ASingleFarTargetIsReachedThoughItsHostIsSilent) {
  MotusBench bench{raised_motus()};
  bench.platform.run(100ms);
  bench.send(follow({0, 0, 0, 0, 0, -0.20F}));
  bench.platform.run(4s);
  EXPECT_EQ(bench.platform.telemetry().state, State::ready);
  bench.send(follow({0, 0, 0, 0, 0, 0.18F}));
  bench.platform.run(1010ms);  // longer than its lease would last, shorter than the way
  EXPECT_EQ(bench.platform.telemetry().state, State::running);
  EXPECT_LT(bench.platform.telemetry().actual.position.z(), 0.178) << "on its way";
  bench.platform.run(5s);
  EXPECT_NEAR(bench.platform.telemetry().actual.position.z(), 0.18, 1e-4);
  EXPECT_EQ(bench.platform.telemetry().state, State::ready) << "and others may drive it then";
  EXPECT_FALSE(bench.platform.telemetry().driver);
}

}  // namespace
}  // namespace hexad::inline engine
