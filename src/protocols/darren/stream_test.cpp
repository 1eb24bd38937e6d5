// Values, order and watchdog: decisions 5, 6, 7, 11 and 12.

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "protocols/darren/testing/bench.hpp"

namespace hexad::protocols::darren {
namespace {

using namespace std::chrono_literals;
using Steps = std::vector<Step>;
using Controls = std::vector<Control>;

TEST(Darren, Decision5_ValuesSetTheTargetOnlyWhileRunning) {
  for (const State state : {State::powered_up, State::zeroing, State::origin, State::ascending, State::ready,
                            State::to_neutral, State::stopping, State::holding, State::descending}) {
    Bench bench{state};
    bench.port.now.driver = kA;
    bench.send(0, 100, kA, {1, 2, 3, 4, 5, 6});
    EXPECT_EQ(last_target(bench).kind, StreamTarget::Kind::none) << to_string(state);
  }
  Bench bench;
  bench.running();
  bench.send(2, 100, kA, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(last_target(bench).kind, StreamTarget::Kind::pose);
  EXPECT_EQ(bench.port.streams.back().act, 2U);
}

TEST(Darren, Decision5_WhileAnotherDrivesValuesSetNothing) {
  Bench bench;
  bench.send(2, 100);
  bench.port.now.state = State::running;
  bench.port.now.driver = kOther;
  bench.send(2, 100, kA, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(last_target(bench).kind, StreamTarget::Kind::none);
}

TEST(Darren, Decision5_EachAxisOf100HasItsPlaceSignAndUnit) {
  struct Row {
    std::array<float, 6> values;
    Vec3 position;
    Vec3 rotation;
  };
  const Row rows[] = {{{2, 0, 0, 0, 0, 0}, Vec3::Zero(), Vec3{2, 0, 0}},
                      {{0, 2, 0, 0, 0, 0}, Vec3::Zero(), Vec3{0, 2, 0}},
                      {{0, 0, 2, 0, 0, 0}, Vec3::Zero(), Vec3{0, 0, 2}},
                      {{0, 0, 0, 8, 0, 0}, Vec3{8, 0, 0}, Vec3::Zero()},
                      {{0, 0, 0, 0, 8, 0}, Vec3{0, 8, 0}, Vec3::Zero()},
                      {{0, 0, 0, 0, 0, 8}, Vec3{0, 0, 8}, Vec3::Zero()},
                      {{-2, 0, 0, -8, 0, 0}, Vec3{-8, 0, 0}, Vec3{-2, 0, 0}}};
  Bench bench;
  bench.running();
  for (const Row& row : rows) {
    bench.send(2, 100, kA, row.values);
    const Pose pose = last_target(bench).pose;
    EXPECT_LT((pose.position - row.position * kMillimetre).norm(), 1e-12);
    EXPECT_LT((rotation_vector(pose.rotation) - row.rotation * kDegree).norm(), 1e-9);
  }
}

TEST(Darren, Decision5_CombinedAnglesFollowTheRotationOrder) {
  Settings settings;
  for (const RotationOrder order : {RotationOrder::zyx, RotationOrder::xyz}) {
    settings.rotation_order = order;
    Bench bench{State::powered_up, settings};
    bench.running();
    bench.send(2, 100, kA, {10, 10, 10, 0, 0, 0});
    const Quat expected = rotation_from_angles(Vec3{10, 10, 10} * kDegree, order);
    EXPECT_LT(angle_between(last_target(bench).pose.rotation, expected), 1e-9);
  }
}

TEST(Darren, Decision11_101CommandsEachActuatorFromItsNeutral) {
  Bench bench;
  bench.running();
  bench.send(2, 101, kA, {5, -5, 4, -4, 3, -3});
  const StreamTarget target = last_target(bench);
  EXPECT_EQ(target.kind, StreamTarget::Kind::legs);
  const std::array<double, 6> expected{0.205, 0.195, 0.204, 0.196, 0.203, 0.197};
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(target.legs[i], expected[static_cast<std::size_t>(i)], 1e-12) << i;
}

TEST(Darren, Decision6_SequenceNeverRejectsConstantsRestartsAndJumps) {
  Bench bench{State::running};
  for (const std::uint32_t sequence : {0U, 0U, 1U, 1000U, 0xFFFFFFFFU, 0U, 5U, 5U, 4000000000U, 33U, 0U}) {
    bench.port.drops.clear();
    HostFrame frame;
    frame.sequence = sequence;
    frame.message_id = 100;
    frame.word = 2;
    bench.send(frame);
    for (const auto& drop : bench.port.drops) EXPECT_EQ(drop.text, "lost on the way") << sequence;
  }
}

TEST(Darren, Decision6_AFrameOvertakenByOneTo32IsDroppedCountedAndWarnedOf) {
  const auto frame = [](std::uint32_t sequence, std::uint16_t word, float heave) {
    HostFrame made;
    made.sequence = sequence;
    made.message_id = 100;
    made.word = word;
    made.values[5] = heave;
    return made;
  };
  for (const std::uint32_t behind : {1U, 32U}) {
    Bench bench;
    bench.running();
    bench.send(frame(1000, 2, 1));
    const std::size_t streamed = bench.port.streams.size();
    bench.send(frame(1000 - behind, 3, 2));
    EXPECT_EQ(bench.port.streams.size(), streamed) << "its values do not count";
    EXPECT_TRUE(bench.steps().empty()) << "nor its word";
    ASSERT_EQ(bench.port.drops.size(), 1U);
    EXPECT_EQ(bench.port.drops[0].text, "overtaken by a newer frame");
    EXPECT_EQ(bench.warnings() & warning::kOutOfOrder, warning::kOutOfOrder);
    bench.stream(1s, 2, 100);
    EXPECT_EQ(bench.warnings() & warning::kOutOfOrder, 0U) << "the warning goes after a second";
  }
  Bench bench;
  bench.running();
  bench.send(frame(1000, 2, 1));
  bench.send(frame(1000 - 33, 3, 2));
  EXPECT_EQ(bench.steps(), Steps{Step::descend}) << "33 behind is a restart";
}

TEST(Darren, FramesThatNeverCameAreCountedByTheirSequence) {
  Bench bench;
  bench.running();
  HostFrame frame;
  frame.word = 2;
  frame.message_id = 100;
  for (const std::uint32_t sequence : {500U, 501U, 504U, 505U, 605U, 606U}) {
    frame.sequence = sequence;
    bench.send(frame);
    bench.pass(10ms);
  }
  ASSERT_EQ(bench.port.drops.size(), 2U) << "502 and 503; a jump of a hundred is a restart";
  EXPECT_EQ(bench.port.drops[0].text, "lost on the way");
}

TEST(Darren, I18_WhateverTheNetworkDoesTheTargetNeverGoesBackToAnOlderFrame) {
  std::mt19937 random{18};
  Bench bench;
  bench.running();
  std::uint32_t sent = 100'000;
  std::uint32_t newest = 0;
  std::vector<std::uint32_t> under_way;
  std::size_t late = 0;
  for (int i = 0; i < 5000; ++i) {
    under_way.push_back(++sent);
    // A network that keeps up to twenty frames and hands out any of them; some twice, some never.
    while (under_way.size() > random() % 20) {
      // Beyond 32 it would be a restart.
      std::erase_if(under_way, [&](std::uint32_t frame) { return frame + 32 < newest; });
      if (under_way.empty()) break;
      const std::size_t next = random() % under_way.size();
      HostFrame frame;
      frame.sequence = under_way[next];
      frame.word = 2;
      frame.message_id = 100;
      frame.values[5] = static_cast<float>(frame.sequence - 100'000) * 0.001F;
      if (random() % 10 != 0) under_way.erase(under_way.begin() + static_cast<std::ptrdiff_t>(next));
      bench.send(frame);
      late += frame.sequence < newest ? 1 : 0;
      newest = std::max(newest, frame.sequence);
      const float shown = static_cast<float>(last_target(bench).pose.position.z() / kMillimetre);
      ASSERT_NEAR(shown, static_cast<float>(newest - 100'000) * 0.001F, 1e-3F) << i;
    }
    bench.pass(1ms);
  }
  EXPECT_GT(late, 1000U);
}

TEST(Darren, Decision6_AfterTwoHundredMillisecondsALowerSequenceIsARestart) {
  Bench bench;
  bench.running();
  HostFrame frame;
  frame.sequence = 1000;
  frame.word = 2;
  bench.send(frame);
  bench.pass(199ms);
  frame.sequence = 990;
  frame.word = 3;
  bench.send(frame);
  EXPECT_TRUE(bench.steps().empty());
  bench.pass(1ms);
  bench.send(frame);
  EXPECT_EQ(bench.steps(), Steps{Step::descend});
}

TEST(Darren, Decision6_TheCounterWraps) {
  Bench bench;
  HostFrame frame;
  frame.sequence = 3;
  bench.send(frame);
  frame.sequence = 0xFFFFFFFE;
  frame.word = 1;
  bench.send(frame);
  EXPECT_TRUE(bench.steps().empty()) << "five older, across the wrap";
}

TEST(Darren, Decision6And12_HoldAndEmergencyActEvenWhenOvertaken) {
  for (const std::uint16_t word : {std::uint16_t{5}, std::uint16_t{7}, std::uint16_t{9}}) {
    Bench bench;
    bench.running();
    HostFrame frame;
    frame.sequence = 1000;
    frame.word = 2;
    bench.send(frame);
    frame.sequence = 990;
    frame.word = word;
    bench.send(frame);
    EXPECT_EQ(bench.latched(), Controls{word == 9 ? Control::emergency : Control::hold});
  }
}

TEST(Darren, ATargetBringsTheSequenceNumberOfItsFrame) {
  Bench bench;
  bench.running();
  HostFrame frame;
  frame.word = 2;
  frame.message_id = 100;
  for (const std::uint32_t sequence : {7U, 8U, 11U}) {
    frame.sequence = sequence;
    bench.send(frame);
    EXPECT_EQ(last_target(bench).number, sequence);
  }
}

TEST(Darren, Decision7_EveryFrameOfTheHostFeedsTheWatchdog) {
  Bench bench;
  bench.running();
  for (const std::uint32_t id : {0U, 1U, 100U, 102U, 103U, 0x1001U}) {
    bench.port.streams.clear();
    bench.send(2, id);
    ASSERT_EQ(bench.port.streams.size(), 1U) << id;
    EXPECT_EQ(bench.port.streams[0].driver, kA);
    EXPECT_EQ(bench.port.streams[0].arrival, bench.now());
  }
}

TEST(Darren, Decision7_AfterATimeoutARepeatedRunIsNotPassedOnHoweverLongTheSilence) {
  for (const Duration silence : {Duration{300ms}, Duration{5s}, Duration{1h}}) {
    Bench bench;
    bench.running();
    bench.pass(200ms);
    bench.port.now.state = State::holding;
    bench.port.now.host_lost = true;
    EXPECT_EQ(bench.warnings() & warning::kHostTimeout, warning::kHostTimeout);
    if (silence >= 1s) bench.port.now.driver = {};
    bench.pass(silence);
    bench.port.clear();
    bench.stream(500ms, 2, 100);
    EXPECT_TRUE(bench.steps().empty());
    bench.send(0, 100);
    bench.send(2, 100);
    EXPECT_EQ(bench.steps(), Steps{Step::run}) << "a changed word, then run anew";
  }
}

TEST(Darren, Decision7_AfterATimeoutNeutralAndDescendActAtOnce) {
  for (const std::uint16_t word : {std::uint16_t{1}, std::uint16_t{3}}) {
    Bench bench;
    bench.running();
    bench.port.now.state = State::holding;
    bench.port.now.host_lost = true;
    bench.pass(5s);
    bench.send(word, 100);
    EXPECT_EQ(bench.steps(), Steps{word == 1 ? Step::neutral : Step::descend});
  }
}

TEST(Darren, Decision7_ASilentWatchedHostDoesNotRunAgainAfterAnEmergencyInBetween) {
  Bench bench;
  bench.running();
  bench.pass(5s);
  bench.port.now.driver = {};
  bench.port.now.state = State::emergency;
  ++bench.port.now.disarms;
  bench.pass(2s);
  bench.port.now.state = State::powered_up;
  ++bench.port.now.disarms;
  bench.pass(2s);
  bench.port.clear();
  bench.stream(3s, 2, 100);
  EXPECT_TRUE(bench.steps().empty());
  bench.send(0, 1, kB);
  EXPECT_TRUE(bench.replies(kB).at(0).acknowledged) << "nor does its stream keep others out";
}

TEST(Darren, Decision7_BelowFiftyHertzOverTheLastSecondIsWarnedOf) {
  const auto warned_at = [](Duration period) {
    Bench bench;
    for (int i = 0; i < 150; ++i) {
      bench.send(0, 100);
      for (Duration passed{}; passed < period; passed += 1ms) bench.pass(1ms);
    }
    bench.send(0, 100);
    bench.port.sent.clear();
    bench.pass(10ms);
    return (bench.statuses(kA).back().warnings & warning::kHostSlow) != 0;
  };
  EXPECT_FALSE(warned_at(10ms));
  EXPECT_FALSE(warned_at(16ms));
  EXPECT_FALSE(warned_at(20ms)) << "50 Hz is not below 50 Hz";
  EXPECT_TRUE(warned_at(21ms));
  EXPECT_TRUE(warned_at(100ms));
  Bench fresh;
  fresh.send(0, 100);
  EXPECT_EQ(fresh.warnings() & warning::kHostSlow, 0U) << "not before a second has passed";
}

TEST(Darren, Decision12_ValuesThatAreNotFiniteAreDroppedAndCountAsMissing) {
  Bench bench;
  bench.running();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  bench.send(3, 100, kA, {0, 0, nan, 0, 0, 0});
  EXPECT_TRUE(bench.port.streams.empty()) << "nor is the watchdog fed";
  ASSERT_EQ(bench.port.drops.size(), 1U);
  EXPECT_EQ(bench.port.drops[0].text, "values not finite");
  EXPECT_EQ(bench.steps(), Steps{Step::descend}) << "its word acts";
  bench.port.clear();
  bench.send(3, 0, kA, {0, 0, nan, 0, 0, 0});
  EXPECT_TRUE(bench.port.drops.empty()) << "ID 0 uses no values";
}

TEST(Darren, Decision12_AWrongSizeIsDroppedCountedAndExplained) {
  Bench bench;
  const std::vector<std::byte> bytes(127, std::byte{9});
  bench.send_bytes(bytes);
  EXPECT_TRUE(bench.port.latches.empty());
  ASSERT_EQ(bench.port.drops.size(), 1U);
  EXPECT_EQ(bench.port.drops[0].text, "wrong size");
  ASSERT_EQ(bench.port.explanations.size(), 1U);
  EXPECT_EQ(bench.port.explanations[0].text,
            "a datagram of 127 bytes was dropped. The manual: every frame has 128 bytes (124 by its printed "
            "tables of "
            "100, 101 and 102). Send one of the two");
}

}  // namespace
}  // namespace hexad::protocols::darren
