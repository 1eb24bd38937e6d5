#include "motion/program/approach.hpp"

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

void Approach::start(const State6& beside, const MotionLimits& limits) noexcept {
  double span = kShortest;
  for (Eigen::Index axis = 0; axis < 6; ++axis) {
    const Rates& rates = axis < 3 ? limits.translation : limits.rotation;
    const double p = std::abs(beside.position[axis]);
    const double v = std::abs(beside.velocity[axis]);
    const double a = std::abs(beside.acceleration[axis]);
    // Peaks of a quintic: 1.9·p/T, 5.8·p/T², 60·p/T³, and as much again for what it begins with.
    span = std::max({span, 1.9 * p / (kShare * rates.velocity),
                     std::sqrt(5.8 * p / (kShare * rates.acceleration)),
                     std::cbrt(60.0 * p / (kShare * rates.jerk)), 6.0 * v / (kShare * rates.acceleration),
                     std::sqrt(36.0 * v / (kShare * rates.jerk)), 9.0 * a / (kShare * rates.jerk)});
  }
  span_ = std::min(span, kLongest);
  time_ = 0.0;
  const double t = span_;
  const Vec6& p = beside.position;
  const Vec6& v = beside.velocity;
  const Vec6& a = beside.acceleration;
  coefficient_[0] = p;
  coefficient_[1] = v;
  coefficient_[2] = 0.5 * a;
  coefficient_[3] = -(20.0 * p + 12.0 * v * t + 3.0 * a * t * t) / (2.0 * t * t * t);
  coefficient_[4] = (30.0 * p + 16.0 * v * t + 3.0 * a * t * t) / (2.0 * t * t * t * t);
  coefficient_[5] = -(12.0 * p + 6.0 * v * t + a * t * t) / (2.0 * t * t * t * t * t);
}

State6 Approach::advance(double period) noexcept {
  time_ += period;
  if (!(time_ < span_)) return {};
  const auto& c = coefficient_;
  const double t = time_;
  return {c[0] + t * (c[1] + t * (c[2] + t * (c[3] + t * (c[4] + t * c[5])))),
          c[1] + t * (2.0 * c[2] + t * (3.0 * c[3] + t * (4.0 * c[4] + t * 5.0 * c[5]))),
          2.0 * c[2] + t * (6.0 * c[3] + t * (12.0 * c[4] + t * 20.0 * c[5]))};
}

}  // namespace hexad::motion
