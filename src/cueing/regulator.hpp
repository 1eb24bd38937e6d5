#pragma once
// The best answer to a force a cabin should feel, as long as no limit is near: a linear regulator over travel, tilt and
// what the inner ear makes of the force that is missing. Its cost is the perceived error, squared, and what travel,
// speed, tilt and effort are worth against it; the gains are the stationary solution of the Riccati equation.
//
// State: travel p, velocity v, tilt ψ (of g·ψ), its rate averaged once and twice, the ear's two states for the missing
// force, the force itself, which is taken to fade slowly. Commands: acceleration, and the rate the tilt is pulled at.

#include <Eigen/Core>

#include "cueing/tilt.hpp"

namespace hexad::cueing {

/// What counts as much as a perceived error of 1 m/s².
struct Worth {
  double travel = 0.3;         ///< m; 0 = the axis has no travel
  double speed = 0.5;          ///< m/s
  double acceleration = 10.0;  ///< m/s²
  double tilt = 1.0;           ///< rad; 0 = the axis has no tilt
  double tilt_rate = 0.2;      ///< rad/s, of the pull
  double fading = 3.0;         ///< s, of the force ahead
};

struct Gains {
  using Row = Eigen::Matrix<double, 1, 8>;
  Row acceleration = Row::Zero();
  Row pull = Row::Zero();
};

/// commands = −gains·state.
Gains regulate(const Worth& worth) noexcept;

/// The otoliths of cueing/perception.hpp, 0.4·(13.2·s+1)/((5.33·s+1)(0.66·s+1)), as x' = A·x + B·u.
struct OtolithModel {
  Eigen::Matrix2d a;
  Eigen::Vector2d b;
  Eigen::RowVector2d output;
};
OtolithModel otolith_model() noexcept;

}  // namespace hexad::cueing
