#include "motion/program/spline.hpp"

#include <algorithm>
#include <cmath>

// Continuity of the first derivative at an inner knot i, with h left and k right of it:
//   h·M[i−1] + 2(h+k)·M[i] + k·M[i+1] = 6·((q[i+1]−q[i])/k − (q[i]−q[i−1])/h).
// At rest on the left: q(x) = q0 + M1·x³/(6h) in the first half cell, so the further knot lies at q1 = q0 +
// M1·h²/6: a known part plus one that moves to the left side, in its own row and in the next. On the right
// alike.

namespace hexad::motion {
namespace {

struct Row {
  double left = 0.0, middle = 1.0, right = 0.0;
  Vec6 value = Vec6::Zero();
};

/// Thomas; the matrices here are diagonally dominant.
void solve(std::vector<Row>& rows) {
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const double factor = rows[i].left / rows[i - 1].middle;
    rows[i].middle -= factor * rows[i - 1].right;
    rows[i].value -= factor * rows[i - 1].value;
  }
  for (std::size_t i = rows.size(); i-- > 0;) {
    if (i + 1 < rows.size()) rows[i].value -= rows[i].right * rows[i + 1].value;
    rows[i].value /= rows[i].middle;
  }
}

Row inner_row(const Spline::Knot& before, const Spline::Knot& here, const Spline::Knot& after) {
  const double h = here.t - before.t;
  const double k = after.t - here.t;
  return {h, 2.0 * (h + k), k,
          6.0 * ((after.position - here.position) / k - (here.position - before.position) / h)};
}

}  // namespace

Spline Spline::natural(std::span<const double> t, std::span<const Vec6> points) {
  Spline spline;
  spline.knots_.resize(t.size());
  for (std::size_t i = 0; i < t.size(); ++i) spline.knots_[i] = {t[i], points[i], Vec6::Zero()};
  std::vector<Row> rows(t.size());
  for (std::size_t i = 1; i + 1 < t.size(); ++i)
    rows[i] = inner_row(spline.knots_[i - 1], spline.knots_[i], spline.knots_[i + 1]);
  solve(rows);
  for (std::size_t i = 0; i < t.size(); ++i) spline.knots_[i].second = rows[i].value;
  return spline;
}

Spline Spline::at_rest(std::span<const double> t, std::span<const Vec6> points) {
  const std::size_t n = t.size();
  const double first = n > 2 ? 0.5 * (t[1] - t[0]) : (t[1] - t[0]) / 3.0;
  const double last = n > 2 ? 0.5 * (t[n - 1] - t[n - 2]) : (t[1] - t[0]) / 3.0;
  Spline spline;
  auto& knots = spline.knots_;
  knots.reserve(n + 2);
  knots.push_back({t[0], points[0], Vec6::Zero()});
  knots.push_back({t[0] + first, points[0], Vec6::Zero()});
  for (std::size_t i = 1; i + 1 < n; ++i) knots.push_back({t[i], points[i], Vec6::Zero()});
  knots.push_back({t[n - 1] - last, points[n - 1], Vec6::Zero()});
  knots.push_back({t[n - 1], points[n - 1], Vec6::Zero()});

  std::vector<Row> rows(knots.size());
  const std::size_t end = knots.size() - 1;
  for (std::size_t i = 1; i < end; ++i) rows[i] = inner_row(knots[i - 1], knots[i], knots[i + 1]);
  // The further knots stand a·M away from where they were put, a = h²/6: that part goes to the left side.
  const double a = first * first / 6.0;
  const double b = last * last / 6.0;
  const double after_first = knots[2].t - knots[1].t;
  const double before_last = knots[end - 1].t - knots[end - 2].t;
  rows[1].middle += 6.0 * a * (1.0 / after_first + 1.0 / first);
  rows[2].left -= 6.0 * a / after_first;
  rows[end - 1].middle += 6.0 * b * (1.0 / before_last + 1.0 / last);
  rows[end - 2].right -= 6.0 * b / before_last;
  solve(rows);
  for (std::size_t i = 0; i <= end; ++i) knots[i].second = rows[i].value;
  knots[0].second.setZero();
  knots[end].second.setZero();
  knots[1].position += a * knots[1].second;
  knots[end - 1].position += b * knots[end - 1].second;
  return spline;
}

SplineState Spline::at(double t) const noexcept {
  if (!(t > knots_.front().t)) return {knots_.front().position, Vec6::Zero(), Vec6::Zero()};
  if (t >= knots_.back().t) return {knots_.back().position, Vec6::Zero(), Vec6::Zero()};
  const auto after = std::upper_bound(knots_.begin() + 1, knots_.end() - 1, t,
                                      [](double value, const Knot& knot) { return value < knot.t; });
  const Knot& b = *after;
  const Knot& a = *(after - 1);
  return spline_cell(a.position, a.second, b.position, b.second, b.t - a.t, t - a.t);
}

}  // namespace hexad::motion
