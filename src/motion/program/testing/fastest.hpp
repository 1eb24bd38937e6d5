#pragma once
// The shortest time along a given curve that velocity and acceleration of axes and legs allow, jerk left out:
// the bound that planned paths are measured by. Dense phase plane, derivatives by differences of poses and
// leg lengths.

#include <cmath>
#include <vector>

#include "kinematics/inverse.hpp"
#include "motion/program/path_curve.hpp"

namespace hexad::motion::testing_support {

struct PhasePoint {
  Eigen::Array<double, 12, 1> first, second;
};

inline std::vector<PhasePoint> phase_points(const Machine& machine, const PathCurve& curve, double from,
                                            double to, int cells) {
  const double h = (to - from) / cells;
  const double e = std::min(0.25 * h, 1e-4);
  std::vector<PhasePoint> points(static_cast<std::size_t>(cells) + 1);
  for (int i = 0; i <= cells; ++i) {
    const double s = std::clamp(from + i * h, from + 1.01 * e, to - 1.01 * e);
    const Pose a = pose_of(curve.at(s - e).position);
    const Pose b = pose_of(curve.at(s).position);
    const Pose c = pose_of(curve.at(s + e).position);
    const Vec3 turn_before = rotation_vector(b.rotation * a.rotation.conjugate());
    const Vec3 turn_after = rotation_vector(c.rotation * b.rotation.conjugate());
    const LegLengths la = kinematics::lengths(machine, a), lb = kinematics::lengths(machine, b),
                     lc = kinematics::lengths(machine, c);
    PhasePoint& p = points[static_cast<std::size_t>(i)];
    p.first << (c.position - a.position).array() / (2 * e), (turn_before + turn_after).array() / (2 * e),
        (lc - la).array() / (2 * e);
    p.second << (c.position - 2 * b.position + a.position).array() / (e * e),
        (turn_after - turn_before).array() / (e * e), (lc - 2 * lb + la).array() / (e * e);
  }
  return points;
}

inline double fastest_along(const Machine& machine, const PathCurve& curve, const Vec6& speed) {
  const MotionLimits& l = machine.limits;
  Eigen::Array<double, 12, 1> velocity, bound;
  velocity << speed.array(), Vec6::Constant(l.leg.velocity).array();
  bound << Vec3::Constant(l.translation.acceleration).array(),
      Vec3::Constant(l.rotation.acceleration).array(), Vec6::Constant(l.leg.acceleration).array();
  double total = 0.0;
  double from = 0.0;
  for (const std::size_t end : curve.piece_ends()) {
    const double to = curve.knots()[end].s;
    const int cells = 6000;
    const double h = (to - from) / cells;
    const auto points = phase_points(machine, curve, from, to, cells);
    // Accelerations of s allowed at s'² = b.
    const auto range = [&](const PhasePoint& p, double b) {
      double low = -1e9, high = 1e9;
      for (int j = 0; j < 12; ++j) {
        const double c1 = p.first[j];
        if (std::abs(c1) < 1e-9) continue;
        const double x = (bound[j] - p.second[j] * b) / c1, y = (-bound[j] - p.second[j] * b) / c1;
        low = std::max(low, std::min(x, y));
        high = std::min(high, std::max(x, y));
      }
      return std::pair{low, high};
    };
    std::vector<double> most(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
      double cap = 1e9;
      for (int j = 0; j < 12; ++j) {
        const double c1 = std::abs(points[i].first[j]);
        if (c1 > 1e-9) cap = std::min(cap, velocity[j] * velocity[j] / (c1 * c1));
      }
      double good = 0.0;
      double bad = cap;
      const auto allowed = [&](double b) {
        const auto [low, high] = range(points[i], b);
        return low <= high;
      };
      if (allowed(cap)) good = cap;
      for (int k = 0; k < 40 && good < cap; ++k)
        (allowed(0.5 * (good + bad)) ? good : bad) = 0.5 * (good + bad);
      most[i] = good;
    }
    std::vector<double> b = most;
    b.front() = b.back() = 0.0;
    for (std::size_t i = b.size() - 1; i-- > 0;)
      b[i] = std::min(b[i], b[i + 1] - 2 * h * range(points[i + 1], b[i + 1]).first);
    b.front() = 0.0;
    for (std::size_t i = 0; i + 1 < b.size(); ++i)
      b[i + 1] = std::min(b[i + 1], b[i] + 2 * h * range(points[i], b[i]).second);
    for (std::size_t i = 0; i + 1 < b.size(); ++i)
      total += 2 * h / std::max(std::sqrt(std::max(b[i], 0.0)) + std::sqrt(std::max(b[i + 1], 0.0)), 1e-6);
    from = to;
  }
  return total;
}

}  // namespace hexad::motion::testing_support
