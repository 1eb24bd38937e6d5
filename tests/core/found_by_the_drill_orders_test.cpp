// What random lives met, each as short as it can be told: two things on one tick, holds in holds, outputs
// that stayed on.

#include "core/bench.hpp"
#include "core/test_programs.hpp"
#include "protocols/lingjing/contract.hpp"

namespace hexad::testing {
namespace {

using controller::Initial;

/// The descent had not begun: what took it back had nothing to do, and was never answered.
TEST(Rule16, ARunThatTakesBackADescendOfTheSameTickIsAnswered) {
  Bench bench{Initial::neutral};
  bench.tick();
  bench.ask(kStreamHost, kStreaming, Go{Step::run}, 7);
  bench.run(0.1);
  ASSERT_EQ(bench.state(), State::running);
  const Tag down = bench.ask(kStreamHost, kStreaming, Go{Step::descend}, 8);
  const Tag run = bench.ask(kStreamHost, kStreaming, Go{Step::run}, 9);
  bench.run(0.1);
  EXPECT_EQ(bench.last_answer(down)->outcome, Outcome::stopped);
  EXPECT_EQ(bench.last_answer(run)->outcome, Outcome::done);
  EXPECT_EQ(bench.state(), State::running);
  EXPECT_FALSE(bench.telemetry().busy);
}

TEST(Rule27, AFaultIsShownBeforeItCanBeReset) {
  for (const What& reset : {What{Control::reset}, What{Go{Step::power_up}}}) {
    Bench bench{Initial::neutral};
    bench.run(0.1);
    bench.plant->inject(plant::Injection::drive_fault, 2, 0.0);
    bench.feedback = bench.plant->exchange(bench.out->setpoint, bench.now, bench.period);
    const Tag tag = bench.ask(kTextHost, kOneAtATime, reset);
    bench.tick();
    EXPECT_EQ(bench.state(), State::fault);
    EXPECT_TRUE(bench.telemetry().fault);
    ASSERT_TRUE(bench.last_answer(tag));
    EXPECT_EQ(bench.last_answer(tag)->refusal, Refusal::fault);
  }
}

TEST(Rule15, AHoldThatIsRepeatedHoldsWhatWasAcceptedSinceAndIsStillBeingPrepared) {
  Bench bench{Initial::neutral};
  bench.tick();
  bench.ask(kTextHost, kOneAtATime, to({0.1, 0, 0.05, 0, 0, 0}));
  bench.run(0.3);
  bench.ask({0, kDesk, bench.now, &kOperator, 1, Control::hold});
  ASSERT_TRUE(bench.run_until(State::holding, 2));
  bench.ask({0, kTextHost, bench.now, &kOneAtATime, 2, Control::disconnect});
  bench.run(1.5);
  const Tag tag = bench.ask(kDesk, kOperator, Reserve{ProgramKind::path});
  bench.tick();
  ASSERT_EQ(bench.last_answer(tag)->outcome, Outcome::accepted);
  bench.ask({0, kDesk, bench.now, &kOperator, 3, Control::hold});
  bench.tick();
  EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::paused);
  EXPECT_EQ(bench.state(), State::holding);
}

TEST(Rule2, AButtonThatIsPressedAndFreedOnOneTickIsAnEmergency) {
  Bench bench{Initial::neutral};
  bench.run(0.1);
  bench.ask(kDesk, kOperator, Control::free_button);
  bench.ask(kDesk, kOperator, Control::reset);
  bench.ask(kDesk, kOperator, Control::press_button);
  bench.tick();
  EXPECT_EQ(bench.state(), State::emergency);
  EXPECT_FALSE(bench.out->setpoint.enable);
}

/// Held, ordered to zero, held again before that began: the resume went back to what had been frozen first,
/// and the order was never done nor answered.
TEST(Rule15, AnOrderThatIsHeldBeforeItBeginsBeginsWithTheResume) {
  for (const What& order : {What{Go{Step::zero}}, What{Go{Step::descend}}, What{to({0, 0, 0.02, 0, 0, 0})}}) {
    Bench bench{Initial::neutral};
    bench.tick();
    const Tag first = bench.ask(kDesk, kOperator, to({0, 0, 0.1, 0, 0, 0}));
    bench.run(0.5);
    bench.ask({0, kDesk, bench.now, &kOperator, 1, Control::hold});
    bench.run(0.02);
    ASSERT_EQ(bench.state(), State::stopping);
    const Tag second = bench.ask(kDesk, kOperator, order);
    bench.tick();
    bench.ask({0, kStreamHost, bench.now, &kStreaming, 1, Control::hold});
    bench.run(1.0);
    ASSERT_EQ(bench.state(), State::holding);
    EXPECT_EQ(bench.last_answer(first)->outcome, Outcome::stopped);
    EXPECT_EQ(bench.last_answer(second)->outcome, Outcome::paused);
    bench.ask(kDesk, kOperator, Control::resume);
    bench.tick();
    bench.tick();
    EXPECT_EQ(bench.last_answer(second)->outcome, Outcome::resumed);
    ASSERT_TRUE(bench.run_until([&] { return bench.last_answer(second)->outcome == Outcome::done; }, 30))
        << to_string(bench.state());
    const bool moves = std::holds_alternative<MoveTo>(order);
    EXPECT_EQ(bench.state(), moves ? State::ready : State::origin)
        << "the order, not what was held before it";
    if (moves) {
      EXPECT_NEAR(bench.telemetry().commanded.pose.position.z(), 0.02, 1e-6);
    }
  }
}

/// A resume with nothing left to go on leads to `ready`; a program that was being prepared meanwhile left it
/// after 5 ms, unseen.
TEST(Rule22, ReadyAfterAHoldIsSeenForTwentyMilliseconds) {
  Bench bench{Initial::neutral};
  bench.tick();
  bench.ask(kStreamHost, kStreaming, Go{Step::run}, 7);
  bench.run(0.1);
  bench.ask({0, kDesk, bench.now, &kOperator, 1, Control::hold});
  const Hill hill{0.01};
  const Tag tag = bench.ask(kDesk, kOperator, Reserve{hill.kind()});
  ASSERT_TRUE(bench.run_until(State::holding, 1));
  bench.ask(kDesk, kOperator, Control::resume);
  ASSERT_TRUE(bench.run_until(State::ready, 1));
  bench.ask(Request{tag, kDesk, bench.now, &kOperator, 0, RunPrepared{&hill, bench.machine.revision}});
  int ticks = 1;
  while (ticks < 100 && (bench.tick(), bench.state() == State::ready)) ++ticks;
  EXPECT_EQ(bench.state(), State::running);
  EXPECT_GE(ticks, 20);
  EXPECT_LE(ticks, 22);
}

/// A stop comes before the rest of its tick: relays that were set on it stayed on after the stop.
TEST(Rule10, OutputsThatAreSetOnTheTickOfAStopStayOff) {
  Bench bench{Initial::neutral};
  bench.tick();
  const SetOutputs relays{.set_relays = true, .relays = 0x3};
  bench.ask(kTextHost, kOneAtATime, to({0, 0, 0.1, 0, 0, 0}));
  bench.run(0.3);
  bench.ask(kTextHost, kOneAtATime, relays);
  bench.tick();
  ASSERT_EQ(bench.out->setpoint.relays, 0x3);
  const Tag tag = bench.ask(kTextHost, kOneAtATime, relays);
  bench.ask({0, kTextHost, bench.now, &kOneAtATime, 7, Control::stop});
  unsigned shown = 0;
  bench.each_tick = [&] { shown |= bench.out->setpoint.relays; };
  bench.tick();
  ASSERT_EQ(bench.state(), State::stopping);
  EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::done);
  ASSERT_TRUE(bench.run_until(State::ready, 2));
  EXPECT_EQ(shown, 0U);
}

/// Back to power-up is a stop as well: relays and digital outputs stayed on through it.
TEST(Rule10, OutputsDropOnTheWayBackToPowerUp) {
  Bench bench{Initial::neutral};
  bench.tick();
  bench.ask(kTextHost, kOneAtATime, to({0, 0, 0.1, 0, 0, 0}));
  bench.run(0.3);
  bench.ask(kTextHost, kOneAtATime, SetOutputs{.set_relays = true, .relays = 0x3});
  bench.tick();
  ASSERT_EQ(bench.out->setpoint.relays, 0x3);
  bench.ask(kTextHost, kOneAtATime, Go{Step::power_up});
  ASSERT_TRUE(bench.run_until(State::powered_up, 2));
  EXPECT_EQ(bench.out->setpoint.relays, 0);
}

/// … and so did what another driver set while it still slowed down for it.
TEST(Rule10, WhatTheNextDriverSetsWhileAStopLastsDropsWhereItEnds) {
  Bench bench{Initial::powered_up};
  bench.tick();
  bench.ask(kTextHost, kBringUpAll, Go{Step::neutral});
  ASSERT_TRUE(bench.run_until(State::zeroing, 2));
  bench.run(0.5);
  bench.ask({0, kTextHost, bench.now, &kOneAtATime, 7, Control::stop});
  bench.tick();
  ASSERT_EQ(bench.state(), State::stopping);
  bench.ask(kTextHost, kBringUpAll, Go{Step::neutral});
  bench.ask(kTextHost, kOneAtATime, SetOutputs{.set_relays = true, .relays = 0x3});
  ASSERT_TRUE(bench.run_until(State::powered_up, 2));
  EXPECT_EQ(bench.out->setpoint.relays, 0);
}

/// A hold that was resumed while the platform still slowed down for it is over: the next one stayed the first
/// holder's, and its new word ended a pause that was another's.
TEST(Rule21, APauseAfterAResumeBelongsToWhoeverAskedForIt) {
  Bench bench{Initial::neutral};
  bench.tick();
  bench.ask(kStreamHost, kStreaming, Go{Step::run}, 7);
  for (int i = 0; i < 300; ++i) {
    bench.ask({0, kStreamHost, bench.now, &kStreaming, 7, pose_target({0, 0, 0.0003 * i, 0, 0, 0})});
    bench.tick();
  }
  bench.ask({0, kStreamHost, bench.now, &kStreaming, 8, Control::hold});
  bench.tick();
  ASSERT_EQ(bench.state(), State::stopping);
  bench.ask(kDesk, kOperator, Control::resume);
  bench.tick();
  bench.ask({0, kTextHost, bench.now, &kOneAtATime, 9, Control::hold});
  bench.tick();
  ASSERT_TRUE(bench.run_until(State::holding, 2));
  EXPECT_EQ(bench.out->telemetry.hold, HoldBy::pause);
  EXPECT_EQ(bench.out->telemetry.held_by, kTextHost);
  for (int i = 0; i < 700; ++i) {
    if (i % 10 == 0) bench.ask(kStreamHost, kStreaming, Go{Step::neutral}, 10);
    bench.tick();
    ASSERT_EQ(bench.state(), State::holding) << i;
  }
}

/// An order that is accepted while the platform slows down for a hold has ended that hold: what came next was
/// still the first holder's, whose resume then began the operator's motion although another host paused it.
TEST(Rule21, APauseOfAnAcceptedOrderBelongsToWhoeverAskedForIt) {
  Bench bench{Initial::neutral};
  bench.tick();
  bench.ask(kStreamHost, kStreaming, Go{Step::run}, 7);
  for (int i = 0; i < 300; ++i) {
    bench.ask({0, kStreamHost, bench.now, &kStreaming, 7, pose_target({0, 0, 0.0003 * i, 0, 0, 0})});
    bench.tick();
  }
  bench.ask({0, kTextHost, bench.now, &kOneAtATime, 8, Control::hold});
  bench.tick();
  ASSERT_EQ(bench.state(), State::stopping);
  const Tag move = bench.ask(kDesk, kOperator, to({0, 0, 0.05, 0, 0, 0}));
  bench.tick();
  ASSERT_EQ(bench.last_answer(move)->outcome, Outcome::accepted);
  bench.ask({0, kStreamHost, bench.now, &kStreaming, 9, Control::hold});
  bench.tick();
  ASSERT_TRUE(bench.run_until(State::holding, 2));
  EXPECT_EQ(bench.out->telemetry.held_by, kStreamHost);
  const Tag resume = bench.ask(kTextHost, kOneAtATime, Control::resume);
  bench.run(0.5);
  EXPECT_EQ(bench.last_answer(resume)->refusal, Refusal::held_by_other);
  EXPECT_EQ(bench.state(), State::holding);
  bench.ask(kDesk, kOperator, Control::resume);
  ASSERT_TRUE(bench.run_until([&] { return bench.last_answer(move)->outcome == Outcome::done; }, 5));
  EXPECT_NEAR(bench.actual().position.z(), 0.05, 1e-4);
}

/// … but a stop is no order: what the operator holds stays the operator's, whoever holds it again.
TEST(Rule28, AHostsHoldAfterAHostsStopLeavesTheOperatorsHold) {
  Bench bench{Initial::neutral};
  bench.tick();
  bench.ask(kDesk, kOperator, to({0, 0, 0.1, 0, 0, 0}));
  bench.run(0.4);
  bench.ask({0, kDesk, bench.now, &kOperator, 8, Control::hold});
  bench.tick();
  bench.ask({0, kTextHost, bench.now, &kOneAtATime, 9, Control::stop});
  bench.tick();
  ASSERT_EQ(bench.state(), State::stopping);
  bench.ask({0, kStreamHost, bench.now, &kStreaming, 10, Control::hold});
  bench.tick();
  ASSERT_TRUE(bench.run_until(State::holding, 2));
  EXPECT_EQ(bench.out->telemetry.hold, HoldBy::by_operator);
  EXPECT_EQ(bench.out->telemetry.held_by, kDesk);
}

/// A sine that goes over to other values is its driver's again: what the operator had set meanwhile stayed
/// on.
TEST(Rule10, ASineThatIsChangedByItsHostTakesTheOutputsOff) {
  Bench bench{Initial::neutral};
  bench.tick();
  Sine sine;
  sine.amplitude[2] = 0.01;
  sine.frequency[2] = 0.5;
  bench.ask(kStreamHost, kStreaming, sine, 7);
  bench.run(0.5);
  ASSERT_EQ(bench.state(), State::running);
  bench.ask({0, kTextHost, bench.now, &kOneAtATime, 8, Control::hold});
  ASSERT_TRUE(bench.run_until(State::holding, 2));
  ASSERT_FALSE(bench.out->telemetry.driver);
  bench.run(1.5);
  bench.ask(kDesk, kOperator, SetOutputs{.set_relays = true, .relays = 0x3});
  bench.ask(kDesk, kOperator, Control::resume);
  bench.run(0.2);
  ASSERT_EQ(bench.out->setpoint.relays, 0x3);
  ASSERT_FALSE(bench.out->telemetry.driver) << "it has been silent for long";
  sine.amplitude[2] = 0.02;
  bench.ask(kStreamHost, kStreaming, sine, 9);
  bench.run(0.1);
  EXPECT_EQ(bench.out->telemetry.driver, kStreamHost);
  EXPECT_EQ(bench.out->setpoint.relays, 0);
}

/// The hold of a host that was lost is left by the next driver's order: what was still being prepared was
/// held with it, and nobody resumed it.
TEST(Rule5, AnOrderThatLeavesALostHostsHoldBeginsWhenItIsPrepared) {
  Bench bench{Initial::neutral};
  bench.tick();
  bench.ask(kStreamHost, kStreaming, Go{Step::run}, 7);
  for (int i = 0; i < 100; ++i) {
    bench.ask({0, kStreamHost, bench.now, &kStreaming, 7, pose_target({0, 0, 0.01, 0, 0, 0})});
    bench.tick();
  }
  ASSERT_TRUE(bench.run_until(State::holding, 3));
  ASSERT_TRUE(bench.telemetry().host_lost);
  bench.run(1.5);
  const Hill hill{0.01, 4.0, bench.telemetry().commanded.pose};
  const Tag tag = bench.ask(kTextHost, kOneAtATime, Reserve{hill.kind()});
  bench.run(0.01);
  EXPECT_FALSE(bench.telemetry().host_lost);
  bench.ask(Request{tag, kTextHost, bench.now, &kOneAtATime, 0, RunPrepared{&hill, bench.machine.revision}});
  ASSERT_TRUE(bench.run_until([&] { return bench.last_answer(tag)->outcome == Outcome::done; }, 8))
      << to_string(bench.state());
}

/// It had asked to run while a stop lasted, and went: `running` began for nobody.
TEST(Rule4, WhatAHostThatGoesHasAskedForWhileAStopLastsNeverBegins) {
  Bench bench{Initial::neutral};
  bench.tick();
  bench.ask(kOtherStreamHost, kStreaming, to({0, 0, 0.1, 0, 0, 0}));
  bench.run(0.4);
  bench.ask({0, kTextHost, bench.now, &kOneAtATime, 8, Control::stop});
  bench.tick();
  ASSERT_EQ(bench.state(), State::stopping);
  bench.run(0.002);
  const Tag run = bench.ask(kStreamHost, kStreaming, Go{Step::run}, 2);
  bench.tick();
  ASSERT_TRUE(bench.last_answer(run));
  ASSERT_EQ(bench.last_answer(run)->outcome, Outcome::accepted);
  bench.ask({0, kStreamHost, bench.now, &kStreaming, 2, Control::disconnect});
  ASSERT_FALSE(bench.run_until(State::running, 2.0));
  EXPECT_EQ(bench.state(), State::ready);
  EXPECT_FALSE(bench.telemetry().busy);
  EXPECT_EQ(bench.last_answer(run)->outcome, Outcome::stopped);
}

TEST(Rule4, ARunThatSomebodyElseResumesAfterItsHostHasGoneEndsWhereItWouldHaveBegun) {
  Bench bench{Initial::origin};
  bench.tick();
  const Tag run = bench.ask(kStreamHost, kStreaming, Go{Step::run}, 2);
  ASSERT_TRUE(bench.run_until(State::ascending, 1.0));
  bench.ask(kDesk, kOperator, Control::hold);
  ASSERT_TRUE(bench.run_until(State::holding, 1.0));
  bench.run(3.0);
  bench.ask(kDesk, kOperator, Give{});
  bench.ask(kDesk, kOperator, Control::resume);
  ASSERT_TRUE(bench.run_until(State::ready, 20.0));
  ASSERT_FALSE(bench.run_until(State::running, 0.5));
  EXPECT_FALSE(bench.telemetry().busy);
  EXPECT_EQ(bench.last_answer(run)->outcome, Outcome::stopped);
}

/// The same of a contract that follows from the bottom: it is zeroed for a host that has gone, and stays
/// there.
TEST(Rule4, FollowingFromTheBottomThatSomebodyElseResumesAfterItsHostHasGoneDoesNotBegin) {
  Bench bench{Initial::powered_up};
  bench.tick();
  const Tag run = bench.ask(kStreamHost, protocols::lingjing::kFollow, Go{Step::run}, 2);
  ASSERT_TRUE(bench.run_until(State::zeroing, 2.0));
  bench.ask(kDesk, kOperator, Control::hold);
  ASSERT_TRUE(bench.run_until(State::holding, 1.0));
  bench.run(3.0);
  bench.ask(kDesk, kOperator, Give{});
  bench.ask(kDesk, kOperator, Control::resume);
  ASSERT_TRUE(bench.run_until(State::origin, 30.0));
  ASSERT_FALSE(bench.run_until(State::running, 0.5));
  EXPECT_FALSE(bench.telemetry().busy);
  EXPECT_EQ(bench.last_answer(run)->outcome, Outcome::stopped);
}

/// The pause of a lost host is idle (rule 11); what somebody asks for in it is a pause like any other.
TEST(Rule11, APauseAskedForAfterTheHostWasLostIsNotIdle) {
  for (const bool asked : {false, true}) {
    controller::Settings settings;
    settings.initial = Initial::neutral;
    settings.idle_return = std::chrono::seconds{1};
    plant::Settings drives;
    drives.initial = Initial::neutral;
    Bench bench{machine_named("standard-400"), drives, settings};
    bench.tick();
    bench.ask(kStreamHost, kStreaming, Go{Step::run}, 2);
    ASSERT_TRUE(bench.run_until(State::running, 1.0));
    bench.ask(kStreamHost, kStreaming, pose_target({0, 0, 0.03, 0, 0, 0}), 2);
    ASSERT_TRUE(bench.run_until(State::holding, 2.0)) << "by its silence";
    if (asked) bench.ask(kOtherStreamHost, kStreaming, Control::hold);
    EXPECT_EQ(bench.run_until(State::to_neutral, 3.0) || bench.run_until(State::descending, 3.0), !asked);
  }
}

}  // namespace
}  // namespace hexad::testing
