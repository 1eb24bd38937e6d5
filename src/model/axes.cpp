#include "model/axes.hpp"

#include <algorithm>
#include <cmath>

namespace hexad::inline model {
namespace {

// The three axes of an order, left to right (0 = X).
constexpr std::array<std::array<int, 3>, 6> kProduct{
    {{2, 1, 0}, {2, 0, 1}, {1, 2, 0}, {1, 0, 2}, {0, 1, 2}, {0, 2, 1}}};

const std::array<int, 3>& product_of(RotationOrder order) noexcept {
  return kProduct[static_cast<std::size_t>(order)];
}

Quat about(int axis, double angle) noexcept { return Quat{Eigen::AngleAxisd{angle, Vec3::Unit(axis)}}; }

}  // namespace

Quat rotation_from_angles(const Vec3& angles, RotationOrder order) noexcept {
  const auto& axes = product_of(order);
  return about(axes[0], angles[axes[0]]) * about(axes[1], angles[axes[1]]) * about(axes[2], angles[axes[2]]);
}

// For R = R_i(a)·R_j(b)·R_k(c) with (i, j, k) a permutation of parity e:
// R(i,k) = e·sin b, R(j,k) = -e·sin a·cos b, R(k,k) = cos a·cos b, R(i,j) = -e·cos b·sin c, R(i,i) = cos
// b·cos c.
Vec3 angles_from_rotation(const Quat& rotation, RotationOrder order) noexcept {
  const Mat3 r = rotation.toRotationMatrix();
  const auto& [i, j, k] = product_of(order);
  const double parity = (j - i + 3) % 3 == 1 ? 1.0 : -1.0;
  Vec3 angles;
  angles[j] = std::asin(std::clamp(parity * r(i, k), -1.0, 1.0));
  angles[i] = std::atan2(-parity * r(j, k), r(k, k));
  angles[k] = std::atan2(-parity * r(i, j), r(i, i));
  return angles;
}

AxisValues AxisConvention::to_inside(const AxisValues& values) const noexcept {
  AxisValues inside{};
  for (std::size_t i = 0; i < kAxes; ++i) inside[static_cast<std::size_t>(axis[i])] = sign[i] * values[i];
  return inside;
}

AxisValues AxisConvention::from_inside(const AxisValues& values) const noexcept {
  AxisValues own{};
  for (std::size_t i = 0; i < kAxes; ++i) own[i] = sign[i] * values[static_cast<std::size_t>(axis[i])];
  return own;
}

std::size_t AxisConvention::place_of(Axis wanted) const noexcept {
  return static_cast<std::size_t>(std::find(axis.begin(), axis.end(), wanted) - axis.begin());
}

Pose AxisConvention::to_pose(const AxisValues& values, double neutral_above_bottom) const noexcept {
  const AxisValues v = to_inside(values);
  const double shift = zero == ZeroReference::bottom ? neutral_above_bottom : 0.0;
  return {Vec3{v[0], v[1], v[2] - shift}, rotation_from_angles(Vec3{v[3], v[4], v[5]}, order)};
}

AxisValues AxisConvention::from_pose(const Pose& pose, double neutral_above_bottom) const noexcept {
  const double shift = zero == ZeroReference::bottom ? neutral_above_bottom : 0.0;
  const Vec3 angles = angles_from_rotation(pose.rotation, order);
  return from_inside(
      {pose.position.x(), pose.position.y(), pose.position.z() + shift, angles.x(), angles.y(), angles.z()});
}

}  // namespace hexad::inline model
