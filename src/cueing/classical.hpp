#pragma once
// Classical washout: the vehicle's motion, scaled and limited: what fits is followed as it is, the rest goes
// through a high-pass an axis into travel that always comes back, its sustained part becomes tilt. The limits
// of the axes are those of each axis alone; where several want much at once all of them get less, so that
// together they stay within what one alone may have. What stands at `rotation_point` does not move by
// rotations.
//
// No allocation, no clock: one call a tick. New settings are gone over to within a second; starting and
// ending is a fade of the input, so there is neither a kick nor a rest. Both are ramps (base/ramp.hpp).

#include "cueing/axis_motion.hpp"
#include "cueing/direct_travel.hpp"
#include "cueing/tilt.hpp"

namespace hexad::cueing {

class Classical {
 public:
  /// Takes effect at once, before the first step; later changes by change().
  Classical(const Settings& settings, double step) noexcept;

  void change(const Settings& settings) noexcept;
  const Settings& settings() const noexcept { return to_; }

  /// The input fades in or out over `seconds` from now on; 0 = at once.
  void fade(bool in, double seconds) noexcept;
  bool faded_out() const noexcept { return fade_.goal() == 0.0 && fade_.arrived(clock_); }
  /// Back to neutral at once: for a platform that stands there, or that is brought there by somebody else.
  void reset() noexcept;

  /// One step on. An input that is not finite counts as the one before it.
  const Motion& step(const VehicleMotion& vehicle) noexcept;

  /// What the filters were given, for displays: scaled, limited, faded.
  const VehicleMotion& conditioned() const noexcept { return conditioned_; }
  /// How fast its rates change, rad/s²: never jumps.
  const Vec3& rate_change() const noexcept { return rate_change_; }
  /// What came in last that was finite, faded.
  VehicleMotion taken() const noexcept { return {share() * last_.rate, share() * last_.acceleration}; }
  const TiltCoordination& tilt() const noexcept { return tilt_; }
  /// The tilt is another one, and what the last step gave with it.
  void take_tilt(const TiltState& state) noexcept;
  /// What motion the last step gave, axis by axis.
  const AxisMotion& axes() const noexcept { return axes_; }
  const TurningPoint& turning_point() const noexcept { return point_; }

 private:
  void tune(const Settings& settings) noexcept;
  void go_over(double before) noexcept;
  void move_point(double before) noexcept;
  void condition(const VehicleMotion& vehicle) noexcept;
  void put_together() noexcept;
  double room() const noexcept;
  double share() const noexcept { return fade_.at(clock_).value; }

  double step_;
  Settings from_;
  Settings to_;
  Settings now_;
  Ramp changed_{1.0};  ///< share of the way from one to the other
  int ticks_to_tune_ = 0;
  Vec3 point_from_;
  Vec3 point_to_;
  Ramp point_moved_{1.0};  ///< share of the way from the one to the other
  TurningPoint point_;

  double clock_ = 0.0;
  Ramp fade_{1.0};
  double lag_ = 1.0;  ///< of the input, a step

  VehicleMotion last_;
  VehicleMotion conditioned_;
  Vec3 rate_change_ = Vec3::Zero();  ///< of the conditioned rate, rad/s²
  DirectTravel direct_;
  std::array<TranslationWashout, 3> travel_;  ///< of the rest
  std::array<RotationWashout, 3> turn_;
  TiltCoordination tilt_;
  AxisMotion axes_;
  Motion motion_;
};

}  // namespace hexad::cueing
