#include "design/requirement_look.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kinematics/dynamics.hpp"
#include "kinematics/geometry.hpp"
#include "kinematics/jacobian.hpp"

namespace hexad::design::internal {
namespace {

/// Leg forces for an acceleration along each axis alone are those of standing plus what it adds.
void look_at_forces(const Machine& machine, const Requirement& requirement, const Pose& pose, Look& look) {
  Motion motion;
  motion.pose = pose;
  const LegForces still = kinematics::leg_forces(machine, motion);
  look.standing = std::max(look.standing, still.cwiseAbs().maxCoeff());
  look.force = std::max(look.force, look.standing);
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    const double acceleration = requirement.envelope.acceleration[axis];
    if (acceleration == 0.0) continue;
    motion.acceleration = {};
    (axis < 3 ? motion.acceleration.linear
              : motion.acceleration.angular)[static_cast<Eigen::Index>(axis % 3)] = acceleration;
    const LegForces added = kinematics::leg_forces(machine, motion) - still;
    for (Eigen::Index i = 0; i < 6; ++i)
      look.force = std::max(look.force, std::abs(still[i]) + std::abs(added[i]));
  }
}

/// Leg bodies before the leg is there.
LegBody body_for(const Requirement& requirement, double retracted) {
  LegBody body = requirement.body;
  if (!(body.cylinder_length > 0.0)) body.cylinder_length = 0.9 * retracted;
  body.base_radius = body.platform_radius = 1.0;  // not asked for
  return body;
}

}  // namespace

double least_distance(const Machine& machine, const Requirement& requirement, double retracted,
                      const std::vector<Pose>& poses) {
  const LegBody body = body_for(requirement, retracted);
  double least = std::numeric_limits<double>::infinity();
  for (const Pose& pose : poses) {
    const Legs legs{machine, body, pose};
    for (std::size_t a = 0; a < 6; ++a)
      for (std::size_t b = a + 1; b < 6; ++b) least = std::min(least, legs.between(a, b).distance);
  }
  return least;
}

std::vector<Pose> required_poses(const Requirement& requirement) {
  const Envelope& envelope = requirement.envelope;
  std::vector<Pose> poses{Pose{}};
  for (std::size_t axis = 0; axis < kAxes; ++axis)
    for (const double end : {envelope.low[axis], envelope.high[axis]}) {
      if (end == 0.0) continue;
      AxisValues values{};
      values[axis] = end;
      poses.push_back(kXyzConvention.to_pose(values, 0.0));
    }
  for (unsigned corner = 0; corner < 64; ++corner) {
    AxisValues values{};
    for (std::size_t axis = 0; axis < kAxes; ++axis)
      values[axis] = requirement.together * ((corner >> axis & 1U) != 0 ? envelope.high : envelope.low)[axis];
    poses.push_back(kXyzConvention.to_pose(values, 0.0));
  }
  return poses;
}

Machine raw_machine(const Requirement& requirement, const Shape& shape) {
  Machine machine;
  machine.name = "design";
  kinematics::joints_from_circles(
      {shape.base_diameter, kinematics::pair_angle_from_distance(shape.base_diameter, shape.base_pair)},
      {shape.platform_diameter,
       kinematics::pair_angle_from_distance(shape.platform_diameter, shape.platform_pair)},
      machine.geometry);
  machine.payload = requirement.payload;
  machine.heights.neutral.position = Vec3{0.0, 0.0, shape.height};
  machine.radius = 0.5 * shape.platform_diameter;
  return machine;
}

Look look_at(const Machine& machine, const Requirement& requirement, const std::vector<Pose>& poses) {
  Look look;
  look.neutral_length = kinematics::lengths(machine, Pose{})[0];
  const double at_neutral = kinematics::smallest_singular(machine, Pose{});
  look.condition = kinematics::conditioning(machine, Pose{}).condition;
  look.singular = at_neutral > 0.0 ? 1.0 : 0.0;
  double way = 0.0;
  for (const Pose& pose : poses) {
    const kinematics::LegGeometry geometry = kinematics::leg_geometry(machine, pose);
    way = std::max({way, geometry.length.maxCoeff() - look.neutral_length,
                    look.neutral_length - geometry.length.minCoeff()});
    look.joint_angle =
        std::max({look.joint_angle, geometry.base_angle.maxCoeff(), geometry.platform_angle.maxCoeff()});
    if (at_neutral > 0.0)
      look.singular = std::min(look.singular, kinematics::smallest_singular(machine, pose) / at_neutral);
    const Mat6 rates = kinematics::jacobian(machine, pose);
    for (std::size_t axis = 0; axis < kAxes; ++axis)
      look.speed = std::max(look.speed, requirement.envelope.velocity[axis] *
                                            rates.col(static_cast<Eigen::Index>(axis)).cwiseAbs().maxCoeff());
    look_at_forces(machine, requirement, pose, look);
  }
  look.stroke = 2.0 * (way + kStrokeMargin);
  look.clearance = least_distance(machine, requirement, look.neutral_length - 0.5 * look.stroke, poses);
  return look;
}

}  // namespace hexad::design::internal
