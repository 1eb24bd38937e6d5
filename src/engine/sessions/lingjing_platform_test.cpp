// lingjing on the real core and simulated drives, in virtual time: frames in, the platform moves.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "engine/testing/host_bench.hpp"

namespace hexad::inline engine {
namespace {

using namespace std::chrono_literals;

struct LingjingBench : HostBench {
  using HostBench::HostBench;
  void send(std::string_view text) { first.send(kLingjing, text); }
  void stream(Duration time, std::string_view text, Duration period = 10ms) {
    for (Duration passed{}; passed < time; passed += period) {
      send(text);
      platform.run(period);
    }
  }
};

HostBench::Setup raised() {
  HostBench::Setup setup;
  setup.initial = plant::Initial::neutral;
  return setup;
}

TEST(LingjingPlatform, TheFirstFrameZeroesAndThePlatformFollowsFromTheBottom) {
  LingjingBench bench;
  ASSERT_EQ(bench.state(), State::powered_up);
  bool ascended = false;
  bool zeroed = false;
  const auto followed = [&] {
    bench.send("@A6:0,0,0,0,0,100#");
    bench.platform.run(9ms);
    ascended = ascended || bench.state() == State::ascending;
    zeroed = zeroed || bench.state() == State::zeroing;
    return bench.state() == State::running;
  };
  EXPECT_TRUE(bench.platform.run_until(followed, 60s));
  EXPECT_TRUE(zeroed);
  EXPECT_FALSE(ascended) << "no rise to the middle first";
  EXPECT_LT(bench.position()[2], -200) << "it begins at the bottom";
  bench.stream(5s, "@A6:0,0,0,0,0,100#");
  EXPECT_NEAR(bench.position()[2], 100 - 1e3 * bench.machine().heights.neutral_above_bottom(), 0.05);
  EXPECT_NEAR(1e3 * bench.machine().heights.neutral_above_bottom(), 232.5, 0.05) << "decision 5";
}

TEST(LingjingPlatform, ASingleTimedFrameZeroesThenMovesThenLeavesThePlatformReady) {
  LingjingBench bench;
  bench.send("@A6T:0,0,0,0,0,100,1000#");
  ASSERT_TRUE(bench.reaches(State::running));
  ASSERT_TRUE(bench.reaches(State::ready, 20s));
  EXPECT_NEAR(bench.position()[2], -132.5, 0.1);
  bench.platform.run(2s);
  EXPECT_FALSE(bench.platform.telemetry().driver) << "silence frees the lease";
}

TEST(LingjingPlatform, AMoveOfATimedFrameTakesItsTime) {
  LingjingBench bench{raised()};
  bench.send("@A6T:0,0,0,0,0,262.5,2000#");
  bench.platform.run(1s);
  const double half = bench.position()[2];
  EXPECT_GT(half, 5);
  EXPECT_LT(half, 25) << "half way after half the time";
  bench.platform.run(1200ms);
  EXPECT_NEAR(bench.position()[2], 30, 0.1);
}

TEST(LingjingPlatform, Decision4_SignScaleAndLongestLegOfEveryAxis) {
  struct Row {
    const char* frame;
    std::array<double, 6> position;  ///< mdof: X Y Z RX RY RZ
  };
  const Row rows[]{
      {"@A6:4,0,0,0,0,232.49#", {0, 0, 0, 0, -4, 0}},  {"@A6:0,4,0,0,0,232.49#", {0, 0, 0, -4, 0, 0}},
      {"@A6:0,0,4,0,0,232.49#", {0, 0, 0, 0, 0, -4}},  {"@A6:0,0,0,30,0,232.49#", {0, 30, 0, 0, 0, 0}},
      {"@A6:0,0,0,0,30,232.49#", {30, 0, 0, 0, 0, 0}}, {"@A6:0,0,0,0,0,262.49#", {0, 0, 30, 0, 0, 0}}};
  for (const Row& row : rows) {
    SCOPED_TRACE(row.frame);
    LingjingBench bench{raised()};
    bench.stream(4s, row.frame);
    const auto found = bench.position();
    for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(found[i], row.position[i], 0.02) << "axis " << i;
    // The same pose through mdof: the same leg is the longest.
    LingjingBench other{raised()};
    std::ostringstream command;
    command << "9";
    for (const double value : row.position) command << ' ' << value;
    other.watcher.send(HostBench::kMdof, command.str());
    other.platform.run(6s);
    EXPECT_EQ(bench.longest_legs(), other.longest_legs());
    EXPECT_NEAR((bench.extension() - other.extension()).cwiseAbs().maxCoeff(), 0, 3e-5);
  }
}

TEST(LingjingPlatform, Decision6_NegativeZIsClampedRestsAtTheBottomAndNeverSticks) {
  LingjingBench bench{raised()};
  bench.stream(8s, "@A6:0,0,0,0,0,-15#");
  EXPECT_EQ(bench.state(), State::origin);
  EXPECT_TRUE(bench.platform.log().contains("limit"));
  EXPECT_LT(bench.extension().maxCoeff(), 0.0005) << "people may step off";
  bench.stream(4s, "@A6:0,0,0,0,0,100#");
  EXPECT_NEAR(bench.position()[2], -132.5, 0.1) << "it never sticks";
}

TEST(LingjingPlatform, Decision7_ATwoHertzSquareWaveStaysWithinTheLimits) {
  LingjingBench bench{raised()};
  const MotionLimits& limits = bench.machine().limits;
  double fastest = 0;
  for (int i = 0; i < 12; ++i) {
    bench.send(i % 2 == 0 ? "@A6:8,0,0,0,0,262.5#" : "@A6:-8,0,0,0,0,202.5#");
    for (int ms = 0; ms < 500; ++ms) {
      bench.platform.tick();
      fastest = std::max(fastest, bench.platform.telemetry().setpoint.velocity.cwiseAbs().maxCoeff());
    }
  }
  EXPECT_EQ(bench.state(), State::running);
  EXPECT_GT(fastest, 0.05);
  EXPECT_LE(fastest, limits.leg.velocity * 1.001);
}

TEST(LingjingPlatform, Decision7_TheRecordedA6TStreamIsFollowedWithoutStopAndGo) {
  LingjingBench bench{raised()};
  double worst = 0;
  int readies = 0;
  for (int i = 0; i < 600; ++i) {
    const double z = 232.5 + 20.0 * std::sin(2 * kPi * 0.5 * 0.01 * i);
    char text[96];
    (void)std::snprintf(text, sizeof text, "@A6T:0.000,0.000,0.000,0.000,0.000,%.3f,10#\n", z);
    bench.send(text);
    bench.platform.run(10ms);
    if (i < 200) continue;
    readies += bench.state() == State::running ? 0 : 1;
    const double actual = 1e3 * bench.platform.telemetry().actual.position.z() + 232.5;
    worst = std::max(worst, std::abs(actual - z));
  }
  EXPECT_EQ(readies, 0) << "it runs all the time";
  EXPECT_LT(worst, 2.0) << "mm behind a sine of 63 mm/s";
}

TEST(LingjingPlatform, Decision8_SilenceKeepsTargetAndRelaysAndLeavesReady) {
  LingjingBench bench{raised()};
  bench.stream(2s, "@A6:2,0,0,0,0,240,F0#");
  EXPECT_EQ(bench.platform.telemetry().setpoint.relays, 0x0F0);
  bench.platform.run(900ms);
  EXPECT_EQ(bench.state(), State::running);
  bench.platform.run(300ms);
  EXPECT_EQ(bench.state(), State::ready);
  EXPECT_FALSE(bench.platform.telemetry().driver);
  EXPECT_EQ(bench.platform.telemetry().setpoint.relays, 0x0F0) << "relays keep while a target is held";
  bench.platform.run(10s);
  EXPECT_NEAR(bench.position()[4], -2, 0.02) << "the target is held";
  bench.stream(1s, "@A6:0,0,0,0,0,240#");
  EXPECT_EQ(bench.state(), State::running) << "the next frame";
}

TEST(LingjingPlatform, Decision8_IdleReturnGoesDownAndTheNextFrameRaisesAgain) {
  HostBench::Setup setup = raised();
  setup.core.idle_return = 5s;
  LingjingBench bench{setup};
  bench.stream(1s, "@A6:0,0,0,0,0,240,1#");
  ASSERT_TRUE(bench.reaches(State::origin, 40s));
  EXPECT_EQ(bench.platform.telemetry().setpoint.relays, 0);
  bench.stream(4s, "@A6:0,0,0,0,0,100#");
  EXPECT_EQ(bench.state(), State::running);
  EXPECT_NEAR(bench.position()[2], -132.5, 0.1);
}

TEST(LingjingPlatform, Decision9_ASecondHostIsIgnoredUntilTheFirstIsSilent) {
  LingjingBench bench{raised()};
  bench.stream(500ms, "@A6:0,0,0,0,0,240#");
  for (int i = 0; i < 200; ++i) {
    bench.send("@A6:0,0,0,0,0,240#");
    bench.second.send(HostBench::kLingjing, "@A6:0,0,0,0,0,150#");
    bench.platform.run(10ms);
  }
  EXPECT_NEAR(bench.position()[2], 7.5, 0.1);
  const Host* host = nullptr;
  for (const auto& line : bench.platform.board().lines())
    for (const Host& known : line->hosts().hosts())
      if (known.endpoint().protocol == 3 && known.endpoint().address == 0x0A000003) host = &known;
  ASSERT_NE(host, nullptr);
  EXPECT_EQ(host->drops().of("another host drives"), 200U);
  for (int i = 0; i < 500; ++i) {
    bench.second.send(HostBench::kLingjing, "@A6:0,0,0,0,0,220#");
    bench.platform.run(10ms);
  }
  EXPECT_NEAR(bench.position()[2], -12.5, 0.1);
}

TEST(LingjingPlatform, Rule3_NoStreamMovesThePlatformAfterAResetUntilItPaused) {
  LingjingBench bench{raised()};
  protocols::motus::HostFrame emergency;
  emergency.cmd = 3;
  bench.stream(1s, "@A6:0,0,0,0,0,240#");
  bench.second.send(HostBench::kMotus, encode(emergency));
  bench.platform.run(10ms);
  ASSERT_EQ(bench.state(), State::emergency);
  bench.stream(1500ms, "@A6:0,0,0,0,0,240#");
  bench.watcher.send(HostBench::kMdof, "2");
  bench.stream(3s, "@A6:0,0,0,0,0,240#");
  EXPECT_EQ(bench.state(), State::powered_up) << "the stream flowed through";
  bench.platform.run(1100ms);
  bench.stream(100ms, "@A6:0,0,0,0,0,240#");
  EXPECT_EQ(bench.state(), State::zeroing) << "after a second of silence it is a new act";
}

constexpr double kLegTargets[]{210, 190, 205, 195, 202, 198};

/// C6 from mid-stroke to kLegTargets, `share` of the way.
std::string leg_frame(double share) {
  std::ostringstream text;
  text << "@C6:";
  for (std::size_t leg = 0; leg < 6; ++leg)
    text << (leg == 0 ? "" : ",") << 200.0 + share * (kLegTargets[leg] - 200.0);
  return text.str() + "#";
}

TEST(LingjingPlatform, LegFramesMoveTheLegs) {
  LingjingBench bench{raised()};
  for (int i = 0; i <= 400; ++i) bench.stream(10ms, leg_frame(0.5 - 0.5 * std::cos(kPi * i / 400.0)));
  bench.stream(2s, leg_frame(1.0));
  for (Eigen::Index leg = 0; leg < 6; ++leg)
    EXPECT_NEAR(bench.extension()[leg], 1e-3 * kLegTargets[leg], 5e-5) << "leg " << leg;
}

// A step of 10 mm must settle. The follower of legs plans with the legs' own limits; where the platform's
// axes allow less (here yaw jerk) it overshoots, and goes on swinging by some 13 mm for ever.
TEST(LingjingPlatform, AStepOfTheLegsSettles) {
  LingjingBench bench{raised()};
  bench.stream(10s, leg_frame(1.0));
  for (Eigen::Index leg = 0; leg < 6; ++leg)
    EXPECT_NEAR(bench.extension()[leg], 1e-3 * kLegTargets[leg], 5e-5) << "leg " << leg;
}

TEST(LingjingPlatform, TheRotaryAxisTurns) {
  HostBench::Setup setup = raised();
  setup.platform = "standard-400-rotary";
  LingjingBench bench{setup};
  bench.stream(5s, "@A7:0,0,0,0,0,240,-30#");
  EXPECT_NEAR(bench.platform.telemetry().setpoint.rotary / kDegree, -30, 0.01);
}

TEST(LingjingPlatform, FeedbackTellsWhereThePlatformIs) {
  HostBench::Setup setup = raised();
  setup.lingjing.feedback = true;
  LingjingBench bench{setup};
  bench.stream(3s, "@A6:3,0,0,0,0,240#");
  const auto texts = bench.first.receive_texts();
  ASSERT_GT(texts.size(), 50U);
  const auto decoded = protocols::lingjing::decode(std::as_bytes(std::span{texts.back()}));
  ASSERT_TRUE(decoded) << texts.back();
  EXPECT_NEAR(decoded->values[0], 3, 0.02);
  EXPECT_NEAR(decoded->values[5], 240, 0.1);
}

TEST(LingjingPlatform, Decision5_ZZeroIsTheBottomAndThePlatformRestsThere) {
  for (const bool streamed : {true, false}) {
    LingjingBench bench{raised()};
    bench.stream(2s, "@A6:0,0,0,0,0,100#");
    if (streamed)
      bench.stream(12s, "@A6:0,0,0,0,0,0#");
    else
      bench.send("@A6T:0,0,0,0,0,0,2000#");
    ASSERT_TRUE(bench.reaches(State::origin, 15s)) << streamed;
    bench.platform.run(1s);
    EXPECT_EQ(bench.state(), State::origin);
    EXPECT_TRUE(bench.platform.telemetry().at_bottom) << "who stands on it may step off";
    EXPECT_NEAR(bench.extension().maxCoeff(), 0.0, 1e-6);
    bench.platform.run(2s);
    bench.stream(4s, "@A6:0,0,0,0,0,50#");
    EXPECT_EQ(bench.state(), State::running) << "and up again";
    EXPECT_NEAR(bench.position()[2], 50 - 232.5, 0.1);
  }
}

TEST(LingjingPlatform, Decision7_TimedFramesThatComeLaterThanTheirTimeAreFollowedWithTheLagOfAStream) {
  constexpr double kOmega = 2 * kPi * 0.5;
  // 5° at 0.5 Hz for 12 s, sent after these gaps again and again (ms); the shift (ms) at which it fits best.
  const auto lag_of = [](const std::vector<int>& gaps, const char* command, const char* end) {
    LingjingBench bench{raised()};
    bench.stream(1s, "@A6:0,0,0,0,0,232.5#");
    std::vector<double> actual;
    for (std::size_t k = 0; actual.size() < 12'000; ++k) {
      const double t = 0.001 * static_cast<double>(actual.size());
      bench.send(command + std::to_string(5 * std::sin(kOmega * t)) + ",0,0,0,0,232.5" + end);
      for (int i = 0; i < gaps[k % gaps.size()]; ++i) {
        bench.platform.run(1ms);
        actual.push_back(rotation_vector(bench.platform.telemetry().commanded.pose.rotation).y() / kDegree);
      }
    }
    double best = 1e9;
    int lag = 0;
    for (int shift = 0; shift < 300; ++shift) {
      double sum = 0;
      for (std::size_t i = 4000; i < 12'000; ++i) {
        const double sent = -5 * std::sin(kOmega * 0.001 * (static_cast<double>(i) - shift));
        sum += (actual[i] - sent) * (actual[i] - sent);
      }
      if (sum < best) {
        best = sum;
        lag = shift;
      }
    }
    return lag;
  };
  struct Row {
    std::vector<int> gaps;
    int most;  ///< ms
  };
  // The last is a program that draws and sends in one thread, on a busy machine.
  for (const Row& row : {Row{{20}, 16}, Row{{50}, 31}, Row{{100}, 60}, Row{{109, 155, 121, 140}, 65}}) {
    const int stream = lag_of(row.gaps, "@A6:", "#");
    const int timed = lag_of(row.gaps, "@A6T:", ",10#");
    std::printf("every %d ms: A6 lags %d ms, A6T stamped 10 ms lags %d ms\n", row.gaps[0], stream, timed);
    EXPECT_LE(timed, stream + 5) << row.gaps[0];
    EXPECT_LE(timed, row.most) << row.gaps[0];
  }
}

}  // namespace
}  // namespace hexad::inline engine
