#pragma once
// The platforms that come with the program, for the tests of this layer. Test code.

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "config/build_machine.hpp"
#include "kinematics/inverse.hpp"
#include "model/axes.hpp"

namespace hexad::design::testing {

inline Machine preset(const std::string& name) {
  LoadedPlatform loaded = load_platform({.platform = name});
  EXPECT_TRUE(loaded.machine) << name;
  return *std::move(loaded.machine);
}

/// A pose within reach, anywhere.
template <class Random>
Pose random_pose(const Machine& machine, Random& random) {
  std::uniform_real_distribution<double> share{-1.0, 1.0};
  for (;;) {
    AxisValues values{};
    for (std::size_t i = 0; i < kAxes; ++i)
      values[i] = share(random) *
                  (machine.ends[i].exist() ? std::max(-machine.ends[i].low, machine.ends[i].high) : 0.0);
    const Pose pose = kinematics::project(machine, kXyzConvention.to_pose(values, 0.0));
    if (!kinematics::first_hit(machine, pose, kinematics::StrokeUse::full)) return pose;
  }
}

}  // namespace hexad::design::testing
