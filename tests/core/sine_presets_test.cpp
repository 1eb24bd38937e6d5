// Sines on every shipped platform: what was made to fit is never held back by the governor (I61), whichever
// axes, frequencies and phases.

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <random>

#include "core/bench.hpp"
#include "motion/governor/governor.hpp"
#include "motion/program/sine.hpp"
#include "motion/program/testing/sine.hpp"

namespace hexad::testing {
namespace {

using namespace motion::testing_support;

/// Axes drawn alike to those people send: some of six, one frequency or many, twice as far as most can.
Sine drawn(const Machine& machine, std::mt19937& random) {
  std::uniform_real_distribution<double> unit{0.0, 1.0};
  Sine wanted;
  const double common = 0.1 + 3.0 * unit(random);
  const bool together = unit(random) < 0.5;
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    if (unit(random) < 0.4) continue;
    wanted.amplitude[axis] = unit(random) * (axis < 3 ? 15 * kDegree : 0.4 * machine.geometry.stroke);
    wanted.frequency[axis] = together ? common : 0.1 + 3.0 * unit(random);
    wanted.phase[axis] = kRevolution * unit(random);
  }
  return wanted;
}

class SineOn : public ::testing::TestWithParam<const char*> {};

TEST_P(SineOn, WhatFitsIsNotHeldBackOnItsWayIn) {
  constexpr unsigned kSeed = 20261118;
  const Machine machine = machine_named(GetParam());
  std::mt19937 random{kSeed};
  const char* more = std::getenv("HEXAD_SINES");
  const int cases = more != nullptr ? std::atoi(more) : 25;
  double latest = 0.0;
  for (int i = 0; i < cases; ++i) {
    SCOPED_TRACE(::testing::Message() << "seed " << kSeed << " case " << i);
    const Sine wanted = drawn(machine, random);
    motion::Sine sine;
    ASSERT_TRUE(sine.plan(wanted, &machine));
    double at = 0.0;  // a tick at a time, as in the loop
    while (!sine.think(at, motion::Sine::kLooks)) at += 1e-3;
    latest = std::max(latest, at);
    motion::Governor governor;
    governor.reset(machine, Pose{}, 1e-3);
    LimitHit hit;
    while (at < sine.blend_end() + 1.0 && !hit)
      hit = governor.advance(motion::state_of(sine.at(at += 1e-3))).hit;
    EXPECT_FALSE(hit) << static_cast<int>(hit.limit) << " " << +hit.index << " " << hit.value << " "
                      << hit.bound << " at " << at << ", way in " << sine.blend_end() << " s, scale "
                      << sine.scale();
  }
  EXPECT_LE(latest, 0.3) << "begins too late";
}

INSTANTIATE_TEST_SUITE_P(Presets, SineOn,
                         ::testing::Values("standard-400", "allcontroller-1200", "allcontroller-3dof-rotary",
                                           "rectangle-4", "pitch-roll-2", "standard-400-rotary"));

}  // namespace
}  // namespace hexad::testing
