#include "identify/model.hpp"

#include <Eigen/LU>
#include <cmath>

#include "kinematics/inverse.hpp"
#include "kinematics/jacobian.hpp"
#include "messages/say.hpp"

namespace hexad::identify {
namespace {

using Wrench = Eigen::Matrix<double, 1, 6>;  ///< change of a value per (u, ω)

Wrench per_twist(const Vec3& linear, const Vec3& angular) {
  Wrench row;
  row << linear.transpose(), angular.transpose();
  return row;
}

/// Angle of a direction of the platform above the horizon, per ω.
Vec3 per_turn(const Vec3& direction, const Vec3& up) {
  const double sine = up.dot(direction);
  return direction.cross(up) / std::sqrt(1.0 - sine * sine);
}

/// Of a place on the platform, along one axis of what tells it.
Wrench per_twist_of_place(const Quat& tracker, Eigen::Index axis, const Vec3& arm) {
  const Vec3 along = tracker.conjugate() * Vec3::Unit(axis);
  return per_twist(along, arm.cross(along));
}

/// How the distance changes when this end of it moves, `out` pointing from the other end to this one.
void add_end(const Place& place, const Vec3& out, const Machine& machine, const Pose& pose,
             const Sensitivity& sensitivity, const Frames& frames, Gradient& gradient) {
  if (place.kind == Place::Kind::base_joint) gradient.segment<3>(base_at(place.number)) += out.transpose();
  if (place.kind == Place::Kind::platform_joint)
    gradient.segment<3>(platform_at(place.number)) += (pose.rotation.conjugate() * out).transpose();
  if (place.kind == Place::Kind::base_joint || place.kind == Place::Kind::mark) return;
  const Vec3 arm = place_of(place, machine, pose, frames) - machine.heights.absolute(pose).position;
  gradient += per_twist(out, arm.cross(out)) * sensitivity;
}

Gradient distance_gradient(const Quantity& quantity, const Machine& machine, const Pose& pose,
                           const Sensitivity& sensitivity, const Frames& frames) {
  const Vec3 out = along(quantity, machine, pose, frames).normalized();
  Gradient gradient = Gradient::Zero();
  add_end(quantity.to, out, machine, pose, sensitivity, frames, gradient);
  add_end(quantity.from, -out, machine, pose, sensitivity, frames, gradient);
  return gradient;
}

}  // namespace

Vec3 place_of(const Place& place, const Machine& machine, const Pose& pose, const Frames& frames) {
  const auto on_platform = [&](const Vec3& own) -> Vec3 {
    return machine.heights.absolute(pose).position + pose.rotation * own;
  };
  switch (place.kind) {
    case Place::Kind::base_joint:
      return machine.geometry.base[place.number];
    case Place::Kind::platform_joint:
      return on_platform(machine.geometry.platform[place.number]);
    case Place::Kind::target:
      return on_platform(frames.points[place.number]);
    case Place::Kind::mark:
      return frames.marks[place.number];
  }
  return Vec3::Zero();
}

Vec3 along(const Quantity& quantity, const Machine& machine, const Pose& pose, const Frames& frames) {
  return place_of(quantity.to, machine, pose, frames) - place_of(quantity.from, machine, pose, frames);
}

// ω = RzRy·x rx' + Rz·y ry' + z rz'.
Vec3 turn_gradient(Axis axis, const Quat& rotation) {
  const Vec3 angles = angles_from_rotation(rotation, RotationOrder::zyx);
  const Quat z{Eigen::AngleAxisd{angles.z(), Vec3::UnitZ()}};
  const Quat y{Eigen::AngleAxisd{angles.y(), Vec3::UnitY()}};
  Mat3 turns;
  turns << z * (y * Vec3::UnitX()), z * Vec3::UnitY(), Vec3::UnitZ();
  const auto row = static_cast<Eigen::Index>(axis) - 3;
  return turns.inverse().row(row).transpose();
}

Machine with_geometry(const Machine& nominal, const Geometry& geometry) {
  Machine machine = nominal;
  machine.geometry = geometry;
  return machine;
}

Sensitivity pose_sensitivity(const Machine& machine, const Pose& pose) {
  const kinematics::LegGeometry legs = kinematics::leg_geometry(machine, pose);
  Sensitivity moves = Sensitivity::Zero();
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    const Vec3& s = legs.direction[i];
    moves.block<1, 3>(row, base_at(i)) = s.transpose();
    moves.block<1, 3>(row, platform_at(i)) = -(pose.rotation.conjugate() * s).transpose();
    moves(row, leg_at(i)) = 1.0;
  }
  return kinematics::jacobian(machine, pose).partialPivLu().solve(moves);
}

double value_of(const Quantity& quantity, const Machine& machine, const Pose& pose, const Frames& frames) {
  switch (quantity.kind) {
    case Quantity::Kind::axis: {
      const Pose told{frames.tracker * (pose.position + pose.rotation * frames.place) + frames.origin,
                      frames.tracker * pose.rotation * frames.target};
      return kXyzConvention.from_pose(told, 0.0)[static_cast<std::size_t>(quantity.axis)];
    }
    case Quantity::Kind::tilt_pitch:
      return std::asin(frames.up().dot(pose.rotation * (frames.sensor * Vec3::UnitY())));
    case Quantity::Kind::tilt_roll:
      return -std::asin(frames.up().dot(pose.rotation * (frames.sensor * Vec3::UnitX())));
    case Quantity::Kind::height:
      return machine.heights.neutral.position.z() + pose.position.z();
    case Quantity::Kind::distance:
      return along(quantity, machine, pose, frames).norm();
    case Quantity::Kind::point:
      return (frames.tracker * (pose.position + pose.rotation * frames.points[quantity.target]) +
              frames.origin)[static_cast<Eigen::Index>(quantity.component)];
  }
  return 0.0;
}

Gradient gradient_of(const Quantity& quantity, const Machine& machine, const Pose& pose,
                     const Sensitivity& sensitivity, const Frames& frames) {
  switch (quantity.kind) {
    case Quantity::Kind::axis: {
      if (is_rotation(quantity.axis)) {
        const Vec3 turn = turn_gradient(quantity.axis, frames.tracker * pose.rotation * frames.target);
        return per_twist(Vec3::Zero(), frames.tracker.conjugate() * turn) * sensitivity;
      }
      return per_twist_of_place(frames.tracker, static_cast<Eigen::Index>(quantity.axis),
                                pose.rotation * frames.place) *
             sensitivity;
    }
    case Quantity::Kind::tilt_pitch:
      return per_twist(Vec3::Zero(), per_turn(pose.rotation * (frames.sensor * Vec3::UnitY()), frames.up())) *
             sensitivity;
    case Quantity::Kind::tilt_roll:
      return per_twist(Vec3::Zero(),
                       -per_turn(pose.rotation * (frames.sensor * Vec3::UnitX()), frames.up())) *
             sensitivity;
    case Quantity::Kind::height:
      return sensitivity.row(2);
    case Quantity::Kind::distance:
      return distance_gradient(quantity, machine, pose, sensitivity, frames);
    case Quantity::Kind::point:
      return per_twist_of_place(frames.tracker, static_cast<Eigen::Index>(quantity.component),
                                pose.rotation * frames.points[quantity.target]) *
             sensitivity;
  }
  return Gradient::Zero();
}

messages::Id word_of(kinematics::ForwardStatus status) noexcept {
  using messages::Id;
  switch (status) {
    case kinematics::ForwardStatus::ok:
      return Id::nothing;
    case kinematics::ForwardStatus::no_convergence:
      return Id::identify_no_convergence;
    case kinematics::ForwardStatus::other_mode:
      return Id::identify_other_mode;
    case kinematics::ForwardStatus::near_singular:
      return Id::stop_singular;
  }
  return Id::nothing;
}

}  // namespace hexad::identify
