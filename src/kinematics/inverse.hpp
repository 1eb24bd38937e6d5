#pragma once
// Pose to legs. With d = p + R·b − a (a base joint, b platform joint, p the joint-plane centre in base axes):
// length l = |d|, direction s = d/l, leg rate l' = s·v_B, with v_B = v + ω × R·b, and
// l'' = s·a_B + (v_B·v_B − l'²)/l, with a_B = a + α × R·b + ω × (ω × R·b).

#include <array>

#include "base/fixed_vector.hpp"
#include "model/limits.hpp"
#include "model/machine.hpp"

namespace hexad::kinematics {

/// Lengths of the machine's legs at a pose (from neutral). Closed form, no checks: the hot path.
LegLengths lengths(const Machine& machine, const Pose& pose) noexcept;
Extensions extensions(const Machine& machine, const Pose& pose) noexcept;

struct LegRates {
  Extensions extension = Extensions::Zero();
  LegSpeeds velocity = LegSpeeds::Zero();
  LegAccelerations acceleration = LegAccelerations::Zero();
};
/// Extensions with their first two derivatives from the platform's (all terms).
LegRates leg_rates(const Machine& machine, const Motion& motion) noexcept;

struct LegGeometry {
  LegLengths length = LegLengths::Zero();
  LegAngles base_angle = LegAngles::Zero();      ///< acos(s·z)
  LegAngles platform_angle = LegAngles::Zero();  ///< acos(s·R z)
  std::array<Vec3, kMaxLegs> direction = zero_points();
  std::array<Vec3, kMaxLegs> joint = zero_points();  ///< platform joints in base axes
};
LegGeometry leg_geometry(const Machine& machine, const Pose& pose) noexcept;

/// For mechanisms with fewer freedoms: the same pose with the axes the machine does not have set to zero
/// (three legs: x = y = yaw = 0; two: heave too; one: only heave). `ignored` is true when something was
/// dropped.
Pose project(const Machine& machine, const Pose& pose, bool* ignored = nullptr) noexcept;
/// The same for a pose with its derivatives: the motion the guide makes of it. All functions below and above
/// that take a pose or a motion project it themselves; six legs: nothing is done.
Motion project(const Machine& machine, const Motion& motion) noexcept;

enum class StrokeUse { full, less_margin };

/// Everything that stands in the way of a pose, worst first within its kind; empty = reachable.
using Hits = FixedVector<LimitHit, 24>;
Hits reachability(const Machine& machine, const Pose& pose, StrokeUse stroke) noexcept;
/// The first of them, cheaper.
LimitHit first_hit(const Machine& machine, const Pose& pose, StrokeUse stroke) noexcept;

/// Lifecycle rule 7: the pose itself, or the last reachable one before the first limit on the straight line
/// from neutral to it, with the stroke less the margin. The hit is that first limit; its value is what the
/// command asked of it. A pose that is not finite gives neutral, with a hit whose value is not a number.
Limited<Pose> clamp_from_neutral(const Machine& machine, const Pose& pose) noexcept;

}  // namespace hexad::kinematics
