#pragma once
// Legs to pose: Newton on SO(3) with bounded iterations. "Converged" is not "correct": a solution is ok only
// with residual ≤ 1e-9 mm, z > 0, the sign of det J it has at neutral, rotation ≤ 60° and the smallest scaled
// singular value above the machine's margin (docs/conventions.md). Never NaN, no allocation.

#include "model/machine.hpp"

namespace hexad::kinematics {

enum class ForwardStatus : std::uint8_t { ok, no_convergence, other_mode, near_singular };

struct Forward {
  Pose pose;              ///< the start when not converged
  double residual = 0.0;  ///< largest leg error, m (four legs: of what the freedoms can still mend)
  int iterations = 0;
  ForwardStatus status = ForwardStatus::no_convergence;
  double warp = 0.0;  ///< four legs: how far the lengths contradict each other: the largest leg error left, m

  bool ok() const noexcept { return status == ForwardStatus::ok; }
};

/// From neutral (cold). At most 12 iterations.
Forward forward(const Machine& machine, const Extensions& extension) noexcept;
/// From a pose nearby (warm). At most 8 iterations. A start that is no pose (not finite, no unit quaternion)
/// counts as neutral.
Forward forward(const Machine& machine, const Extensions& extension, const Pose& start) noexcept;

}  // namespace hexad::kinematics
