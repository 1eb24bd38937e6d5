// Who is connected and who gets status: decisions 3 and 4, and the warnings.

#include <gtest/gtest.h>

#include "protocols/darren/testing/bench.hpp"

namespace hexad::protocols::darren {
namespace {

using namespace std::chrono_literals;
using Steps = std::vector<Step>;
using Controls = std::vector<Control>;

Settings with_host() {
  Settings settings;
  settings.host = {kId, 0x7F000001, 10010};
  return settings;
}

TEST(DarrenSlot, Decision3_StatusFlowsFromPowerUpToTheConfiguredHostAtAHundredHertz) {
  Bench bench{State::init, with_host()};
  bench.port.clear();
  for (int i = 0; i < 1000; ++i) bench.pass(1ms);
  const auto frames = bench.statuses(kA);
  ASSERT_EQ(frames.size(), 100U);
  for (std::size_t i = 1; i < frames.size(); ++i) EXPECT_EQ(frames[i].sequence, frames[i - 1].sequence + 1);
  EXPECT_EQ(frames[0].state, StatusWord::init);
  EXPECT_EQ(frames[0].warnings, 0U);
}

TEST(DarrenSlot, Decision3_WithoutAConfiguredHostNobodyGetsStatusUntilSomebodySpeaks) {
  Bench bench;
  bench.pass(1s);
  EXPECT_TRUE(bench.port.sent.empty());
  bench.send(0, 0, kB);
  bench.pass(10ms);
  EXPECT_EQ(bench.statuses(kB).size(), 1U);
}

TEST(DarrenSlot, Decision3_StatusGoesToWhoDrivesElseWhoSpokeLastAndNeverStops) {
  Bench bench{State::ready, with_host()};
  bench.send(0, 0, kB);
  bench.port.clear();
  bench.pass(10ms);
  EXPECT_EQ(bench.statuses(kB).size(), 1U);
  EXPECT_TRUE(bench.statuses(kA).empty());
  bench.pass(1h);
  bench.port.clear();
  bench.pass(10ms);
  EXPECT_EQ(bench.statuses(kB).size(), 1U) << "an hour after its last frame";
}

TEST(DarrenSlot, Decision3_AfterAPauseOfTheLoopStatusDoesNotComeInABurst) {
  Bench bench{State::ready, with_host()};
  bench.pass(5s);
  bench.port.clear();
  for (int i = 0; i < 100; ++i) bench.pass(1ms);
  EXPECT_EQ(bench.statuses(kA).size(), 10U);
}

TEST(DarrenSlot, Decision4_ConnectIsAcknowledgedWhenTheSlotIsFreeOrOnesOwn) {
  Bench bench;
  bench.send(0, 1, kA);
  bench.send(0, 1, kA);
  ASSERT_EQ(bench.replies(kA).size(), 2U);
  EXPECT_TRUE(bench.replies(kA)[0].acknowledged);
  EXPECT_TRUE(bench.replies(kA)[1].acknowledged);
  EXPECT_EQ(bench.replies(kA)[1].sequence, bench.replies(kA)[0].sequence + 1) << "one counter an endpoint";
  bench.send(0, 1, kB);
  ASSERT_EQ(bench.replies(kB).size(), 1U);
  EXPECT_FALSE(bench.replies(kB)[0].acknowledged);
}

TEST(DarrenSlot, Decision4_AnyValidFrameConnectsWhenTheSlotIsFree) {
  Bench bench;
  bench.send(0, 0x1001, kA);
  bench.send(0, 1, kB);
  EXPECT_FALSE(bench.replies(kB).at(0).acknowledged);
}

TEST(DarrenSlot, Decision4_TheSlotIsDarrensOwnWhileAnotherProtocolDrives) {
  Bench bench{State::running};
  bench.port.now.driver = kOther;
  bench.send(0, 1, kA);
  EXPECT_TRUE(bench.replies(kA).at(0).acknowledged);
  EXPECT_EQ(bench.warnings() & warning::kNotDriver, warning::kNotDriver);
  bench.port.now.driver = {};
  bench.send(0, 0, kA);
  EXPECT_EQ(bench.warnings() & warning::kNotDriver, 0U);
}

TEST(DarrenSlot, Decision4_DisconnectIsAcknowledgedHoldsAndFreesTheSlot) {
  Bench bench;
  bench.running();
  bench.send(2, 2, kA);
  EXPECT_TRUE(bench.replies(kA).at(0).acknowledged);
  ASSERT_EQ(bench.port.requests.size(), 1U);
  EXPECT_EQ(std::get<Control>(bench.port.requests[0].what), Control::disconnect);
  EXPECT_EQ(bench.port.requests[0].driver, kA);
  bench.send(0, 1, kB);
  EXPECT_TRUE(bench.replies(kB).at(0).acknowledged);
}

TEST(DarrenSlot, Decision4_ADisconnectThatFindsTheQueueFullStillHolds) {
  Bench bench;
  bench.running();
  bench.port.queue_full = true;
  bench.send(2, 2, kA);
  EXPECT_EQ(bench.latched(), Controls{Control::hold});
}

TEST(DarrenSlot, Decision4_DisconnectByAnotherIsRefused) {
  Bench bench;
  bench.send(0, 1, kA);
  bench.send(0, 2, kB);
  EXPECT_FALSE(bench.replies(kB).at(0).acknowledged);
  bench.send(0, 1, kA);
  EXPECT_TRUE(bench.replies(kA).at(1).acknowledged) << "the owner keeps it";
  Bench empty;
  empty.send(0, 2, kB);
  EXPECT_FALSE(empty.replies(kB).at(0).acknowledged) << "nobody is connected";
}

TEST(DarrenSlot, Decision4_TheSlotFreesAfterASecondOfSilence) {
  Bench bench;
  bench.send(0, 1, kA);
  bench.pass(999ms);
  bench.send(0, 1, kB);
  EXPECT_FALSE(bench.replies(kB).at(0).acknowledged);
  bench.pass(1ms);
  bench.send(0, 1, kB);
  EXPECT_TRUE(bench.replies(kB).at(1).acknowledged);
}

TEST(DarrenSlot, Decision4_TheSlotStaysWhileItsOwnMotionRuns) {
  for (const State state :
       {State::zeroing, State::ascending, State::to_neutral, State::descending, State::running}) {
    Bench bench;
    bench.send(2);
    bench.taken(state);
    bench.pass(1min);
    bench.send(0, 1, kB);
    EXPECT_FALSE(bench.replies(kB).at(0).acknowledged) << to_string(state);
    bench.port.now.state = State::ready;
    bench.send(0, 1, kB);
    EXPECT_TRUE(bench.replies(kB).at(1).acknowledged) << "its motion has ended";
  }
}

TEST(DarrenSlot, Decision4_AWatchedRunIsNoMotionOfItsOwn) {
  Bench bench;
  bench.running();
  bench.pass(200ms);
  bench.port.now.state = State::holding;
  bench.pass(800ms);
  bench.send(0, 1, kB);
  EXPECT_TRUE(bench.replies(kB).at(0).acknowledged);
}

TEST(DarrenSlot, Decision4_OthersGetOneStatusWithWarning8AFrameAndOnlyHoldResetEmergencyOfTheirsAct) {
  Bench bench;
  bench.running();
  for (const std::uint16_t word : {std::uint16_t{0}, std::uint16_t{1}, std::uint16_t{2}, std::uint16_t{3}}) {
    bench.port.clear();
    bench.send(word, 100, kB, {1, 2, 3, 4, 5, 6});
    ASSERT_EQ(bench.statuses(kB).size(), 1U) << word;
    EXPECT_EQ(bench.statuses(kB)[0].warnings & warning::kNotDriver, warning::kNotDriver);
    EXPECT_TRUE(bench.port.requests.empty()) << word;
    EXPECT_TRUE(bench.port.streams.empty()) << word;
  }
  for (const std::uint16_t word : {std::uint16_t{5}, std::uint16_t{7}}) {
    bench.port.clear();
    bench.send(word, 100, kB);
    EXPECT_EQ(bench.latched(), Controls{Control::hold});
    EXPECT_EQ(bench.port.latches[0].from, kB);
  }
  bench.port.clear();
  bench.send(8, 100, kB);
  EXPECT_EQ(bench.resets(), 1U);
  bench.send(9, 100, kB);
  EXPECT_EQ(bench.latched(), Controls{Control::emergency});
}

TEST(DarrenSlot, Decision4_ASecondHostIsToldWhoHasTheConnection) {
  Bench bench;
  bench.send(0, 1, kA);
  bench.send(2, 100, kB);
  ASSERT_EQ(bench.port.explanations.size(), 1U);
  EXPECT_EQ(bench.port.explanations[0].to, kB);
  EXPECT_EQ(bench.port.explanations[0].text,
            "another host, 127.0.0.1:10010, has the connection; the manual allows one. Of your frames only "
            "hold (5, 7), "
            "reset (8) and emergency (9) act. Let it disconnect (message 2) or stop sending for a second");
}

TEST(DarrenSlot, AStandingWordOfASecondHostActsOnceTheSlotIsItsOwn) {
  Bench bench;
  bench.send(0, 1, kA);
  bench.send(2, 100, kB);
  EXPECT_TRUE(bench.steps().empty());
  bench.send(0, 2, kA);
  bench.send(2, 100, kB);
  EXPECT_EQ(bench.steps(), Steps{Step::run});
}

TEST(DarrenSlot, ASecondHostsWordThatFlowedThroughAResetDoesNotActWhenTheSlotFrees) {
  Bench bench;
  bench.running();
  bench.send(2, 100, kB);
  bench.port.now.state = State::emergency;
  ++bench.port.now.disarms;
  bench.port.now.driver = {};
  bench.send(2, 100, kB);
  bench.port.now.state = State::powered_up;
  ++bench.port.now.disarms;
  bench.port.clear();
  bench.stream(3s, 2, 100, kB);
  EXPECT_TRUE(bench.steps().empty());
  bench.send(1, 100, kB);
  EXPECT_EQ(bench.steps(), Steps{Step::neutral});
}

TEST(DarrenSlot, AHoldByAnotherEndsTheSlotOfAStreamThatGoesOn) {
  Bench bench;
  bench.running();
  bench.port.now.state = State::holding;
  bench.port.now.driver = {};
  ++bench.port.now.disarms;
  bench.pass(1ms);
  bench.answer(Outcome::stopped);  // the end of its motion is not a sign that the core takes its word
  bench.send(2, 100);
  bench.send(0, 1, kB);
  EXPECT_TRUE(bench.replies(kB).at(0).acknowledged) << "a dead client's stream keeps nobody out";
  bench.port.clear();
  bench.stream(1s, 2, 100);
  EXPECT_TRUE(bench.steps().empty());
}

TEST(DarrenSlot, Decision7_TheLastWordIsRememberedBeyondTheSlotWhoeverElseSpeaks) {
  Bench bench;
  bench.running();
  bench.port.now.state = State::holding;
  bench.port.now.host_lost = true;
  bench.port.now.driver = {};
  bench.pass(5s);
  for (std::uint16_t port = 1; port <= 500; ++port) {
    bench.send(0, 100, {kId, 0x0A000001, port});
    bench.pass(1ms);
  }
  bench.pass(2s);
  bench.port.clear();
  bench.stream(200ms, 2, 100, kA);
  EXPECT_TRUE(bench.steps().empty()) << "five hundred others have spoken since";
}

TEST(DarrenSlot, WarningsFollowTheTelemetry) {
  Bench bench;
  bench.send(0, 100);
  EXPECT_EQ(bench.warnings(), 0U);
  bench.port.now.clamped = true;
  EXPECT_EQ(bench.warnings(), warning::kClamped);
  bench.port.now.clamped = false;
  bench.port.now.host_lost = true;
  EXPECT_EQ(bench.warnings(), warning::kHostTimeout);
}

TEST(DarrenSlot, ALateControlLoopIsWarnedOfForASecond) {
  Bench bench;
  bench.port.now.slipped_ticks = 3;
  bench.send(0, 100);
  EXPECT_EQ(bench.warnings() & warning::kLoopLate, warning::kLoopLate);
  bench.stream(1s, 0, 100);
  EXPECT_EQ(bench.warnings() & warning::kLoopLate, 0U);
}

TEST(DarrenPeers, WhoNeverDroveMakesRoomFirst) {
  PeerTable<Peer> peers;
  const Endpoint holder{kId, 1, 1};
  peers.find_or_add(holder, {}).answered({Outcome::accepted, Refusal::none, {}, HardwareCode::none});
  for (std::uint16_t port = 2; port < 300; ++port)
    (void)peers.find_or_add({kId, 1, port}, {}).heard(kContract, TimePoint{std::chrono::milliseconds{port}});
  EXPECT_NE(peers.find(holder), nullptr);
  EXPECT_EQ(peers.find(Endpoint{kId, 1, 100}), nullptr);
  EXPECT_NE(peers.find(Endpoint{kId, 1, 299}), nullptr);
}

}  // namespace
}  // namespace hexad::protocols::darren
