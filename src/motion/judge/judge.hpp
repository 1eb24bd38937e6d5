#pragma once
// The one judge: everything a motion, or a moment of one, is held against, and what of it could be looked at.
// preflight() goes through a motion with it; tables of single poses ask it moment by moment. A verdict is
// worth what was looked at, so it always comes with what was not, and why.

#include <array>
#include <vector>

#include "motion/judge/moment.hpp"

namespace hexad::motion {

enum class Aspect : std::uint8_t {
  reach,  ///< stroke, rotation from level
  joint_angle,
  singularity,
  velocity,  ///< of axes and legs
  acceleration,
  jerk,
  stop,  ///< from everywhere, inside the limits
  force,
  motor_speed,
  torque_peak,
  torque_rms,
  cabin  ///< forces wherever the rotary axis may stand; only with it at 0 otherwise
};
inline constexpr std::size_t kAspects = 12;
std::string_view to_string(Aspect aspect) noexcept;

/// Why something was not looked at.
enum class Gap : std::uint8_t {
  none,
  no_bound,    ///< no limit is given
  no_motor,    ///< without lead, ratio and speed there is no motor to speak of
  one_moment,  ///< it shows only over time
  no_times,    ///< poses without times are looked at standing
  not_asked    ///< left out to be quick
};
std::string_view to_string(Gap gap) noexcept;

struct Coverage {
  std::array<Gap, kAspects> gap{};
  Gap& operator[](Aspect aspect) noexcept { return gap[static_cast<std::size_t>(aspect)]; }
  Gap operator[](Aspect aspect) const noexcept { return gap[static_cast<std::size_t>(aspect)]; }
  void leave_out(std::initializer_list<Aspect> aspects, Gap why) noexcept;
};
/// What a machine has limits for.
Coverage coverage_of(const Machine& machine) noexcept;

/// What legs and motors bear in a moment.
struct Load {
  LegForces force = LegForces::Zero();
  bool motors = false;  ///< otherwise torque and speed are zero and mean nothing
  MotorTorques torque = MotorTorques::Zero();
  MotorSpeeds speed = MotorSpeeds::Zero();
};
Load load_of(const Machine& machine, const Moment& moment, double cabin = 0.0) noexcept;
/// One leg's load against what its drive gives; none = it bears it.
LimitHit check_load(const Machine& machine, const Load& load, std::size_t leg) noexcept;

/// Everything a moment breaks: the pose's limits first, then the axes', then leg by leg, then that no stop
/// would fit. A pose may use the full stroke where it stands. One that stands needs its torque for as long as
/// it does: above the rated torque that is broken too.
std::vector<LimitHit> breaches(const Machine& machine, const Moment& moment, const Load& load,
                               kinematics::StrokeUse stroke);
/// What breaches() has looked at.
Coverage coverage_of_moment(const Machine& machine, const Moment& moment) noexcept;

}  // namespace hexad::motion
