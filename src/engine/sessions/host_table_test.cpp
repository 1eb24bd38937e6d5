#include "engine/sessions/host_table.hpp"

#include <gtest/gtest.h>

#include "messages/say.hpp"

#include <array>

namespace hexad::inline engine {
namespace {

using namespace std::chrono_literals;

TimePoint at(Duration time) { return TimePoint{time}; }

TEST(Host, AHundredHertzStreamIsSeenAsSuch) {
  Host host{{1, 0x7F000001, 10010}};
  Duration now = 5s;
  for (int i = 0; i < 350; ++i) host.heard(at(now += 10ms));
  EXPECT_NEAR(host.rate_hz(at(now)), 100.0, 1.0);
  EXPECT_EQ(host.jitter(), Duration::zero());
  EXPECT_EQ(host.received(), 350u);
  EXPECT_EQ(host.last_seen(), at(now));
  EXPECT_EQ(host.rate_hz(at(now + 1s)), 0.0) << "silent";
}

TEST(Host, AnUnevenStreamHasJitter) {
  Host host{{1, 0x7F000001, 10010}};
  Duration now = 0s;
  for (int i = 0; i < 300; ++i) host.heard(at(now += i % 2 == 0 ? 8ms : 12ms));
  EXPECT_NEAR(to_seconds(host.jitter()), 0.002, 0.0003);
  EXPECT_NEAR(host.rate_hz(at(now)), 100.0, 1.0);
}

TEST(Host, DropsAreCountedByReason) {
  Host host{{1, 0x7F000001, 10010}};
  host.dropped("wrong size");
  host.dropped("not finite");
  host.dropped("wrong size");
  EXPECT_EQ(host.drops().of("wrong size"), 2u);
  EXPECT_EQ(host.drops().of("not finite"), 1u);
  EXPECT_EQ(host.drops().of("reordered"), 0u);
  EXPECT_EQ(host.drops().total(), 3u);
}

TEST(DropCounters, NoDropIsLostWhenReasonsAreMany) {
  constexpr std::array<std::string_view, 30> kReasons{
      "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "b0", "b1", "b2", "b3", "b4",
      "b5", "b6", "b7", "b8", "b9", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"};
  DropCounters drops;
  for (const std::string_view reason : kReasons) drops.add(reason);
  EXPECT_EQ(drops.total(), 30u);
  EXPECT_EQ(drops.of("a0"), 1u);
  EXPECT_EQ(drops.of("other"), 7u);
}

TEST(Host, IsToldAThingOnce) {
  Host host{{1, 0x7F000001, 10010}};
  EXPECT_TRUE(host.tell(messages::Id::refusal_not_zeroed));
  EXPECT_FALSE(host.tell(messages::Id::refusal_not_zeroed));
  EXPECT_TRUE(host.tell(messages::Id::refusal_at_bottom));
}

TEST(HostTable, TheHostThatIsSilentLongestMakesRoom) {
  HostTable table;
  for (std::uint16_t port = 0; port < HostTable::kMost; ++port)
    table.at({1, 0x7F000001, port}).heard(at(1s + port * 1ms));
  table.at({1, 0x7F000001, 0}).heard(at(5s));
  table.at({1, 0x7F000001, 9999}).heard(at(6s));
  EXPECT_EQ(table.hosts().size(), HostTable::kMost);
  EXPECT_NE(table.find({1, 0x7F000001, 0}), nullptr);
  EXPECT_EQ(table.find({1, 0x7F000001, 1}), nullptr);
  EXPECT_NE(table.find({1, 0x7F000001, 9999}), nullptr);
}

}  // namespace
}  // namespace hexad::inline engine
