// Millimetres sent as metres: decision 16.

#include <gtest/gtest.h>

#include "protocols/motus/testing/bench.hpp"

namespace hexad::protocols::motus {
namespace {

using namespace std::chrono_literals;

// The bench reaches -250 to +200 mm and 400 mm/s.

TEST(MotusUnit, Decision16_AStepBeyondTheReachOfItsAxisIsNotExecuted) {
  struct Row {
    Six position;
    bool executed;
  };
  for (const Row& row : {Row{{0, 0, 0, 0, 0, 0.2F}, true}, Row{{0, 0, 0, 0, 0, 0.201F}, false},
                         Row{{0, 0, 0, 0, 0, -0.249F}, true}, Row{{0, 0, 0, 0, 0, -0.251F}, false},
                         Row{{0, 0, 0, 0.3F, 0, 0}, false}, Row{{50, 0, 0, 0, 0, 0}, true}}) {
    Bench bench;
    bench.send(step_to(row.position));
    EXPECT_EQ(bench.moves().size(), row.executed ? 1U : 0U) << row.position[5];
    EXPECT_EQ(is_told(bench, "--set motus.translation_unit=mm"), !row.executed);
    EXPECT_EQ(bench.statuses().size(), 1U) << "answered";
  }
}

TEST(MotusUnit, Decision16_AStepFourTimesAsFastAsThePlatformIsNotExecuted) {
  for (const auto& [speed, executed] : {std::pair{1.5F, true}, {1.7F, false}, {20.0F, false}}) {
    Bench bench;
    bench.send(step_to({0, 0, 0, 0, 0, 0.001F}, {20, 20, 20, 0, 0, speed}));
    EXPECT_EQ(bench.moves().size(), executed ? 1U : 0U) << speed;
    EXPECT_EQ(is_told(bench, "top speed is 400 mm/s"), !executed);
  }
}

TEST(MotusUnit, Decision16_ASineBeyondTheReachIsNotExecutedOneThatIsOnlyTooFastIs) {
  for (const auto& [amplitude, executed] : {std::pair{0.2F, true}, {0.21F, false}, {1.0F, false}}) {
    Bench bench;
    bench.send(heave_sine(amplitude));
    EXPECT_EQ(bench.sines().size(), executed ? 1U : 0U) << amplitude;
  }
  Bench fast;
  HostFrame frame = heave_sine(0.19F);
  frame.frequency[5] = 9;
  fast.send(frame);
  EXPECT_EQ(fast.sines().size(), 1U) << "decision 5 scales it";
}

TEST(MotusUnit, Decision16_AStreamThatBeginsBeyondTheReachIsNotFollowedUntilAnotherCmd) {
  Bench bench;
  bench.stream(50ms, follow(0.5F));
  bench.stream(50ms, follow(0.0F));
  EXPECT_EQ(bench.asked(), 0U) << "the same Cmd, whatever it asks for now";
  EXPECT_TRUE(is_told(bench, "heave 500 mm is not executed"));
  EXPECT_EQ(bench.port.explanations.size(), 1U);
  bench.send(0);
  bench.send(follow(0.1F));
  EXPECT_EQ(bench.steps(), std::vector{Step::run});
}

TEST(MotusUnit, Decision16_AStreamInMillimetresIsStoppedWithinFiveFrames) {
  Bench bench;
  bench.following();
  for (int i = 0; i < 3; ++i) {  // 3 mm a frame, read as metres: not one of them beyond 1 m yet
    bench.send(follow(0.05F * static_cast<float>(i)));
    bench.live(10ms);
  }
  EXPECT_TRUE(bench.latched().empty());
  const std::size_t before = bench.port.streams.size();
  bench.send(follow(0.15F));  // the fifth
  EXPECT_EQ(bench.latched(), std::vector{Control::stop});
  EXPECT_TRUE(is_told(bench, "five times the top speed"));
  bench.stream(100ms, follow(0.1F));
  for (std::size_t i = before; i < bench.port.streams.size(); ++i)
    EXPECT_EQ(std::get<StreamTarget>(bench.port.streams[i].what).kind, StreamTarget{}.kind) << "it stays";
}

TEST(MotusUnit, Decision16_AStreamThatLeavesTheReachOtherwiseIsClampedByTheCore) {
  Bench bench;
  bench.following();
  for (int i = 0; i < 40; ++i) {  // 1 m/s, which is fast and no unit
    bench.send(follow(0.01F * static_cast<float>(i)));
    bench.live(10ms);
  }
  EXPECT_TRUE(bench.latched().empty());
  EXPECT_NEAR(bench.target().pose.position.z(), 0.39, 1e-6);
  for (int i = 40; i < 110; ++i) {
    bench.send(follow(0.01F * static_cast<float>(i)));
    bench.live(10ms);
  }
  EXPECT_EQ(bench.latched(), std::vector{Control::stop}) << "decision 4: beyond 1 m nothing is executed";
}

TEST(MotusUnit, Decision16_ABurstIsNoSpeed) {
  Bench bench;
  bench.following();
  for (int i = 0; i < 50; ++i) {  // 300 mm/s; ten frames at a time, as a loaded network brings them
    bench.send(follow(0.003F * static_cast<float>(i)));
    if (i % 10 == 9) bench.live(100ms);
  }
  EXPECT_TRUE(bench.latched().empty());
  EXPECT_TRUE(bench.port.explanations.empty());
}

TEST(MotusUnit, Decision16_IsForMetresOnly) {
  Settings settings;
  settings.form.unit = TranslationUnit::millimetre;
  Bench bench{State::ready, settings};
  bench.send(step_to({0, 0, 0, 0, 0, 500}, {0, 0, 0, 0, 0, 5000}));
  EXPECT_EQ(bench.moves().size(), 1U) << "decision 6: run to the limit and say so";
}

}  // namespace
}  // namespace hexad::protocols::motus
