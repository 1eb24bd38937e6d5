// Command words: decisions 1, 2, 8 and 13. Values and order are in stream_test.cpp, the connection in
// slot_test.cpp.

#include "protocols/darren/session.hpp"

#include <gtest/gtest.h>

#include "protocols/darren/testing/bench.hpp"

namespace hexad::protocols::darren {
namespace {

using namespace std::chrono_literals;
using Steps = std::vector<Step>;
using Controls = std::vector<Control>;

TEST(Darren, WhatTheCoreIsPromised) {
  const Contract& promised = kContract;
  EXPECT_EQ(promised.silence, 200ms);
  EXPECT_EQ(promised.arming, Arming::stream_while_running);
  EXPECT_EQ(promised.on_silence, OnSilence::hold);
  EXPECT_EQ(promised.resume_by, ResumeBy::command_edge);
  EXPECT_EQ(promised.lease, LeaseRule::after_silence);
  EXPECT_EQ(promised.bring_up, BringUp::zero_and_raise);
  EXPECT_EQ(promised.on_limit, OnLimit::clamp);
  EXPECT_TRUE(promised.running_is_mode);
  EXPECT_TRUE(promised.rearm_by_silence);
  EXPECT_TRUE(promised.rearm_by_change);
  EXPECT_FALSE(promised.is_operator);
}

TEST(Darren, Decision1_ARepeatedWordIsPassedOnOnce) {
  Bench bench;
  bench.send(2);
  bench.answer(Outcome::accepted);
  bench.stream(500ms, 2);
  EXPECT_EQ(bench.steps(), Steps{Step::run});
  const Request& request = bench.port.requests[0];
  EXPECT_EQ(request.driver, kA);
  EXPECT_EQ(request.contract, &kContract);
  EXPECT_EQ(request.act, 2U);
  EXPECT_NE(request.tag, 0U);
}

TEST(Darren, Decision1_WhileTheCoreHasNotAnsweredTheWordIsNotRepeated) {
  Bench bench;
  bench.stream(100ms, 2);
  EXPECT_EQ(bench.steps(), Steps{Step::run});
}

TEST(Darren, Decision1_ARefusedWordIsTriedAgainWithTheNextFrame) {
  Bench bench;
  bench.send(2);
  bench.answer(Outcome::refused, Refusal::other_driver);
  bench.send(2);
  bench.answer(Outcome::refused, Refusal::other_driver);
  bench.send(2);
  bench.answer(Outcome::accepted);
  bench.send(2);
  EXPECT_EQ(bench.steps(), (Steps{Step::run, Step::run, Step::run}));
  ASSERT_EQ(bench.port.explanations.size(), 2U);
  EXPECT_EQ(
      bench.port.explanations[0].text,
      "command word 2 was refused: another host drives the platform. It is tried again with every frame");
}

TEST(Darren, Decision1_AFullQueueIsARefusalToo) {
  Bench bench;
  bench.port.queue_full = true;
  bench.send(1);
  bench.port.queue_full = false;
  bench.send(1);
  EXPECT_EQ(bench.steps(), Steps{Step::neutral});
}

TEST(Darren, Decision1_ZeroAsksForNothingButMakesTheNextWordNew) {
  Bench bench;
  bench.running();
  bench.send(0, 100);
  EXPECT_TRUE(bench.steps().empty());
  ASSERT_EQ(bench.port.requests.size(), 1U) << "the core hears of the change, in order";
  EXPECT_EQ(std::get<StreamTarget>(bench.port.requests[0].what).kind, StreamTarget::Kind::none);
  EXPECT_EQ(bench.port.requests[0].act, 0U);
  bench.send(2, 100);
  EXPECT_EQ(bench.steps(), Steps{Step::run});
}

TEST(Darren, Decision1_TheWordActsWhateverTheMessageId) {
  for (const std::uint32_t id : {0U, 1U, 100U, 101U, 102U, 103U, 106U, 107U, 0x1001U, 0xFFFFFFFFU}) {
    Bench bench;
    bench.send(1, id);
    EXPECT_EQ(bench.steps(), Steps{Step::neutral}) << id;
  }
}

TEST(Darren, EveryWordAsksForItsOwnStep) {
  Bench bench;
  bench.send(1);
  bench.send(2);
  bench.send(3);
  EXPECT_EQ(bench.steps(), (Steps{Step::neutral, Step::run, Step::descend}));
  bench.send(5);
  bench.send(7);
  bench.send(9);
  EXPECT_EQ(bench.latched(), (Controls{Control::hold, Control::hold, Control::emergency}));
}

TEST(Darren, Decision1_HoldIsALevelTooAndFiveAndSevenAreBothHold) {
  for (const std::uint16_t word : {std::uint16_t{5}, std::uint16_t{7}}) {
    Bench bench;
    bench.running();
    bench.stream(100ms, word, 100);
    EXPECT_EQ(bench.latched(), Controls{Control::hold}) << "a hold that was taken is not taken again";
    EXPECT_EQ(bench.port.latches[0].from, kA);
  }
}

TEST(Darren, Decision1_ResetIsPassedOnWithEveryFrame) {
  Bench bench{State::fault};
  bench.stream(50ms, 8);
  EXPECT_EQ(bench.resets(), 5U);
}

TEST(Darren, WordsNobodyHasDefinedAreIgnoredAndCounted) {
  Bench bench;
  bench.running();
  for (const int word : {4, 10, 11, 12, 13, 0xFFFF}) bench.send(static_cast<std::uint16_t>(word), 100);
  EXPECT_EQ(bench.port.drops.size(), 6U);
  bench.send(2, 100);
  EXPECT_TRUE(bench.port.requests.empty()) << "an ignored word makes no other one new";
}

TEST(Darren, Decision2_RunAndNeutralAreAskedFromAnyStateAndTheCoreDoesWhatIsMissing) {
  for (const State state : {State::init, State::powered_up, State::origin, State::ready, State::holding}) {
    Bench bench{state};
    bench.send(2);
    EXPECT_EQ(bench.steps(), Steps{Step::run}) << to_string(state);
    EXPECT_EQ(bench.port.requests[0].contract->bring_up, BringUp::zero_and_raise);
  }
}

TEST(Darren, Decision8_EmergencyIsAssertedWithEveryFrame) {
  Bench bench;
  bench.running();
  bench.stream(50ms, 9, 100);
  EXPECT_EQ(bench.latched().size(), 5U);
  EXPECT_EQ(bench.latched()[0], Control::emergency);
}

TEST(Darren, Decision8_RunThatFlowedThroughEmergencyAndResetIsTheSameActToTheCore) {
  Bench bench;
  bench.running();
  bench.port.now.state = State::emergency;
  ++bench.port.now.disarms;
  bench.port.now.driver = {};
  bench.stream(500ms, 2, 100);
  for (const Request& request : bench.port.requests) EXPECT_EQ(request.act, 2U);
  bench.port.now.state = State::powered_up;
  ++bench.port.now.disarms;
  bench.pass(10ms);
  bench.port.clear();
  bench.stream(3s, 2, 100);
  EXPECT_TRUE(bench.steps().empty()) << "a stream that flowed through a reset starts nothing";
  bench.send(1, 100);
  EXPECT_EQ(bench.steps(), Steps{Step::neutral}) << "another word is a new act";
}

TEST(Darren, Decision8_AHostThatResetsItselfThenRunsIsHeard) {
  Bench bench;
  bench.running();
  bench.port.now.state = State::fault;
  ++bench.port.now.disarms;
  bench.port.now.driver = {};
  bench.stream(50ms, 2, 100);
  bench.stream(50ms, 8, 100);
  EXPECT_EQ(bench.resets(), 5U);
  bench.port.now.state = State::powered_up;
  ++bench.port.now.disarms;
  bench.pass(10ms);
  bench.port.clear();
  bench.send(2, 100);
  EXPECT_EQ(bench.steps(), Steps{Step::run});
  bench.taken(State::zeroing);
  bench.stream(50ms, 2, 100);
  EXPECT_EQ(bench.steps(), Steps{Step::run});
  EXPECT_EQ(bench.warnings() & warning::kNotDriver, 0U);
}

TEST(Darren, Decision8_AHostOfSingleFramesActsAgainAfterASecondOfSilence) {
  Bench bench;
  bench.send(2);
  bench.taken(State::zeroing);
  bench.port.now.state = State::emergency;
  ++bench.port.now.disarms;
  bench.port.now.driver = {};
  bench.pass(2s);
  bench.port.now.state = State::powered_up;
  ++bench.port.now.disarms;
  bench.pass(2s);
  bench.port.clear();
  bench.send(2);
  EXPECT_EQ(bench.steps(), Steps{Step::run});
}

TEST(Darren, TheEndOfAMotionByEmergencyDoesNotCountAsTaken) {
  Bench bench;
  bench.running();
  const Tag tag = bench.port.last_tag;
  bench.port.now.state = State::emergency;
  ++bench.port.now.disarms;
  bench.port.now.driver = {};
  bench.pass(1ms);
  bench.answer(Outcome::emergency, Refusal::none, tag);
  bench.port.now.state = State::powered_up;
  ++bench.port.now.disarms;
  bench.pass(1ms);
  bench.port.clear();
  bench.stream(1s, 2, 100);
  EXPECT_TRUE(bench.steps().empty());
}

TEST(Darren, Decision13_AStopByTheOperatorEndsTheSlotAndTheFlowingRunIsTheSameActToTheCore) {
  Bench bench;
  bench.running();
  bench.port.now.state = State::ready;
  bench.port.now.driver = {};
  ++bench.port.now.disarms;
  bench.stream(100ms, 2, 100);
  ASSERT_FALSE(bench.port.requests.empty());
  for (const Request& request : bench.port.requests) {
    EXPECT_EQ(request.act, 2U) << "so the core can tell it from a new act";
  }
  for (const Request& request : bench.port.streams) {
    EXPECT_EQ(std::get<StreamTarget>(request.what).kind, StreamTarget::Kind::none);
  }
  bench.answer(Outcome::refused, Refusal::barred);
  // The operator gives this host control back: the core takes the word that still flows.
  bench.send(2, 100);
  bench.taken(State::running);
  bench.send(2, 100);
  EXPECT_EQ(last_target(bench).kind, StreamTarget::Kind::pose);
}

TEST(Darren, Decision9_RatesAreDegreesAndAccelerationsMetresOfTheVehicle) {
  Bench bench;
  bench.running();
  bench.send(2, 102, kA, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(last_target(bench).kind, StreamTarget::Kind::cue);
  EXPECT_LT((last_target(bench).cue.rate - Vec3{1, 2, 3} * kDegree).norm(), 1e-12);
  EXPECT_EQ(last_target(bench).cue.linear, (Vec3{4, 5, 6}));
  EXPECT_TRUE(bench.port.explanations.empty());
}

}  // namespace
}  // namespace hexad::protocols::darren
