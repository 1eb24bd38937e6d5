#include "motion/program/path_curve.hpp"

#include <algorithm>
#include <cmath>

#include "motion/program/spline.hpp"

namespace hexad::motion {
namespace {

// Chord lengths to this power are the parameter of the shape: 1 is smoothest on even points, ½ safest on
// uneven ones.
constexpr double kChordPower = 0.75;
constexpr double kCellLength = 0.003;  // of s: seconds at full speed
constexpr int kLeastCells = 3;
constexpr int kMostCells = 320;
// How far from a corner the pulling points stand: this share of the shorter side, halved with every further
// pull.
constexpr double kPullShare = 0.3;

/// A point of the shape: what it is on the way to, and whether the path reverses there.
struct ShapePoint {
  Vec6 position;
  std::size_t segment;
};

Vec6 scaled(const Vec6& v, const Vec6& scale) { return v.cwiseQuotient(scale); }

/// Points of one piece, with those that pull it to the straight lines.
std::vector<ShapePoint> shape_points(std::span<const Vec6> points, std::size_t first_segment, int pull) {
  std::vector<ShapePoint> shape;
  const double share = pull > 0 ? kPullShare * std::pow(0.5, pull - 1) : 0.0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::size_t segment = first_segment + (i == 0 ? 0 : i - 1);
    if (pull > 0 && i > 0 && i + 1 < points.size())
      shape.push_back({points[i] + share * (points[i - 1] - points[i]), segment});
    shape.push_back({points[i], segment});
    if (pull > 0 && i > 0 && i + 1 < points.size())
      shape.push_back({points[i] + share * (points[i + 1] - points[i]), segment + 1});
  }
  return shape;
}

/// Arc length of a stretch of the shape, in the metric: Gauss with three points.
double arc(const Spline& spline, double from, double to, const Vec6& scale) {
  constexpr double kNode = 0.7745966692414834;
  const double middle = 0.5 * (from + to);
  const double half = 0.5 * (to - from);
  const auto speed = [&](double u) { return scaled(spline.at(u).velocity, scale).norm(); };
  return half / 9.0 *
         (5.0 * speed(middle - kNode * half) + 8.0 * speed(middle) + 5.0 * speed(middle + kNode * half));
}

/// One piece, from rest to rest, appended at `knots`.
void append_piece(std::span<const Vec6> points, std::size_t first_segment, const Vec6& scale, int pull,
                  std::vector<PathCurve::Knot>& knots) {
  const std::vector<ShapePoint> shape = shape_points(points, first_segment, pull);
  std::vector<double> u(shape.size(), 0.0);
  std::vector<Vec6> through(shape.size());
  std::vector<double> chord(shape.size(), 0.0);
  for (std::size_t i = 0; i < shape.size(); ++i) {
    through[i] = shape[i].position;
    if (i == 0) continue;
    chord[i] = scaled(through[i] - through[i - 1], scale).norm();
    u[i] = u[i - 1] + std::pow(chord[i], kChordPower);
  }
  const Spline spline = Spline::natural(u, through);

  const double begin = knots.empty() ? 0.0 : knots.back().s;
  std::vector<double> s{begin};
  std::vector<Vec6> q{through[0]};
  std::vector<std::size_t> segment{shape[0].segment};
  for (std::size_t i = 1; i < shape.size(); ++i) {
    const int cells =
        std::clamp(static_cast<int>(std::ceil(chord[i] / kCellLength)), kLeastCells, kMostCells);
    for (int k = 1; k <= cells; ++k) {
      const double from = u[i - 1] + (u[i] - u[i - 1]) * (k - 1) / cells;
      const double to = k == cells ? u[i] : u[i - 1] + (u[i] - u[i - 1]) * k / cells;
      s.push_back(s.back() + arc(spline, from, to, scale));
      q.push_back(k == cells ? through[i] : spline.at(to).position);
      segment.push_back(shape[i].segment);
    }
  }
  const Spline curve = Spline::natural(s, q);
  for (std::size_t i = 0; i < s.size(); ++i) knots.push_back({s[i], segment[i], q[i], curve.second(i)});
}

}  // namespace

PathCurve PathCurve::through(std::span<const Vec6> points, const Vec6& scale, int pull) {
  PathCurve curve;
  std::size_t begin = 0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const bool last = i + 1 == points.size();
    if (!last) {
      const Vec6 in = scaled(points[i] - points[i - 1], scale).normalized();
      const Vec6 out = scaled(points[i + 1] - points[i], scale).normalized();
      if (in.dot(out) > kReversalCosine) continue;
    }
    append_piece(points.subspan(begin, i - begin + 1), begin, scale, pull, curve.knots_);
    curve.piece_ends_.push_back(curve.knots_.size() - 1);
    begin = i;
  }
  return curve;
}

std::size_t PathCurve::cell_of(double s) const noexcept {
  if (knots_.size() < 2) return 0;
  const auto after = std::upper_bound(knots_.begin() + 1, knots_.end() - 1, s,
                                      [](double value, const Knot& knot) { return value < knot.s; });
  return static_cast<std::size_t>(after - knots_.begin()) - 1;
}

PathCurve::Place PathCurve::at(double s) const noexcept { return in_cell(cell_of(s), s); }

PathCurve::Place PathCurve::in_cell(std::size_t cell, double s) const noexcept {
  if (knots_.size() < 2) return {knots_[0].position, Vec6::Zero(), Vec6::Zero(), Vec6::Zero(), 0};
  const Knot& a = knots_[cell];
  const Knot& b = knots_[cell + 1];
  const double h = b.s - a.s;
  const SplineState state = spline_cell(a.position, a.second, b.position, b.second, h, s - a.s);
  return {state.position, state.velocity, state.acceleration, (b.second - a.second) / h, b.segment};
}

}  // namespace hexad::motion
