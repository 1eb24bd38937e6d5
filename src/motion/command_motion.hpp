#pragma once
// From axis values, with their rates, to what the joint-plane centre does: the axis convention, the machine's
// command frame (csfi decision 4: scale, limit, user frame, rotation point) and the mechanism's guide, each
// with both derivatives. Where a frame limit cuts a value off, its rates are zero.

#include "model/axes.hpp"
#include "model/limits.hpp"
#include "model/machine.hpp"

namespace hexad::motion {

struct AxisMotion {
  AxisValues value{};
  AxisValues rate{};
  AxisValues acceleration{};
};

Motion command_motion(const Machine& machine, const AxisConvention& convention,
                      const AxisMotion& axes) noexcept;

/// The pose alone; the hit is a frame limit that cut a value off.
Limited<Pose> command_pose(const Machine& machine, const AxisConvention& convention,
                           const AxisValues& values) noexcept;

}  // namespace hexad::motion
