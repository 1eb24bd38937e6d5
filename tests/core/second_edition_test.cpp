// What people met over real sockets, each as they met it: holds that were not kept, motions that never ended,
// resets that moved. Named after the rules of docs/rules.md that decide them.

#include <functional>
#include <map>

#include "core/bench.hpp"
#include "lifecycle/transitions.hpp"
#include "protocols/motus/contract.hpp"
#include "protocols/telemetry/contract.hpp"

namespace hexad::testing {
namespace {

using controller::Initial;

const MoveTo kHere = to({0, 0, 0, 0, 0, 0});

std::vector<Outcome> outcomes(const Bench& bench, Tag tag) {
  std::vector<Outcome> found;
  for (const Answer& answer : bench.answers(tag)) found.push_back(answer.outcome);
  return found;
}

Refusal refusal_of(Bench& bench, const Endpoint& from, const Contract& contract, const What& what) {
  const Tag tag = bench.ask(from, contract, what);
  bench.tick();
  const auto answer = bench.last_answer(tag);
  return answer && answer->outcome == Outcome::refused ? answer->refusal : Refusal::none;
}

double speed(const Bench& bench) { return bench.out->setpoint.velocity.cwiseAbs().maxCoeff(); }

/// Ways into every moving state.
struct Moving {
  State state;
  Initial initial;
  std::function<Tag(Bench&)> begin;
};
std::vector<Moving> moving_states() {
  return {{State::zeroing, Initial::powered_up,
           [](Bench& b) { return b.ask(kTextHost, kBringUpAll, Go{Step::neutral}); }},
          {State::ascending, Initial::origin,
           [](Bench& b) { return b.ask(kTextHost, kBringUpAll, Go{Step::neutral}); }},
          {State::descending, Initial::neutral,
           [](Bench& b) { return b.ask(kTextHost, kBringUpAll, Go{Step::descend}); }},
          {State::running, Initial::neutral,
           [](Bench& b) {
             return b.ask(kTextHost, kBringUpAll, to({0.1, 0, 0.05, 0, 0, 0}));
           }},
          {State::to_neutral, Initial::neutral, [](Bench& b) {
             const Tag away = b.ask(kTextHost, kBringUpAll, to({0.1, 0, 0.05, 0, 0, 0}));
             b.run_until([&] { return b.last_answer(away)->outcome == Outcome::done; }, 10);
             return b.ask(kTextHost, kBringUpAll, Go{Step::neutral});
           }}};
}

struct Asking {
  const char* name;
  Endpoint from;
  const Contract* contract;
};
const Asking kHolders[]{{"operator", kDesk, &kOperator},
                        {"host of single commands", kTextHost, &kOneAtATime},
                        {"streaming host", kOtherStreamHost, &kStreaming}};

TEST(Rule15, AHoldIsKeptInEveryMovingStateWhoeverAskedForIt) {
  for (const Moving& moving : moving_states()) {
    for (const Asking& holder : kHolders) {
      SCOPED_TRACE(std::string{to_string(moving.state)} + " held by " + holder.name);
      Bench bench{moving.initial};
      bench.run(0.05);
      const Tag tag = moving.begin(bench);
      ASSERT_TRUE(bench.run_until(moving.state, 10));
      bench.run(0.3);
      ASSERT_EQ(bench.state(), moving.state);
      bench.ask(holder.from, *holder.contract, Control::hold);
      ASSERT_TRUE(bench.run_until(State::holding, 2));
      bench.run(0.1);
      const Extensions stood = bench.out->setpoint.extension;
      bench.run(5);
      EXPECT_EQ(bench.state(), State::holding);
      EXPECT_EQ(bench.out->setpoint.extension, stood) << "not a hair";
      EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::paused);
      bench.ask(kDesk, kOperator, Control::resume);
      ASSERT_TRUE(bench.run_until([&] { return bench.last_answer(tag)->outcome == Outcome::done; }, 30))
          << to_string(bench.state());
      EXPECT_EQ(outcomes(bench, tag),
                (std::vector{Outcome::accepted, Outcome::paused, Outcome::resumed, Outcome::done}));
    }
  }
}

TEST(Rule15, AStopOutOfAHoldDropsWhatWasFrozen) {
  for (const Moving& moving : moving_states()) {
    SCOPED_TRACE(to_string(moving.state));
    Bench bench{moving.initial};
    bench.run(0.05);
    const Tag tag = moving.begin(bench);
    ASSERT_TRUE(bench.run_until(moving.state, 10));
    bench.run(0.3);
    bench.ask(kTextHost, kOneAtATime, Control::hold);
    ASSERT_TRUE(bench.run_until(State::holding, 2));
    bench.ask(kTextHost, kOneAtATime, Control::stop);
    bench.run(3);
    EXPECT_EQ(bench.state(), moving.state == State::zeroing ? State::powered_up : State::ready);
    EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::stopped);
  }
}

TEST(Rule15, OnOneTickAHoldBeatsAResumeInEitherOrder) {
  for (const bool resume_first : {true, false}) {
    Bench bench{Initial::neutral};
    bench.run(0.05);
    const Tag tag = bench.ask(kTextHost, kOneAtATime, to({0.1, 0, 0, 0, 0, 0}));
    bench.run(0.3);
    if (resume_first) bench.ask(kTextHost, kOneAtATime, Control::resume);
    bench.ask(kTextHost, kOneAtATime, Control::hold);
    if (!resume_first) bench.ask(kTextHost, kOneAtATime, Control::resume);
    bench.run(3);
    EXPECT_EQ(bench.state(), State::holding);
    EXPECT_EQ(outcomes(bench, tag), (std::vector{Outcome::accepted, Outcome::paused}));
  }
}

TEST(Rule15, AMotionThatIsStillBeingPreparedIsHeldToo) {
  Bench bench{Initial::neutral};
  bench.run(0.05);
  const Tag tag = bench.ask(kTextHost, kOneAtATime, Reserve{ProgramKind::path});
  bench.tick();
  bench.ask(kTextHost, kOneAtATime, Control::hold);
  bench.run(0.1);
  EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::paused);
  EXPECT_EQ(bench.state(), State::holding);
  bench.ask(kTextHost, kOneAtATime, Control::stop);
  bench.run(0.1);
  EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::stopped);
  EXPECT_EQ(bench.state(), State::ready);
}

TEST(Rule16, ADescendWhileRisingTurnsRoundAtOnceAndARaiseTurnsBack) {
  Bench bench{Initial::origin};
  bench.run(0.05);
  const Tag up = bench.ask(kDesk, kOperator, Go{Step::raise});
  ASSERT_TRUE(bench.run_until(State::ascending, 1));
  bench.run(1.5);
  double highest = -1;
  double fastest = 0;
  bench.each_tick = [&] {
    highest = std::max(highest, bench.out->setpoint.extension.maxCoeff());
    fastest = std::max(fastest, speed(bench));
  };
  const double height = bench.out->setpoint.extension.maxCoeff();
  const Tag down = bench.ask(kDesk, kOperator, Go{Step::descend});
  ASSERT_TRUE(bench.run_until(State::descending, 1));
  EXPECT_LT(highest, height + 0.03) << "at once";
  EXPECT_EQ(bench.last_answer(up)->outcome, Outcome::stopped);
  bench.run(0.5);
  const Tag again = bench.ask(kDesk, kOperator, Go{Step::raise});
  ASSERT_TRUE(bench.run_until(State::ascending, 1));
  EXPECT_EQ(bench.last_answer(down)->outcome, Outcome::stopped);
  ASSERT_TRUE(bench.run_until([&] { return bench.last_answer(again)->outcome == Outcome::done; }, 10));
  EXPECT_EQ(bench.state(), State::ready);
  EXPECT_LE(fastest, 0.0601) << "at raising speed";
}

TEST(Rule17, AMotionToWhereThePlatformStandsEndsAndNothingRemainsOfIt) {
  const std::function<Tag(Bench&)> orders[]{
      [](Bench& b) { return b.ask(kTextHost, kOneAtATime, kHere); },
      [](Bench& b) {
        return b.ask(kTextHost, kOneAtATime, to({0, 0, 1e-9, 0, 0, 0}));
      },
      [](Bench& b) { return b.ask(kTextHost, kOneAtATime, Go{Step::neutral}); },
      [](Bench& b) { return b.ask(kDesk, kOperator, kHere); },
      [](Bench& b) { return b.ask(kTextHost, kOneAtATime, Sine{}); }};
  for (std::size_t i = 0; i < std::size(orders); ++i) {
    SCOPED_TRACE(i);
    Bench bench{Initial::neutral};
    bench.run(0.05);
    for (int repeat = 0; repeat < 2; ++repeat) {
      const Tag tag = orders[i](bench);
      if (i == 4) {  // a sine of nothing runs until it is stopped
        bench.run(1);
        bench.ask(kTextHost, kOneAtATime, Control::stop);
      }
      bench.run(1.0);
      ASSERT_EQ(bench.answers(tag).size(), 2u);
      EXPECT_EQ(bench.last_answer(tag)->outcome, i == 4 ? Outcome::stopped : Outcome::done);
      EXPECT_EQ(bench.state(), State::ready);
      EXPECT_FALSE(bench.telemetry().moving);
    }
    bench.run(1.2);
    EXPECT_EQ(refusal_of(bench, kStreamHost, kStreaming, Go{Step::run}), Refusal::none) << "others may drive";
  }
}

TEST(Rule18, AFollowingErrorKeepsTheZeroAndTheNextMotionGoesSlowlyByNeutral) {
  Bench bench{Initial::neutral};
  bench.run(0.05);
  bench.ask(kTextHost, kOneAtATime, to({0.12, 0.05, 0.04, 5 * kDegree, 0, 0}));
  bench.run(0.6);
  bench.plant->inject(plant::Injection::stuck, 0, 0);
  ASSERT_TRUE(bench.run_until(State::fault, 2));
  ASSERT_EQ(bench.telemetry().fault.kind, FaultKind::following_error);
  bench.plant->clear(plant::Injection::stuck);
  const Tag reset = bench.ask(kTextHost, kOneAtATime, Control::reset);
  bench.run(0.1);
  EXPECT_EQ(bench.last_answer(reset)->outcome, Outcome::done);
  EXPECT_EQ(bench.state(), State::powered_up);
  EXPECT_TRUE(bench.telemetry().zeroed);
  const Extensions stood = bench.out->setpoint.extension;
  bench.run(2);
  EXPECT_LT((bench.out->setpoint.extension - stood).cwiseAbs().maxCoeff(), 1e-6) << "a reset moves nothing";
  // Not 194: it goes to neutral first, no leg faster than raising, then on.
  double fastest = 0;
  bool been_at_neutral = false;
  bench.each_tick = [&] {
    if (bench.state() == State::ready) been_at_neutral = true;
    if (!been_at_neutral) fastest = std::max(fastest, speed(bench));
  };
  const Tag move = bench.ask(kTextHost, kOneAtATime, to({0, 0, 0.02, 0, 0, 0}));
  ASSERT_TRUE(bench.run_until(State::to_neutral, 0.1));
  ASSERT_TRUE(bench.run_until([&] { return bench.last_answer(move)->outcome == Outcome::done; }, 60));
  EXPECT_TRUE(been_at_neutral);
  EXPECT_LE(fastest, 0.0605);
  EXPECT_NEAR(bench.actual().position.z(), 0.02, 1e-4);
  EXPECT_EQ(bench.telemetry().fault.kind, FaultKind::none);
}

TEST(Rule18, EveryOtherFaultEmergencyAndBackToPowerUpForgetTheZero) {
  for (const plant::Injection injection :
       {plant::Injection::drive_fault, plant::Injection::encoder_jump, plant::Injection::link_lost}) {
    Bench bench{Initial::neutral};
    bench.run(0.05);
    bench.plant->inject(injection, 0, 0.005);
    ASSERT_TRUE(bench.run_until(State::fault, 2));
    bench.plant->clear(injection);
    bench.run(0.05);
    bench.ask(kDesk, kOperator, Control::reset);
    bench.run(0.1);
    EXPECT_EQ(bench.state(), State::powered_up);
    EXPECT_FALSE(bench.telemetry().zeroed);
  }
  Bench bench{Initial::neutral};
  bench.run(0.05);
  bench.ask(kTextHost, kOneAtATime, Go{Step::power_up});
  bench.run(0.1);
  EXPECT_EQ(bench.state(), State::powered_up);
  EXPECT_FALSE(bench.telemetry().zeroed);
}

/// A supply that failed and came back while the fault was still being stopped was forgotten at standstill:
/// the reset kept a zero that the drives had lost.
TEST(Rule18, DrivesLostWhileAFaultIsStoppedForgetTheZero) {
  for (const plant::Injection injection : {plant::Injection::power_loss, plant::Injection::link_lost}) {
    Bench bench{Initial::neutral};
    bench.run(0.05);
    bench.ask(kTextHost, kOneAtATime, to({0.12, 0.05, 0.04, 5 * kDegree, 0, 0}));
    bench.run(0.6);
    bench.plant->inject(plant::Injection::stuck, 0, 0);
    ASSERT_TRUE(bench.run_until(State::stopping, 2));
    ASSERT_EQ(bench.telemetry().fault.kind, FaultKind::following_error);
    bench.plant->inject(injection, 0, 0);
    bench.tick();
    bench.tick();
    bench.plant->clear(injection);
    bench.plant->clear(plant::Injection::stuck);
    ASSERT_EQ(bench.state(), State::stopping);
    ASSERT_TRUE(bench.run_until(State::fault, 2));
    bench.run(0.1);
    bench.ask(kDesk, kOperator, Control::reset);
    bench.run(0.1);
    EXPECT_EQ(bench.state(), State::powered_up);
    EXPECT_FALSE(bench.telemetry().zeroed);
  }
}

TEST(Rule18, AKeptZeroCanDescendAndZeroFromThere) {
  for (const Step step : {Step::descend, Step::zero, Step::raise, Step::run}) {
    SCOPED_TRACE(static_cast<int>(step));
    Bench bench{Initial::neutral};
    bench.run(0.05);
    bench.ask(kTextHost, kOneAtATime, to({0.1, 0.05, 0.04, 5 * kDegree, 0, 0}));
    bench.run(0.5);
    bench.plant->inject(plant::Injection::stuck, 0, 0);
    ASSERT_TRUE(bench.run_until(State::fault, 2));
    bench.plant->clear(plant::Injection::stuck);
    bench.ask(kDesk, kOperator, Control::reset);
    bench.run(0.1);
    ASSERT_TRUE(bench.telemetry().zeroed);
    bench.ask(kDesk, kOperator, Go{step});
    const State end = step == Step::run ? State::running : step == Step::raise ? State::ready : State::origin;
    EXPECT_TRUE(bench.run_until(
        [&] { return bench.state() == end && (end != State::ready || !bench.telemetry().moving); }, 60))
        << to_string(bench.state());
    EXPECT_EQ(bench.telemetry().fault.kind, FaultKind::none);
  }
}

TEST(Rule19, BackToPowerUpIsAnsweredAtStandstillAndTheOwnerBefore) {
  Bench bench{Initial::neutral};
  bench.run(0.05);
  const Tag move = bench.ask(kTextHost, kOneAtATime, to({0.1, 0, 0, 0, 0, 0}));
  bench.run(0.4);
  const Tag reset = bench.ask(kTextHost, kOneAtATime, Go{Step::power_up});
  const Tag second = bench.ask(kTextHost, kOneAtATime, Go{Step::power_up});
  const Tag third = bench.ask(kDesk, kOperator, Control::reset);
  ASSERT_TRUE(bench.run_until([&] { return bench.last_answer(reset).has_value(); }, 2));
  EXPECT_EQ(bench.state(), State::powered_up);
  EXPECT_LT(speed(bench), 1e-9);
  EXPECT_EQ(bench.last_answer(move)->outcome, Outcome::stopped);
  EXPECT_EQ(bench.last_answer(reset)->outcome, Outcome::done);
  EXPECT_EQ(refusal_of(bench, kTextHost, kBringUpAll, Go{Step::neutral}), Refusal::none)
      << "the natural next command is taken";
  bench.run(0.5);
  for (const Tag tag : {reset, second, third}) EXPECT_EQ(bench.answers(tag).size(), 1u) << "rule 31";
}

TEST(Rule21, ADriversNewWordEndsAnotherHostsHoldAfterHalfASecond) {
  Bench bench{Initial::neutral};
  bench.run(0.05);
  std::uint32_t word = 2;
  bench.ask(kStreamHost, kStreaming, Go{Step::run}, word);
  bench.each_tick = [&] {
    if (bench.telemetry().tick % 10 != 0) return;
    bench.ask({0, kStreamHost, bench.now, &kStreaming, word, pose_target({0, 0, 0.05, 0, 0, 0})});
    const Step step = word == 2 ? Step::run : Step::neutral;
    bench.ask({0, kStreamHost, bench.now, &kStreaming, word, Go{step}});
  };
  ASSERT_TRUE(bench.run_until(State::running, 1));
  bench.run(0.3);
  bench.ask(kOtherStreamHost, kStreaming, Control::hold);
  ASSERT_TRUE(bench.run_until(State::holding, 1));
  bench.run(3);
  EXPECT_EQ(bench.state(), State::holding) << "the word that flowed through it";
  word = 1;
  bench.run(0.45);
  EXPECT_EQ(bench.state(), State::holding);
  bench.run(0.2);
  EXPECT_EQ(bench.state(), State::to_neutral);
}

TEST(Rule21, ResumeIsRefusedWhereSomebodyElseHolds) {
  Bench bench{Initial::neutral};
  bench.run(0.05);
  bench.ask(kTextHost, kOneAtATime, to({0.1, 0, 0, 0, 0, 0}));
  bench.run(0.3);
  EXPECT_EQ(refusal_of(bench, kTextHost, kOneAtATime, Control::resume), Refusal::none) << "nothing to resume";
  bench.ask(kOtherStreamHost, kStreaming, Control::hold);
  ASSERT_TRUE(bench.run_until(State::holding, 1));
  EXPECT_EQ(refusal_of(bench, kTextHost, kOneAtATime, Control::resume), Refusal::held_by_other);
  bench.ask(kDesk, kOperator, Control::hold);
  bench.tick();
  EXPECT_EQ(refusal_of(bench, kOtherStreamHost, kStreaming, Control::resume), Refusal::held_by_other);
  EXPECT_EQ(bench.state(), State::holding);
}

TEST(Rule22, OriginAndReadyAreSeenForTwentyMillisecondsOnTheWay) {
  Bench bench{Initial::powered_up};
  bench.run(0.05);
  bench.ask(kStreamHost, kStreaming, Go{Step::run});
  std::map<State, int> ticks;
  bench.each_tick = [&] { ++ticks[bench.state()]; };
  ASSERT_TRUE(bench.run_until(State::running, 30));
  EXPECT_GE(ticks[State::origin], 20);
  EXPECT_GE(ticks[State::ready], 20);
}

TEST(Rule27, AResetWhileAFaultIsBeingStoppedIsRefusedAndNothingStartsLater) {
  Bench bench{Initial::neutral};
  bench.run(0.05);
  const Tag move = bench.ask(kTextHost, kOneAtATime, to({0, 0, 0.12, 0, 0, 0}));
  bench.run(0.45);
  bench.plant->inject(plant::Injection::over_temperature, 1, 0);
  ASSERT_TRUE(bench.run_until(State::stopping, 1));
  bench.plant->clear(plant::Injection::over_temperature);
  EXPECT_EQ(refusal_of(bench, kTextHost, kOneAtATime, Go{Step::power_up}), Refusal::fault);
  EXPECT_EQ(refusal_of(bench, kTextHost, kBringUpAll, Go{Step::neutral}), Refusal::fault);
  ASSERT_TRUE(bench.run_until(State::fault, 2));
  EXPECT_EQ(bench.last_answer(move)->outcome, Outcome::faulted);
  EXPECT_EQ(bench.telemetry().fault.kind, FaultKind::over_temperature);
  EXPECT_EQ(refusal_of(bench, kTextHost, kBringUpAll, Go{Step::neutral}), Refusal::fault);
  bench.ask(kTextHost, kOneAtATime, Control::reset);
  bench.run(3);
  EXPECT_EQ(bench.state(), State::powered_up);
}

TEST(Rule28, AHostEndsNeitherTheOperatorsHoldNorItsControl) {
  const What hosts[]{Control::stop, Go{Step::power_up}, Control::hold, Control::resume};
  for (const What& what : hosts) {
    Bench bench{Initial::neutral};
    bench.run(0.05);
    const Tag move = bench.ask(kTextHost, kOneAtATime, to({0.1, 0, 0, 0, 0, 0}));
    bench.run(0.4);
    bench.ask(kDesk, kOperator, Control::hold);
    ASSERT_TRUE(bench.run_until(State::holding, 1));
    bench.ask(kTextHost, kOneAtATime, what);
    bench.run(0.5);
    EXPECT_NE(refusal_of(bench, kTextHost, kBringUpAll, Go{Step::neutral}), Refusal::none);
    bench.run(2);
    EXPECT_FALSE(lifecycle::is_moving(bench.state())) << to_string(bench.state());
    const bool ended = bench.last_answer(move)->outcome == Outcome::stopped;
    EXPECT_EQ(ended, std::get_if<Control>(&what) == nullptr || std::get<Control>(what) == Control::stop);
  }
  for (const What& what : {What{Control::stop}, What{Go{Step::power_up}}, What{Control::emergency}}) {
    Bench bench{Initial::neutral};
    bench.run(0.05);
    bench.ask(kDesk, kOperator, Control::take);
    bench.run(0.1);
    bench.ask(kTextHost, kOneAtATime, what);
    bench.run(1.5);
    bench.ask(kTextHost, kOneAtATime, Control::reset);
    bench.run(0.1);
    EXPECT_TRUE(bench.telemetry().taken);
    EXPECT_EQ(refusal_of(bench, kTextHost, kBringUpAll, Go{Step::neutral}), Refusal::other_driver);
    bench.ask(kDesk, kOperator, Give{});
    bench.run(0.1);
    EXPECT_EQ(refusal_of(bench, kTextHost, kBringUpAll, Go{Step::neutral}), Refusal::none);
  }
}

TEST(Rule11, ALostHostLeavesAPlatformThatGoesDownOnlyWhereItsContractSaysSo) {
  using std::chrono::milliseconds;
  const Contract motus =
      protocols::motus::contract_with(milliseconds{200}, OnSilence::hold, BringUp::refuse, OnLimit::clamp);
  const Contract game = protocols::telemetry::contract_with(milliseconds{200});
  struct Case {
    const Contract& contract;
    bool all;
    State ends;
  };
  const Case cases[]{{kStreaming, false, State::origin},
                     {motus, false, State::holding},
                     {game, false, State::holding},
                     {motus, true, State::origin},
                     {game, true, State::origin}};
  for (const Case& c : cases) {
    controller::Settings settings;
    settings.initial = Initial::neutral;
    settings.idle_return = std::chrono::seconds{3};
    settings.idle_return_all = c.all;
    Bench bench{Initial::neutral};
    bench.core.emplace(bench.machine, settings);
    bench.run(0.05);
    bench.ask({0, kStreamHost, bench.now, &c.contract, 2, StreamTarget{}});
    bench.ask(kDesk, kOperator, Give{kStreamHost});
    bench.run(0.01);
    bench.ask({0, kStreamHost, bench.now, &c.contract, 2, Go{Step::run}});
    bench.run(0.01);
    for (int i = 0; i < 100; ++i) {
      bench.ask({0, kStreamHost, bench.now, &c.contract, 2, pose_target({0, 0, 0.03, 0, 0, 0})});
      bench.run(0.01);
    }
    ASSERT_EQ(bench.state(), State::running);
    bench.run(1);
    ASSERT_EQ(bench.state(), State::holding);
    bench.run(9);
    EXPECT_EQ(bench.state(), c.ends);
  }
}

TEST(Rule28, ALostHostThatComesBackEndsNoHoldOfAPlatformThatTheOperatorHasTaken) {
  const Contract motus = protocols::motus::contract_with(std::chrono::milliseconds{200}, OnSilence::hold,
                                                         BringUp::refuse, OnLimit::clamp);
  for (const bool taken : {false, true}) {
    Bench bench{Initial::neutral};
    const auto stream = [&] {
      for (int i = 0; i < 40; ++i) {
        bench.ask({0, kStreamHost, bench.now, &motus, 2, pose_target({0, 0, 0.03, 0, 0, 0})});
        bench.run(0.01);
      }
    };
    bench.run(0.05);
    bench.ask({0, kStreamHost, bench.now, &motus, 2, Go{Step::run}});
    stream();
    bench.run(2);
    ASSERT_EQ(bench.state(), State::holding);
    if (taken) bench.ask(kDesk, kOperator, Control::take);
    bench.run(0.1);
    stream();
    EXPECT_EQ(bench.state(), taken ? State::holding : State::running);
    EXPECT_EQ(bench.telemetry().driver, taken ? kDesk : kStreamHost);
  }
}

/// A pause of its own is no right to move what the operator has taken.
TEST(Rule28, AHostResumesNothingWhileTheOperatorHasControl) {
  for (const bool resumed_before : {false, true}) {
    Bench bench{Initial::neutral};
    bench.run(0.05);
    const Tag move = bench.ask(kOtherStreamHost, kStreaming, to({0, 0, 0.1, 0, 0, 0}));
    bench.run(0.4);
    bench.ask(kTextHost, kOneAtATime, Control::hold);
    bench.tick();
    ASSERT_EQ(bench.state(), State::stopping);
    if (resumed_before) bench.ask(kTextHost, kOneAtATime, Control::resume);
    bench.tick();
    bench.ask(kDesk, kOperator, Control::take);
    ASSERT_TRUE(bench.run_until(resumed_before ? State::ready : State::holding, 1));
    const Tag resume = bench.ask(kTextHost, kOneAtATime, Control::resume);
    bench.run(1);
    EXPECT_FALSE(lifecycle::is_moving(bench.state())) << to_string(bench.state());
    EXPECT_EQ(bench.last_answer(resume)->refusal, resumed_before ? Refusal::none : Refusal::other_driver);
    EXPECT_EQ(bench.telemetry().driver, kDesk);
    bench.ask(kDesk, kOperator, Control::resume);
    bench.run(3);
    EXPECT_EQ(bench.last_answer(move)->outcome, resumed_before ? Outcome::stopped : Outcome::done);
  }
}

TEST(Rule28, IdleReturnNeverActsAgainstTheOperator) {
  const What operators[]{Control::stop, Control::hold, Control::take};
  for (const What& what : operators) {
    controller::Settings settings;
    settings.initial = Initial::neutral;
    settings.idle_return = std::chrono::seconds{3};
    settings.idle_return_all = true;
    Bench bench{Initial::neutral};
    bench.core.emplace(bench.machine, settings);
    bench.run(0.05);
    bench.ask(kTextHost, kOneAtATime, to({0, 0, 0.1, 0, 0, 0}));
    bench.run(0.4);
    bench.ask(kDesk, kOperator, what);
    bench.run(1);
    const State stood = bench.state();
    bench.run(10);
    EXPECT_EQ(bench.state(), stood);
    EXPECT_GT(bench.actual().position.z(), -0.01);
  }
}

TEST(Rule29, TheExitAlwaysEnds) {
  struct Case {
    What during;
    bool down;
  };
  const Case cases[]{{Control::free_button, true}, {Control::stop, false},      {Control::hold, false},
                     {Control::emergency, false},  {Go{Step::power_up}, false}, {Go{Step::neutral}, true},
                     {Control::resume, true}};
  for (const Case& c : cases) {
    for (const bool held_before : {false, true}) {
      Bench bench{Initial::neutral};
      bench.run(0.05);
      bench.ask(kTextHost, kOneAtATime, to({0.05, 0, 0.05, 0, 0, 0}));
      bench.run(0.5);
      if (held_before) {
        bench.ask(kDesk, kOperator, Control::hold);
        bench.run(0.5);
      }
      bench.ask(kDesk, kOperator, Control::exit);
      ASSERT_TRUE(bench.run_until(State::descending, 10));
      EXPECT_FALSE(bench.telemetry().exit_over);
      bench.run(0.8);
      bench.ask(kTextHost, kOneAtATime, c.during);
      ASSERT_TRUE(bench.run_until([&] { return bench.telemetry().exit_over; }, 20))
          << to_string(bench.state());
      EXPECT_EQ(bench.out->setpoint.extension.maxCoeff() < 1e-3, c.down);
      EXPECT_FALSE(bench.out->setpoint.enable) << "braked";
      bench.run(3);
      EXPECT_TRUE(bench.telemetry().exit_over);
    }
  }
}

TEST(Rule30, AFrameThatLayInAQueueIsCountedAndNotFollowed) {
  Bench bench{Initial::neutral};
  bench.run(0.05);
  bench.ask(kStreamHost, kStreaming, Go{Step::run});
  ASSERT_TRUE(bench.run_until(State::running, 1));
  const TimePoint old = bench.now;
  bench.run(0.3);
  bench.ask({0, kStreamHost, old, &kStreaming, 2, pose_target({0, 0, 0.1, 0, 0, 0})});
  bench.run(0.5);
  EXPECT_EQ(bench.telemetry().stale_frames, 1u);
  EXPECT_NEAR(bench.actual().position.z(), 0.0, 1e-4);
}

TEST(Resume, OfAStreamWhoseHostHasGoneIsReady) {
  Bench bench{Initial::neutral};
  bench.run(0.05);
  bool on = true;
  bench.ask(kStreamHost, kStreaming, Go{Step::run});
  bench.each_tick = [&] {
    if (on && bench.telemetry().tick % 10 == 0)
      bench.ask({0, kStreamHost, bench.now, &kStreaming, 2, pose_target({0, 0, 0.1, 0, 0, 0})});
  };
  ASSERT_TRUE(bench.run_until(State::running, 1));
  bench.run(0.4);
  on = false;
  ASSERT_TRUE(bench.run_until(State::holding, 1));
  bench.run(2);
  bench.ask(kDesk, kOperator, Control::resume);
  bench.run(0.1);
  EXPECT_EQ(bench.state(), State::ready);
  EXPECT_FALSE(bench.telemetry().moving);
}

TEST(Warnings, AClampedTargetEndsWithItsCause) {
  Bench bench{Initial::neutral};
  bench.run(0.05);
  bool on = true;
  bench.ask(kStreamHost, kStreaming, Go{Step::run});
  bench.each_tick = [&] {
    if (on && bench.telemetry().tick % 10 == 0)
      bench.ask({0, kStreamHost, bench.now, &kStreaming, 2, pose_target({0.9, 0, 0, 0, 0, 0})});
  };
  ASSERT_TRUE(bench.run_until(State::running, 1));
  bench.run(0.5);
  EXPECT_TRUE(bench.telemetry().clamped);
  on = false;
  bench.ask(kStreamHost, kStreaming, Go{Step::neutral});
  bench.tick();
  EXPECT_FALSE(bench.telemetry().clamped);
}

TEST(Warnings, AScaledSineIsReportedWhenItBeginsNotOneSineLater) {
  Bench bench{Initial::neutral};
  bench.run(0.05);
  Sine large;
  large.amplitude = {60 * kDegree, 0, 0, 0, 0, 0};
  large.frequency = {0.5, 0, 0, 0, 0, 0};
  bench.ask(kDesk, kOperator, large);
  bench.run(0.1);
  EXPECT_TRUE(bench.telemetry().clamped);
  bench.ask(kDesk, kOperator, Control::stop);
  ASSERT_TRUE(bench.run_until(State::ready, 3));
  EXPECT_FALSE(bench.telemetry().clamped);
  Sine small = large;
  small.amplitude = {1 * kDegree, 0, 0, 0, 0, 0};
  bench.ask(kDesk, kOperator, small);
  bench.run(0.1);
  EXPECT_FALSE(bench.telemetry().clamped);
}

TEST(Faults, OneLegsServoIsBlamedOnThatLeg) {
  Bench bench{Initial::neutral};
  bench.run(0.05);
  bench.plant->inject(plant::Injection::servo_off, 1, 0);
  ASSERT_TRUE(bench.run_until(State::fault, 2));
  EXPECT_EQ(bench.telemetry().fault.kind, FaultKind::servo_off);
  EXPECT_EQ(bench.telemetry().fault.leg, 1);
}

}  // namespace
}  // namespace hexad::testing
