#include "lifecycle/transitions.hpp"

#include <array>

namespace hexad::lifecycle {
namespace {

using enum State;
using T = Trigger;
using A = After;

constexpr Move to(State from, T trigger, State target) { return {from, trigger, A::none, target, A::none}; }
constexpr Move slow(State from, T trigger, A then) { return {from, trigger, A::none, stopping, then}; }
constexpr Move ends(A after, State target) { return {stopping, T::standstill, after, target, A::none}; }

constexpr Move kMoves[]{
    to(init, T::self_test_passed, powered_up),
    to(init, T::fault, fault),
    to(init, T::emergency, emergency),

    to(powered_up, T::zero, zeroing),
    to(powered_up, T::jog, manual),
    slow(powered_up, T::power_up, A::powered_up),
    to(powered_up, T::fault, fault),
    to(powered_up, T::emergency, emergency),

    to(zeroing, T::found_bottom, origin),
    slow(zeroing, T::stop, A::powered_up),
    slow(zeroing, T::hold, A::powered_up),
    slow(zeroing, T::power_up, A::powered_up),
    slow(zeroing, T::fault, A::fault),
    to(zeroing, T::emergency, emergency),

    to(origin, T::zero, zeroing),
    to(origin, T::raise, ascending),
    to(origin, T::follow_from_bottom, running),
    to(origin, T::jog, manual),
    to(origin, T::new_geometry, powered_up),
    slow(origin, T::power_up, A::powered_up),
    to(origin, T::fault, fault),
    to(origin, T::emergency, emergency),

    to(ascending, T::arrived, ready),
    slow(ascending, T::stop, A::ready),
    slow(ascending, T::hold, A::holding),
    slow(ascending, T::host_lost, A::holding),
    slow(ascending, T::power_up, A::powered_up),
    slow(ascending, T::fault, A::fault),
    to(ascending, T::emergency, emergency),

    to(ready, T::program, running),
    to(ready, T::run, running),
    to(ready, T::neutral, to_neutral),
    to(ready, T::descend, to_neutral),
    to(ready, T::level_descend, descending),
    to(ready, T::jog, manual),
    slow(ready, T::power_up, A::powered_up),
    to(ready, T::fault, fault),
    to(ready, T::emergency, emergency),

    to(running, T::arrived, ready),
    to(running, T::neutral, to_neutral),
    to(running, T::descend, to_neutral),
    to(running, T::level_descend, descending),
    slow(running, T::stop, A::ready),
    slow(running, T::hold, A::holding),
    slow(running, T::host_lost, A::holding),
    slow(running, T::power_up, A::powered_up),
    slow(running, T::fault, A::fault),
    to(running, T::emergency, emergency),

    to(to_neutral, T::arrived, ready),
    slow(to_neutral, T::stop, A::ready),
    slow(to_neutral, T::hold, A::holding),
    slow(to_neutral, T::host_lost, A::holding),
    slow(to_neutral, T::power_up, A::powered_up),
    slow(to_neutral, T::fault, A::fault),
    to(to_neutral, T::emergency, emergency),

    to(descending, T::arrived, origin),
    slow(descending, T::stop, A::ready),
    slow(descending, T::hold, A::holding),
    slow(descending, T::host_lost, A::holding),
    slow(descending, T::power_up, A::powered_up),
    slow(descending, T::fault, A::fault),
    to(descending, T::emergency, emergency),

    ends(A::ready, ready),
    ends(A::holding, holding),
    ends(A::powered_up, powered_up),
    ends(A::fault, fault),
    {stopping, T::stop, A::holding, stopping, A::ready},
    {stopping, T::hold, A::ready, stopping, A::ready},
    {stopping, T::power_up, A::ready, stopping, A::powered_up},
    {stopping, T::power_up, A::holding, stopping, A::powered_up},
    {stopping, T::power_up, A::powered_up, stopping, A::powered_up},
    {stopping, T::power_up, A::fault, stopping, A::fault},
    {stopping, T::fault, A::ready, stopping, A::fault},
    {stopping, T::fault, A::holding, stopping, A::fault},
    {stopping, T::fault, A::powered_up, stopping, A::fault},
    to(stopping, T::emergency, emergency),

    to(holding, T::resume, running),  // or the lift that was frozen: next() goes back to `before`
    to(holding, T::run, running),
    to(holding, T::program, running),
    to(holding, T::stop, ready),
    to(holding, T::neutral, to_neutral),
    to(holding, T::descend, to_neutral),
    to(holding, T::level_descend, descending),
    slow(holding, T::power_up, A::powered_up),
    to(holding, T::fault, fault),
    to(holding, T::emergency, emergency),

    to(manual, T::arrived, ready),  // or powered_up when not zeroed: next() decides
    slow(manual, T::stop, A::ready),
    slow(manual, T::hold, A::ready),
    slow(manual, T::power_up, A::powered_up),
    slow(manual, T::fault, A::fault),
    to(manual, T::emergency, emergency),

    to(fault, T::reset, powered_up),
    slow(fault, T::power_up, A::powered_up),
    to(fault, T::emergency, emergency),

    to(emergency, T::reset, powered_up),
};

bool matches(const Move& move, const Life& life, Trigger trigger) noexcept {
  if (move.from != life.state || move.trigger != trigger) return false;
  return move.after == A::none || move.after == life.after;
}

}  // namespace

std::span<const Move> moves() noexcept { return kMoves; }

std::optional<Life> next(const Life& life, Trigger trigger) noexcept {
  for (const Move& move : kMoves) {
    if (!matches(move, life, trigger)) continue;
    Life result = life;
    result.state = move.to;
    result.after = move.then;
    if (move.to == stopping && life.state != stopping) result.before = life.state;
    if (life.state == holding && trigger == T::resume) result.state = life.before;
    // A stop ends in `ready` only on legs that are trusted.
    const bool unzeroed_end = move.to == ready && !life.zeroed;
    if (unzeroed_end && (life.state == manual || life.state == stopping)) result.state = powered_up;
    if (result.state == powered_up || result.state == zeroing || result.state == emergency)
      result.zeroed = false;
    if (trigger == T::found_bottom) result.zeroed = true;
    return result;
  }
  return std::nullopt;
}

bool defers(State state) noexcept {
  return state == zeroing || state == ascending || state == descending || state == to_neutral ||
         state == stopping;
}

std::optional<Trigger> toward(const Life& life, Goal goal, bool level, bool at_neutral) noexcept {
  if (goal == Goal::none) return std::nullopt;
  const bool down = goal == Goal::descend || goal == Goal::zero;
  switch (life.state) {
    case powered_up:
      return goal == Goal::descend ? std::nullopt : std::optional{T::zero};
    case origin:
      if (goal == Goal::descend || goal == Goal::origin) return std::nullopt;
      if (goal == Goal::zero) return T::zero;
      return goal == Goal::follow ? T::follow_from_bottom : T::raise;
    case ready:
    case holding:
      if (down) return level ? T::level_descend : T::descend;
      if (goal == Goal::neutral)
        return at_neutral && life.state == ready ? std::nullopt : std::optional{T::neutral};
      // A held raise, lowering or return goes by way of neutral: what it had reached is no place to run from.
      if (life.state == holding && life.before != running && goal != Goal::none) return T::neutral;
      if (goal == Goal::run || goal == Goal::follow) return T::run;
      if (goal == Goal::program) return T::program;
      return std::nullopt;
    case running:
      if (down) return level ? T::level_descend : T::descend;
      if (goal == Goal::neutral) return T::neutral;
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

bool is_locked(State state) noexcept { return state == init || state == fault || state == emergency; }

bool is_moving(State state) noexcept {
  return state == zeroing || state == ascending || state == running || state == to_neutral ||
         state == stopping || state == descending || state == manual;
}

bool is_raised(State state) noexcept { return state == ready || state == running || state == holding; }

std::string_view to_string(Trigger trigger) noexcept {
  static constexpr std::array<std::string_view, kTriggers> kNames{"self-test passed",
                                                                  "zero",
                                                                  "found the bottom",
                                                                  "raise",
                                                                  "neutral",
                                                                  "run",
                                                                  "program",
                                                                  "follow from the bottom",
                                                                  "descend",
                                                                  "descend, level",
                                                                  "jog",
                                                                  "arrived",
                                                                  "stop",
                                                                  "hold",
                                                                  "host lost",
                                                                  "resume",
                                                                  "standstill",
                                                                  "power up",
                                                                  "new geometry",
                                                                  "fault",
                                                                  "emergency",
                                                                  "reset"};
  return kNames[static_cast<std::size_t>(trigger)];
}

std::string_view to_string(After after) noexcept {
  static constexpr std::array<std::string_view, 5> kNames{"", "for ready", "for holding", "for powered_up",
                                                          "for fault"};
  return kNames[static_cast<std::size_t>(after)];
}

std::string_view to_string(Goal goal) noexcept {
  static constexpr std::array<std::string_view, 8> kNames{"none",    "origin", "neutral", "run",
                                                          "descend", "zero",   "program", "follow"};
  return kNames[static_cast<std::size_t>(goal)];
}

}  // namespace hexad::lifecycle
