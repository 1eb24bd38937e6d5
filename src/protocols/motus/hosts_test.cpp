// Silence, second hosts, what flows through a stop, and the switches that bend the manual.

#include <gtest/gtest.h>

#include <limits>

#include "protocols/motus/testing/bench.hpp"

namespace hexad::protocols::motus {
namespace {

using namespace std::chrono_literals;

TEST(MotusSession, Decision8_TheContractOfSilence) {
  MotusSession session{{}};
  const Contract& contract = session.contract();
  EXPECT_EQ(contract.silence, 200ms);
  EXPECT_EQ(contract.arming, Arming::regular_frames) << "hosts that sent single frames are not timed";
  EXPECT_EQ(contract.on_silence, OnSilence::hold);
  EXPECT_EQ(contract.resume_by, ResumeBy::regular_frames);
  EXPECT_EQ(contract.lease, LeaseRule::after_silence);
  Settings settings;
  settings.timeout = 500ms;
  settings.timeout_is_fault = true;
  MotusSession hard{settings};
  EXPECT_EQ(hard.contract().silence, 500ms);
  EXPECT_EQ(hard.contract().on_silence, OnSilence::fault);
}

TEST(MotusSession, Decision8_AfterALossThreeFramesIn100MillisecondsFollowAgain) {
  Bench bench;
  bench.following();
  bench.stream(50ms, Bench::frame(9));
  bench.port.now.state = State::holding;
  bench.port.now.before = State::running;
  bench.port.now.host_lost = true;
  bench.live(500ms);
  bench.port.clear();
  for (int i = 0; i < 5; ++i) {
    bench.send(9);
    bench.live(60ms);
  }
  EXPECT_TRUE(bench.steps().empty()) << "three frames in 120 ms";
  EXPECT_EQ(bench.port.streams.size(), 5U) << "the core hears them";
  bench.send(9);
  bench.live(30ms);
  EXPECT_TRUE(bench.steps().empty());
  bench.send(9);
  EXPECT_EQ(bench.steps(), std::vector{Step::run});
}

TEST(MotusSession, Decision8_AHostOfSingleFramesWasNeverTimedSoItsNextOneIsANewAct) {
  Bench bench;
  bench.following();
  bench.live(2s);
  bench.port.now.state = State::holding;
  bench.port.now.before = State::running;
  bench.port.now.host_lost = true;
  bench.port.now.driver = {};
  bench.live(2s);
  bench.send(9);
  EXPECT_EQ(bench.steps(), std::vector{Step::run});
}

TEST(MotusSession, ThePoseOfASingleFrameIsGivenOnceThePlatformFollowsAndNotAfterAStop) {
  HostFrame frame = Bench::frame(9);
  frame.dofs[5] = 0.02F;
  Bench bench;
  bench.send(frame);
  EXPECT_TRUE(bench.port.streams.empty()) << "one request a frame";
  bench.live(50ms);
  EXPECT_TRUE(bench.port.streams.empty()) << "not before it follows";
  bench.taken(State::running);
  bench.live(50ms);
  ASSERT_EQ(bench.port.streams.size(), 1U) << "once";
  EXPECT_NEAR(bench.target().pose.position.z(), 0.02, 1e-6);

  Bench refused;
  refused.send(frame);
  refused.answer(Outcome::refused, Refusal::not_enabled);
  refused.port.now.state = State::running;
  refused.port.now.driver = kA;
  refused.live(50ms);
  EXPECT_TRUE(refused.port.streams.empty()) << "what was not taken does not act later by itself";

  Bench changed;
  changed.send(frame);
  changed.send(0);
  changed.port.clear();
  changed.taken(State::running);
  changed.live(50ms);
  EXPECT_EQ(changed.target().kind, StreamTarget::Kind::none) << "another command came in between";
}

TEST(MotusSession, Decision8_ManualIsSentOnceATickAndEndsByItself) {
  Bench bench{State::origin};
  HostFrame frame = Bench::frame(5);
  frame.legs = 5;
  frame.jog_speed = -20;
  for (int i = 0; i < 50; ++i) bench.send(frame);
  bench.pass(1ms);
  ASSERT_EQ(bench.jogs().size(), 1U);
  EXPECT_EQ(bench.jogs()[0].legs, 5);
  EXPECT_NEAR(bench.jogs()[0].speed, -0.020, 1e-12);
  EXPECT_EQ(bench.jogs()[0].hold_time, 50ms);
  bench.live(100ms);
  EXPECT_EQ(bench.jogs().size(), 1U);
  frame.legs = 0xC1;
  bench.send(frame);
  bench.pass(1ms);
  EXPECT_EQ(bench.jogs().back().legs, 1) << "legs this platform does not have";
  EXPECT_EQ(bench.port.explanations.size(), 1U);
}

TEST(MotusSession, Rule23_ManualWithoutACylinderEntersTheMode) {
  for (const State state : {State::powered_up, State::origin, State::ready}) {
    Bench bench{state};
    bench.send(5);
    bench.pass(1ms);
    ASSERT_EQ(bench.jogs().size(), 1U) << to_string(state);
    EXPECT_EQ(bench.jogs()[0].legs, 0) << "a host enters the mode first, then picks cylinders";
  }
}

TEST(MotusSession, Decision10_AFrameThatIsNotFiniteCountsAsMissing) {
  Bench bench;
  bench.following();
  HostFrame frame = Bench::frame(9);
  frame.dofs[2] = std::numeric_limits<float>::infinity();
  bench.send(frame);
  EXPECT_TRUE(bench.port.streams.empty()) << "the watchdog is not fed";
  EXPECT_EQ(bench.port.drops.size(), 1U);
  EXPECT_EQ(bench.port.sent.size(), 1U);
}

TEST(MotusSession, Decision11_StatusCodesAsCommands) {
  Settings settings;
  settings.status_codes_as_commands = true;
  Bench bench{State::powered_up, settings};
  HostFrame frame = Bench::frame(4);
  frame.dofs[0] = 15;
  bench.send(frame);
  EXPECT_EQ(bench.steps(), std::vector{Step::run});
  EXPECT_EQ(bench.port.requests.back().contract->bring_up, BringUp::zero_and_raise) << "it brings up";
  bench.taken(State::running);
  bench.answer(Outcome::done);
  bench.send(frame);
  EXPECT_NEAR(rotation_vector(bench.target().pose.rotation).x(), 15 * kDegree, 1e-6);
  Bench strict{State::powered_up, settings};
  strict.send(9);
  EXPECT_EQ(strict.asked(), 0U) << "9 stays as the manual says";
  Bench plain{State::powered_up};
  plain.send(frame);
  EXPECT_EQ(plain.steps(), std::vector{Step::zero});
}

TEST(MotusSession, Decision12_OutputsAreTheDrivers) {
  Bench bench;
  bench.following();
  HostFrame frame = Bench::frame(9);
  frame.outputs = 0x81;
  bench.send(frame);
  EXPECT_EQ(bench.outputs(), std::vector{0x81});
  bench.port.now.setpoint.outputs = 0x81;
  bench.stream(50ms, frame);
  EXPECT_EQ(bench.outputs().size(), 1U);
  bench.port.now.setpoint.outputs = 0;  // a stop has dropped them
  bench.stream(50ms, frame);
  EXPECT_EQ(bench.outputs().size(), 1U) << "lifecycle rule 10";
  frame.outputs = 1;
  bench.send(frame, kB);
  EXPECT_EQ(bench.outputs().size(), 1U) << "not the driver";
}

TEST(MotusSession, Decision13_AScriptNobodyHasIsNotAskedFor) {
  Settings settings;
  settings.scripts = 2;
  for (const int number : {0, 3, 255}) {
    Bench bench{State::ready, settings};
    bench.send(script(number));
    EXPECT_TRUE(bench.port.prepared.empty());
    EXPECT_FALSE(bench.port.explanations.empty());
  }
}

TEST(MotusSession, Decision13_ABadScriptIsRefusedOnceWithTheReason) {
  Settings settings;
  settings.scripts = 1;
  Bench bench{State::ready, settings};
  bench.send(script(1));
  bench.answer(Outcome::refused, Refusal::out_of_reach);
  ASSERT_EQ(bench.port.explanations.size(), 1U);
  EXPECT_NE(bench.port.explanations[0].text.find("script 1"), std::string::npos);
  bench.stream(2s, script(1));
  EXPECT_EQ(bench.port.prepared.size(), 1U);
  Bench later{State::ready, settings};
  later.send(script(1));
  later.answer(Outcome::refused, Refusal::moving);
  later.stream(1s, script(1));
  EXPECT_GE(later.port.prepared.size(), 2U) << "what is only not possible now is tried again";
}

TEST(MotusSession, Rule3_WhatTheOperatorsStopEndedActsAgainWhenControlIsGivenBackButNoScript) {
  Settings settings;
  settings.scripts = 1;
  for (const bool is_script : {false, true}) {
    Bench bench{State::ready, settings};
    const HostFrame frame = is_script ? script(1) : sine(1, 1);
    bench.send(frame);
    bench.taken(State::running, is_script ? ProgramKind::file : ProgramKind::sine);
    bench.port.now.state = State::ready;
    bench.port.now.driver = {};
    bench.port.now.barred = true;
    ++bench.port.now.disarms;
    bench.answer(Outcome::stopped);
    bench.port.clear();
    bench.stream(500ms, frame);
    EXPECT_EQ(bench.asked(), 0U) << "barred";
    bench.port.now.barred = false;
    bench.stream(100ms, frame);
    EXPECT_EQ(bench.asked(), is_script ? 0U : 1U);
  }
  Bench done{State::ready};
  done.send(step_to({1, 0, 0, 0, 0, 0}));
  done.taken(State::running, ProgramKind::point_to_point);
  done.answer(Outcome::done);
  done.port.now.state = State::ready;
  done.port.now.barred = true;
  ++done.port.now.disarms;
  done.live(10ms);
  done.port.now.barred = false;
  done.port.clear();
  done.stream(100ms, step_to({1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(done.asked(), 0U) << "a goal that was reached before the stop";
}

TEST(MotusSession, Decision15_OfASecondHostOnlyEmergencyAndSoftStopAct) {
  Settings settings;
  settings.scripts = 1;
  Bench bench{State::ready, settings};
  bench.following();
  bench.port.now.driver = kA;
  for (const HostFrame& frame : {Bench::frame(2), Bench::frame(4), Bench::frame(7), Bench::frame(9),
                                 step_to({}), sine(1, 1), script(1)}) {
    bench.send(frame, kB);
  }
  EXPECT_EQ(bench.asked(), 0U);
  EXPECT_TRUE(bench.port.streams.empty()) << "its frames do not push out the driver's";
  EXPECT_EQ(bench.port.drops.size(), 7U);
  EXPECT_EQ(bench.statuses(kB).size(), 7U) << "answered";
  bench.send(11, 3, kB);
  bench.send(3, 0, kB);
  EXPECT_EQ(bench.latched(), (std::vector{Control::stop, Control::emergency}));
}

TEST(MotusSession, ASoftStopActsWhenItComesAndNotWithEachRepeat) {
  Bench bench;
  bench.following();
  bench.stream(500ms, Bench::frame(11, 3));
  EXPECT_EQ(bench.latched(), std::vector{Control::stop});
  bench.live(1s);
  bench.send(11, 3);
  EXPECT_EQ(bench.port.latches.size(), 2U) << "a host that sends a frame a button press";
}

TEST(MotusSession, AnEmergencyIsAssertedWithEveryFrame) {
  Bench bench;
  bench.stream(50ms, Bench::frame(3));
  EXPECT_EQ(bench.port.latches.size(), 5U);
}

TEST(MotusSession, Rule3_AWithheldStreamThatFlowsThroughAStopStartsNothing) {
  Bench bench;
  bench.following();
  bench.stream(100ms, Bench::frame(9), kB);
  bench.send(9);
  bench.port.now.state = State::emergency;
  ++bench.port.now.disarms;
  bench.port.now.driver = {};
  bench.pass(1ms);
  bench.port.now.state = State::ready;  // reset and raised again by somebody
  bench.port.clear();
  bench.stream(3s, Bench::frame(9), kB);
  EXPECT_TRUE(bench.port.requests.empty() && bench.port.streams.empty());
  bench.send(0, 0, kB);
  bench.send(9, 0, kB);
  EXPECT_EQ(bench.steps(), std::vector{Step::run}) << "another level in between is a new act";
}

TEST(MotusSession, Rule3_TheLevelIsTheActAndAChangeIsNeverLost) {
  Bench bench;
  bench.following();
  bench.send(0);
  bench.send(9);  // both in one tick: of what is streamed only the newest is seen
  ASSERT_EQ(bench.port.requests.size(), 1U) << "what is queued is seen in any case";
  ASSERT_EQ(bench.port.streams.size(), 1U);
  EXPECT_NE(bench.port.requests[0].act, bench.port.streams[0].act);
  HostFrame leftovers = Bench::frame(9, 7);
  leftovers.file = 3;
  bench.send(leftovers);
  EXPECT_EQ(bench.port.requests.size(), 1U) << "SubCmd and FileNum mean nothing beside 9";
}

TEST(MotusSession, FollowingTakesOverFromAProgramOfItsOwn) {
  Bench bench;
  bench.send(sine(1, 1));
  bench.taken(State::running, ProgramKind::sine);
  bench.port.clear();
  bench.stream(30ms, Bench::frame(9));
  EXPECT_EQ(bench.port.streams.size(), 3U);
  EXPECT_EQ(bench.target().kind, StreamTarget::Kind::pose);
}

TEST(MotusSession, Decision8_AFrameIsOneRequestSoThatASingleOneArmsNoWatchdog) {
  Settings settings;
  settings.scripts = 1;
  for (const HostFrame& frame : {Bench::frame(0), Bench::frame(2), Bench::frame(9), step_to({}), sine(1, 1),
                                 script(1), Bench::frame(77)}) {
    Bench bench{State::ready, settings};
    bench.send(frame);
    EXPECT_EQ(bench.port.requests.size() + bench.port.streams.size() + bench.port.prepared.size(), 1U)
        << int{frame.cmd};
  }
}

TEST(MotusSession, NothingIsAskedWhileLockedOrBarred) {
  for (const State state : {State::init, State::fault, State::emergency}) {
    Bench bench{state};
    bench.stream(200ms, Bench::frame(4));
    EXPECT_EQ(bench.asked(), 0U);
    EXPECT_FALSE(bench.port.explanations.empty());
    EXPECT_EQ(bench.port.streams.size() + bench.port.requests.size(), 20U)
        << "the core must hear that it goes on";
  }
}

TEST(MotusSession, AReachedStepShows5UntilAnotherCommand) {
  Bench bench;
  bench.send(step_to({1, 0, 0, 0, 0, 0}));
  bench.taken(State::running, ProgramKind::point_to_point);
  bench.answer(Outcome::done);
  bench.port.now.state = State::ready;
  bench.port.now.arrived_by = ArrivedBy::program_end;
  bench.port.clear();
  bench.send(step_to({1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(static_cast<int>(bench.statuses().back().state), 5);
  EXPECT_EQ(bench.shown(), 3);
}

TEST(MotusSession, Decision21_AStepToWhereThePlatformStandsShows5) {
  Bench bench;
  bench.port.now.arrived_by = ArrivedBy::program_end;
  bench.port.now.program = ProgramKind::file;
  const HostFrame step = step_to({1, 0, 0, 0, 0, 0});
  bench.send(step);
  EXPECT_EQ(static_cast<int>(bench.statuses().back().state), 3) << "another command than the script";
  bench.port.now.program = ProgramKind::point_to_point;
  bench.answer(Outcome::accepted);
  bench.answer(Outcome::done);
  bench.send(step);
  EXPECT_EQ(static_cast<int>(bench.statuses().back().state), 5);
}

}  // namespace
}  // namespace hexad::protocols::motus
