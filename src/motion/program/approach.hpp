#pragma once
// How something that is beside its course comes over to it: the difference goes to zero along a polynomial that begins
// with its present velocity and acceleration and ends with none.

#include "model/machine.hpp"
#include "motion/coordinates.hpp"

namespace hexad::motion {

State6 sum(const State6& a, const State6& b) noexcept;
State6 difference(const State6& a, const State6& b) noexcept;

class Approach {
 public:
  /// From `beside`, in a time that takes a third of what the limits allow.
  void start(const State6& beside, const MotionLimits& limits) noexcept;
  /// What is left after another `period`.
  State6 advance(double period) noexcept;

 private:
  std::array<Vec6, 6> coefficient_{};
  double span_ = 0.0;
  double time_ = 0.0;
};

}  // namespace hexad::motion
