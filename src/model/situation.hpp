#pragma once
// Everything that decides what may be asked of the platform, as one small value. It is part of every
// snapshot, so that the core, the sessions, the console and the command line put the same question to
// lifecycle::admit() and get the same answer.

#include "model/endpoint.hpp"
#include "model/fault.hpp"
#include "model/state.hpp"

namespace hexad::inline model {

struct Situation {
  State state = State::init;
  State before = State::init;  ///< stopping, holding: what was slowed or frozen
  After after = After::none;   ///< stopping: what for
  bool zeroed = false;
  bool at_bottom = false;   ///< zeroed, every leg stands at the bottom
  bool at_neutral = false;  ///< zeroed, standing there
  bool busy = false;     ///< a motion is accepted and not yet finally answered, or a step is still to follow
  bool enabled = false;  ///< lifecycle rule 13
  bool drives_missing = false;  ///< they have not answered since the start
  bool led = false;             ///< the legs go by the life of another controller, not by setpoints
  bool prepared_only = false;   ///< … which plays motions that are known whole, and follows nothing
  bool exiting = false;         ///< the program is about to end
  bool trusted = true;          ///< the stored calibration may be used
  bool barred = false;          ///< the operator stopped everything and has not given control back
  bool taken = false;           ///< the operator took control and keeps it
  bool emergency_asserted = false;
  Fault fault;
  Endpoint driver;

  HoldBy hold = HoldBy::nobody;
  Endpoint held_by;        ///< who asked for the hold
  Endpoint frozen_driver;  ///< who drove when it came
  // Another word than the one that flowed then has stood long enough to end the hold (rule 21).
  bool released_by_driver = false;
  bool released_by_holder = false;
};

/// Frozen, or slowing down to be.
inline bool is_paused(const Situation& situation) noexcept {
  return situation.state == State::holding ||
         (situation.state == State::stopping && situation.after == After::holding);
}

/// Running, also while it slows down or is frozen.
inline bool in_program(const Situation& situation) noexcept {
  const bool slowed = situation.state == State::holding || situation.state == State::stopping;
  return (slowed ? situation.before : situation.state) == State::running;
}

}  // namespace hexad::inline model
