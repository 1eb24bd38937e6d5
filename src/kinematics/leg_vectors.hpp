#pragma once
// Inside this layer: the vectors of all legs at once, leg by leg in arrays of six so that the compiler works
// on two legs a register. With R the rotation and p the joint-plane centre in base axes: arm = R·b (platform
// joint from the centre), d = p + R·b − a (base joint to platform joint).

#include "model/machine.hpp"

namespace hexad::kinematics::internal {

using Six = Eigen::Array<double, kMaxLegs, 1>;

struct LegVectors {
  Six arm_x, arm_y, arm_z;
  Six d_x, d_y, d_z;

  Six squared_length() const noexcept { return d_x * d_x + d_y * d_y + d_z * d_z; }
  Vec3 arm(Eigen::Index i) const noexcept { return {arm_x[i], arm_y[i], arm_z[i]}; }
  Vec3 d(Eigen::Index i) const noexcept { return {d_x[i], d_y[i], d_z[i]}; }
};

static_assert(sizeof(Vec3) == 3 * sizeof(double), "joints lie one after the other");

inline Six component(const std::array<Vec3, kMaxLegs>& joints, std::size_t axis) noexcept {
  const double* at = joints[0].data() + axis;
  Six value;
  value << at[0], at[3], at[6], at[9], at[12], at[15];
  return value;
}

/// `centre` is absolute, from the base joint-plane centre. Legs the machine does not have hold no meaning.
inline LegVectors leg_vectors(const Geometry& geometry, const Vec3& centre, const Mat3& r) noexcept {
  const Six x = component(geometry.platform, 0);
  const Six y = component(geometry.platform, 1);
  const Six z = component(geometry.platform, 2);
  LegVectors legs;
  legs.arm_x = r(0, 0) * x + r(0, 1) * y + r(0, 2) * z;
  legs.arm_y = r(1, 0) * x + r(1, 1) * y + r(1, 2) * z;
  legs.arm_z = r(2, 0) * x + r(2, 1) * y + r(2, 2) * z;
  legs.d_x = (legs.arm_x + centre.x()) - component(geometry.base, 0);
  legs.d_y = (legs.arm_y + centre.y()) - component(geometry.base, 1);
  legs.d_z = (legs.arm_z + centre.z()) - component(geometry.base, 2);
  return legs;
}

inline LegVectors leg_vectors(const Machine& machine, const Pose& pose) noexcept {
  return leg_vectors(machine.geometry, machine.heights.absolute(pose).position,
                     pose.rotation.toRotationMatrix());
}

inline bool six_legs(const Machine& machine) noexcept {
  return machine.geometry.mechanism == Mechanism::six_legs;
}

/// Numbers a leg as the rest of the program sees them: what does not exist is zero.
inline Vec6 only_existing(const Six& values, std::size_t legs) noexcept {
  Vec6 result = values.matrix();
  for (std::size_t i = legs; i < kMaxLegs; ++i) result[static_cast<Eigen::Index>(i)] = 0.0;
  return result;
}

}  // namespace hexad::kinematics::internal
