#include "kinematics/inverse.hpp"

#include <algorithm>
#include <cmath>

#include "kinematics/guide.hpp"
#include "kinematics/leg_vectors.hpp"

namespace hexad::kinematics {

using internal::Guide;
using internal::GuideFreedoms;
using internal::LegVectors;
using internal::Six;

namespace {

// Below this a dropped axis is rounding, not a command (m, rad).
constexpr double kNothing = 1e-9;

LegLengths lengths_as_given(const Machine& machine, const Pose& pose) noexcept {
  const LegVectors vectors = internal::leg_vectors(machine, pose);
  return LegLengths{vectors.squared_length().sqrt().matrix()};
}

}  // namespace

Pose project(const Machine& machine, const Pose& pose, bool* ignored) noexcept {
  const Mechanism mechanism = machine.geometry.mechanism;
  if (ignored != nullptr) *ignored = false;
  if (mechanism == Mechanism::six_legs) return pose;
  const Pose projected = internal::guide_of(mechanism, pose).pose();
  if (ignored != nullptr) {
    const double moved = (pose.position - projected.position).cwiseAbs().maxCoeff();
    *ignored = !(moved <= kNothing) || !(angle_between(pose.rotation, projected.rotation) <= kNothing);
  }
  return projected;
}

Motion project(const Machine& machine, const Motion& motion) noexcept {
  if (internal::six_legs(machine)) return motion;
  const Mechanism mechanism = machine.geometry.mechanism;
  const GuideFreedoms freedoms = internal::freedoms_of(mechanism);
  const Guide guide = internal::guide_of(mechanism, motion.pose);
  Motion result;
  result.pose = guide.pose();
  if (freedoms.heave) {
    result.velocity.linear.z() = motion.velocity.linear.z();
    result.acceleration.linear.z() = motion.acceleration.linear.z();
  }
  if (!freedoms.roll) return result;
  // R = Rz(yaw)·G: seen from axes turned with the yaw that is dropped, ω = yaw'·z + ω_G and
  // α = yaw''·z + α_G + yaw'·z × ω_G, with ω_G and α_G as in guide.hpp.
  const Mat3 rotation = motion.pose.rotation.toRotationMatrix();
  const Quat unyaw{Eigen::AngleAxisd{-std::atan2(rotation(1, 0), rotation(0, 0)), Vec3::UnitZ()}};
  Vec3 omega = unyaw * motion.velocity.angular;
  Vec3 alpha = unyaw * motion.acceleration.angular;
  const double c = std::cos(guide.roll), s = std::sin(guide.roll);
  const double yaw_rate = omega.z() + s * omega.x() / c;
  alpha += Vec3{yaw_rate * omega.y(), -yaw_rate * omega.x(), 0.0};
  if (!freedoms.pitch) omega.x() = alpha.x() = 0.0;
  const double pitch_rate = omega.x() / c;
  const double pitch_acceleration = (alpha.x() + s * pitch_rate * omega.y()) / c;
  result.velocity.angular = {omega.x(), omega.y(), -s * pitch_rate};
  result.acceleration.angular = {alpha.x(), alpha.y(), -s * pitch_acceleration - c * pitch_rate * omega.y()};
  return result;
}

LegLengths lengths(const Machine& machine, const Pose& pose) noexcept {
  if (internal::six_legs(machine)) return lengths_as_given(machine, pose);
  return LegLengths{internal::only_existing(lengths_as_given(machine, project(machine, pose)).array(),
                                            machine.geometry.legs)};
}

Extensions extensions(const Machine& machine, const Pose& pose) noexcept {
  if (internal::six_legs(machine)) return machine.geometry.extensions(lengths_as_given(machine, pose));
  return Extensions{internal::only_existing(
      machine.geometry.extensions(lengths_as_given(machine, project(machine, pose))).array(),
      machine.geometry.legs)};
}

LegRates leg_rates(const Machine& machine, const Motion& asked) noexcept {
  const Motion motion = project(machine, asked);
  const LegVectors v = internal::leg_vectors(machine, motion.pose);
  const Six length = v.squared_length().sqrt();
  const Six inverse = length.inverse();
  const Vec3& linear = motion.velocity.linear;
  const Vec3& w = motion.velocity.angular;
  const Vec3& a = motion.acceleration.linear;
  const Vec3& alpha = motion.acceleration.angular;

  const Six turn_x = w.y() * v.arm_z - w.z() * v.arm_y;  // ω × R·b
  const Six turn_y = w.z() * v.arm_x - w.x() * v.arm_z;
  const Six turn_z = w.x() * v.arm_y - w.y() * v.arm_x;
  const Six vx = linear.x() + turn_x, vy = linear.y() + turn_y, vz = linear.z() + turn_z;
  const Six ax = a.x() + alpha.y() * v.arm_z - alpha.z() * v.arm_y + w.y() * turn_z - w.z() * turn_y;
  const Six ay = a.y() + alpha.z() * v.arm_x - alpha.x() * v.arm_z + w.z() * turn_x - w.x() * turn_z;
  const Six az = a.z() + alpha.x() * v.arm_y - alpha.y() * v.arm_x + w.x() * turn_y - w.y() * turn_x;

  const Six rate = (v.d_x * vx + v.d_y * vy + v.d_z * vz) * inverse;
  const Six along = (v.d_x * ax + v.d_y * ay + v.d_z * az) * inverse;
  const Six across = (vx * vx + vy * vy + vz * vz - rate * rate) * inverse;
  const std::size_t legs = machine.geometry.legs;
  return {Extensions{internal::only_existing(length - machine.geometry.retracted.array(), legs)},
          LegSpeeds{internal::only_existing(rate, legs)},
          LegAccelerations{internal::only_existing(along + across, legs)}};
}

LegGeometry leg_geometry(const Machine& machine, const Pose& asked) noexcept {
  const Pose pose = project(machine, asked);
  const LegVectors vectors = internal::leg_vectors(machine, pose);
  const Vec3 centre = machine.heights.absolute(pose).position;
  const Vec3 normal = pose.rotation * Vec3::UnitZ();
  LegGeometry result;
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    result.direction[i].setZero();
    result.joint[i].setZero();
    if (i >= machine.geometry.legs) continue;
    const auto leg = static_cast<Eigen::Index>(i);
    const Vec3 d = vectors.d(leg);
    result.length[leg] = d.norm();
    result.direction[i] = d.normalized();
    result.joint[i] = centre + vectors.arm(leg);
    result.base_angle[leg] = std::acos(std::clamp(result.direction[i].z(), -1.0, 1.0));
    result.platform_angle[leg] = std::acos(std::clamp(result.direction[i].dot(normal), -1.0, 1.0));
  }
  return result;
}

}  // namespace hexad::kinematics
