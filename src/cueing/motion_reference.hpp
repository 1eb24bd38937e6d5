#pragma once
// Where a cabin would be moved if no leg ever ended: the regulator (regulator.hpp) answers the forces by
// travel and tilt, a first-order high-pass the rotations. The tilt is no faster than its setting, pitch and
// roll together, in any sample: its rate is an average of rates inside that circle. A rotation tilts the
// cabin too: the force that this brings, and that nobody asked for, is taken into the force to be answered.
//
// The state is a plain value: predicting is stepping a copy of it, with the model of a coarser step.

#include "cueing/axis_motion.hpp"
#include "cueing/regulator.hpp"
#include "cueing/settings.hpp"

namespace hexad::cueing {

/// In answer to what the forces will be: accelerations, m/s², and rates of the tilt, rad/s, an axis each.
struct Ahead {
  Vec3 force = Vec3::Zero();
  Vec3 tilt = Vec3::Zero();
};

/// What is asked for at one moment, scaled and limited.
struct Demand {
  Vec3 force = Vec3::Zero();   ///< m/s², without gravity
  Vec3 rate = Vec3::Zero();    ///< rad/s
  Vec3 change = Vec3::Zero();  ///< of the rate, rad/s²
  Ahead ahead;
};

/// What is the same for every step: gains and limits.
struct ReferenceSettings {
  std::array<Gains, 3> gains{};
  std::array<double, 3> turn_corner{1.0, 1.0, 1.0};  ///< rad/s
  double tilt_rate = 0.05;                           ///< rad/s
  double tilt_most = 0.0;                            ///< rad
  double gravity_compensation = 1.0;                 ///< share of the force by rotation that is answered
  double flat = 0.0;                                 ///< rad, of a slope that is not
};

/// The parts of a step of one length.
struct ReferenceModel {
  void tune(const ReferenceSettings& settings, double length) noexcept;

  double step = 1e-3;
  LinearStage<3> average;        ///< rate command → rate averaged once, twice, angle
  LinearStage<2> missing_force;  ///< through the otoliths
  std::array<LinearStage<1>, 3> turn;
};

class MotionReference {
 public:
  void step(const ReferenceSettings& settings, const ReferenceModel& model, const Demand& demand) noexcept;
  AxisMotion axes() const noexcept;

  /// It is elsewhere than planned, and goes on from there. What is returned of the acceleration is not its
  /// own. The otolith states stay: else it would ask for ever more of what it cannot have.
  double take_travel(const ReferenceSettings& settings, std::size_t axis, double position, double velocity,
                     double acceleration) noexcept;
  void take_turn(const ReferenceSettings& settings, std::size_t axis, double angle) noexcept;
  /// Of pitch and roll by tilt alone.
  Eigen::Vector2d tilt_rate() const noexcept { return {force_[1].tilt[1], -force_[0].tilt[1]}; }
  TiltState tilt() const noexcept;
  void take_tilt(const TiltState& state) noexcept;
  bool finite() const noexcept;

 private:
  struct Force {
    double position = 0.0;
    double velocity = 0.0;
    double acceleration = 0.0;
    Eigen::Vector3d tilt = Eigen::Vector3d::Zero();  ///< rate averaged once, twice, angle
    double rate_command = 0.0;
    Eigen::Vector2d otolith = Eigen::Vector2d::Zero();
    double missing = 0.0;
    double needed = 0.0;
    double ahead = 0.0;  ///< m/s², in answer to what will be needed

    Eigen::Matrix<double, 8, 1> state() const noexcept;
  };
  struct Turn {
    double angle = 0.0;
    double rate = 0.0;
    double change = 0.0;
    double input = 0.0;
  };

  std::array<Force, 3> force_{};
  std::array<Turn, 3> turn_{};
};

}  // namespace hexad::cueing
