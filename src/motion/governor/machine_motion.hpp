#pragma once

#include "kinematics/inverse.hpp"
#include "motion/coordinates.hpp"

namespace hexad::motion {

/// The motion a machine really makes for a state of the six coordinates: what its guide lets through, if it
/// has one.
inline Motion motion_on(const Machine& machine, const State6& state) noexcept {
  return kinematics::project(machine, motion_of(state));
}

}  // namespace hexad::motion
