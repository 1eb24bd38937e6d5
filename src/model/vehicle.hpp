#pragma once
// What a simulated vehicle does, in its own body axes (X right, Y forward, Z up). Not a Twist: that is one
// derivative of the platform's pose, in base axes.

#include "base/vec.hpp"

namespace hexad::inline model {

/// As a host says it; the tuning's CueInput says what `linear` is. No aggregate: two vectors side by side are
/// easily given in the wrong order.
struct VehicleInput {
  VehicleInput() noexcept {}

  Vec3 rate = Vec3::Zero();    ///< rad/s
  Vec3 linear = Vec3::Zero();  ///< m/s²: acceleration, or specific force
};

struct VehicleMotion {
  Vec3 rate = Vec3::Zero();          ///< rad/s
  Vec3 acceleration = Vec3::Zero();  ///< m/s², without gravity
};

inline bool is_finite(const VehicleInput& input) noexcept {
  return input.rate.allFinite() && input.linear.allFinite();
}

}  // namespace hexad::inline model
