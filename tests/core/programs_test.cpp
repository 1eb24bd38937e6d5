// Motions that were prepared, sines, targets with a time: how the core runs, holds, resumes, stops and gives
// them back.

#include <cmath>

#include "core/bench.hpp"
#include "core/test_programs.hpp"

namespace hexad::testing {
namespace {

using controller::Initial;

struct ProgramBench : Bench {
  explicit ProgramBench(Initial initial = Initial::neutral) : Bench{initial} { tick(); }

  Tag start(const Prepared& program, const Contract& contract = kOneAtATime) {
    const Tag tag = ask(kTextHost, contract, Reserve{program.kind()});
    tick();
    ask(Request{tag, kTextHost, now, &contract, 0, RunPrepared{&program, machine.revision}});
    tick();
    return tag;
  }
  int released(const Prepared& program) const {
    int count = 0;
    for (const Event& event : events) {
      const auto* news = std::get_if<ProgramReleased>(&event.news);
      if (news != nullptr && news->program == &program) ++count;
    }
    return count;
  }
  bool limited() const {
    for (const Event& event : events)
      if (std::holds_alternative<LimitChange>(event.news)) return true;
    return false;
  }
  double height() const { return telemetry().commanded.pose.position.z(); }
};

TEST(Programs, AReservedSlotCountsAsMovingAndRefusesOthersUntilItIsAbandoned) {
  ProgramBench bench;
  const Tag tag = bench.ask(kTextHost, kOneAtATime, Reserve{ProgramKind::path});
  bench.run(0.1);
  EXPECT_TRUE(bench.telemetry().moving);
  EXPECT_EQ(bench.state(), State::ready);
  const Tag other = bench.ask(kTextHost, kOneAtATime, MoveTo{});
  bench.tick();
  EXPECT_EQ(bench.last_answer(other)->refusal, Refusal::moving);
  bench.ask(Request{tag, kTextHost, bench.now, &kOneAtATime, 0, Abandon{Refusal::bad_program, {}}});
  bench.tick();
  EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::refused);
  EXPECT_EQ(bench.last_answer(tag)->refusal, Refusal::bad_program);
  EXPECT_FALSE(bench.telemetry().moving);
}

TEST(Programs, RunInTheirOwnTimeOnTheirPathAreAnsweredOnceAndGivenBack) {
  ProgramBench bench;
  const Hill hill;
  const TimePoint begin = bench.now;
  double worst = 0.0;
  const Tag tag = bench.start(hill);
  ASSERT_TRUE(bench.run_until(
      [&] {
        if (bench.state() == State::running)
          worst = std::max(worst, std::abs(bench.height() - hill.height_at(bench.telemetry().path_time)));
        return bench.answers(tag).size() == 2;
      },
      6.0));
  EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::done);
  EXPECT_LT(worst, 1e-9) << "beside its path (m)";
  EXPECT_NEAR(to_seconds(bench.now - begin), 4.0, 0.03);
  EXPECT_EQ(bench.state(), State::ready);
  bench.run(0.1);
  EXPECT_EQ(bench.released(hill), 1);
  EXPECT_FALSE(bench.limited());
}

TEST(Programs, AHoldSlowsOnThePathAndAResumeGoesOnAlongIt) {
  ProgramBench bench;
  const Hill hill{0.1};
  const Tag tag = bench.start(hill);
  bench.run(1.4);  // at its fastest
  double beside = 0.0;
  bench.each_tick = [&] {
    beside = std::max(beside, std::abs(bench.height() - hill.height_at(bench.telemetry().path_time)));
  };
  bench.ask(kTextHost, kOneAtATime, Control::hold);
  ASSERT_TRUE(bench.run_until(State::holding, 1.0));
  const double stood = bench.height();
  bench.run(0.5);
  EXPECT_EQ(bench.height(), stood);
  EXPECT_EQ(bench.released(hill), 0) << "it is still needed";
  bench.ask(kTextHost, kOneAtATime, Control::resume);
  ASSERT_TRUE(bench.run_until([&] { return bench.last_answer(tag)->outcome == Outcome::done; }, 6.0));
  EXPECT_LT(beside, 1e-9);
  std::vector<Outcome> outcomes;
  for (const Answer& answer : bench.answers(tag)) outcomes.push_back(answer.outcome);
  EXPECT_EQ(outcomes, (std::vector{Outcome::accepted, Outcome::paused, Outcome::resumed, Outcome::done}));
  EXPECT_FALSE(bench.limited());
}

TEST(Programs, AStopEndsThemOnThePathAndTheyAreGivenBack) {
  ProgramBench bench;
  const Hill hill{0.1};
  const Tag tag = bench.start(hill);
  bench.run(1.4);
  const TimePoint stopped = bench.now;
  bench.ask(kTextHost, kOneAtATime, Control::stop);
  ASSERT_TRUE(bench.run_until(State::ready, 1.0));
  EXPECT_LT(to_seconds(bench.now - stopped), 0.5);
  EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::stopped);
  bench.run(0.1);
  EXPECT_EQ(bench.released(hill), 1);
}

TEST(Programs, OneThatComesTooLateIsGivenBackUnused) {
  ProgramBench bench;
  const Hill hill;
  const Tag tag = bench.ask(kTextHost, kOneAtATime, Reserve{ProgramKind::path});
  bench.tick();
  bench.ask(kTextHost, kOneAtATime, Control::stop);
  bench.tick();
  EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::stopped);
  bench.ask(Request{tag, kTextHost, bench.now, &kOneAtATime, 0, RunPrepared{&hill, bench.machine.revision}});
  bench.run(0.5);
  EXPECT_EQ(bench.released(hill), 1);
  EXPECT_EQ(bench.state(), State::ready);
  EXPECT_EQ(bench.height(), 0.0);
}

TEST(Programs, OneCheckedAgainstAnotherMachineIsNotRun) {
  ProgramBench bench;
  const Hill hill;
  const Tag tag = bench.ask(kTextHost, kOneAtATime, Reserve{ProgramKind::path});
  bench.tick();
  bench.ask(
      Request{tag, kTextHost, bench.now, &kOneAtATime, 0, RunPrepared{&hill, bench.machine.revision + 1}});
  bench.run(0.1);
  EXPECT_EQ(bench.last_answer(tag)->refusal, Refusal::bad_program);
  EXPECT_EQ(bench.released(hill), 1);
}

TEST(Programs, AnEmergencyInTheMiddleEndsThemAndGivesThemBack) {
  ProgramBench bench;
  const Hill hill{0.1};
  const Tag tag = bench.start(hill);
  bench.run(1.4);
  bench.ask(kDesk, kOperator, Control::press_button);
  bench.tick();
  EXPECT_EQ(bench.state(), State::emergency);
  EXPECT_FALSE(bench.out->setpoint.enable);
  EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::emergency);
  bench.run(0.1);
  EXPECT_EQ(bench.released(hill), 1);
}

TEST(Programs, ThePlatformGoesToTheBeginningFirstFromTheBottomToo) {
  ProgramBench bench{Initial::origin};
  const Hill hill{0.04, 4.0, {Vec3{0.02, 0.0, 0.01}, Quat::Identity()}};
  const Tag tag = bench.start(hill);
  ASSERT_TRUE(bench.run_until([&] { return bench.telemetry().path_time > 2.0; }, 12.0));
  EXPECT_NEAR(bench.telemetry().commanded.pose.position.x(), 0.02, 1e-9);
  EXPECT_NEAR(bench.height(), 0.05, 1e-4);
  ASSERT_TRUE(bench.run_until([&] { return bench.last_answer(tag)->outcome == Outcome::done; }, 6.0));
}

TEST(Programs, HalfSpeedTakesTwiceTheTimeAndAChangeOnTheWayIsSmooth) {
  ProgramBench bench;
  const Hill hill;
  bench.ask(kDesk, kOperator, SpeedOverride{0.5});
  bench.tick();
  const TimePoint begin = bench.now;
  const Tag tag = bench.start(hill);
  bench.run(4.0);
  EXPECT_NEAR(bench.telemetry().path_time, 2.0, 0.01);
  bench.ask(kDesk, kOperator, SpeedOverride{1.0});
  ASSERT_TRUE(bench.run_until([&] { return bench.last_answer(tag)->outcome == Outcome::done; }, 6.0));
  EXPECT_NEAR(to_seconds(bench.now - begin), 6.0, 0.3);
  EXPECT_FALSE(bench.limited());
}

TEST(Programs, ASpeedBelowTenPercentIsRefused) {
  ProgramBench bench;
  const Tag tag = bench.ask(kDesk, kOperator, SpeedOverride{0.05});
  bench.tick();
  EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::refused);
}

TEST(Programs, OneThatRunsIntoALimitIsStoppedUnderControlAndTheAnswerNamesTheAxis) {
  ProgramBench bench;
  const Runaway runaway;
  const Tag tag = bench.start(runaway);
  ASSERT_TRUE(bench.run_until([&] { return bench.answers(tag).size() == 2; }, 12.0));
  EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::limit_reached);
  EXPECT_EQ(bench.last_answer(tag)->hit.limit, Limit::axis_upper);
  EXPECT_EQ(bench.last_answer(tag)->hit.index, 2);
  EXPECT_EQ(bench.state(), State::ready);
  EXPECT_EQ(bench.telemetry().code, HardwareCode::none) << "mdof decision 6: 23 stays 0";
}

Sine heave_sine(double amplitude, double hertz) {
  Sine sine;
  sine.amplitude[5] = amplitude;
  sine.frequency[5] = hertz;
  return sine;
}

TEST(Programs, ASineMovesAboutNeutralChangesSmoothlyAndEndsThereWithAmplitudeZero) {
  ProgramBench bench;
  bench.ask(kStreamHost, kStreaming, Go{Step::run});
  bench.tick();
  bench.ask(kStreamHost, kStreaming, heave_sine(0.03, 0.5));
  double most = 0.0;
  bench.each_tick = [&] { most = std::max(most, std::abs(bench.height())); };
  bench.run(5.0);
  EXPECT_NEAR(most, 0.03, 1e-4);
  EXPECT_EQ(bench.telemetry().program, ProgramKind::sine);
  bench.ask(kStreamHost, kStreaming, heave_sine(0.05, 0.7));
  bench.run(5.0);
  EXPECT_NEAR(most, 0.05, 2e-4);
  bench.ask(kStreamHost, kStreaming, heave_sine(0.0, 0.7));
  bench.run(2.0);
  EXPECT_NEAR(bench.height(), 0.0, 1e-12);
  EXPECT_EQ(bench.state(), State::running) << "darren: running is a mode";
  EXPECT_FALSE(bench.limited());
}

TEST(Programs, AHaltEndsAMoveWhereItIsAndStaysRunningWhereThatIsAMode) {
  ProgramBench bench;
  bench.ask(kStreamHost, kStreaming, Go{Step::run});
  bench.tick();
  MoveTo move;
  move.target[2] = 0.15;
  const Tag tag = bench.ask(kStreamHost, kStreaming, move);
  bench.run(0.6);
  bench.ask(kStreamHost, kStreaming, Control::halt);
  bench.run(0.6);
  EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::stopped);
  EXPECT_EQ(bench.state(), State::running);
  EXPECT_GT(bench.height(), 0.02);
  EXPECT_LT(bench.height(), 0.14);
  const double stood = bench.height();
  bench.run(0.2);
  EXPECT_EQ(bench.height(), stood);
}

TEST(Programs, ATargetWithATimeIsReachedInThatTimeNotSooner) {
  ProgramBench bench;
  bench.ask(kStreamHost, kStreaming, Go{Step::run});
  bench.tick();
  StreamTarget target;
  target.kind = StreamTarget::Kind::pose;
  target.pose.position.z() = 0.05;
  target.travel = std::chrono::milliseconds{2500};
  bench.ask(kStreamHost, kStreaming, target);
  bench.run(2.4);
  EXPECT_LT(bench.height(), 0.05 - 1e-6);
  bench.run(0.11);
  EXPECT_NEAR(bench.height(), 0.05, 1e-9);
}

TEST(Programs, AStreamOfTheSameHostTakesOverFromItsSine) {
  ProgramBench bench;
  bench.ask(kStreamHost, kStreaming, Go{Step::run});
  bench.tick();
  const Tag tag = bench.ask(kStreamHost, kStreaming, heave_sine(0.03, 0.5));
  bench.run(1.2);
  StreamTarget target;
  target.kind = StreamTarget::Kind::pose;
  target.pose.position.z() = -0.02;
  for (int i = 0; i < 150; ++i) {
    bench.ask(kStreamHost, kStreaming, target);
    bench.run(0.01);
  }
  EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::stopped);
  EXPECT_NEAR(bench.height(), -0.02, 1e-5);
}

TEST(RotaryAxis, FollowsItsTargetWithinItsSpeedAndStopsWithThePlatform) {
  Bench bench{Initial::neutral, "standard-400-rotary"};
  bench.tick();
  bench.ask(kStreamHost, kStreaming, Go{Step::run});
  bench.tick();
  StreamTarget target;
  target.kind = StreamTarget::Kind::pose;
  target.has_rotary = true;
  target.rotary = 90.0 * kDegree;
  double fastest = 0.0;
  double last = 0.0;
  bench.each_tick = [&] {
    fastest = std::max(fastest, std::abs(bench.out->setpoint.rotary - last) * 1e3);
    last = bench.out->setpoint.rotary;
  };
  for (int i = 0; i < 600; ++i) {
    bench.ask(kStreamHost, kStreaming, target);
    bench.run(0.01);
  }
  EXPECT_NEAR(bench.feedback.rotary, 90.0 * kDegree, 1e-6);
  EXPECT_LE(fastest, bench.machine.rotary->speed() * (1 + 1e-9));
  target.rotary = 0.0;
  for (int i = 0; i < 30; ++i) {
    bench.ask(kStreamHost, kStreaming, target);
    bench.run(0.01);
  }
  bench.ask(kDesk, kOperator, Control::stop);
  bench.run(2.5);
  const double stood = bench.feedback.rotary;
  EXPECT_LT(stood, 89.0 * kDegree);
  bench.run(0.2);
  EXPECT_EQ(bench.feedback.rotary, stood);
}

}  // namespace
}  // namespace hexad::testing
