#pragma once
// A quadratic program over the stages of a motion, by an interior-point method whose Newton steps are Riccati
// recursions: the work grows with the number of stages, not with its cube. For tools: allocates.
//
//   minimise  Σ ½·xₖᵀQₖxₖ + qₖᵀxₖ + ½·uₖᵀRuₖ,   xₖ₊₁ = Aₖxₖ + Bₖuₖ + cₖ,   x₀ given,   rows of a stage ≤
//   bound
//
// A state is position, velocity, acceleration of six axes and six more; the input is the axes' jerk. A row
// holds one of these four: coefficients of the six axes, so that it costs six multiplications.

#include <Eigen/Core>

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

namespace hexad::analysis {

inline constexpr int kStageAxes = 6;
inline constexpr int kStageStates = 24;

using StageAxes = Eigen::Matrix<double, kStageAxes, 1>;
using StageState = Eigen::Matrix<double, kStageStates, 1>;
using StageSquare = Eigen::Matrix<double, kStageStates, kStageStates>;
using StageInput = Eigen::Matrix<double, kStageStates, kStageAxes>;

enum class Level : std::uint8_t { position, velocity, acceleration, jerk };

/// coefficients · (position | velocity | acceleration | jerk of the axes) ≤ bound; best scaled so that bounds
/// are about 1.
struct StageRow {
  Level level = Level::position;
  StageAxes coefficients = StageAxes::Zero();
  double bound = 1.0;
};

struct Stage {
  StageSquare a = StageSquare::Zero();  ///< to the next; of the last one nothing is read
  StageInput b = StageInput::Zero();
  StageState c = StageState::Zero();
  StageSquare cost = StageSquare::Zero();
  StageState slope = StageState::Zero();
  StageAxes effort = StageAxes::Zero();  ///< diagonal of R
  std::vector<StageRow> rows;  ///< of the first one only those of the jerk are read, of the last the others
};

struct StageSolution {
  std::vector<StageState> states;  ///< a stage each
  std::vector<StageAxes> inputs;   ///< one fewer
  double value = 0.0;
  int iterations = 0;
  bool converged = false;
};

struct StageOptions {
  int most_iterations = 60;
  double gap = 1e-5;                ///< of the value
  std::function<bool()> cancelled;  ///< asked once an iteration; may be empty
};

StageSolution solve_stages(const std::vector<Stage>& stages, const StageState& first,
                           const StageOptions& options = {});

}  // namespace hexad::analysis
