#pragma once
// What a head feels: specific force and rotation of a moving cabin, and what the inner ear makes of them.
//
// Canals: T_L·T_A·s² / ((T_L·s+1)(T_S·s+1)(T_A·s+1)) with T_L 5.3 s (pitch), 6.1 s (roll), 10.2 s (yaw), T_S
// 0.1 s, T_A 30 s. Otoliths: 0.4·(13.2·s+1) / ((5.33·s+1)(0.66·s+1)).

#include <array>

#include "cueing/linear_stage.hpp"
#include "model/pose.hpp"

namespace hexad::cueing {

/// In body axes of the cabin.
struct Felt {
  Vec3 force = Vec3::Zero();  ///< specific force, m/s²; upright and still: 0, 0, g
  Vec3 rate = Vec3::Zero();   ///< rad/s
};

/// At the point `head` of a platform, from its joint-plane centre.
Felt felt_at(const Motion& motion, const Vec3& head) noexcept;

/// The smallest motion that is noticed: rad/s pitch roll yaw, m/s² sway surge heave.
inline constexpr std::array<double, 3> kRateThreshold{0.0628, 0.0524, 0.0454};
inline constexpr std::array<double, 3> kForceThreshold{0.17, 0.17, 0.28};

/// The otoliths above, 0.4·(13.2·s+1)/((5.33·s+1)(0.66·s+1)), as x' = A·x + B·u.
struct OtolithModel {
  Eigen::Matrix2d a;
  Eigen::Vector2d b;
  Eigen::RowVector2d output;
};
OtolithModel otolith_model() noexcept;

class VestibularModel {
 public:
  explicit VestibularModel(double step) noexcept;
  /// Upright and still for a long time.
  void settle() noexcept;
  /// What is perceived: forces in the otoliths' units (0.4 at low frequencies), rates.
  Felt step(const Felt& felt) noexcept;

 private:
  struct Canal {
    LinearStage<3> stage;
    LinearStage<3>::State state = LinearStage<3>::State::Zero();
    Eigen::Matrix<double, 1, 3> output = Eigen::Matrix<double, 1, 3>::Zero();
  };
  struct Otolith {
    LinearStage<2> stage;
    LinearStage<2>::State state = LinearStage<2>::State::Zero();
    Eigen::Matrix<double, 1, 2> output = Eigen::Matrix<double, 1, 2>::Zero();
  };
  std::array<Canal, 3> canals_;
  std::array<Otolith, 3> otoliths_;
  Felt before_;
};

}  // namespace hexad::cueing
