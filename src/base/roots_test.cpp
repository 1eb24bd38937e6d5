#include "base/roots.hpp"

#include <gtest/gtest.h>

#include <random>

namespace hexad {
namespace {

TEST(Roots, CubeRootIsThatOfTheLibraryBarItsLastBits) {
  std::mt19937_64 random{20261118};
  std::uniform_real_distribution<double> exponent{-320.0, 308.0};
  for (int i = 0; i < 200'000; ++i) {
    const double x = (i % 2 == 0 ? 1.0 : -1.0) * std::pow(10.0, exponent(random));
    const double expected = std::cbrt(x);
    ASSERT_LE(std::fabs(cube_root(x) - expected), 1e-15 * std::fabs(expected)) << x;
  }
}

TEST(Roots, CubeRootOfWholeCubesAndOfWhatHasNone) {
  for (double n = -100.0; n <= 100.0; ++n) EXPECT_NEAR(cube_root(n * n * n), n, 1e-14 * std::fabs(n));
  EXPECT_EQ(cube_root(0.0), 0.0);
  EXPECT_TRUE(std::signbit(cube_root(-0.0)));
  EXPECT_TRUE(std::isnan(cube_root(std::nan(""))));
  EXPECT_EQ(cube_root(-HUGE_VAL), -HUGE_VAL);
}

TEST(Roots, CubeRootHasTheSameBitsOnEveryProcessor) {
  std::uint64_t cubes = 0;
  for (int i = 1; i <= 100'000; ++i) {
    const double x = 0.37 * i;
    cubes = cubes * 1099511628211u + std::bit_cast<std::uint64_t>(cube_root(x));
  }
  EXPECT_EQ(cubes, 12680289902491814863u);
  EXPECT_EQ(length_of(3.0, -4.0), 5.0);
}

}  // namespace
}  // namespace hexad
