#pragma once
// The platform's one life as data: a table of legal moves and a pure function over it. Nothing else changes
// the state. A move that is not in the table is refused.
//
// Two things stand beside the state. `after` says what a deceleration is for: it decides where `stopping`
// leads. `goal` is what was asked for and is still to come: run from power-up is zero, raise, run; a descent
// is to neutral, then down.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "model/state.hpp"

namespace hexad::lifecycle {

/// What can happen to the platform.
enum class Trigger : std::uint8_t {
  self_test_passed,
  zero,
  found_bottom,
  raise,
  neutral,
  run,
  program,
  follow_from_bottom,
  descend,
  level_descend,  ///< descend from a pose that is level, centred and not above neutral
  jog,
  arrived,  ///< the step's own motion has ended
  stop,
  hold,
  host_lost,
  resume,
  standstill,  ///< the slowing down has ended
  power_up,    ///< back to the state after power-up
  new_geometry,
  fault,
  emergency,
  reset,
  reset_zeroed,  ///< … of a fault that leaves the zero beyond doubt (rule 18)
  turn_up,       ///< raise, neutral or run while descending (rule 16)
  turn_down,     ///< descend while ascending
  begin_zeroed,  ///< simulated drives that were left at the bottom
  begin_raised,  ///< … or at neutral
  homed          ///< drives that know by themselves where their legs are
};
inline constexpr std::size_t kTriggers = 28;

/// What is to follow when the present step ends. The latest wins; stop, fault, emergency and disarming clear
/// it.
enum class Goal : std::uint8_t { none, origin, neutral, run, descend, zero, program, follow };

struct Life {
  State state = State::init;
  State before = State::init;  ///< stopping, holding: the state that was slowed or frozen
  After after = After::none;
  bool zeroed = false;
};

/// One legal move. `after` narrows rows that leave `stopping`; elsewhere it is none.
struct Move {
  State from;
  Trigger trigger;
  After after;
  State to;
  After then;  ///< the new `after`, when `to` is stopping
};

std::span<const Move> moves() noexcept;

/// The life after a trigger, or nothing when the table has no such move.
std::optional<Life> next(const Life& life, Trigger trigger) noexcept;

/// Where the platform stands, as far as the next move depends on it.
struct Place {
  bool level = false;  ///< level, centred and not above neutral: it may descend from here
  bool at_neutral = false;
  bool at_bottom = false;
  bool recovering =
      false;  ///< the zero was kept over a fault: neutral or the bottom comes before any program
};

/// The next move on the way to a goal; nothing when the goal is reached or the platform is under way.
std::optional<Trigger> toward(const Life& life, Goal goal, const Place& place) noexcept;

/// True when the platform may not be commanded to move from here (locked, or starting).
bool is_locked(State state) noexcept;
/// True in states in which legs are meant to move.
bool is_moving(State state) noexcept;

std::string_view to_string(Trigger trigger) noexcept;

}  // namespace hexad::lifecycle
