#include "engine/mailbox/inbox.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace hexad::inline engine {
namespace {

constexpr Endpoint kDriver{1, 0x7F000001, 4000};
constexpr Endpoint kOther{1, 0x7F000001, 4001};
constexpr Contract kContract{};

Request go(Tag tag, std::int64_t arrival = 0) {
  return {.tag = tag,
          .driver = kDriver,
          .arrival = TimePoint{Duration{arrival}},
          .contract = &kContract,
          .what = Go{Step::raise}};
}

Request target(Tag tag, std::int64_t arrival = 0) {
  Request request = go(tag, arrival);
  request.what = StreamTarget{};
  return request;
}

Latch::Taken by(const Endpoint& endpoint) { return {.from = endpoint, .contract = &kContract}; }

/// What one tick is told: "stop", "hold", "emergency", or the tag of a request.
std::vector<std::string> tick(Inbox& inbox) {
  const auto batch = std::make_unique<RequestBatch>();
  inbox.collect_latches(*batch);
  inbox.collect_requests(*batch);
  std::vector<std::string> words;
  for (const Request& request : *batch) {
    const Control* control = std::get_if<Control>(&request.what);
    if (control == nullptr)
      words.push_back(std::to_string(request.tag));
    else if (*control == Control::stop)
      words.push_back("stop");
    else
      words.push_back(*control == Control::hold ? "hold" : "emergency");
  }
  return words;
}

using Words = std::vector<std::string>;

TEST(Inbox, RequestsComeInTheOrderTheyWereSent) {
  Inbox inbox;
  for (Tag tag = 1; tag <= 3; ++tag) ASSERT_TRUE(inbox.request(go(tag)));
  EXPECT_EQ(tick(inbox), (Words{"1", "2", "3"}));
  EXPECT_EQ(tick(inbox), Words{});
}

TEST(Inbox, AFullQueueRefusesAndCounts) {
  Inbox inbox;
  int accepted = 0;
  while (accepted < 10'000 && inbox.request(go(1))) ++accepted;
  EXPECT_EQ(accepted, 256);
  EXPECT_EQ(inbox.busy(), 1u);
  inbox.latch(0, Control::emergency, true, by(kDriver));
  EXPECT_EQ(tick(inbox).front(), "emergency") << "a latch passes a full queue";
}

TEST(Inbox, ATickTakesAtMostAsManyRequestsAsItsEventsAllow) {
  Inbox inbox;
  for (Tag tag = 1; tag <= kQueuedPerTick + 3; ++tag) ASSERT_TRUE(inbox.request(go(tag)));
  EXPECT_EQ(tick(inbox).size(), kQueuedPerTick);
  EXPECT_EQ(tick(inbox).size(), 3u);
}

TEST(Inbox, Rule9_OnlyTheNewestTargetOfAStreamCounts) {
  Inbox inbox;
  for (Tag tag = 1; tag <= 10'000; ++tag) inbox.stream(0, target(tag));
  inbox.stream(1, target(77));
  EXPECT_EQ(tick(inbox), (Words{"10000", "77"}));
  EXPECT_EQ(tick(inbox), Words{});
}

TEST(Inbox, ATargetKeepsItsPlaceByArrival) {
  Inbox inbox;
  ASSERT_TRUE(inbox.request(go(1, 10)));
  inbox.stream(0, target(2, 20));
  ASSERT_TRUE(inbox.request(go(3, 30)));
  EXPECT_EQ(tick(inbox), (Words{"1", "2", "3"}));
}

TEST(Inbox, LatchesComeFirstAndEmergencyBeforeAll) {
  Inbox inbox;
  inbox.latch(0, Control::hold, true, by(kDriver));
  inbox.latch(3, Control::stop, true, by(kDriver));
  inbox.latch(5, Control::emergency, false, by(kOther));
  inbox.stream(0, target(9));
  ASSERT_TRUE(inbox.request(go(1)));
  EXPECT_EQ(tick(inbox), (Words{"emergency", "stop", "hold", "1", "9"}));
  EXPECT_EQ(tick(inbox), Words{});
}

TEST(Inbox, Rule9_TenThousandStopsAreOne) {
  Inbox inbox;
  for (int i = 0; i < 10'000; ++i) inbox.latch(0, Control::stop, true, by(kDriver));
  EXPECT_EQ(tick(inbox), Words{"stop"});
}

TEST(Inbox, AStopByAnotherEndpointIsNotHiddenByTheDriversOwn) {
  Inbox inbox;
  inbox.latch(0, Control::stop, false, by(kOther));
  inbox.latch(0, Control::stop, true, by(kDriver));
  RequestBatch batch;
  inbox.collect_latches(batch);
  ASSERT_EQ(batch.size(), 2u);
  EXPECT_EQ(batch[0].driver, kDriver);
  EXPECT_EQ(batch[1].driver, kOther);
  EXPECT_EQ(batch[1].contract, &kContract);
}

TEST(Inbox, AStopSentAfterAMotionStopsItThoughTheCoreTakesStopsFirst) {
  Inbox inbox;
  ASSERT_TRUE(inbox.request(go(9)));
  inbox.latch(0, Control::stop, true, by(kDriver));
  EXPECT_EQ(tick(inbox), (Words{"stop", "9"}));
  EXPECT_EQ(tick(inbox), Words{"stop"}) << "once more, for what came before it";
  EXPECT_EQ(tick(inbox), Words{});
}

TEST(Inbox, AMotionSentAfterAStopIsNotStoppedByIt) {
  Inbox inbox;
  inbox.latch(0, Control::stop, true, by(kDriver));
  ASSERT_TRUE(inbox.request(go(9)));
  EXPECT_EQ(tick(inbox), (Words{"stop", "9"}));
  EXPECT_EQ(tick(inbox), Words{});
}

TEST(Inbox, WhatFollowsAStopWaitsUntilItHasStoppedWhatWasBefore) {
  Inbox inbox;
  ASSERT_TRUE(inbox.request(go(1)));
  inbox.latch(0, Control::stop, true, by(kDriver));
  ASSERT_TRUE(inbox.request(go(2)));
  EXPECT_EQ(tick(inbox), (Words{"stop", "1"}));
  EXPECT_EQ(tick(inbox), (Words{"stop", "2"}));
  EXPECT_EQ(tick(inbox), Words{});
}

TEST(Inbox, AStopBehindALongQueueIsRepeatedWhenTheQueueIsThrough) {
  Inbox inbox;
  for (Tag tag = 1; tag <= 2 * kQueuedPerTick; ++tag) ASSERT_TRUE(inbox.request(go(tag)));
  inbox.latch(0, Control::stop, true, by(kDriver));
  EXPECT_EQ(tick(inbox).front(), "stop");
  EXPECT_EQ(tick(inbox).front(), std::to_string(kQueuedPerTick + 1));
  EXPECT_EQ(tick(inbox), Words{"stop"});
  EXPECT_EQ(tick(inbox), Words{});
}

TEST(Inbox, EveryLatchOfEverySessionFitsInABatch) {
  std::array<Inbox, kMaxInboxes> inboxes;
  for (Inbox& inbox : inboxes) {
    for (int round = 0; round < 2; ++round) {
      for (std::size_t i = 0; i < kQueuedPerTick; ++i) ASSERT_TRUE(inbox.request(go(1)));
      for (std::size_t session = 0; session < kMaxSessions; ++session) {
        inbox.stream(session, target(1));
        for (const Control control : kLatched)
          for (const bool by_driver : {true, false}) inbox.latch(session, control, by_driver, by(kDriver));
      }
      RequestBatch batch;
      if (round == 0) inbox.collect_latches(batch), inbox.collect_requests(batch);
    }
  }
  RequestBatch batch;
  for (Inbox& inbox : inboxes) inbox.collect_latches(batch);
  for (Inbox& inbox : inboxes) inbox.collect_requests(batch);
  const std::size_t latches = kMaxSessions * Latches::kCount;
  EXPECT_EQ(batch.size(), kMaxInboxes * (2 * latches + kMaxSessions + kQueuedPerTick));
}

TEST(Inbox, TwoThreadsLoseNoRequestAndNoLastStop) {
  Inbox inbox;
  constexpr Tag kRequests = 20'000;
  std::thread producer{[&] {
    for (Tag tag = 1; tag <= kRequests;) {
      inbox.stream(0, target(tag));
      inbox.latch(0, Control::hold, false, by(kOther));
      if (inbox.request(go(tag)))
        ++tag;
      else
        std::this_thread::yield();
    }
    inbox.latch(0, Control::stop, true, by(kDriver));
  }};
  Tag last = 0;
  bool stopped = false;
  const auto batch = std::make_unique<RequestBatch>();
  while (!stopped) {
    batch->clear();
    inbox.collect_latches(*batch);
    inbox.collect_requests(*batch);
    if (batch->empty()) std::this_thread::yield();
    for (const Request& request : *batch) {
      if (std::holds_alternative<Go>(request.what)) {
        EXPECT_EQ(request.tag, ++last);
      }
      const Control* control = std::get_if<Control>(&request.what);
      if (control != nullptr && *control == Control::stop) stopped = last == kRequests;
    }
  }
  producer.join();
  EXPECT_EQ(last, kRequests);
}

}  // namespace
}  // namespace hexad::inline engine
