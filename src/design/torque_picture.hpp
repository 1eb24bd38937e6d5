#pragma once
// The picture every data sheet has: torque over speed, where a motor may stay and where it may go, with every
// moment of a motion on it.

#include <string>
#include <vector>

#include "design/sizing.hpp"

namespace hexad::design {

/// A picture file of its own (SVG). Both ways of turning are one: amounts are drawn.
std::string torque_picture(const std::string& title, const MotorSizing& sizing,
                           const std::vector<MotorPoint>& points);

}  // namespace hexad::design
