// Levels, edges, retries, disarming and re-arming (lifecycle rule 3, darren decision 1, motus decision 2),
// once for all.

#include "protocols/level_client.hpp"

#include <gtest/gtest.h>

#include "protocols/peer_table.hpp"
#include "protocols/testing/scripted_port.hpp"

namespace hexad::protocols {
namespace {

using namespace std::chrono_literals;

constexpr Contract contract_of(bool by_silence, bool by_change) {
  Contract contract;
  contract.rearm_by_silence = by_silence;
  contract.rearm_by_change = by_change;
  return contract;
}
constexpr Contract kBoth = contract_of(true, true);
constexpr Contract kSilenceOnly = contract_of(true, false);

/// A host that sends a frame every 10 ms, and a core that the test answers for.
struct LevelBench {
  /// True when the frame was passed on.
  bool frame(std::uint32_t act, const Contract& contract = kBoth, Duration again = 0ms) {
    now += 10ms;
    (void)client.heard(contract, now);
    (void)client.flows(act, contract);
    if (!client.passes(another_drives) || !client.wants_to_ask(now, again)) return false;
    return client.ask(contract, now, Go{Step::run}, port);
  }
  int frames(int count, std::uint32_t act, const Contract& contract = kBoth, Duration again = 0ms) {
    int passed_on = 0;
    for (int i = 0; i < count; ++i) passed_on += frame(act, contract, again) ? 1 : 0;
    return passed_on;
  }
  void answer(Outcome outcome) { client.answered({outcome, Refusal::none, {}, HardwareCode::none}); }

  ScriptedPort port;
  LevelClient client;
  TimePoint now{10s};
  bool another_drives = false;
};

TEST(LevelClient, ALevelIsPassedOnOnceUntilItIsAnotherOne) {
  LevelBench bench;
  EXPECT_TRUE(bench.frame(2));
  EXPECT_EQ(bench.frames(20, 2), 0) << "not answered yet";
  bench.answer(Outcome::accepted);
  EXPECT_EQ(bench.frames(20, 2), 0) << "under way";
  bench.answer(Outcome::done);
  EXPECT_EQ(bench.frames(20, 2), 0) << "done";
  EXPECT_TRUE(bench.frame(1));
  EXPECT_TRUE(bench.frame(2)) << "a changed level is new, answered or not";
  ASSERT_EQ(bench.port.requests.size(), 3U);
  EXPECT_EQ(bench.port.requests[1].act, 1U) << "the level itself is the act";
  EXPECT_NE(bench.port.requests[0].tag, bench.port.requests[2].tag);
}

TEST(LevelClient, WhatIsRefusedIsAskedForAgainAfterItsTime) {
  LevelBench bench;
  EXPECT_TRUE(bench.frame(2));
  bench.answer(Outcome::refused);
  EXPECT_TRUE(bench.frame(2)) << "with the next frame";
  bench.answer(Outcome::refused);
  EXPECT_EQ(bench.frames(4, 2, kBoth, 50ms), 0);
  EXPECT_TRUE(bench.frame(2, kBoth, 50ms)) << "50 ms after it was asked";
  bench.answer(Outcome::accepted);
  bench.answer(Outcome::refused);
  EXPECT_TRUE(bench.frame(2)) << "a motion that was prepared and could not be used";
  bench.port.queue_full = true;
  bench.answer(Outcome::refused);
  EXPECT_FALSE(bench.frame(2));
  bench.port.queue_full = false;
  EXPECT_TRUE(bench.frame(2)) << "no room is a refusal, too";
}

TEST(LevelClient, AnAnswerThatNeverCameIsWaitedForHalfASecond) {
  LevelBench bench;
  EXPECT_TRUE(bench.frame(2));
  EXPECT_EQ(bench.frames(49, 2), 0);
  EXPECT_TRUE(bench.frame(2));
}

TEST(LevelClient, HowAMotionEndedMakesNoDifferenceItIsNotAskedForAgain) {
  for (const Outcome end : {Outcome::done, Outcome::stopped, Outcome::limit_reached, Outcome::not_finite,
                            Outcome::faulted, Outcome::emergency}) {
    LevelBench bench;
    EXPECT_TRUE(bench.frame(2));
    bench.answer(Outcome::accepted);
    bench.answer(Outcome::paused);
    EXPECT_EQ(bench.frames(5, 2), 0);
    bench.answer(Outcome::resumed);
    bench.answer(end);
    EXPECT_EQ(bench.frames(100, 2), 0) << to_string(end);
    bench.client.renew();
    EXPECT_TRUE(bench.frame(2)) << "unless the session says that it is meant anew";
  }
}

TEST(LevelClient, OfADisarmedHostThatTheCoreHearsEveryFrameStillGoesThere) {
  LevelBench bench;
  EXPECT_TRUE(bench.frame(2));
  bench.answer(Outcome::accepted);
  bench.client.disarm();
  bench.client.ask_again();
  EXPECT_FALSE(bench.client.armed());
  bench.answer(Outcome::stopped);
  EXPECT_TRUE(bench.frame(2)) << "the end of what was disarmed is no sign that the core takes it";
  bench.answer(Outcome::refused);
  EXPECT_TRUE(bench.frame(2));
  bench.answer(Outcome::accepted);
  EXPECT_TRUE(bench.client.armed()) << "given control: the core has taken it";
}

TEST(LevelClient, WhatIsWithheldThroughAStopIsSpent) {
  LevelBench bench;
  bench.another_drives = true;
  EXPECT_EQ(bench.frames(20, 2), 0);
  bench.client.disarm();
  bench.another_drives = false;
  EXPECT_EQ(bench.frames(500, 2), 0) << "whatever the core would say";
  EXPECT_FALSE(bench.client.passes(false));
  EXPECT_TRUE(bench.frame(1)) << "another level is a new act";
  EXPECT_TRUE(bench.client.armed());
}

TEST(LevelClient, AWithheldLevelThatNobodyDisarmedActsWhenTheOtherHasGone) {
  LevelBench bench;
  bench.another_drives = true;
  EXPECT_EQ(bench.frames(20, 2), 0);
  bench.another_drives = false;
  EXPECT_TRUE(bench.frame(2));
}

TEST(LevelClient, ASecondOfSilenceReArmsWhereTheContractSaysSo) {
  for (const Contract& contract : {kBoth, kSilenceOnly, contract_of(false, true)}) {
    LevelBench bench;
    bench.another_drives = true;
    (void)bench.frame(2, contract);
    bench.client.disarm();
    bench.another_drives = false;
    bench.now += 989ms;
    EXPECT_FALSE(bench.frame(2, contract)) << "999 ms";
    bench.now += 990ms;
    EXPECT_EQ(bench.frame(2, contract), contract.rearm_by_silence);
  }
}

TEST(LevelClient, AnotherLevelReArmsOnlyWhereTheContractSaysSo) {
  LevelBench bench;
  bench.another_drives = true;
  (void)bench.frame(2, kSilenceOnly);
  bench.client.disarm();
  bench.another_drives = false;
  EXPECT_FALSE(bench.frame(1, kSilenceOnly));
  bench.now += 1s;
  EXPECT_TRUE(bench.frame(1, kSilenceOnly));
}

TEST(LevelClient, NoSilenceReArmsAWatchedStream) {
  LevelBench bench;
  (void)bench.frame(2);
  bench.answer(Outcome::accepted);
  bench.client.watch();
  bench.client.disarm(false);
  bench.client.ask_again();
  bench.now += 1h;
  EXPECT_FALSE(bench.frame(2));
  EXPECT_TRUE(bench.frame(0));
  EXPECT_FALSE(bench.client.watched()) << "another level is another stream";
  EXPECT_TRUE(bench.frame(2));
}

TEST(LevelClient, AHostThatHasAskedForNothingHasNothingToBeDisarmedOf) {
  LevelClient client;
  client.disarm(false);
  EXPECT_TRUE(client.armed());
  EXPECT_TRUE(client.passes(false));
}

TEST(LevelClient, SilenceIsToldOnceAndNotByTheFirstFrame) {
  LevelClient client;
  EXPECT_FALSE(client.heard(kBoth, TimePoint{5s}));
  EXPECT_TRUE(client.heard(kBoth, TimePoint{6s}));
  EXPECT_FALSE(client.heard(kBoth, TimePoint{6s + 999ms}));
}

TEST(PeerTable, WhoHasDrivenIsForgottenLastAndTheKeptOneNever) {
  PeerTable<LevelClient> table;
  const Endpoint kept{1, 1, 1};
  const Endpoint driver{1, 1, 2};
  (void)table.find_or_add(kept, {});
  table.find_or_add(driver, {}).answered({Outcome::accepted, Refusal::none, {}, HardwareCode::none});
  for (std::uint16_t port = 3; port < 300; ++port)
    (void)table.find_or_add({1, 1, port}, kept).heard(kBoth, TimePoint{std::chrono::milliseconds{port}});
  EXPECT_NE(table.find(kept), nullptr);
  EXPECT_NE(table.find(driver), nullptr);
  EXPECT_EQ(table.find(Endpoint{1, 1, 100}), nullptr);
  EXPECT_NE(table.find(Endpoint{1, 1, 299}), nullptr);
}

}  // namespace
}  // namespace hexad::protocols
