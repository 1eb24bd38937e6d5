#pragma once
// Paths whose shortest times are known from another method (tests/oracle/path_optimum.py).

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "kinematics/inverse.hpp"
#include "model/order.hpp"
#include "motion/program/testing/motion.hpp"

namespace hexad::motion::testing_support {

/// Reachable poses, well spread: a random direction from neutral, a random share of the way to the first
/// limit.
inline std::vector<AxisValues> random_points(const Machine& machine, std::mt19937& random, int count,
                                             double share = 0.95) {
  std::uniform_real_distribution<double> unit{-1.0, 1.0};
  std::vector<AxisValues> points;
  while (static_cast<int>(points.size()) < count) {
    Vec6 direction;
    for (int i = 0; i < 6; ++i) direction[i] = unit(random);
    direction.normalize();
    const Pose far = kinematics::clamp_from_neutral(machine, pose_of(0.8 * direction)).value;
    const Pose pose = scale_from_neutral(far, share * std::abs(unit(random)));
    points.push_back(kXyzConvention.from_pose(pose, 0.0));
  }
  return points;
}

/// A winding way with all axes, about 3 mm from point to point.
inline std::vector<AxisValues> winding_way(int count) {
  std::vector<AxisValues> points;
  for (int i = 0; i < count; ++i) {
    const double a = 0.03 * i;
    points.push_back({0.1 * std::sin(a), 0.1 * std::cos(1.3 * a), 0.05 * std::sin(0.7 * a),
                      0.09 * std::sin(a), 0.09 * std::sin(2.0 * a), 0.14 * std::sin(0.1 * a)});
  }
  return points;
}

struct PathCase {
  std::string name;
  std::vector<AxisValues> points;
  bool full_speed = true;  ///< else half of it, the default
};

inline std::vector<PathCase> path_cases(const Machine& machine) {
  std::vector<PathCase> cases;
  const auto random = [&](unsigned seed, int count, double share) {
    std::mt19937 engine{seed};
    cases.push_back({"random-" + std::to_string(count) + "-seed-" + std::to_string(seed),
                     random_points(machine, engine, count, share)});
  };
  for (unsigned seed = 1; seed <= 4; ++seed) random(seed, 10, 0.9);
  random(5, 6, 0.6);
  random(6, 6, 0.6);
  random(7, 20, 0.6);
  random(8, 20, 0.6);
  std::vector<AxisValues> circle, eight, spiral, turns;
  for (int i = 0; i <= 40; ++i) {
    const double a = 2.0 * kPi * i / 40.0;
    circle.push_back({0.1 * std::sin(a), 0.1 - 0.1 * std::cos(a), 0, 0, 0, 0});
  }
  for (int i = 1; i <= 60; ++i) {
    const double a = 2.0 * kPi * i / 60.0;
    eight.push_back({0.12 * std::sin(a), 0.06 * std::sin(2.0 * a), 0.03 * std::sin(3.0 * a), 0, 0, 0});
    spiral.push_back({0.002 * i * std::sin(2.0 * a), 0.002 * i * std::cos(2.0 * a), 0, 0, 0, 0.002 * i});
    turns.push_back({0, 0, 0, 0.15 * std::sin(a), 0.15 * std::sin(2.0 * a), 0.1 * std::sin(3.0 * a)});
  }
  cases.push_back({"circle-40", circle});
  cases.push_back({"winding-100", winding_way(100)});
  cases.push_back({"winding-100-half-speed", winding_way(100), false});
  cases.push_back({"eight", eight});
  cases.push_back({"spiral", spiral});
  cases.push_back({"turns", turns});
  cases.push_back({"square",
                   {mm_deg(80, 0, 0, 0, 0, 0), mm_deg(80, 80, 0, 0, 0, 0), mm_deg(0, 80, 0, 0, 0, 0),
                    mm_deg(0, 0, 0, 0, 0, 0)}});
  cases.push_back(
      {"three-points",
       {mm_deg(10, 20, 30, 5, 10, 15), mm_deg(50, -40, 20, -5, 0, 5), mm_deg(-30, 10, -20, 0, -8, 0)}});
  cases.push_back({"line", {mm_deg(0, 0, 150, 0, 0, 0)}});
  cases.push_back(
      {"reversal", {mm_deg(100, 0, 0, 0, 0, 0), mm_deg(20, 0, 0, 0, 0, 0), mm_deg(20, 80, 0, 0, 0, 0)}});
  return cases;
}

}  // namespace hexad::motion::testing_support
