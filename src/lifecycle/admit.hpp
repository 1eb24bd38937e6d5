#pragma once
// May it? The one place that decides what may be asked of the platform. A pure function of the situation, the
// asker and what is asked: the core obeys it, and because the situation is part of every snapshot, sessions,
// console, `hexad status` and the page's buttons show beforehand exactly what the core will answer.
//
// It never looks at a target, a file or a limit: those are judged when the asker may move at all.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "model/contract.hpp"
#include "model/refusal.hpp"
#include "model/situation.hpp"

namespace hexad::lifecycle {

/// Everything that can be asked of the platform.
enum class Ask : std::uint8_t {
  stop,
  hold,
  resume,
  reset,
  power_up,   ///< back to the state after power-up (mdof 2)
  emergency,  ///< a frame, or the button
  enable,
  disable,  ///< brakes, then drives off
  take,
  give,
  zero,
  raise,
  neutral,
  run,
  descend,
  program,  ///< any motion with an end: a pose, a path, a file, a film
  stream,   ///< one without: a sine, targets that flow, cueing
  follow,   ///< a slider: only from where nothing else moves it
  jog,
  outputs,
  adopt,  ///< another machine: calibration, geometry
  tune,   ///< cueing, effects
  speed   ///< the share of full speed at which programs and moves go
};
inline constexpr std::size_t kAsks = 23;

struct Asker {
  Endpoint endpoint{};    ///< empty: nobody in particular, whose turn it would be
  bool armed = true;      ///< false: a stream that flowed through a stop or reset (lifecycle rule 3)
  bool saw_fault = true;  ///< false: it asks on the tick on which the fault is raised (rule 27)
};

struct Verdict {
  Refusal refusal = Refusal::none;
  bool refused = false;  ///< false with a refusal: taken, but it is so already and nothing changes
  HardwareCode code = HardwareCode::none;

  /// It is taken and does something.
  bool acts() const noexcept { return refusal == Refusal::none; }
};

Verdict admit(const Situation& situation, const Contract& contract, const Asker& asker, Ask ask) noexcept;

/// "Why can it not move?": what stands in the way of a motion by whoever's turn it is.
Refusal why_not(const Situation& situation) noexcept;

/// The precedence, highest first, as admit() goes through it: printed into docs/lifecycle.md.
struct Rule {
  Refusal refusal;
  std::string_view when;
};
std::span<const Rule> precedence() noexcept;

std::string_view to_string(Ask ask) noexcept;

}  // namespace hexad::lifecycle
