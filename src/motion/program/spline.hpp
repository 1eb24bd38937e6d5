#pragma once
// Cubic splines of six coordinates, twice continuously differentiable, by the second derivatives M at the
// knots. In a cell of width h, with x from its left end:
//   q = (q0·(h−x) + q1·x)/h − x·(h−x)·((2h−x)·M0 + (h+x)·M1)/(6h).
// natural(): M = 0 at both ends. at_rest(): velocity and acceleration zero at both ends; two further knots,
// in the middle of the first and last cell, take up what that asks for. Both are one tridiagonal system. They
// allocate.

#include <span>
#include <vector>

#include "motion/coordinates.hpp"

namespace hexad::motion {

using SplineState = State6;

/// Between two knots.
inline SplineState spline_cell(const Vec6& q0, const Vec6& m0, const Vec6& q1, const Vec6& m1, double h,
                               double x) noexcept {
  const double y = h - x;
  const double inverse = 1.0 / h;
  const double sixth = inverse / 6.0;
  return {(y * inverse) * q0 + (x * inverse) * q1 - (x * y * sixth) * ((h + y) * m0 + (h + x) * m1),
          inverse * (q1 - q0) + sixth * ((h * h - 3.0 * y * y) * m0 + (3.0 * x * x - h * h) * m1),
          (y * inverse) * m0 + (x * inverse) * m1};
}

class Spline {
 public:
  struct Knot {
    double t = 0.0;
    Vec6 position = Vec6::Zero();
    Vec6 second = Vec6::Zero();
  };

  /// Knots strictly increasing, as many as points, two or more.
  static Spline natural(std::span<const double> t, std::span<const Vec6> points);
  static Spline at_rest(std::span<const double> t, std::span<const Vec6> points);

  /// Before the first and after the last knot: the ends of the nearest cell, standing.
  SplineState at(double t) const noexcept;
  const Vec6& second(std::size_t knot) const noexcept { return knots_[knot].second; }
  std::span<const Knot> knots() const noexcept { return knots_; }

 private:
  std::vector<Knot> knots_;
};

}  // namespace hexad::motion
