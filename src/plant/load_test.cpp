#include "plant/load.hpp"

#include <gtest/gtest.h>

#include "kinematics/dynamics.hpp"
#include "kinematics/inverse.hpp"
#include "plant/random.hpp"
#include "plant/testing/bench.hpp"

namespace hexad::plant {
namespace {

constexpr double kRotor = 79.0;

Vec3 draw(Random& random, double most) {
  return most * Vec3{random.symmetric(), random.symmetric(), random.symmetric()};
}

Machine loaded() {
  Machine machine = standard_400_before_derive();
  machine.payload.centre = {0.05, -0.03, 0.3};
  machine.payload.inertia = {40.0, 50.0, 60.0};
  machine.leg_mass = {12.0, 0.3, 0.4, 4.0, 0.3, 0.15};
  return derived(machine);
}

// Inverse dynamics of the platform's motion against mass times leg acceleration plus the velocity terms.
TEST(Load, MassTimesLegAccelerationPlusBiasIsTheLegForceOfAnyMotion) {
  const Machine machine = loaded();
  Random random{20};
  for (int trial = 0; trial < 50; ++trial) {
    Motion motion;
    motion.pose = {draw(random, 0.06), from_rotation_vector(draw(random, 8 * kDegree))};
    motion.velocity = {draw(random, 0.4), draw(random, 40 * kDegree)};
    motion.acceleration = {draw(random, 4.0), draw(random, 250 * kDegree)};
    const kinematics::LegRates legs = kinematics::leg_rates(machine, motion);
    Load load{machine, kRotor, legs.extension};
    for (int tick = 0; tick < 32; ++tick) load.advance(legs.extension, legs.velocity);
    const Mat6 mass = load.mass() - kRotor * Mat6::Identity();
    const LegForces force = LegForces{mass * legs.acceleration.values()} + load.bias();
    const LegForces expected = kinematics::leg_forces(machine, motion);
    EXPECT_LE((force - expected).cwiseAbs().maxCoeff(), 1e-5) << "seed 20, trial " << trial;
    EXPECT_LE((load.mass() * load.inverse_mass() - Mat6::Identity()).cwiseAbs().maxCoeff(), 1e-9);
  }
}

TEST(Load, FollowsThePoseWithin8Ticks) {
  const Machine machine = loaded();
  Pose pose;
  Load load{machine, kRotor, kinematics::extensions(machine, pose)};
  pose.position.x() = 4.0 * kMillimetre;
  const Extensions legs = kinematics::extensions(machine, pose);
  const LegForces before = load.bias();
  load.advance(legs, {});
  const LegForces first = load.bias() - before;
  for (int tick = 1; tick < 8; ++tick) load.advance(legs, {});
  Motion there;
  there.pose = pose;
  EXPECT_LE((load.bias() - kinematics::leg_forces(machine, there)).cwiseAbs().maxCoeff(), 1e-5);
  EXPECT_LE((8.0 * first - (load.bias() - before)).cwiseAbs().maxCoeff(), 1e-9) << "evenly, without a step";
}

TEST(Load, KeepsItsValuesWhenTheLegsFitNoPose) {
  const Machine machine = loaded();
  Load load{machine, kRotor, Extensions::Constant(0.2)};
  const LegForces bias = load.bias();
  Extensions impossible = Extensions::Zero();
  impossible[0] = 3.0;
  for (int tick = 0; tick < 64; ++tick) load.advance(impossible, {});
  EXPECT_EQ(load.bias(), bias);
  EXPECT_TRUE(load.inverse_mass().allFinite());
}

}  // namespace
}  // namespace hexad::plant
