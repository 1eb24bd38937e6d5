#pragma once
// Tilt coordination: sustained acceleration is felt as a tilt of the cabin. Gravity along the body axes of a
// platform tilted by pitch and roll is f_x = −g·sin(roll), f_y = g·sin(pitch)·cos(roll); the angles are its
// exact inverse.
//
// A rotation of the cabin brings a force along that nobody asked for: what would be felt of it is taken back
// by the tilt, slowly, so that a turn is felt and no slope afterwards.
//
// The rate of the tilt is made from rates inside the allowed circle only, by averaging: it cannot leave the
// circle.

#include <Eigen/Core>

#include <algorithm>

#include "cueing/washout.hpp"

namespace hexad::cueing {

/// What of a slope is noticed.
inline double slope_beyond(double flat, double angle) noexcept {
  return angle - std::clamp(angle, -flat, flat);
}

inline constexpr double kTiltAverage = 0.08;  ///< s, twice: between the rate command and the rate of the tilt

/// Of pitch and roll, a column each: the rate averaged once and twice, the angle; the rate that went in last.
struct TiltState {
  Eigen::Matrix<double, 3, 2> states = Eigen::Matrix<double, 3, 2>::Zero();
  Eigen::Vector2d rate_command = Eigen::Vector2d::Zero();
};

class TiltCoordination {
 public:
  using Angles = Eigen::Vector2d;  ///< pitch, roll

  void tune(const Tilt& settings, double step) noexcept;
  /// Acceleration of the vehicle to the right and forward; pitch and roll by rotations.
  void step(double right, double forward, const Angles& turned = Angles::Zero()) noexcept;
  void reset() noexcept;

  TiltState state() const noexcept { return {state_, rate_command_}; }
  /// It is turned elsewhere, by somebody who averages alike, and goes on from there.
  void take(const TiltState& state) noexcept;

  const Angles& angle() const noexcept { return angle_; }
  const Angles& rate() const noexcept { return rate_; }
  const Angles& acceleration() const noexcept { return acceleration_; }

 private:
  Angles goal() const noexcept;
  Angles swung(const Angles& asked) noexcept;
  void show() noexcept;

  Tilt settings_;
  LowPass right_;
  LowPass forward_;
  double levelling_ = 0.0;          ///< a step
  double kept_ = 1.0;               ///< of a swing, a step
  Angles asked_ = Angles::Zero();   ///< in the last step
  Angles up_ = Angles::Zero();      ///< rad/s, the fastest it was asked to swing of late,
  Angles down_ = Angles::Zero();    ///< and back
  Angles turned_ = Angles::Zero();  ///< by rotations, smoothed
  double step_ = 1e-3;
  LinearStage<3> average_;  ///< of the rate, twice, and its integral
  Eigen::Matrix<double, 3, 2> state_ = Eigen::Matrix<double, 3, 2>::Zero();
  Angles before_ = Angles::Zero();
  Angles rate_command_ = Angles::Zero();  ///< the rate that went in last
  Angles rate_ = Angles::Zero();
  Angles angle_ = Angles::Zero();
  Angles acceleration_ = Angles::Zero();
};

}  // namespace hexad::cueing
