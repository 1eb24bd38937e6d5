// What random lives met, each as short as it can be told: programs that were held, slowed, replaced or let
// go.

#include <algorithm>
#include <random>

#include "core/bench.hpp"
#include "core/test_programs.hpp"

namespace hexad::testing {
namespace {

using controller::Initial;

Tag reserve(Bench& bench, const Endpoint& from, const Contract& contract) {
  const Tag tag = bench.ask(from, contract, Reserve{ProgramKind::path});
  bench.tick();
  return tag;
}

void hand_over(Bench& bench, Tag tag, const Endpoint& from, const Contract& contract, const What& what) {
  bench.ask(Request{tag, from, bench.now, &contract, static_cast<std::uint32_t>(tag), what});
  bench.tick();
}

/// A path had replaced the order to turn round; it could not be prepared, and the platform went down all the
/// same, for nobody.
TEST(Rule16, ATurnThatAnImpossiblePathReplacedIsNotMade) {
  Bench bench{Initial::origin};
  bench.tick();
  bench.ask(kDesk, kOperator, Go{Step::raise});
  bench.run(1.0);
  ASSERT_EQ(bench.state(), State::ascending);
  const Tag down = bench.ask(kDesk, kOperator, Go{Step::descend});
  bench.run(0.02);
  ASSERT_EQ(bench.state(), State::stopping);
  const Tag path = reserve(bench, kDesk, kOperator);
  EXPECT_EQ(bench.last_answer(down)->outcome, Outcome::stopped);
  hand_over(bench, path, kDesk, kOperator, Abandon{Refusal::out_of_reach, {}});
  bench.each_tick = [&] { EXPECT_NE(bench.state(), State::descending); };
  bench.run(2.0);
  EXPECT_EQ(bench.state(), State::ready);
  EXPECT_FALSE(bench.telemetry().moving);
}

/// … and so does a rise, and a program; a stream goes on, which is its host's.
TEST(Rule16, WhatAnImpossiblePathReplacedStops) {
  for (const bool rises : {true, false}) {
    Bench bench{rises ? Initial::origin : Initial::neutral};
    bench.tick();
    const Tag first = rises ? bench.ask(kDesk, kOperator, Go{Step::raise})
                            : bench.ask(kDesk, kOperator, to({0, 0, 0.15, 0, 0, 0}));
    bench.run(0.5);
    ASSERT_EQ(bench.state(), rises ? State::ascending : State::running);
    const Tag path = reserve(bench, kDesk, kOperator);
    EXPECT_EQ(bench.last_answer(first)->outcome, Outcome::stopped);
    hand_over(bench, path, kDesk, kOperator, Abandon{Refusal::out_of_reach, {}});
    EXPECT_EQ(bench.state(), State::stopping) << rises;
    bench.run(1.0);
    EXPECT_EQ(bench.state(), State::ready) << rises;
    EXPECT_EQ(bench.telemetry().hold, HoldBy::nobody) << rises;
  }
  Bench bench{Initial::neutral};
  bench.tick();
  bench.ask(kStreamHost, kStreaming, Go{Step::run}, 7);
  bench.run(0.05);
  const auto stream = [&] {
    bench.ask({0, kStreamHost, bench.now, &kStreaming, 7, pose_target({0.03, 0, 0, 0, 0, 0})});
    bench.run(0.01);
  };
  for (int i = 0; i < 10; ++i) stream();
  const Tag path = reserve(bench, kStreamHost, kStreaming);
  hand_over(bench, path, kStreamHost, kStreaming, Abandon{Refusal::out_of_reach, {}});
  for (int i = 0; i < 200; ++i) stream();
  EXPECT_EQ(bench.state(), State::running);
  EXPECT_NEAR(bench.telemetry().commanded.pose.position.x(), 0.03, 1e-5);
}

/// Speed is changed while it still changes, on a path that takes nearly all of the jerk there is.
TEST(Programs, OneWhoseSpeedIsChangedAgainAtOnceNeverGoesBackwards) {
  std::mt19937 random{20261118};
  std::uniform_real_distribution<double> first{0.05, 0.5}, second{0.03, 0.12};
  for (int run = 0; run < 60; ++run) {
    Bench bench{Initial::neutral};
    bench.tick();
    const Hill hill{0.066, 0.8};
    const Tag tag = reserve(bench, kDesk, kOperator);
    hand_over(bench, tag, kDesk, kOperator, RunPrepared{&hill, bench.machine.revision});
    double before = 0.0;
    bench.each_tick = [&] {
      if (bench.state() != State::running) return;
      EXPECT_GE(bench.telemetry().path_time, before - 1e-9) << run;
      before = bench.telemetry().path_time;
    };
    bench.run(first(random));
    for (const double share : {0.1, 1.0, 0.1, 1.0}) {
      bench.ask(kDesk, kOperator, SpeedOverride{share});
      bench.run(second(random));
    }
    bench.run(5.0);
    EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::done) << run;
  }
}

/// The sine before it had been made smaller; that was still said of nothing, which always fits.
TEST(Rule8, ASineThatIsLetGoIsNotSaidToBeLimited) {
  Bench bench{Initial::neutral};
  bench.tick();
  Sine sine;
  sine.amplitude[2] = 0.5;
  sine.frequency[2] = 0.3;
  bench.ask(kStreamHost, kStreaming, sine, 7);
  bench.run(2.0);
  ASSERT_TRUE(bench.telemetry().clamped);
  bench.ask(kStreamHost, kStreaming, Sine{}, 8);
  bench.run(0.2);
  EXPECT_EQ(bench.state(), State::running);
  EXPECT_FALSE(bench.telemetry().clamped);
}

}  // namespace
}  // namespace hexad::testing
