#pragma once
// The best answer to a force a cabin should feel, as long as no limit is near: a linear regulator over
// travel, tilt and what the otoliths make of the force that is missing. Its cost is the perceived error,
// squared, and what travel, speed, tilt and effort count against it; the gains are the stationary solution of
// the Riccati equation.
//
// State: travel p, velocity v, tilt ψ (of g·ψ), its rate averaged once and twice, the otoliths' two states
// for the missing force, the force itself, which is taken to fade slowly. Commands: acceleration, and the
// rate of the tilt.

#include <Eigen/Core>

#include "cueing/forecast.hpp"
#include "cueing/perception.hpp"
#include "cueing/tilt.hpp"

namespace hexad::cueing {

/// What counts as much as a perceived error of 1 m/s².
struct RegulatorWeights {
  double travel = 0.3;         ///< m; 0 = the axis has no travel
  double speed = 0.5;          ///< m/s
  double acceleration = 10.0;  ///< m/s²
  double tilt = 1.0;           ///< rad; 0 = the axis has no tilt
  double tilt_rate = 0.2;      ///< rad/s, of its command
  double fading = 3.0;         ///< s, of the force ahead
  double onset = 0.0;          ///< 0…1, share of the missing force that is answered at once, felt or not
};

struct Gains {
  using Row = Eigen::Matrix<double, 1, 8>;
  Row acceleration = Row::Zero();
  Row rate_command = Row::Zero();
  double run_up = 0.0;  ///< of the force now, left out of `acceleration`
  /// Of what the force will be beyond fading, at the moments of a forecast.
  Forecast::Values ahead_acceleration = Forecast::Values::Zero();
  Forecast::Values ahead_rate_command = Forecast::Values::Zero();
};

/// commands = −gains·state − gains ahead·what the force will be beyond fading.
Gains regulate(const RegulatorWeights& weights) noexcept;

}  // namespace hexad::cueing
