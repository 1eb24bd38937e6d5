#pragma once
// Leg rates from platform rates: l' = J·(v, ω), rows [s, (R·b) × s]. Conditioning is always taken with the
// rotations scaled by the platform radius; metres against radians mean nothing.

#include "model/machine.hpp"

namespace hexad::kinematics {

Mat6 jacobian(const Machine& machine, const Pose& pose) noexcept;

struct Conditioning {
  double smallest = 0.0;  ///< smallest singular value, rotations scaled by the platform radius
  double largest = 0.0;
  double condition = 0.0;    ///< infinite when singular
  double determinant = 0.0;  ///< of the unscaled Jacobian (m, rad); six legs only
};
/// Over the freedoms the mechanism has.
Conditioning conditioning(const Machine& machine, const Pose& pose) noexcept;
/// The smallest singular value alone, cheaper (no full decomposition).
double smallest_singular(const Machine& machine, const Pose& pose) noexcept;

/// The twist whose leg rates are `legs` (six legs: exact; fewer: least squares over the freedoms there are):
/// a velocity from speeds; from accelerations those of the platform, what turning legs add apart.
Twist twist_from_leg_rates(const Machine& machine, const Pose& pose, const LegSpeeds& legs) noexcept;
Twist twist_from_leg_rates(const Machine& machine, const Pose& pose, const LegAccelerations& legs) noexcept;

}  // namespace hexad::kinematics
