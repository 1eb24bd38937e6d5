#pragma once
// The motion of a platform axis by axis, with its derivatives: what engines reckon in and go over from one to
// another in.

#include "base/ramp.hpp"
#include "model/pose.hpp"

namespace hexad::cueing {

/// Of the three of a kind.
inline constexpr std::size_t kSway = 0, kSurge = 1, kHeave = 2;
inline constexpr std::size_t kPitch = 0, kRoll = 1, kYaw = 2;

/// Angles are pitch, roll, yaw of R = Rz(yaw)·Ry(roll)·Rx(pitch); `change` is the derivative of their rates.
struct AxisMotion {
  Vec3 position = Vec3::Zero();
  Vec3 velocity = Vec3::Zero();
  Vec3 acceleration = Vec3::Zero();
  Vec3 angle = Vec3::Zero();
  Vec3 rate = Vec3::Zero();
  Vec3 change = Vec3::Zero();
};

/// What rotations turn about, from the joint-plane centre: it stands still. It may be on its way to another
/// place.
struct TurningPoint {
  Vec3 place = Vec3::Zero();
  Vec3 velocity = Vec3::Zero();
  Vec3 acceleration = Vec3::Zero();
};
Motion motion_of(const AxisMotion& axes, const TurningPoint& point) noexcept;

/// A share of the way from one to another, with its own first two derivatives.
AxisMotion between(const AxisMotion& from, const AxisMotion& to, const Jet& share) noexcept;

}  // namespace hexad::cueing
