#pragma once
// A cubic through samples of one coordinate: a growing, then fading memory least squares fit as a recursion.
// With Δ the step to the new sample, r = sample − prediction, and θ the forgetting per step:
//   x += (1 − θ⁴)·r,  Δ·v += (1 − θ)²(11 + 14θ + 11θ²)/6·r,  Δ²·a += 2(1 − θ)³(1 + θ)·r,  Δ³·j += (1 − θ)⁴·r;
// the first samples use the gains of the growing fit (1: the point, 2: the line, 4: the parabola, 7: the
// cubic).

#include "motion/tracking/jerk_tracker.hpp"

namespace hexad::motion {

/// A curve by its derivatives at one time.
struct Curve {
  double x = 0.0, v = 0.0, a = 0.0, j = 0.0;
  double s = 0.0, c = 0.0;  // the fourth and the fifth

  double at(double t) const noexcept {
    return x + t * (v + t * (0.5 * a + t * (j + t * (0.25 * s + t * 0.05 * c)) * (1.0 / 6.0)));
  }
  /// The same curve, seen from `t` later.
  Curve from(double t) const noexcept {
    return {at(t),
            v + t * (a + t * (0.5 * j + t * (s + t * 0.25 * c) * (1.0 / 6.0))),
            a + t * (j + t * (0.5 * s + t * c * (1.0 / 6.0))),
            j + t * (s + 0.5 * t * c),
            s + t * c,
            c};
  }
  void add(const Curve& other, double weight) noexcept {
    x += weight * other.x;
    v += weight * other.v;
    a += weight * other.a;
    j += weight * other.j;
    s += weight * other.s;
    c += weight * other.c;
  }
};

class CubicFit {
 public:
  /// `step` since the sample before. `eager`: believes the first samples to the letter.
  void add(double step, double sample, double theta, bool eager) noexcept;
  /// At rest here, for good.
  void rest_at(double x) noexcept {
    cubic_ = {x};
    error_ = 0.0;
  }

  const Curve& curve() const noexcept { return cubic_; }
  int samples() const noexcept { return samples_; }
  /// Mean square of how far it was from the samples before it knew them, fading.
  double mean_square_error() const noexcept { return error_; }

 private:
  Curve cubic_;
  double error_ = 0.0;
  int samples_ = 0;
};

}  // namespace hexad::motion
