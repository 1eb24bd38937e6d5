#include "model/pose.hpp"

#include <cmath>

namespace hexad::inline model {

Vec3 rotation_vector(const Quat& rotation) noexcept {
  const double sign = rotation.w() < 0 ? -1.0 : 1.0;
  const Vec3 v = sign * rotation.vec();
  const double sine = v.norm();
  if (sine < 1e-12) return 2.0 * v;
  return v * (2.0 * std::atan2(sine, sign * rotation.w()) / sine);
}

Quat from_rotation_vector(const Vec3& vector) noexcept {
  const double angle = vector.norm();
  if (angle < 1e-12) return Quat{1.0, 0.5 * vector.x(), 0.5 * vector.y(), 0.5 * vector.z()}.normalized();
  const double half = 0.5 * angle;
  const Vec3 v = vector * (std::sin(half) / angle);
  return Quat{std::cos(half), v.x(), v.y(), v.z()};
}

double angle_between(const Quat& a, const Quat& b) noexcept {
  return rotation_vector(a.conjugate() * b).norm();
}

Pose scale_from_neutral(const Pose& pose, double factor) noexcept {
  return {pose.position * factor, from_rotation_vector(rotation_vector(pose.rotation) * factor)};
}

bool is_finite(const Pose& pose) noexcept {
  return pose.position.allFinite() && pose.rotation.coeffs().allFinite();
}

bool is_finite(const Twist& twist) noexcept { return twist.linear.allFinite() && twist.angular.allFinite(); }

}  // namespace hexad::inline model
