// The daemon's own objects (platform, session_router, sessions, core, simulated drives) without a thread or
// socket: what is promised about order and time is tested here, where both are exact.

#include "engine/simulated/simulated_platform.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "config/build_machine.hpp"
#include "plant/simulated_drives.hpp"
#include "protocols/darren/session.hpp"
#include "protocols/mdof/session.hpp"

namespace hexad::inline engine {
namespace {

using namespace std::chrono_literals;

constexpr net::Address kMdof{0x0A000001, 1100};
constexpr net::Address kDarren{0x0A000001, 10000};
constexpr net::Address kFirstHost{0x0A000002, 4000};
constexpr net::Address kSecondHost{0x0A000003, 4000};
constexpr std::uint16_t kRun = 2;
constexpr std::uint16_t kEmergency = 9;

std::unique_ptr<const Machine> standard_machine() {
  LoadedPlatform loaded = load_platform({});
  if (!loaded.machine) throw std::runtime_error{"no default platform"};
  return std::make_unique<const Machine>(std::move(*loaded.machine));
}

/// The standard platform at neutral, with mdof and darren, on a network of the given quality.
struct Bench {
  std::unique_ptr<const Machine> truth = standard_machine();
  SimulatedNetwork network;
  SimulatedPlatform platform;
  SimulatedHost first{platform, kFirstHost};
  SimulatedHost second{platform, kSecondHost};
  std::uint32_t sequence = 0;

  explicit Bench(std::uint64_t seed = 1, const net::LineQuality& quality = {})
      : network{seed, quality},
        platform{standard_machine(), {.initial = controller::Initial::neutral}, drives(), network} {
    platform.open(1, std::make_unique<protocols::mdof::MdofSession>(protocols::mdof::Settings{}), kMdof);
    platform.open(2, std::make_unique<protocols::darren::DarrenSession>(protocols::darren::Settings{}),
                  kDarren);
    platform.run(20ms);
  }

  std::unique_ptr<DrivePort> drives() const {
    plant::Settings settings;
    settings.initial = plant::Initial::neutral;
    return std::make_unique<plant::SimulatedDrives>(*truth, settings);
  }

  /// darren 100: a pose (pitch roll yaw sway surge heave, ° and mm) with a command word.
  void send_pose(SimulatedHost& host, std::uint16_t word, const std::array<float, 6>& values) {
    host.send(kDarren, frame_of(word, values));
  }
  /// Of the first host, `later` than now.
  void send_later(Duration later, std::uint16_t word, float heave) {
    network.send(kFirstHost, kDarren, platform.now() + later, frame_of(word, {0, 0, 0, 0, 0, heave}));
  }
  /// A host that has the platform in motion, heave rising by 1 mm each 10 ms.
  void stream_upwards(int frames) {
    for (int i = 0; i < frames; ++i) {
      send_pose(first, kRun, {0, 0, 0, 0, 0, static_cast<float>(i)});
      platform.run(10ms);
    }
  }
  std::array<std::byte, 128> frame_of(std::uint16_t word, const std::array<float, 6>& values) {
    std::array<std::byte, 128> frame{};
    const auto put = [&frame](std::size_t offset, const auto& value) {
      std::memcpy(frame.data() + offset, &value, sizeof value);
    };
    put(0, std::uint32_t{128});
    put(4, ++sequence);
    put(12, std::uint32_t{100});
    put(16, word);
    for (std::size_t i = 0; i < 6; ++i) put(32 + 4 * i, values[i]);
    return frame;
  }
};

using Texts = std::vector<std::string>;

TEST(SimulatedPlatform, AnMdofMotionRunsToItsFinalAnswer) {
  Bench bench;
  bench.first.send(kMdof, "9 10 0 20 0 0 5");
  Texts answers;
  EXPECT_TRUE(
      bench.platform.run_until([&] { return !(answers = bench.first.receive_texts()).empty(); }, 20s));
  EXPECT_EQ(answers, Texts{"9#0"});
  EXPECT_TRUE(bench.platform.log().contains("state ready -> running"));
}

TEST(SimulatedPlatform, AQueryInAnyTickNeverOvertakesTheFinalAnswer) {
  Bench bench;
  bench.first.send(kMdof, "9 0 0 10 0 0 0");
  bool final_seen = false;
  int moving = 0;
  for (int tick = 0; tick < 20'000 && !final_seen; ++tick) {
    bench.first.send(kMdof, "22");
    bench.platform.tick();
    for (const std::string& answer : bench.first.receive_texts()) {
      if (answer == "9#0") {
        final_seen = true;
      } else {
        ASSERT_EQ(answer, final_seen ? "22#0" : "22#1") << "tick " << tick;
        ++moving;
      }
    }
  }
  EXPECT_TRUE(final_seen);
  EXPECT_GT(moving, 100);
}

TEST(SimulatedPlatform, AStopInTheSameTickAsTheMotionBeforeItStopsThatMotion) {
  Bench bench;
  bench.first.send(kMdof, "9 0 0 100 0 0 0");
  bench.second.send(kMdof, "4");
  bench.platform.run(3s);
  EXPECT_EQ(bench.first.receive_texts(), Texts{"9#-4"});
  EXPECT_EQ(bench.second.receive_texts(), Texts{"4#0"});
  EXPECT_LT(bench.platform.telemetry().actual.position.norm(), 0.001);
}

TEST(SimulatedPlatform, AMotionInTheSameTickAsTheStopBeforeItRuns) {
  Bench bench;
  bench.second.send(kMdof, "4");
  bench.first.send(kMdof, "9 0 0 10 0 0 0");
  bench.platform.run(5s);
  EXPECT_EQ(bench.first.receive_texts(), Texts{"9#0"});
}

TEST(SimulatedPlatform, TenThousandFramesASecondDelayNoEmergency) {
  Bench bench;
  for (int tick = 0; tick < 500; ++tick) {
    for (int i = 0; i < 10; ++i) bench.send_pose(bench.first, kRun, {0, 0, 0, 0, 0, 10});
    bench.platform.tick();
  }
  ASSERT_EQ(bench.platform.telemetry().state, State::running);
  for (int i = 0; i < 10; ++i) bench.send_pose(bench.first, i == 3 ? kEmergency : kRun, {0, 0, 0, 0, 0, 10});
  bench.platform.tick();
  EXPECT_EQ(bench.platform.telemetry().state, State::emergency) << "on the tick it is seen";
  EXPECT_FALSE(bench.platform.telemetry().setpoint.enable);
}

TEST(SimulatedPlatform, AHostThatFallsSilentIsNoticedAfter200Milliseconds) {
  Bench bench;
  for (int i = 0; i < 100; ++i) {
    bench.send_pose(bench.first, kRun, {0, 0, 0, 0, 0, 10});
    bench.platform.run(10ms);
  }
  ASSERT_EQ(bench.platform.telemetry().state, State::running);
  bench.platform.run(185ms);
  EXPECT_EQ(bench.platform.telemetry().state, State::running);
  bench.platform.run(10ms);
  EXPECT_NE(bench.platform.telemetry().state, State::running);
  EXPECT_TRUE(bench.platform.log().contains("host lost: darren 10.0.0.2:4000"));
}

using First = SimulatedPlatform::First;

// Which thread wakes first is chance on a real machine; what follows must not be.
TEST(SimulatedPlatform, RuleTwentySix_AStallCountsAsSilenceWhoeverWakesFirst) {
  for (const First first : {First::loop, First::network}) {
    Bench bench;
    bench.stream_upwards(60);
    ASSERT_EQ(bench.platform.telemetry().state, State::running);
    for (int i = 1; i <= 100; ++i) bench.send_later(i * 10ms, kRun, 60.0f + static_cast<float>(i));
    bench.platform.freeze(1s, first);
    bench.platform.run(5ms);
    EXPECT_EQ(bench.platform.telemetry().state, State::stopping) << "though the host is alive";
    EXPECT_TRUE(bench.platform.log().contains("host lost: darren 10.0.0.2:4000"));
    EXPECT_TRUE(bench.platform.log().contains("the control loop stood still for"));
  }
}

TEST(SimulatedPlatform, RuleTwentySix_AShortStallIsNoSilence) {
  for (const First first : {First::loop, First::network}) {
    Bench bench;
    bench.stream_upwards(60);
    for (int i = 1; i <= 15; ++i) bench.send_later(i * 10ms, kRun, 60.0f + static_cast<float>(i));
    bench.platform.freeze(150ms, first);
    bench.platform.run(5ms);
    EXPECT_EQ(bench.platform.telemetry().state, State::running);
    EXPECT_TRUE(bench.platform.log().contains("the control loop stood still for 14")) << "but it is told of";
  }
}

TEST(SimulatedPlatform, RuleThirty_WhatLayInAQueueForLongIsCountedAndNotFollowed) {
  for (const First first : {First::loop, First::network}) {
    Bench bench;
    bench.stream_upwards(60);
    const double before = bench.platform.telemetry().target.position.z();
    for (int i = 1; i <= 50; ++i) bench.send_later(i * 10ms, kRun, 60.0f + 2.0f * static_cast<float>(i));
    bench.platform.freeze(2s, first);  // the host has been dead for a second and a half
    EXPECT_EQ(bench.platform.board().lines()[1]->drops().of("too old"), 50u);
    ASSERT_TRUE(
        bench.platform.run_until([&] { return bench.platform.telemetry().state == State::holding; }, 5s));
    EXPECT_LT(bench.platform.telemetry().target.position.z() - before, 0.02) << "it only slows down";
  }
}

TEST(SimulatedPlatform, RuleThirty_AnOldEmergencyIsStillOne) {
  Bench bench;
  bench.stream_upwards(60);
  bench.send_later(10ms, kEmergency, 60.0f);
  bench.platform.freeze(900ms, First::network);
  bench.platform.run(2ms);
  EXPECT_EQ(bench.platform.telemetry().state, State::emergency);
}

/// Three seconds of a moving stream and of queries, on a bad network.
struct Life {
  std::uint64_t traffic = 0;
  Extensions legs = Extensions::Zero();
  std::uint64_t lost = 0;
  State state = State::init;
};
Life live(std::uint64_t seed) {
  Bench bench{seed, {.delay = 2ms, .jitter = 15ms, .loss = 0.2, .duplicate = 0.1}};
  for (int i = 0; i < 300; ++i) {
    bench.send_pose(bench.first, kRun, {0, 0, 0, 0, 0, static_cast<float>(10.0 * std::sin(0.05 * i))});
    if (i % 7 == 0) bench.second.send(kMdof, "31");
    bench.platform.run(10ms);
  }
  return {bench.network.trace_hash(), bench.platform.telemetry().setpoint.extension, bench.network.lost(),
          bench.platform.telemetry().state};
}

TEST(SimulatedPlatform, SameSeedSameLifeBitForBit) {
  const Life a = live(20260101);
  const Life b = live(20260101);
  const Life c = live(20260102);
  EXPECT_EQ(a.traffic, b.traffic);
  for (Eigen::Index leg = 0; leg < 6; ++leg)
    EXPECT_EQ(std::bit_cast<std::uint64_t>(a.legs[leg]), std::bit_cast<std::uint64_t>(b.legs[leg]));
  EXPECT_NE(a.traffic, c.traffic);
  EXPECT_GT(a.lost, 50u);
  EXPECT_EQ(a.state, State::running) << "a fifth of the frames lost is no reason to stop";
}

}  // namespace
}  // namespace hexad::inline engine
