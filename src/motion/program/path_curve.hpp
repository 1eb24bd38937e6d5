#pragma once
// The shape of a path: a curve q(s) through every point, twice continuously differentiable, in coordinates (x
// y z φ). s is the way along it, in a metric where each axis counts by its speed limit, so that the curve is
// run through evenly. Where the path turns back on itself the curve has a cusp: a new piece begins, and the
// motion stops there.
//
// How: cubic splines through the points give the shape, a dense cubic spline over their arc length the curve.
// When the shape swings out of reach, points on the straight lines beside the corners pull it closer to them.
// Worker thread: allocates.

#include <span>
#include <vector>

#include "motion/coordinates.hpp"

namespace hexad::motion {

class PathCurve {
 public:
  struct Knot {
    double s = 0.0;
    std::size_t segment = 0;  ///< which point it is on the way to, from 0
    Vec6 position = Vec6::Zero();
    Vec6 second = Vec6::Zero();  ///< d²q/ds²
  };

  /// `points` two or more; neighbours must differ (in `scale`d coordinates by more than nothing). `scale`: by
  /// what a coordinate is divided in the metric, above zero. `pull` 0: free; 1, 2, 3, …: ever closer to the
  /// straight lines.
  static PathCurve through(std::span<const Vec6> points, const Vec6& scale, int pull);
  /// Standing at a point.
  explicit PathCurve(const Vec6& point) : knots_{{0.0, 0, point, Vec6::Zero()}} {}
  PathCurve() = default;

  double length() const noexcept { return knots_.back().s; }
  std::span<const Knot> knots() const noexcept { return knots_; }
  /// Where pieces end, as indexes of knots; the last knot of one and the first of the next have the same s.
  std::span<const std::size_t> piece_ends() const noexcept { return piece_ends_; }

  struct Place {
    Vec6 position, first, second, third;  ///< derivatives with respect to s
    std::size_t segment;
  };
  Place at(double s) const noexcept;
  /// Between knot `cell` and the next.
  Place in_cell(std::size_t cell, double s) const noexcept;
  std::size_t cell_of(double s) const noexcept;

 private:
  std::vector<Knot> knots_;
  std::vector<std::size_t> piece_ends_;
};

/// Neighbours closer than this, in metres and radians, are one point.
inline constexpr double kSamePoint = 1e-7;
/// A turn by more than this is a reversal.
inline constexpr double kReversalCosine = -0.87;  // 150°

}  // namespace hexad::motion
