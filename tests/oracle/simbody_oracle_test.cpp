#include <algorithm>
#include <cstdio>

#include "kinematics/dynamics.hpp"
#include "kinematics/testing/machines.hpp"
#include "simbody_platform.hpp"

namespace hexad::kinematics::testing {
namespace {

constexpr int kPoses = 200;

oracle::Platform as_seen_there(const Machine& machine) {
  oracle::Platform platform{};
  for (std::size_t i = 0; i < 6; ++i) {
    for (int k = 0; k < 3; ++k) {
      platform.base[i][k] = machine.geometry.base[i][k];
      platform.platform[i][k] = machine.geometry.platform[i][k];
    }
  }
  platform.mass = machine.payload.mass;
  for (int k = 0; k < 3; ++k) {
    platform.centre[k] = machine.payload.centre[k];
    platform.inertia[k] = machine.payload.inertia[k];
  }
  return platform;
}

void compare(const Machine& machine, unsigned seed) {
  std::printf("%s: seed %u, %d poses\n", machine.name.c_str(), seed, kPoses);
  PoseSource random{machine, seed};
  for (int i = 0; i < kPoses; ++i) {
    const Pose pose = random.reachable();
    const LegLengths legs = lengths(machine, pose);
    double length[6];
    std::copy_n(legs.values().data(), 6, length);
    const oracle::Found there =
        oracle::assemble(as_seen_there(machine), length, machine.heights.neutral.position.z(), kGravity);
    ASSERT_TRUE(there.assembled) << i;
    ASSERT_LT(there.rod_error, 1e-10) << i;

    const Forward here = forward(machine, extensions(machine, pose));
    ASSERT_TRUE(here.ok()) << i;
    const Vec3 centre = here.pose.position + machine.heights.neutral.position;
    ASSERT_LT((centre - Vec3{there.position[0], there.position[1], there.position[2]}).norm(), 1e-9) << i;
    const Quat rotation{there.rotation[0], there.rotation[1], there.rotation[2], there.rotation[3]};
    ASSERT_LT(angle_between(here.pose.rotation, rotation), 1e-9) << i;

    const LegForces force = leg_forces(machine, {pose, {}, {}}, LegInertia::massless);
    for (int k = 0; k < 6; ++k) {
      ASSERT_NEAR(force[k], there.push[k], 1e-6 * (std::abs(force[k]) + 100)) << i << " leg " << k + 1;
    }
  }
}

TEST(SimbodyOracle, AssemblesStandard400AtTheSamePoseWithTheSameForces) { compare(standard_400(), 101); }
TEST(SimbodyOracle, AssemblesTheCongruentPlatformAtTheSamePoseWithTheSameForces) {
  compare(allcontroller_1200(), 103);
}

}  // namespace
}  // namespace hexad::kinematics::testing
