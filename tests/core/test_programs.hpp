#pragma once
// Prepared motions for the tests of the core, without the worker that prepares them.

#include <algorithm>

#include "model/prepared.hpp"

namespace hexad::testing {

/// A heave of 40 mm and back, 4 s, at rest at both ends: h(1 − cos(ωt))/2 with the ends of a smooth step.
class Hill final : public Prepared {
 public:
  explicit Hill(double height = 0.04, double duration = 4.0, const Pose& from = {})
      : Prepared{ProgramKind::path, duration, 0.0}, height_{height}, from_{from} {}
  Motion at(double t) const noexcept override {
    const double x = std::min(std::max(t / duration(), 0.0), 1.0);
    // s = 64·x³(1−x)³: zero with both derivatives at the ends, 1 in the middle.
    const double y = 1 - x;
    const double s = 64 * x * x * x * y * y * y;
    const double s1 = 64 * 3 * x * x * y * y * (y - x);
    const double s2 = 64 * (6 * x * y * (y - x) * (y - x) - 6 * x * x * y * y);
    Motion motion;
    motion.pose = from_;
    motion.pose.position.z() += height_ * s;
    motion.velocity.linear.z() = height_ * s1 / duration();
    motion.acceleration.linear.z() = height_ * s2 / (duration() * duration());
    return motion;
  }
  double height_at(double t) const { return at(t).pose.position.z(); }

 private:
  double height_;
  Pose from_;
};

/// Runs away upward after a second of rest.
class Runaway final : public Prepared {
 public:
  Runaway() : Prepared{ProgramKind::formula, kEndless, 0.5} {}
  Motion at(double t) const noexcept override {
    Motion motion;
    motion.pose.position.z() = 0.02 * t * t;
    motion.velocity.linear.z() = 0.04 * t;
    motion.acceleration.linear.z() = 0.04;
    return motion;
  }
};

}  // namespace hexad::testing
