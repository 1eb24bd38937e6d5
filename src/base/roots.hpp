#pragma once
// Roots with the same bits on every processor. std::cbrt and std::hypot are not: their last bit depends on
// whether the library was compiled to multiply and add in one step (glibc for arm64 is, for x86-64 it is
// not).

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace hexad {

/// Root of the sum of the squares, for lengths of this world: no care for squares that overflow.
inline double length_of(double a, double b) noexcept { return std::sqrt(a * a + b * b); }

/// Halley's steps y(y³ + 2x)/(2y³ + x) from a third of the exponent, which is right to 3 %: each triples the
/// digits.
inline double cube_root(double x) noexcept {
  const double size = std::fabs(x);
  if (!(size > 0.0 && size <= std::numeric_limits<double>::max())) return x;
  if (size < 1e-290) return 0x1p-18 * cube_root(0x1p54 * x);
  if (size > 1e300) return 0x1p18 * cube_root(0x1p-54 * x);
  constexpr std::uint64_t kTwoThirdsOfTheBias = std::uint64_t{715094163} << 32;
  double y = std::bit_cast<double>(std::bit_cast<std::uint64_t>(size) / 3 + kTwoThirdsOfTheBias);
  for (int i = 0; i < 3; ++i) {
    const double cube = y * y * y;
    y *= (cube + 2.0 * size) / (2.0 * cube + size);
  }
  return std::copysign(y, x);
}

}  // namespace hexad
