#pragma once
// Inside this layer: how fast legs go that are moved as legs.

#include "model/machine.hpp"

namespace hexad::controller {

/// Legs moved as legs go gently: the platform's own limits are then kept at any pose.
inline Rates leg_rates(double speed) noexcept { return {speed, 0.4, 6.0}; }

}  // namespace hexad::controller
