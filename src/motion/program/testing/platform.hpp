#pragma once
// The default platform (docs/lifecycle.md), for the tests of the programs.

#include <gtest/gtest.h>

#include <cmath>

#include "base/units.hpp"
#include "kinematics/geometry.hpp"
#include "model/machine.hpp"

namespace hexad::motion::testing_support {

inline Machine standard_platform() {
  using kinematics::pair_angle_from_distance;
  Machine machine;
  machine.name = "standard-400";
  kinematics::joints_from_circles({1.2, pair_angle_from_distance(1.2, 0.1)},
                                  {0.9, pair_angle_from_distance(0.9, 0.1)}, machine.geometry);
  machine.geometry.retracted.setConstant(0.8);
  machine.geometry.stroke = 0.4;
  machine.limits.translation = {0.4, 4, 50};
  machine.limits.rotation = {40 * kDegree, 250 * kDegree, 3000 * kDegree};
  machine.limits.leg = {0.5, 6, 80};
  machine.limits.joint_angle = 60 * kDegree;
  machine.limits.rotation_angle = 60 * kDegree;
  machine.limits.stroke_margin = 1e-3;
  machine.limits.singular_margin = 0.2;
  const auto derived = kinematics::derive(machine);
  EXPECT_TRUE(derived);
  return derived ? *derived : machine;
}

/// Three legs on the same circles: heave, pitch, roll.
inline Machine three_leg_platform() {
  Machine machine = standard_platform();
  machine.name = "three legs";
  machine.geometry = {};
  for (std::size_t leg = 0; leg < 3; ++leg) {
    const double angle = kPi / 2.0 - 2.0 * kPi / 3.0 * static_cast<double>(leg);
    machine.geometry.base[leg] = {0.6 * std::cos(angle), 0.6 * std::sin(angle), 0.0};
    machine.geometry.platform[leg] = {0.45 * std::cos(angle), 0.45 * std::sin(angle), 0.0};
  }
  machine.geometry.legs = 3;
  machine.geometry.mechanism = Mechanism::three_legs;
  machine.geometry.retracted = LegLengths::Constant(0.8, 3);
  machine.geometry.stroke = 0.4;
  const auto derived = kinematics::derive(machine);
  EXPECT_TRUE(derived);
  return derived ? *derived : machine;
}

inline Vec6 full_speed(const Machine& machine) {
  Vec6 speed;
  speed << Vec3::Constant(machine.limits.translation.velocity),
      Vec3::Constant(machine.limits.rotation.velocity);
  return speed;
}

}  // namespace hexad::motion::testing_support
