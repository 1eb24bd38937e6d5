#pragma once
// A vehicle for the tests of this layer. Test code.

#include <cmath>
#include <random>

#include "cueing/settings.hpp"

namespace hexad::cueing::testing {

inline constexpr double kStep = 1e-3;  // s

/// Steps of random size and length in all six inputs, far above what the preset expects.
class RandomDrive {
 public:
  explicit RandomDrive(unsigned seed) : random_{seed} {}
  VehicleMotion next() {
    std::uniform_real_distribution<double> any{-1.0, 1.0};
    for (int i = 0; i < 3; ++i) {
      if (std::abs(any(random_)) < 0.002) now_.acceleration[i] = 8.0 * any(random_);
      if (std::abs(any(random_)) < 0.002) now_.rate[i] = 1.2 * any(random_);
    }
    return now_;
  }

 private:
  std::mt19937 random_;
  VehicleMotion now_;
};

}  // namespace hexad::cueing::testing
