#include "motion/command_motion.hpp"

#include <algorithm>
#include <cmath>

#include "kinematics/inverse.hpp"

// For R = R_i(a)·R_j(b)·R_k(c), with the axes u = e_i, v = R_i·e_j, w = R_i·R_j·e_k that the three turns are
// about:
//   ω = a'·u + b'·v + c'·w,
//   α = a''·u + b''·v + c''·w + b'·(a'u) × v + c'·(a'u + b'v) × w.
// Back: u, v, w are solved for by Cramer's rule; they are independent while |b| < 90°.

namespace hexad::motion {
namespace {

constexpr std::array<std::array<int, 3>, 6> kProduct{
    {{2, 1, 0}, {2, 0, 1}, {1, 2, 0}, {1, 0, 2}, {0, 1, 2}, {0, 2, 1}}};

/// Angles about X Y Z with their derivatives.
struct Angles {
  Vec3 value, rate, acceleration;
};

struct Turns {
  Vec3 u, v, w;
};

Turns turns_of(const Vec3& angles, RotationOrder order) noexcept {
  const auto& axis = kProduct[static_cast<std::size_t>(order)];
  const Quat first{Eigen::AngleAxisd{angles[axis[0]], Vec3::Unit(axis[0])}};
  const Quat second{Eigen::AngleAxisd{angles[axis[1]], Vec3::Unit(axis[1])}};
  return {Vec3::Unit(axis[0]), first * Vec3::Unit(axis[1]), first * (second * Vec3::Unit(axis[2]))};
}

/// What α has beside the second derivatives of the angles.
Vec3 drift(const Turns& turns, const Vec3& rate, const std::array<int, 3>& axis) noexcept {
  const Vec3 first = rate[axis[0]] * turns.u;
  const Vec3 second = rate[axis[1]] * turns.v;
  return first.cross(second) + rate[axis[2]] * (first + second).cross(turns.w);
}

void set_rotation(const Angles& angles, RotationOrder order, Motion& motion) noexcept {
  const auto& axis = kProduct[static_cast<std::size_t>(order)];
  const Turns turns = turns_of(angles.value, order);
  const auto sum = [&](const Vec3& rate) {
    return Vec3{rate[axis[0]] * turns.u + rate[axis[1]] * turns.v + rate[axis[2]] * turns.w};
  };
  motion.pose.rotation = rotation_from_angles(angles.value, order);
  motion.velocity.angular = sum(angles.rate);
  motion.acceleration.angular = sum(angles.acceleration) + drift(turns, angles.rate, axis);
}

Angles angles_of(const Motion& motion, RotationOrder order) noexcept {
  const auto& axis = kProduct[static_cast<std::size_t>(order)];
  Angles angles;
  angles.value = angles_from_rotation(motion.pose.rotation, order);
  const Turns turns = turns_of(angles.value, order);
  const Vec3 vw = turns.v.cross(turns.w);
  const Vec3 wu = turns.w.cross(turns.u);
  const Vec3 uv = turns.u.cross(turns.v);
  const double volume = turns.u.dot(vw);
  const auto solve = [&](const Vec3& vector) {
    Vec3 rate;
    rate[axis[0]] = vw.dot(vector) / volume;
    rate[axis[1]] = wu.dot(vector) / volume;
    rate[axis[2]] = uv.dot(vector) / volume;
    return rate;
  };
  angles.rate = solve(motion.velocity.angular);
  angles.acceleration = solve(motion.acceleration.angular - drift(turns, angles.rate, axis));
  return angles;
}

bool scales(const CommandFrame& frame) noexcept {
  const auto one = [](double s) { return s == 1.0; };
  const auto none = [](double l) { return l < 0.0; };
  return !std::all_of(frame.scale.begin(), frame.scale.end(), one) ||
         !std::all_of(frame.limit.begin(), frame.limit.end(), none);
}

bool turns(const CommandFrame& frame) noexcept {
  return !frame.rotation_point.isZero(0.0) || !frame.user_frame.position.isZero(0.0) ||
         !(std::abs(frame.user_frame.rotation.w()) == 1.0);
}

/// Scale and limit of one axis, derivatives alike; true when the limit acts.
bool limit_axis(double scale, double limit, double& value, double& rate, double& acceleration) noexcept {
  value *= scale;
  rate *= scale;
  acceleration *= scale;
  if (limit < 0.0 || std::abs(value) <= limit) return false;
  value = std::clamp(value, -limit, limit);
  rate = 0.0;
  acceleration = 0.0;
  return true;
}

LimitHit apply_scale(const CommandFrame& frame, Motion& motion) noexcept {
  LimitHit hit;
  Angles angles = angles_of(motion, RotationOrder::zyx);
  for (int i = 0; i < 6; ++i) {
    const auto axis = static_cast<std::size_t>(i);
    const int k = i % 3;
    double& value = i < 3 ? motion.pose.position[k] : angles.value[k];
    const double asked = value * frame.scale[axis];
    if (limit_axis(frame.scale[axis], frame.limit[axis], value,
                   i < 3 ? motion.velocity.linear[k] : angles.rate[k],
                   i < 3 ? motion.acceleration.linear[k] : angles.acceleration[k])) {
      hit = {Limit::frame_limit, static_cast<std::uint8_t>(i), asked, frame.limit[axis]};
    }
  }
  set_rotation(angles, RotationOrder::zyx, motion);
  return hit;
}

/// R' = Q·R·Qᵀ, t' = Q·t + r − R'·r.
void apply_user_frame(const CommandFrame& frame, Motion& motion) noexcept {
  const Quat& turn = frame.user_frame.rotation;
  const Vec3 point = frame.user_frame.position + frame.rotation_point;
  motion.pose.rotation = (turn * motion.pose.rotation * turn.conjugate()).normalized();
  const Vec3 arm = motion.pose.rotation * point;
  const Vec3 omega = turn * motion.velocity.angular;
  const Vec3 alpha = turn * motion.acceleration.angular;
  motion.pose.position = turn * motion.pose.position + point - arm;
  motion.velocity = {turn * motion.velocity.linear - omega.cross(arm), omega};
  motion.acceleration = {turn * motion.acceleration.linear - alpha.cross(arm) - omega.cross(omega.cross(arm)),
                         alpha};
}

Limited<Motion> framed(const Machine& machine, const AxisConvention& convention,
                       const AxisMotion& axes) noexcept {
  const AxisValues value = convention.to_inside(axes.value);
  const AxisValues rate = convention.to_inside(axes.rate);
  const AxisValues acceleration = convention.to_inside(axes.acceleration);
  const double shift =
      convention.zero == ZeroReference::bottom ? machine.heights.neutral_above_bottom() : 0.0;
  Limited<Motion> result;
  result.value.pose.position = {value[0], value[1], value[2] - shift};
  result.value.velocity.linear = {rate[0], rate[1], rate[2]};
  result.value.acceleration.linear = {acceleration[0], acceleration[1], acceleration[2]};
  const Angles angles{{value[3], value[4], value[5]},
                      {rate[3], rate[4], rate[5]},
                      {acceleration[3], acceleration[4], acceleration[5]}};
  set_rotation(angles, convention.order, result.value);
  if (scales(machine.frame)) result.hit = apply_scale(machine.frame, result.value);
  if (turns(machine.frame)) apply_user_frame(machine.frame, result.value);
  return result;
}

}  // namespace

Motion command_motion(const Machine& machine, const AxisConvention& convention,
                      const AxisMotion& axes) noexcept {
  const Motion motion = framed(machine, convention, axes).value;
  if (machine.geometry.mechanism == Mechanism::six_legs) return motion;
  return kinematics::project(machine, motion);
}

Limited<Pose> command_pose(const Machine& machine, const AxisConvention& convention,
                           const AxisValues& values) noexcept {
  const Limited<Motion> motion = framed(machine, convention, {values, {}, {}});
  return {kinematics::project(machine, motion.value.pose), motion.hit};
}

}  // namespace hexad::motion
