#pragma once
// What stands in the way. A limit that acts is never silent: the value comes with what limited it.

#include <cstddef>
#include <cstdint>

namespace hexad::inline model {

enum class Limit : std::uint8_t {
  none,
  leg_upper,  ///< index = leg
  leg_lower,
  leg_velocity,
  leg_acceleration,
  leg_jerk,
  axis_upper,  ///< index = place in the command's convention
  axis_lower,
  axis_velocity,
  axis_acceleration,
  axis_jerk,
  rotation_angle,
  joint_angle,  ///< index = leg
  singularity,
  force,          ///< index = leg
  frame_limit,    ///< csfi group 2, index = axis
  stop_distance,  ///< the step was taken back because a stop from there would not fit
  clock_slip,     ///< the path clock slipped after late ticks
  motor_torque,   ///< peak, Nm; index = leg
  torque_rms,     ///< over a motion, or while standing, against the rated torque; index = leg
  motor_speed     ///< rad/s; index = leg
};
inline constexpr std::size_t kLimits = 21;

/// One limit that was met: which, where, what was asked, what is allowed (SI).
struct LimitHit {
  Limit limit = Limit::none;
  std::uint8_t index = 0;
  double value = 0.0;
  double bound = 0.0;

  explicit operator bool() const noexcept { return limit != Limit::none; }
};

template <class T>
struct Limited {
  T value;
  LimitHit hit;
};

}  // namespace hexad::inline model
