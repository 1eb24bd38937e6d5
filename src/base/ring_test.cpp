#include "base/ring.hpp"

#include <gtest/gtest.h>

namespace hexad {
namespace {

TEST(Ring, KeepsTheNewestAndGivesTheOldestOfThemFirst) {
  Ring<int> ring{3};
  EXPECT_EQ(ring.size(), 0u);
  ring.push(1);
  ring.push(2);
  EXPECT_EQ(ring.size(), 2u);
  EXPECT_EQ(ring[0], 1);
  for (int i = 3; i <= 7; ++i) {
    ring.push(i);
    ASSERT_EQ(ring.size(), 3u);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(ring[k], i - 2 + static_cast<int>(k));
  }
  ring.clear();
  EXPECT_EQ(ring.size(), 0u);
  ring.push(8);
  EXPECT_EQ(ring[0], 8);
  EXPECT_EQ(ring.capacity(), 3u);
}

}  // namespace
}  // namespace hexad
