#include "cueing/axis_motion.hpp"

#include <algorithm>
#include <cmath>

namespace hexad::cueing {

Motion motion_of(const AxisMotion& axes, const TurningPoint& point) noexcept {
  const Vec3& angle = axes.angle;
  const Vec3& rate = axes.rate;
  const Vec3& change = axes.change;
  Motion motion;
  // Sines of the half angles make the quaternion, and by doubling the axes rates turn about.
  const double cp = std::cos(0.5 * angle.x()), sp = std::sin(0.5 * angle.x());
  const double cr = std::cos(0.5 * angle.y()), sr = std::sin(0.5 * angle.y());
  const double cy = std::cos(0.5 * angle.z()), sy = std::sin(0.5 * angle.z());
  motion.pose.rotation = Quat{cy * cr * cp + sy * sr * sp, cy * cr * sp - sy * sr * cp,
                              cy * sr * cp + sy * cr * sp, sy * cr * cp - cy * sr * sp};
  const double cos_roll = 1.0 - 2.0 * sr * sr;
  const double cos_yaw = 1.0 - 2.0 * sy * sy;
  const double sin_yaw = 2.0 * sy * cy;
  const Vec3 pitch_axis{cos_yaw * cos_roll, sin_yaw * cos_roll, -2.0 * sr * cr};
  const Vec3 roll_axis{-sin_yaw, cos_yaw, 0.0};
  const Vec3 by_yaw = rate.z() * Vec3::UnitZ();
  const Vec3 by_roll = rate.y() * roll_axis;
  const Vec3 by_pitch = rate.x() * pitch_axis;
  const Vec3 turning = by_yaw + by_roll + by_pitch;
  const Vec3 turning_faster = change.z() * Vec3::UnitZ() + change.y() * roll_axis + change.x() * pitch_axis +
                              by_yaw.cross(by_roll + by_pitch) + by_roll.cross(by_pitch);
  const Vec3 arm = motion.pose.rotation * point.place;
  motion.pose.position = axes.position + point.place - arm;
  motion.velocity = {axes.velocity - turning.cross(arm), turning};
  motion.acceleration = {axes.acceleration - turning_faster.cross(arm) - turning.cross(turning.cross(arm)),
                         turning_faster};
  if (point.velocity.isZero(0.0) && point.acceleration.isZero(0.0)) return motion;
  const Vec3 wanders = motion.pose.rotation * point.velocity;
  motion.velocity.linear += point.velocity - wanders;
  motion.acceleration.linear +=
      point.acceleration - motion.pose.rotation * point.acceleration - 2.0 * turning.cross(wanders);
  return motion;
}

AxisMotion between(const AxisMotion& from, const AxisMotion& to, const Jet& share) noexcept {
  const auto mix = [&share](const Vec3& a, const Vec3& b) -> Vec3 { return a + share.value * (b - a); };
  AxisMotion now;
  now.position = mix(from.position, to.position);
  now.velocity = mix(from.velocity, to.velocity) + share.rate * (to.position - from.position);
  now.acceleration = mix(from.acceleration, to.acceleration) +
                     2.0 * share.rate * (to.velocity - from.velocity) +
                     share.acceleration * (to.position - from.position);
  now.angle = mix(from.angle, to.angle);
  now.rate = mix(from.rate, to.rate) + share.rate * (to.angle - from.angle);
  now.change = mix(from.change, to.change) + 2.0 * share.rate * (to.rate - from.rate) +
               share.acceleration * (to.angle - from.angle);
  return now;
}

}  // namespace hexad::cueing
