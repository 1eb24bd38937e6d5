#pragma once
// What programs that plan in the six coordinates may use of the platform axes' limits.

#include "base/vec.hpp"

namespace hexad::controller {

// The rotation vector's rates differ a little from the angular rates they stand for: programs plan inside.
inline constexpr double kRotationShare = 0.9;
inline constexpr double kVelocityShare = 0.999;  // the governor needs a hair below a velocity limit

inline Vec6 axis_vector(double translation, double rotation) noexcept {
  Vec6 v;
  v << Vec3::Constant(translation), Vec3::Constant(kRotationShare * rotation);
  return v;
}

}  // namespace hexad::controller
