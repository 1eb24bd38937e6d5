#pragma once
// A whole program against every limit before anything moves: sampled at the control period and half-way
// between, as the core plays it (with its ramp). Reach (stroke less margin, rotation, joint angles, distance
// from singularity), velocity, acceleration and jerk of axes and legs, and the leg forces against what the
// drives give. Allocates; worker and tools.

#include <array>
#include <vector>

#include "model/prepared.hpp"
#include "motion/judge/judge.hpp"

namespace hexad::motion {

struct PreflightSettings {
  double period = 1e-3;
  double horizon = 60.0;  ///< s of a program that has no end
  bool forces = true;     ///< also what the motors must give (a few times slower)
  /// Also the rms torque against the rated one. Not when a host's order is admitted: played once it warms no
  /// motor.
  bool thermal = true;
  bool steady = false;  ///< a part of something that goes on: it neither begins nor ends by standing
  int seldom = 8;       ///< ticks between two looks at angles, singular values and forces for the report
  bool find_scale = true;
  double most_scale = 10.0;  ///< a larger one is not looked for
  double share = 1.0;        ///< of every rate limit that is allowed
  /// Whether it passes, and where it first does not, is all that is asked for: it ends there, without
  /// extremes.
  bool verdict_only = false;
};

/// The worst of one quantity: value with its sign, where it was, and when. `bound` is its limit.
struct Extreme {
  double value = 0.0;
  double bound = 0.0;
  double time = 0.0;
  std::uint8_t index = 0;  ///< leg or axis

  double share() const noexcept { return bound > 0.0 ? (value < 0.0 ? -value : value) / bound : 0.0; }
};

struct PreflightReport {
  double play_time = 0.0;  ///< s looked at
  bool endless = false;
  bool finite = true;           ///< false: from violation_time on there are values that are not finite
  LimitHit violation;           ///< the first
  double violation_time = 0.0;  ///< of an rms, which is of the whole, the end
  Pose violation_pose;
  double scale = 0.0;  ///< the largest that passes, about neutral; 0 = not looked for, or none

  Extreme highest, lowest;  ///< leg extension; bound is the stroke less its margin, or the margin
  Extreme translation[3], rotation[3], leg[3];  ///< velocity, acceleration, jerk
  Extreme turned;                               ///< rotation from level
  Extreme joint_angle;
  Extreme singular;    ///< smallest; bound is the least allowed
  Extreme force;       ///< N; bound max_force, 0 = none
  Extreme torque;      ///< Nm at the motor with friction; bound is the peak
  Extreme torque_rms;  ///< of the worst leg over the program; bound is the rated torque
  Coverage coverage;   ///< what a verdict is worth

  bool passes() const noexcept { return finite && !violation; }
};

PreflightReport preflight(const Prepared& program, const Machine& machine,
                          const PreflightSettings& settings = {});

/// One moment of a program, for tables and plots.
struct PreflightSample {
  double time = 0.0;
  Motion motion;
  Extensions extension = Extensions::Zero();
  LegSpeeds velocity = LegSpeeds::Zero();
  LegForces force = LegForces::Zero();
};
std::vector<PreflightSample> samples_of(const Prepared& program, const Machine& machine, double every,
                                        double horizon = 60.0);

/// The same program scaled about neutral (translation and rotation vector), at the same times.
class ScaledProgram final : public Prepared {
 public:
  /// `of` must outlive it.
  ScaledProgram(const Prepared& of, double scale) noexcept
      : Prepared{of.kind(), of.duration(), of.ramp()}, of_{of}, scale_{scale} {}
  Motion at(double path_time) const noexcept override;

 private:
  const Prepared& of_;
  double scale_;
};

}  // namespace hexad::motion
