#pragma once
// A small seeded generator (SplitMix64): the same numbers on every machine and compiler, which the standard
// distributions do not promise.

#include <cstdint>

namespace hexad::plant {

class Random {
 public:
  explicit Random(std::uint64_t seed) noexcept : state_{seed} {}

  std::uint64_t next() noexcept {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  /// [−1, 1)
  double symmetric() noexcept { return static_cast<double>(next() >> 11) * 0x1p-52 - 1.0; }
  /// Mean 0, deviation 1, bounded to ±√12: the sum of four uniform numbers.
  double normal() noexcept {
    double sum = 0.0;  // drawn one after the other: in one expression compilers differ in the order
    for (int i = 0; i < 4; ++i) sum += symmetric();
    return sum * 0.86602540378443865;
  }

 private:
  std::uint64_t state_;
};

}  // namespace hexad::plant
