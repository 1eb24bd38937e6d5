#pragma once
// The shortest time along a given curve that velocity, acceleration and jerk of axes and legs allow: what
// planned paths are measured by. On places four times as close as the planner's, with the whole of every
// limit, derivatives by differences of poses and leg lengths, no stop kept in reserve. Where the optimum is
// known in closed form it is compared with it (path_optimality_test.cpp).

#include "motion/program/path.hpp"
#include "motion/program/path_speed.hpp"
#include "motion/program/testing/fastest.hpp"

namespace hexad::motion::testing_support {

inline PhasePoint phase_point(const Machine& machine, const PathCurve& curve, double s, double e) {
  return phase_points(machine, curve, s - 2.0 * e, s + 2.0 * e, 2)[1];
}

/// `guess_every`: the speed that the search begins with is that of the program, this much slower.
inline double jerk_limited_along(const Machine& machine, const Path& program, const Vec6& speed,
                                 double slower = 1.0, double tick = 2e-3) {
  const PathCurve& curve = program.curve();
  const MotionLimits& l = machine.limits;
  std::vector<Vec6> unbounded(curve.knots().back().segment + 1, Vec6::Constant(1e9));
  PathBounds bounds{l, unbounded};
  bounds.acceleration /= kAccelerationShare;
  bounds.jerk /= kJerkShare;
  Channels velocity = bounds.top_speed;
  velocity.head<6>() = velocity.head<6>().min(speed.array());
  double total = 0.0;
  double from = 0.0;
  double time = 0.0;
  for (const std::size_t end : curve.piece_ends()) {
    const double to = curve.knots()[end].s;
    const double least = 1e-9 * (to - from);
    std::vector<double> places{from};
    for (; time < program.duration() && program.timing().at(time).s < to - least; time += tick) {
      const double s = program.timing().at(time).s;
      if (s > places.back() + least) places.push_back(s);
    }
    places.push_back(to);
    const std::size_t n = places.size() - 1;
    std::vector<SpeedCell> cells;
    std::vector<double> most(n + 1, 1e18);
    std::vector<double> guess(n + 1, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
      const double length = places[i + 1] - places[i];
      const PhasePoint p = phase_point(machine, curve, 0.5 * (places[i] + places[i + 1]),
                                       std::min(0.2 * length, 1e-4));
      cells.emplace_back(length, p.first / bounds.acceleration, p.second / bounds.acceleration,
                         p.first / bounds.top_speed);
      const double fastest = (velocity / p.first).square().minCoeff();
      most[i] = std::min(most[i], fastest);
      most[i + 1] = std::min(most[i + 1], fastest);
      if (i > 0) guess[i] = std::pow((places[i + 1] - places[i - 1]) / (2.0 * slower * tick), 2);
    }
    PathSpeed search{std::move(cells), bounds, tick};
    search.plan(std::move(guess), std::move(most), false, [](double) { return true; });
    total += search.time_between(0, n);
    from = to;
  }
  return total;
}

}  // namespace hexad::motion::testing_support
