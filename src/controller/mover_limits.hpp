#pragma once
// Inside the mover: what its acts may use of the limits of axes and legs.

#include "model/machine.hpp"

namespace hexad::controller {

// The rotation vector's rates differ a little from the angular rates they stand for: programs plan inside.
inline constexpr double kRotationShare = 0.9;
inline constexpr double kVelocityShare = 0.999;  // the governor needs a hair below a velocity limit

/// Legs moved as legs go gently: the platform's own limits are then kept at any pose.
inline Rates leg_rates(double speed) noexcept { return {speed, 0.4, 6.0}; }

inline Vec6 axis_vector(double translation, double rotation) noexcept {
  Vec6 v;
  v << Vec3::Constant(translation), Vec3::Constant(kRotationShare * rotation);
  return v;
}

}  // namespace hexad::controller
