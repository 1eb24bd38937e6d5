#pragma once
// How far each axis goes, alone, from a given pose.

#include <array>

#include "kinematics/inverse.hpp"
#include "model/axes.hpp"

namespace hexad::kinematics {

struct Range {
  double low = 0.0;
  double high = 0.0;
  LimitHit low_hit;
  LimitHit high_hit;
};

/// In inside order (sway surge heave pitch roll yaw); values are offsets added to the pose's own axis values
/// (angles X Y Z of R = Rz·Ry·Rx), so from neutral they are the axis positions themselves. Axes the machine
/// does not have: 0, 0. Bisected to 1e-9 on the first limit met, found by scanning outward.
std::array<Range, kAxes> reach(const Machine& machine, const Pose& from = {},
                               StrokeUse stroke = StrokeUse::full) noexcept;

}  // namespace hexad::kinematics
