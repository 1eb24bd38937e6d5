#pragma once
// Where a slider may begin to move the platform: standing raised, or from a program of the operator's own. The core would
// also let it wait for the end of a raise or break a hold; nobody expects that of a slider.

#include "model/telemetry.hpp"

namespace hexad::runtime::console {

/// Beside what the core itself refuses.
inline Refusal refusal_of_follow(const Telemetry& telemetry) noexcept {
  switch (telemetry.state) {
    case State::holding:
      return Refusal::paused;
    case State::zeroing:
    case State::ascending:
    case State::to_neutral:
    case State::stopping:
    case State::descending:
    case State::manual:
      return Refusal::moving;
    default:
      return Refusal::none;
  }
}

}  // namespace hexad::runtime::console
