#pragma once
// How something that is beside its course comes over to it: the difference goes to zero by a ramp an axis,
// from its present velocity and acceleration.

#include "base/ramp.hpp"
#include "model/axes.hpp"
#include "model/machine.hpp"
#include "motion/coordinates.hpp"

namespace hexad::motion {

State6 sum(const State6& a, const State6& b) noexcept;
State6 difference(const State6& a, const State6& b) noexcept;

class Approach {
 public:
  /// From `beside`, in a time that takes a third of what the limits allow; `gently`: nor more than comfort.
  void start(const State6& beside, const MotionLimits& limits, bool gently = false) noexcept;
  /// What is left after another `period`.
  State6 advance(double period) noexcept;

 private:
  std::array<Ramp, kAxes> left_;
  double time_ = 0.0;
};

}  // namespace hexad::motion
