#include "engine/mailbox/outbox.hpp"

#include <gtest/gtest.h>

#include <array>
#include <thread>

namespace hexad::inline engine {
namespace {

TimePoint at(std::int64_t nanoseconds) { return TimePoint{Duration{nanoseconds}}; }

Telemetry snapshot(std::int64_t time, bool moving) {
  Telemetry telemetry;
  telemetry.time = at(time);
  telemetry.moving = moving;
  return telemetry;
}

Event answer(Tag tag, std::int64_t time) { return {tag, {}, at(time), Answer{}}; }

TEST(Outbox, AnAnswerIsNeverAheadOfTheSnapshotThatKnowsOfIt) {
  Outbox outbox;
  const Event done = answer(7, 2);
  outbox.publish(snapshot(1, true), {});
  ASSERT_TRUE(outbox.refresh());
  outbox.publish(snapshot(2, false), {&done, 1});
  Event event;
  EXPECT_FALSE(outbox.next(event)) << "the snapshot in use still says that it moves";
  ASSERT_TRUE(outbox.refresh());
  EXPECT_FALSE(outbox.telemetry().moving);
  ASSERT_TRUE(outbox.next(event));
  EXPECT_EQ(event.tag, 7u);
  EXPECT_FALSE(outbox.next(event));
}

TEST(Outbox, EventsThatFindNoRoomAreCounted) {
  Outbox outbox;
  const Event event = answer(1, 1);
  for (std::size_t i = 0; i < Outbox::kRoom + 6; ++i) outbox.publish(snapshot(1, false), {&event, 1});
  EXPECT_EQ(outbox.lost(), 6u);
}

constexpr Endpoint kHost{3, 0x7F000001, 4000};
Event refused(const Endpoint& driver) {
  return {9, driver, at(1), Answer{Outcome::refused, Refusal::moving, {}, {}}};
}

/// Ten minutes of mixed traffic lost 35,554 events: ten thousand refusals between two looks.
TEST(Outbox, AFloodOfAnswersToHostsPushesNothingElseOut) {
  struct Row {
    Outbox::Wants wants;
    Event needed;
  };
  const std::array rows{Row{Outbox::Wants::news, {0, {}, at(1), Transition{}}},
                        Row{Outbox::Wants::news, refused(kOperatorEndpoint)},
                        Row{Outbox::Wants::news, {0, {}, at(1), FaultRaised{}}},
                        Row{Outbox::Wants::machines, refused(kBoardEndpoint)},
                        Row{Outbox::Wants::machines, {0, {}, at(1), MachineReleased{}}}};
  for (const Row& row : rows) {
    Outbox outbox{row.wants};
    const Event flood = refused(kHost);
    for (int i = 0; i < 10'000; ++i) outbox.publish(snapshot(1, false), {&flood, 1});
    for (int i = 0; i < 1000; ++i) outbox.publish(snapshot(1, false), {&row.needed, 1});
    EXPECT_EQ(outbox.lost(), 0u);
    ASSERT_TRUE(outbox.refresh());
    int found = 0;
    for (Event event; outbox.next(event);)
      if (event.news.index() == row.needed.news.index() && event.driver == row.needed.driver) ++found;
    EXPECT_EQ(found, 1000);
  }
}

TEST(Outbox, TheWorkshopGetsAnswersAndWhatComesBackAndNothingElse) {
  Outbox outbox{Outbox::Wants::programs};
  const std::array events{refused(kHost), Event{0, {}, at(1), ProgramReleased{}},
                          Event{0, {}, at(1), Transition{}}, Event{0, kHost, at(1), Answer{}}};
  outbox.publish(snapshot(1, false), events);
  ASSERT_TRUE(outbox.refresh());
  Event event;
  ASSERT_TRUE(outbox.next(event));
  EXPECT_EQ(event.tag, 9u);
  ASSERT_TRUE(outbox.next(event));
  EXPECT_TRUE(std::holds_alternative<ProgramReleased>(event.news));
  EXPECT_FALSE(outbox.next(event));
}

TEST(Outbox, AConsumerSeesEveryAnswerNoLaterThanItsSnapshot) {
  Outbox outbox;
  constexpr std::int64_t kTicks = 50'000;
  std::thread core{[&] {
    for (std::int64_t i = 1; i <= kTicks; ++i) {
      const Event event = answer(static_cast<Tag>(i), i);
      outbox.publish(snapshot(i, false), {&event, 1});
    }
  }};
  std::int64_t seen = 0;
  std::uint64_t count = 0;
  while (seen < kTicks) {
    if (!outbox.refresh()) std::this_thread::yield();
    const std::int64_t now = outbox.telemetry().time.time_since_epoch().count();
    Event event;
    while (outbox.next(event)) {
      ++count;
      ASSERT_LE(event.time, outbox.telemetry().time);
    }
    seen = now;
  }
  core.join();
  EXPECT_EQ(count + outbox.lost(), static_cast<std::uint64_t>(kTicks));
}

}  // namespace
}  // namespace hexad::inline engine
