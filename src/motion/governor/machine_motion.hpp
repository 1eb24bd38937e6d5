#pragma once
// The motion a machine really makes for a state of the six coordinates. With six legs that is the state
// itself. Mechanisms with fewer freedoms take what their guide lets through (kinematics::project); its rates
// follow by differences, since the guide's own axes are not the coordinates'.

#include "model/machine.hpp"
#include "motion/coordinates.hpp"

namespace hexad::motion {

Motion motion_on(const Machine& machine, const State6& state) noexcept;

}  // namespace hexad::motion
