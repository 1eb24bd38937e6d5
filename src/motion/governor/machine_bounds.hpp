#pragma once
// What the governor knows of a machine as a whole, found once when it is adopted.

#include "base/vec.hpp"
#include "model/machine.hpp"

namespace hexad::motion {

/// True when some pose inside the stroke could break a joint angle, the rotation or the singularity margin:
/// the corners of the stroke are looked at, once a machine.
bool angles_matter(const Machine& machine) noexcept;

/// A box of coordinates about neutral whose corners break neither a joint angle, the rotation nor the
/// singularity margin, the largest of its shape.
Vec6 angle_box_of(const Machine& machine) noexcept;

/// The most that the accelerations of the axes, together as long as one at its limit, come to in a leg.
double leg_pull_of(const Machine& machine) noexcept;

/// 1 for every coordinate the mechanism moves.
Vec6 free_of(Mechanism mechanism) noexcept;

}  // namespace hexad::motion
