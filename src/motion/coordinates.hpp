#pragma once
// Six flat coordinates for the platform: x y z and the rotation vector φ of its orientation. Programs,
// filters and the governor plan in them; straight lines in them are the straight lines of pose space. With J
// the left Jacobian of SO(3): ω = J(φ)·φ', α = J(φ)·φ'' + J'(φ, φ')·φ'. Regular for |φ| < 2π; the platform
// stays below 60°.

#include "model/pose.hpp"

namespace hexad::motion {

struct State6 {
  Vec6 position = Vec6::Zero();
  Vec6 velocity = Vec6::Zero();
  Vec6 acceleration = Vec6::Zero();
};

Vec6 coordinates_of(const Pose& pose) noexcept;
Pose pose_of(const Vec6& coordinates) noexcept;

State6 state_of(const Motion& motion) noexcept;
Motion motion_of(const State6& state) noexcept;

}  // namespace hexad::motion
