#include "engine/mailbox/statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace hexad::inline engine {
namespace {

TEST(DurationHistogram, PercentilesAreWithinAnEighthOfTheSortedValues) {
  std::mt19937_64 random{20260101};
  std::vector<std::int64_t> values;
  DurationHistogram histogram;
  for (int i = 0; i < 20'000; ++i) {
    values.push_back(static_cast<std::int64_t>(random() >> (34 + random() % 25)));
    histogram.add(Duration{values.back()});
  }
  std::sort(values.begin(), values.end());
  for (const double share : {0.01, 0.5, 0.9, 0.99, 0.999}) {
    const auto exact = static_cast<double>(values[static_cast<std::size_t>(share * 20'000) - 1]);
    const auto found = static_cast<double>(histogram.percentile(share).count());
    EXPECT_GE(found, exact) << share;
    EXPECT_LE(found, exact * 1.125 + 1) << share;
  }
  EXPECT_EQ(histogram.largest().count(), values.back());
  EXPECT_EQ(histogram.percentile(1.0).count(), values.back());
  EXPECT_EQ(histogram.total(), 20'000u);
}

TEST(DurationHistogram, TakesZeroNegativeAndHuge) {
  DurationHistogram histogram;
  EXPECT_EQ(histogram.percentile(0.99), Duration::zero());
  histogram.add(Duration{-5});
  histogram.add(Duration::zero());
  EXPECT_EQ(histogram.percentile(0.99), Duration::zero());
  histogram.add(Duration::max());
  EXPECT_EQ(histogram.largest(), Duration::max());
}

}  // namespace
}  // namespace hexad::inline engine
