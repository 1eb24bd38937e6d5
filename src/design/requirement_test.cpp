// Designs against what was required, by machines loaded from the files they are given as.

#include "design/requirement.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "design/requirement_look.hpp"
#include "design/sized_motion.hpp"
#include "design/testing/presets.hpp"
#include "kinematics/dynamics.hpp"

namespace hexad::design {
namespace {

using namespace testing;

Requirement heavy_seat() {
  Requirement requirement;
  requirement.envelope.low = {-0.10, -0.10, -0.08, -10 * kDegree, -10 * kDegree, -12 * kDegree};
  requirement.envelope.high = {0.10, 0.12, 0.08, 12 * kDegree, 10 * kDegree, 12 * kDegree};
  requirement.envelope.velocity = {0.25, 0.25, 0.2, 25 * kDegree, 25 * kDegree, 25 * kDegree};
  requirement.envelope.acceleration = {2.5, 2.5, 2.5, 120 * kDegree, 120 * kDegree, 120 * kDegree};
  requirement.payload.mass = 350.0;
  return requirement;
}

/// As somebody would load it.
Machine loaded(const Design& design) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("hexad_design_" + std::to_string(::getpid()) + ".toml");
  std::ofstream{path} << platform_file(design);
  LoadedPlatform platform = load_platform({.platform = path.string()});
  std::filesystem::remove(path);
  for (const Problem& problem : platform.problems)
    EXPECT_NE(problem.kind, Problem::Kind::error) << in_words(problem);
  EXPECT_TRUE(platform.machine);
  return *std::move(platform.machine);
}

/// Each axis as the sine that has the speed and the acceleration required.
bool bears(const Machine& machine, const Requirement& requirement, const Motor& motor) {
  SizingSettings settings;
  settings.reserve = requirement.reserve;
  settings.screw.dynamic_load = 0.0;
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    const double v = requirement.envelope.velocity[axis], a = requirement.envelope.acceleration[axis];
    const double amplitude = v * v / a / (axis < 3 ? kMillimetre : kDegree);
    const SizedMotion sine{verification::AxisSine{axis, amplitude, a / v / kRevolution}};
    if (size_drives(machine, sine.series(machine), {&motor}, settings).smallest == nullptr) return false;
  }
  return true;
}

TEST(Requirement, ADesignDoesWhatWasRequiredWhenItsFileIsLoaded) {
  const Requirement requirement = heavy_seat();
  const Catalogue catalogue = load_catalogue();
  const auto found = search_design(requirement, {}, catalogue.motors, 1, [] { return false; });
  ASSERT_TRUE(found);
  const Machine machine = loaded(*found);
  ASSERT_NE(found->motor, nullptr);
  const Envelope& e = requirement.envelope;
  std::mt19937 random{21};
  std::uniform_real_distribution<double> share{0.0, 1.0};
  double speed = 0.0, force = 0.0;
  for (int n = 0; n < 3000; ++n) {
    AxisValues values{};
    const std::size_t alone = static_cast<std::size_t>(n) % 7;  // 6: all together
    for (std::size_t i = 0; i < kAxes; ++i)
      if (alone == i || alone == 6)
        values[i] =
            (alone == 6 ? requirement.together : 1.0) * (e.low[i] + share(random) * (e.high[i] - e.low[i]));
    Motion motion;
    motion.pose = kXyzConvention.to_pose(values, 0.0);
    const LimitHit hit = kinematics::first_hit(machine, motion.pose, kinematics::StrokeUse::less_margin);
    EXPECT_FALSE(hit) << static_cast<int>(hit.limit);
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      const auto k = static_cast<Eigen::Index>(axis % 3);
      Motion moving = motion;
      (axis < 3 ? moving.velocity.linear : moving.velocity.angular)[k] = e.velocity[axis];
      speed = std::max(speed, kinematics::leg_rates(machine, moving).velocity.cwiseAbs().maxCoeff());
      Motion pushed = motion;
      (axis < 3 ? pushed.acceleration.linear : pushed.acceleration.angular)[k] = e.acceleration[axis];
      force = std::max(force, kinematics::leg_forces(machine, pushed).cwiseAbs().maxCoeff());
    }
  }
  EXPECT_TRUE(bears(machine, requirement, *found->motor));
  EXPECT_LE(speed, found->leg_speed * 1.02) << "corners are where legs are fastest";
  EXPECT_LE(speed, machine.limits.leg.velocity);
  EXPECT_LE(force, found->leg_force * 1.02);
  EXPECT_LE(force, machine.drive.max_force);
  EXPECT_GE(machine.geometry.retracted[0] - machine.geometry.stroke, requirement.dead_length - 1e-9);
  EXPECT_GE(found->platform_pair, 0.08) << "joints of 60 mm beside each other, and 20 mm between";
  EXPECT_LE(found->footprint(), requirement.largest_diameter);
  EXPECT_LE(found->joint_angle, requirement.joint_angle * 1.001);
}

/// What is nearly as far apart, or nearly as low, as was required is not what was required.
TEST(Requirement, ADesignKeepsTheClearanceAndTheHeight) {
  Requirement requirement = heavy_seat();
  const auto poses = internal::required_poses(requirement);
  const auto found = search_design(requirement, {}, {}, 1, [] { return false; });
  ASSERT_TRUE(found);
  const internal::Shape shape{found->base_diameter, found->base_pair, found->platform_diameter,
                              found->platform_pair, found->height};
  const auto same = internal::finished(requirement, shape, poses, {});
  ASSERT_TRUE(same);
  EXPECT_GE(same->clearance, requirement.least_clearance);
  requirement.least_clearance = same->clearance / 0.95;
  EXPECT_FALSE(internal::finished(requirement, shape, poses, {}));
  requirement.least_clearance = same->clearance;
  EXPECT_TRUE(internal::finished(requirement, shape, poses, {}));
  // A heavier load has a motor that bears it, not the first that is fast enough.
  Requirement heavy = requirement;
  heavy.payload.mass = 1500.0;
  const Catalogue catalogue = load_catalogue();
  const auto strong = internal::finished(heavy, shape, poses, catalogue.motors);
  ASSERT_TRUE(strong && strong->motor != nullptr);
  EXPECT_TRUE(bears(strong->machine, heavy, *strong->motor)) << strong->motor->name;
  // A stroke that was found for neutral alone does not do it, however much is put on top of it.
  const auto short_legs = internal::finished(requirement, shape, {Pose{}}, {});
  EXPECT_TRUE(!short_legs || fit_envelope(short_legs->machine, requirement.envelope).scale >= 1.0);
  requirement.largest_height = same->height / 1.01;
  EXPECT_FALSE(internal::finished(requirement, shape, poses, {}));
}

TEST(Requirement, WhatNoMachineCanDoIsNotPromised) {
  Requirement requirement = heavy_seat();
  requirement.largest_diameter = 0.5;
  requirement.largest_height = 0.5;
  requirement.envelope.high[2] = 0.6;
  requirement.envelope.low[2] = -0.6;
  EXPECT_FALSE(search_design(requirement, {}, load_catalogue().motors, 1, [] { return false; }));
}

TEST(Requirement, WeightsTurnTheSearch) {
  const Requirement requirement = heavy_seat();
  const Catalogue catalogue = load_catalogue();
  const auto small = search_design(requirement, weights_of(2), catalogue.motors, 3, [] { return false; });
  const auto mild = search_design(requirement, weights_of(1), catalogue.motors, 2, [] { return false; });
  ASSERT_TRUE(small && mild);
  EXPECT_LT(small->footprint(), mild->footprint());
  EXPECT_LT(mild->leg_force * mild->leg_speed, small->leg_force * small->leg_speed);
}

TEST(Requirement, IsGivenUpWhenAsked) {
  EXPECT_FALSE(search_design(heavy_seat(), {}, {}, 1, [] { return true; }));
}

}  // namespace
}  // namespace hexad::design
