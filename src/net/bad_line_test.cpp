#include "net/bad_line.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <utility>

namespace hexad::net {
namespace {

using namespace std::chrono_literals;

struct Delivery {
  TimePoint due;
  int number;
};

/// A thousand numbered datagrams of 100 bytes, one a millisecond, in the order in which they arrive.
std::vector<Delivery> deliveries(BadLine& line) {
  std::vector<Delivery> all;
  std::array<std::byte, 100> bytes{};
  for (int i = 0; i < 1000; ++i) {
    bytes[0] = std::byte(i / 256);
    bytes[1] = std::byte(i % 256);
    line.send(TimePoint{i * 1ms}, bytes, [&](TimePoint due, const std::vector<std::byte>&) {
      all.push_back({due, i});
    });
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.due < b.due; });
  return all;
}

int overtaken(const std::vector<Delivery>& all) {
  int count = 0;
  for (std::size_t i = 1; i < all.size(); ++i) count += all[i].number < all[i - 1].number ? 1 : 0;
  return count;
}

TEST(BadLine, KeepsTheOrderWhenToldWhateverTheJitter) {
  BadLine free_line{7, {.delay = 5ms, .jitter = 20ms}};
  EXPECT_GT(overtaken(deliveries(free_line)), 100);
  BadLine ordered{7, {.delay = 5ms, .jitter = 20ms, .in_order = true}};
  const std::vector<Delivery> all = deliveries(ordered);
  EXPECT_EQ(overtaken(all), 0);
  for (const Delivery& one : all) {
    EXPECT_GE(one.due, TimePoint{one.number * 1ms + 5ms});
    EXPECT_LE(one.due, TimePoint{one.number * 1ms + 25ms});
  }
}

TEST(BadLine, ReordersTheShareItIsTold) {
  BadLine line{8, {.reordered = 0.1, .behind = 7ms, .in_order = true}};
  const std::vector<Delivery> all = deliveries(line);
  ASSERT_EQ(all.size(), 1000u);
  EXPECT_NEAR(static_cast<double>(line.counters().reordered), 100.0, 35.0);
  for (const Delivery& one : all) {
    const Duration way = one.due - TimePoint{one.number * 1ms};
    EXPECT_TRUE(way == 0ms || way == 7ms) << way.count();
  }
  EXPECT_GT(overtaken(all), 50);
}

TEST(BadLine, CountsWhatBecomesOfDatagrams) {
  BadLine line{9, {.loss = 0.2, .duplicate = 0.1, .truncated = 0.05, .flipped = 0.05}};
  std::uint64_t whole = 0;
  std::uint64_t delivered = 0;
  const std::array<std::byte, 100> bytes{};
  for (int i = 0; i < 10000; ++i) {
    line.send(TimePoint{}, bytes, [&](TimePoint, const std::vector<std::byte>& copy) {
      ++delivered;
      whole += std::equal(copy.begin(), copy.end(), bytes.begin(), bytes.end()) ? 1u : 0u;
    });
  }
  const LineCounters& counted = line.counters();
  EXPECT_EQ(counted.offered, 10000u);
  EXPECT_NEAR(static_cast<double>(counted.lost), 2000.0, 200.0);
  EXPECT_EQ(delivered, counted.offered - counted.lost + counted.duplicated);
  EXPECT_EQ(whole, delivered - counted.damaged);
  EXPECT_NEAR(static_cast<double>(counted.damaged) / static_cast<double>(delivered), 0.0975, 0.015);
}

TEST(BadLine, SameSeedSameDeliveries) {
  const LineQuality quality{.delay = 1ms, .jitter = 9ms, .loss = 0.1, .duplicate = 0.1, .reordered = 0.1};
  BadLine a{42, quality};
  BadLine b{42, quality};
  BadLine c{43, quality};
  const auto same = [](const std::vector<Delivery>& x, const std::vector<Delivery>& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                      [](const auto& p, const auto& q) { return p.due == q.due && p.number == q.number; });
  };
  const std::vector<Delivery> first = deliveries(a);
  EXPECT_TRUE(same(first, deliveries(b)));
  EXPECT_FALSE(same(first, deliveries(c)));
}

}  // namespace
}  // namespace hexad::net
