#include "motion/governor/machine_motion.hpp"

#include "kinematics/inverse.hpp"

namespace hexad::motion {
namespace {

constexpr double kLookAside = 1e-3;  // s; differences of 1e-16 over its square stay below 1e-9

}  // namespace

Motion motion_on(const Machine& machine, const State6& state) noexcept {
  if (machine.geometry.mechanism == Mechanism::six_legs) return motion_of(state);
  const auto at = [&](double t) {
    const Vec6 place = state.position + t * state.velocity + (0.5 * t * t) * state.acceleration;
    return kinematics::project(machine, pose_of(place));
  };
  const Pose before = at(-kLookAside);
  const Pose now = at(0.0);
  const Pose after = at(kLookAside);
  const Vec3 turn_before = rotation_vector(now.rotation * before.rotation.conjugate());
  const Vec3 turn_after = rotation_vector(after.rotation * now.rotation.conjugate());
  Motion motion;
  motion.pose = now;
  motion.velocity.linear = (after.position - before.position) / (2.0 * kLookAside);
  motion.velocity.angular = (turn_before + turn_after) / (2.0 * kLookAside);
  motion.acceleration.linear =
      (after.position - 2.0 * now.position + before.position) / (kLookAside * kLookAside);
  motion.acceleration.angular = (turn_after - turn_before) / (kLookAside * kLookAside);
  return motion;
}

}  // namespace hexad::motion
