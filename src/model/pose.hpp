#pragma once
// Where the platform is and how it moves. SI, right-handed, X right, Y forward, Z up (docs/conventions.md).

#include "base/vec.hpp"

namespace hexad::inline model {

/// Translation of the platform's joint-plane centre from neutral, rotation from level. Zero = neutral.
struct Pose {
  Vec3 position = Vec3::Zero();
  Quat rotation = Quat::Identity();
};

/// Where the joint-plane centre is in base axes, from the base joint-plane centre; rotation from level. The
/// way to a Pose and back is the machine's: Heights::from_neutral and ::absolute.
struct AbsolutePose {
  Vec3 position = Vec3::Zero();
  Quat rotation = Quat::Identity();
};

/// A velocity, acceleration or jerk: linear part of the joint-plane centre, and the angular vector (ω, α, …)
/// in base axes.
struct Twist {
  Vec3 linear = Vec3::Zero();
  Vec3 angular = Vec3::Zero();
};

/// A pose with its first two derivatives: what a program asks for and a governor passes on, tick by tick.
struct Motion {
  Pose pose;
  Twist velocity;
  Twist acceleration;
};

/// The rotation vector (axis times angle, |angle| ≤ π) of a unit quaternion.
Vec3 rotation_vector(const Quat& rotation) noexcept;
Quat from_rotation_vector(const Vec3& vector) noexcept;

/// Angle of the rotation between two orientations, 0…π.
double angle_between(const Quat& a, const Quat& b) noexcept;

/// On the straight line from neutral to `pose` (rule 7 of the lifecycle): 0 = neutral, 1 = pose.
/// Translation linear, rotation vector scaled.
Pose scale_from_neutral(const Pose& pose, double factor) noexcept;

bool is_finite(const Pose& pose) noexcept;
bool is_finite(const Twist& twist) noexcept;

}  // namespace hexad::inline model
