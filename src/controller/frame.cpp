#include "controller/frame.hpp"

#include <algorithm>
#include <cmath>

#include "kinematics/forward.hpp"
#include "model/axes.hpp"
#include "motion/governor/stop_plan.hpp"

namespace hexad::controller {
namespace {

constexpr double kInset = 2e-4;  // of the way from neutral: 0.08 mm at 400 mm
constexpr double kLegInset = 0.08 * kMillimetre;
constexpr int kMostInsets = 8;

bool changes_nothing(const CommandFrame& frame) noexcept {
  const auto ones = std::all_of(frame.scale.begin(), frame.scale.end(), [](double s) { return s == 1.0; });
  const auto none = std::all_of(frame.limit.begin(), frame.limit.end(), [](double l) { return l < 0.0; });
  return ones && none;
}

/// The pose that legs imply, found along the straight line of legs from neutral: the last one on it that
/// there is, with what stands in the way of it.
Limited<Pose> pose_of_legs(const Machine& machine, const Extensions& legs) noexcept {
  const Extensions neutral = kinematics::extensions(machine, Pose{});
  Limited<Pose> result{Pose{}, {}};
  const auto reaches = [&](double share) {
    const kinematics::Forward there =
        kinematics::forward(machine, neutral + share * (legs - neutral), result.value);
    if (!there.ok()) return false;
    result.value = there.pose;
    return true;
  };
  if (reaches(1.0)) {
    result.hit = kinematics::first_hit(machine, result.value, kinematics::StrokeUse::full);
    return result;
  }
  double share = 0.0;
  for (double step = 0.5; step > 1e-3; step *= 0.5) {
    if (reaches(share + step)) share += step;
  }
  result.hit = {Limit::singularity, 0, 0.0, machine.limits.singular_margin};
  return result;
}

/// A pose at the edge of the reach, moved inwards: what a stop keeps free cannot be had, however slowly it is
/// approached, and the straight way from neutral may lead to the end of a leg at a shallow angle.
Pose inset(const Machine& machine, const Pose& edge) noexcept {
  Pose pose = scale_from_neutral(edge, 1.0 - kInset);
  for (int i = 1;
       i < kMostInsets && !motion::has_room_to_stop(machine, kinematics::extensions(machine, pose)); ++i)
    pose = scale_from_neutral(pose, 1.0 - kInset);
  return pose;
}

}  // namespace

Limited<Pose> apply_frame(const CommandFrame& frame, const Pose& command) noexcept {
  Limited<Pose> result{command, {}};
  if (!changes_nothing(frame)) {
    AxisValues values = kXyzConvention.from_pose(command, 0.0);
    for (std::size_t i = 0; i < kAxes; ++i) {
      values[i] *= frame.scale[i];
      if (frame.limit[i] < 0.0) continue;
      const double limited = std::clamp(values[i], -frame.limit[i], frame.limit[i]);
      if (limited != values[i]) {
        result.hit = {Limit::frame_limit, static_cast<std::uint8_t>(i), values[i], frame.limit[i]};
      }
      values[i] = limited;
    }
    result.value = kXyzConvention.to_pose(values, 0.0);
  }
  // R' = Q·R·Qᵀ, t' = Q·t + r − R'·r, with r the rotation point and the user frame's origin together.
  const Quat& turn = frame.user_frame.rotation;
  const Quat rotation = turn * result.value.rotation * turn.conjugate();
  const Vec3 point = frame.user_frame.position + frame.rotation_point;
  result.value.position = turn * result.value.position + point - rotation * point;
  result.value.rotation = rotation.normalized();
  return result;
}

Limited<Pose> limit_target(const Machine& machine, const Pose& command) noexcept {
  const Limited<Pose> framed = apply_frame(machine.frame, command);
  const Pose possible = kinematics::project(machine, framed.value);
  Limited<Pose> reached = kinematics::clamp_from_neutral(machine, possible);
  if (reached.hit || !motion::has_room_to_stop(machine, kinematics::extensions(machine, reached.value)))
    reached.value = inset(machine, reached.value);
  if (!reached.hit) reached.hit = framed.hit;
  return reached;
}

Limited<Extensions> limit_target(const Machine& machine, const Extensions& command) noexcept {
  Limited<Extensions> result{command, {}};
  const double margin = machine.limits.stroke_margin + kLegInset;
  for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
    const auto i = static_cast<Eigen::Index>(leg);
    const double limited = std::clamp(command[i], margin, machine.geometry.stroke - margin);
    if (limited != command[i]) {
      const Limit limit = command[i] < limited ? Limit::leg_lower : Limit::leg_upper;
      result.hit = {limit, static_cast<std::uint8_t>(leg), command[i], limited};
    }
    result.value[i] = limited;
  }
  for (std::size_t i = machine.geometry.legs; i < kMaxLegs; ++i)
    result.value[static_cast<Eigen::Index>(i)] = 0.0;
  // Legs within their strokes may belong to a pose behind the edge of the reach as seen from neutral.
  const Limited<Pose> implied = pose_of_legs(machine, result.value);
  const Limited<Pose> reached = kinematics::clamp_from_neutral(machine, implied.value);
  if (!implied.hit && !reached.hit) return result;
  result.value = kinematics::extensions(machine, inset(machine, reached.value));
  result.hit = implied.hit ? implied.hit : reached.hit;
  return result;
}

}  // namespace hexad::controller
