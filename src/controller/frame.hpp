#pragma once
// From what a host commanded to what the joint-plane centre shall do (csfi decision 4, docs/conventions.md):
// scale and limit per axis, the user frame, the rotation point, then what the mechanism can do, then its
// reach.

#include "kinematics/inverse.hpp"

namespace hexad::controller {

/// Scale, axis limits, user frame, rotation point.
Limited<Pose> apply_frame(const CommandFrame& frame, const Pose& command) noexcept;

/// A streamed target as it may be followed: framed, projected, clamped by lifecycle rule 7 (a hair inside, so
/// that following along the border is not limited again).
Limited<Pose> limit_target(const Machine& machine, const Pose& command) noexcept;

/// Leg commands: leg by leg into the stroke less its margin, then by the pose they imply; a function of the
/// command alone.
Limited<Extensions> limit_target(const Machine& machine, const Extensions& command) noexcept;

}  // namespace hexad::controller
