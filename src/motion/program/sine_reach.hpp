#pragma once
// Inside sine: one moment of it against the limits.

#include "model/limits.hpp"
#include "model/machine.hpp"

namespace hexad::motion {

inline constexpr double kSineStep = 1e-3;  ///< s over which jerk is looked at

/// What a moment breaks: reach, velocity (with what a stop would still gain), acceleration, jerk to `next`, which is
/// kSineStep later.
LimitHit sine_hit(const Machine& machine, const Motion& now, const Motion& next) noexcept;
inline bool sine_fits(const Machine& machine, const Motion& now, const Motion& next) noexcept {
  return !sine_hit(machine, now, next);
}

}  // namespace hexad::motion
