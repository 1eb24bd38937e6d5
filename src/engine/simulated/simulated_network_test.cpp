#include "engine/simulated/simulated_network.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace hexad::inline engine {
namespace {

using namespace std::chrono_literals;

constexpr net::Address kHost{0x0A000001, 10010};
constexpr net::Address kPlatform{0x0A000002, 10000};

/// A thousand numbered datagrams, one a millisecond; what arrived, in its order.
std::vector<int> arrivals(SimulatedNetwork& network) {
  network.bind(kPlatform);
  std::vector<int> numbers;
  const auto collect = [&] {
    for (Packet packet; network.receive(kPlatform, packet);)
      numbers.push_back(std::to_integer<int>(packet.bytes[0]) * 256 + std::to_integer<int>(packet.bytes[1]));
  };
  TimePoint now{};
  for (int i = 0; i < 1000; ++i, now += 1ms) {
    const std::array bytes{std::byte(i / 256), std::byte(i % 256)};
    network.send(kHost, kPlatform, now, bytes);
    network.advance(now);
    collect();
  }
  network.advance(now + 1s);
  collect();
  return numbers;
}

TEST(SimulatedNetwork, DeliversInOrderAfterItsDelay) {
  SimulatedNetwork network{1, {.delay = 5ms}};
  network.bind(kPlatform);
  network.send(kHost, kPlatform, TimePoint{10ms}, std::as_bytes(std::span{"x", 1}));
  Packet packet;
  network.advance(TimePoint{14ms});
  EXPECT_FALSE(network.receive(kPlatform, packet));
  network.advance(TimePoint{15ms});
  ASSERT_TRUE(network.receive(kPlatform, packet));
  EXPECT_EQ(packet.from, kHost);
  EXPECT_EQ(packet.arrival, TimePoint{15ms});

  SimulatedNetwork another{1};
  const std::vector<int> numbers = arrivals(another);
  ASSERT_EQ(numbers.size(), 1000u);
  EXPECT_TRUE(std::is_sorted(numbers.begin(), numbers.end()));
}

TEST(SimulatedNetwork, LosesDoublesAndReordersAsTold) {
  SimulatedNetwork lossy{20260101, {.loss = 0.2}};
  EXPECT_NEAR(static_cast<double>(arrivals(lossy).size()), 800.0, 50.0);

  SimulatedNetwork doubling{20260101, {.duplicate = 0.2}};
  EXPECT_NEAR(static_cast<double>(arrivals(doubling).size()), 1200.0, 50.0);

  SimulatedNetwork jittery{20260101, {.jitter = 10ms}};
  const std::vector<int> numbers = arrivals(jittery);
  EXPECT_EQ(numbers.size(), 1000u);
  EXPECT_FALSE(std::is_sorted(numbers.begin(), numbers.end()));
}

TEST(SimulatedNetwork, CutsAndFlipsAsTold) {
  const net::Address from{1, 1}, to{2, 2};
  const std::array<std::byte, 8> sent{};
  int cut = 0, flipped = 0;
  SimulatedNetwork network{20260101, {.truncated = 0.2, .flipped = 0.3}};
  network.bind(to);
  for (int i = 0; i < 1000; ++i) network.send(from, to, TimePoint{}, sent);
  network.advance(TimePoint{});
  for (Packet packet; network.receive(to, packet);) {
    cut += packet.bytes.size() < sent.size() ? 1 : 0;
    const auto changed = [](std::byte byte) { return byte != std::byte{}; };
    flipped += std::any_of(packet.bytes.begin(), packet.bytes.end(), changed) ? 1 : 0;
  }
  EXPECT_NEAR(cut, 200, 50);
  EXPECT_NEAR(flipped, 290, 60);
}

TEST(SimulatedNetwork, TheSeedDecidesEverything) {
  const net::LineQuality bad{.delay = 1ms, .jitter = 10ms, .loss = 0.1, .duplicate = 0.1};
  SimulatedNetwork a{7, bad};
  SimulatedNetwork b{7, bad};
  SimulatedNetwork c{8, bad};
  EXPECT_EQ(arrivals(a), arrivals(b));
  EXPECT_EQ(a.trace_hash(), b.trace_hash());
  arrivals(c);
  EXPECT_NE(a.trace_hash(), c.trace_hash());
}

}  // namespace
}  // namespace hexad::inline engine
