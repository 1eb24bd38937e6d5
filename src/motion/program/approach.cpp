#include "motion/program/approach.hpp"
#include "base/roots.hpp"

#include <algorithm>
#include <cmath>

namespace hexad::motion {
namespace {

constexpr double kShare = 1.0 / 3.0;  // of the limits
constexpr double kShortest = 0.3;     // s
constexpr double kLongest = 10.0;

}  // namespace

State6 sum(const State6& a, const State6& b) noexcept {
  return {a.position + b.position, a.velocity + b.velocity, a.acceleration + b.acceleration};
}

State6 difference(const State6& a, const State6& b) noexcept {
  return {a.position - b.position, a.velocity - b.velocity, a.acceleration - b.acceleration};
}

void Approach::start(const State6& beside, const MotionLimits& limits, bool gently) noexcept {
  double span = kShortest;
  for (Eigen::Index axis = 0; axis < 6; ++axis) {
    Rates rates = axis < 3 ? limits.translation : limits.rotation;
    rates = {kShare * rates.velocity, kShare * rates.acceleration, kShare * rates.jerk};
    if (gently) {
      const Comfort& comfort = axis < 3 ? limits.comfort : limits.comfort_turn;
      rates.acceleration = comfort.acceleration_within(rates.acceleration);
      rates.jerk = comfort.jerk_within(rates.jerk);
    }
    const double p = std::abs(beside.position[axis]);
    const double v = std::abs(beside.velocity[axis]);
    const double a = std::abs(beside.acceleration[axis]);
    // The peaks of a ramp, and as much again for what it begins with.
    span = std::max({span, 1.9 * p / rates.velocity, std::sqrt(5.8 * p / rates.acceleration),
                     cube_root(60.0 * p / rates.jerk), 6.0 * v / rates.acceleration,
                     std::sqrt(36.0 * v / rates.jerk), 9.0 * a / rates.jerk});
  }
  time_ = 0.0;
  for (std::size_t i = 0; i < kAxes; ++i) {
    const auto axis = static_cast<Eigen::Index>(i);
    const Jet from{beside.position[axis], beside.velocity[axis], beside.acceleration[axis]};
    left_[i] = {from, 0.0, 0.0, std::min(span, kLongest)};
  }
}

State6 Approach::advance(double period) noexcept {
  time_ += period;
  State6 left;
  for (std::size_t i = 0; i < kAxes; ++i) {
    const auto axis = static_cast<Eigen::Index>(i);
    const Jet now = left_[i].at(time_);
    left.position[axis] = now.value;
    left.velocity[axis] = now.rate;
    left.acceleration[axis] = now.acceleration;
  }
  return left;
}

}  // namespace hexad::motion
