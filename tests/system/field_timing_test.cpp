// Hosts of the field with their exact timing, in virtual time: rates, pauses, wraps, readers that give up.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "host_virtual.hpp"

namespace hexad::system_test {
namespace {

using namespace std::chrono_literals;

/// The largest leg speed and acceleration so far, as shares of the limits.
struct Peaks {
  double velocity = 0.0;
  double acceleration = 0.0;
  void look(const VirtualPlatform& bench) {
    const MotionLimits& limits = bench.truth->limits;
    const Setpoint& now = bench.telemetry().setpoint;
    velocity = std::max(velocity, now.velocity.cwiseAbs().maxCoeff() / limits.leg.velocity);
    if (seen_) {
      const double step = ((now.velocity - before_).cwiseAbs().maxCoeff()) / 1e-3;
      acceleration = std::max(acceleration, step / limits.leg.acceleration);
    }
    seen_ = true;
    before_ = now.velocity;
  }

 private:
  bool seen_ = false;
  LegSpeeds before_ = LegSpeeds::Zero();
};

TEST(FieldTiming, MotusGame_CommandFourEvery13MillisecondsWithWrapsAndPausesOfASecond) {
  VirtualSetup setup;
  setup.initial = plant::Initial::origin;
  setup.motus.status_codes_as_commands = true;
  VirtualPlatform bench{setup};
  VirtualMotusHost host{bench, 10000};
  Peaks peaks;
  int faults = 0;
  bool held = false;
  const auto live = [&](Duration time) {
    for (const TimePoint end = bench.platform.now() + time; bench.platform.now() < end;) {
      bench.platform.tick();
      peaks.look(bench);
      faults += bench.state() == State::fault ? 1 : 0;
      held = held || bench.state() == State::holding;
    }
  };
  // Raw angles of 0 to 360° scaled by 0.1: yaw walks up to 36 and jumps to 0.
  float yaw = 30.0F;
  const auto frame = [&] {
    auto made = VirtualMotusHost::frame(4);
    yaw += 0.05F;
    if (yaw >= 36.0F) yaw -= 36.0F;
    made.dofs = {1.0F, 0.5F, yaw, 0.0F, 0.043F, -0.02F};
    made.time = 1'760'000'000;
    return made;
  };
  for (int i = 0; i < 2500; ++i) {
    host.send(frame());
    live(i % 400 == 399 ? Duration{1100ms} : Duration{13ms});
  }
  EXPECT_EQ(faults, 0);
  EXPECT_TRUE(held) << "its pauses of a second are a loss of the host, and it comes back by itself";
  EXPECT_LE(peaks.velocity, 1.001) << "the jump from 36 to 0 is absorbed";
  EXPECT_LE(peaks.acceleration, 1.01);
  for (int i = 0; i < 200; ++i) {
    auto still = VirtualMotusHost::frame(4);
    still.dofs = {0, 0, 3.0F, 0, 0, 0};
    host.send(still);
    live(13ms);
  }
  EXPECT_EQ(bench.state(), State::running);
  EXPECT_NEAR(bench.pose()[5], 3.0, 0.05);
}

TEST(FieldTiming, MotusGame_MetresLikeItsRecordingPastTheReachRunToTheLimit) {
  VirtualSetup setup;
  setup.motus.status_codes_as_commands = true;
  VirtualPlatform bench{setup};
  VirtualMotusHost host{bench, 10000};
  auto frame = VirtualMotusHost::frame(4);
  // At 0.4 m/s: decision 16 holds a stream that begins past the reach, or leaps there.
  for (int i = 0; i <= 165; ++i) {
    frame.dofs = {0, 0, 0, 0, 0, 0.86F * static_cast<float>(i) / 165.0F};
    host.stream(frame, 13ms, 13ms);
  }
  host.stream(frame, 3s, 13ms);
  EXPECT_EQ(bench.state(), State::running);
  EXPECT_NEAR(bench.pose()[2], 218.0, 2.0) << "to the limit, not refused";
}

TEST(FieldTiming, MotusEngine_AfterOneFrameNoSecondPassesWithoutStatusForTenMinutes) {
  VirtualPlatform bench;
  VirtualMotusHost host{bench, 10000};
  host.send(VirtualMotusHost::frame(0));
  bench.platform.run(100ms);
  EXPECT_GT(host.receive(), 0U);
  for (int i = 0; i < 600; ++i) {
    bench.platform.run(1s);
    const std::size_t count = host.receive();
    ASSERT_GE(count, 99U) << "in second " << i;
    ASSERT_LE(count, 101U);
  }
}

TEST(FieldTiming, MotusEngine_OneReadAPictureDoesNotFallBehindAtFiftyAndDoesAtAHundred) {
  for (const int hertz : {50, 100}) {
    VirtualSetup setup;
    setup.motus.status_period = from_seconds(1.0 / hertz);
    VirtualPlatform bench{setup};
    VirtualMotusHost host{bench, 10000};
    host.send(VirtualMotusHost::frame(0));
    std::size_t queue = 0;
    for (int picture = 0; picture < 600; ++picture) {
      bench.platform.run(picture % 3 == 2 ? 16ms : 17ms);  // 60 pictures a second
      queue += host.receive();
      if (queue > 0) --queue;
    }
    if (hertz == 50)
      EXPECT_LE(queue, 2U);
    else
      EXPECT_GT(queue, 300U) << "why motus.status_hz is a setting";
  }
}

TEST(FieldTiming, MotusSingleFollowFrame_IsExecutedNotTimedAndHeldAfterASecond) {
  VirtualPlatform bench;
  VirtualMotusHost host{bench, 10000};
  auto frame = VirtualMotusHost::frame(9);
  frame.dofs = {2, 0, 0, 0, 0, 0.03F};
  host.send(frame);
  bench.platform.run(900ms);
  EXPECT_EQ(bench.state(), State::running) << "200 ms of silence are no loss: no regular frames came";
  EXPECT_NEAR(bench.pose()[2], 30.0, 0.1);
  EXPECT_NEAR(bench.pose()[3], 2.0, 0.05);
  bench.platform.run(3s);
  EXPECT_FALSE(bench.telemetry().driver) << "lifecycle rule 4: free a second after the last frame";
  EXPECT_NEAR(bench.pose()[2], 30.0, 0.1) << "and it stands there";
  frame.dofs = {0, 0, 0, 0, 0, -0.01F};
  host.send(frame);
  bench.platform.run(900ms);
  EXPECT_NEAR(bench.pose()[2], -10.0, 0.1) << "the next one is a new act";
}

TEST(FieldTiming, MotusSingleFollowFrame_OfALostStreamStillNeedsThreeFrames) {
  VirtualPlatform bench;
  VirtualMotusHost host{bench, 10000};
  auto frame = VirtualMotusHost::frame(9);
  frame.dofs[5] = 0.01F;
  host.stream(frame, 1s);
  bench.platform.run(2s);
  ASSERT_EQ(bench.state(), State::holding);
  frame.dofs[5] = 0.05F;
  for (int i = 0; i < 5; ++i) {
    host.send(frame);
    bench.platform.run(400ms);
  }
  EXPECT_EQ(bench.state(), State::holding) << "decision 8: three valid frames in 100 ms";
  EXPECT_NEAR(bench.pose()[2], 10.0, 0.5);
  host.stream(frame, 2s);
  EXPECT_NEAR(bench.pose()[2], 50.0, 0.1);
}

TEST(FieldTiming, LingjingWaveTable_ThreeCyclesGrowingNegativeHalvesThenARampToZero) {
  VirtualSetup setup;
  setup.initial = plant::Initial::powered_up;
  VirtualPlatform bench{setup};
  VirtualLingjingHost host{bench, 50123};
  Peaks peaks;
  const auto send = [&](double z) {
    char text[96];
    (void)std::snprintf(text, sizeof text, "@A6T:0.000,%.3f,0.000,0.000,0.000,%.3f,10#\n", -1e-5, z);
    host.send(text);
    for (int ms = 0; ms < 10; ++ms) {
      bench.platform.tick();
      if (bench.state() == State::running) peaks.look(bench);
    }
  };
  ASSERT_TRUE(bench.platform.run_until([&] { return send(0.0), bench.state() == State::origin; }, 60s));
  double highest = 0.0;
  for (int i = 0; i < 1200; ++i) {
    const double t = 0.01 * i;
    const double share = t < 2 ? 0.2 : t < 4 ? 0.4 : t < 6 ? 0.8 : 1.0;
    send(share * 25.0 * std::sin(2.0 * kPi * 0.5 * t));
    if (i > 20) {
      ASSERT_EQ(bench.state(), State::running) << "frame " << i;
    }
    highest = std::max(highest, bench.pose()[2] + bench.neutral_mm());
  }
  EXPECT_NEAR(highest, 25.0, 1.5);
  for (int i = 0; i < 200; ++i) send(0.0);
  EXPECT_LT(bench.pose()[2] + bench.neutral_mm(), 0.1);
  EXPECT_EQ(bench.state(), State::origin) << "Z = 0 is the bottom, and it rests there";
  EXPECT_LE(peaks.velocity, 1.001);
  EXPECT_LE(peaks.acceleration, 1.01);
}

TEST(FieldTiming, LingjingLabTool_SteppedTwiceASecondIsSmoothAndInTheEndThere) {
  VirtualPlatform bench;
  VirtualLingjingHost host{bench, 50123};
  Peaks peaks;
  for (int i = 0; i < 12; ++i) {
    char text[96];
    const double phase = 2.0 * kPi * 0.48 * i;
    (void)std::snprintf(text, sizeof text, "@A6:%.4g,0,%.4g,0,0,%.5g,F0#", 10.0 * std::sin(phase),
                        10.0 * std::cos(phase), 150.0 + 30.0 * std::sin(phase));
    host.send(text);
    for (int ms = 0; ms < 480; ++ms) {
      bench.platform.tick();
      peaks.look(bench);
    }
  }
  EXPECT_LE(peaks.velocity, 1.001);
  EXPECT_LE(peaks.acceleration, 1.01);
  EXPECT_GT(peaks.velocity, 0.05) << "it does move";
  EXPECT_EQ(bench.telemetry().setpoint.relays, 0x0F0);
  host.send("@A6:0,0,0,0,0,150,0#");
  bench.platform.run(3s);
  EXPECT_NEAR(bench.pose()[2], 150.0 - bench.neutral_mm(), 0.1);
  EXPECT_EQ(bench.telemetry().setpoint.relays, 0);
}

TEST(FieldTiming, LingjingAntennaTool_ATrajectoryAtTwentyFiftyAndAHundredMilliseconds) {
  for (const int period : {20, 50, 100}) {
    SCOPED_TRACE(period);
    VirtualPlatform bench;
    VirtualLingjingHost host{bench, 50123};
    double worst = 0.0;
    for (int k = 0; k * period < 8000; ++k) {
      char text[96];
      const double next = 0.001 * period * (k + 1);
      (void)std::snprintf(text, sizeof text, "@A6T:%.6g,0,0,0,0,232.494,%d#",
                          10.0 * std::sin(2.0 * kPi * 0.2 * next), period);
      host.send(text);
      bench.platform.run(std::chrono::milliseconds{period});
      const double asked = -10.0 * std::sin(2.0 * kPi * 0.2 * next);
      if (k * period > 3000) worst = std::max(worst, std::abs(bench.pose()[4] - asked));
    }
    EXPECT_LT(worst, 1.5) << "degrees behind a wave of 12.6 °/s";
  }
}

}  // namespace
}  // namespace hexad::system_test
