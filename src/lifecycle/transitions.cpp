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

    to(powered_up, T::begin_zeroed, origin),
    to(powered_up, T::begin_raised, ready),
    to(powered_up, T::zero, zeroing),
    to(powered_up, T::jog, manual),
    // With a zero that was kept over a fault (rule 18).
    to(powered_up, T::raise, ascending),
    to(powered_up, T::follow_from_bottom, running),
    to(powered_up, T::neutral, to_neutral),
    to(powered_up, T::descend, to_neutral),
    to(powered_up, T::level_descend, descending),
    to(powered_up, T::new_geometry, powered_up),
    to(powered_up, T::homed, powered_up),
    slow(powered_up, T::hold, A::holding),  // a motion that is accepted and has not begun
    slow(powered_up, T::power_up, A::powered_up),
    to(powered_up, T::fault, fault),
    to(powered_up, T::emergency, emergency),

    to(zeroing, T::found_bottom, origin),
    slow(zeroing, T::stop, A::powered_up),
    slow(zeroing, T::hold, A::holding),
    slow(zeroing, T::host_lost, A::holding),
    slow(zeroing, T::power_up, A::powered_up),
    slow(zeroing, T::fault, A::fault),
    to(zeroing, T::emergency, emergency),

    to(origin, T::zero, zeroing),
    to(origin, T::raise, ascending),
    to(origin, T::follow_from_bottom, running),
    to(origin, T::jog, manual),
    to(origin, T::new_geometry, powered_up),
    slow(origin, T::hold, A::holding),
    slow(origin, T::power_up, A::powered_up),
    to(origin, T::fault, fault),
    to(origin, T::emergency, emergency),

    to(ascending, T::arrived, ready),
    slow(ascending, T::turn_down, A::descending),
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
    slow(ready, T::hold, A::holding),
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
    slow(descending, T::turn_up, A::ascending),
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
    ends(A::ascending, ascending),
    ends(A::descending, descending),
    // Fault, back to power-up, stop, hold, turning round: what comes later in this list waits for what comes
    // first.
    {stopping, T::stop, A::holding, stopping, A::ready},
    {stopping, T::stop, A::ascending, stopping, A::ready},
    {stopping, T::stop, A::descending, stopping, A::ready},
    {stopping, T::hold, A::ascending, stopping, A::holding},
    {stopping, T::hold, A::descending, stopping, A::holding},
    {stopping, T::host_lost, A::ascending, stopping, A::holding},
    {stopping, T::host_lost, A::descending, stopping, A::holding},
    {stopping, T::power_up, A::ready, stopping, A::powered_up},
    {stopping, T::power_up, A::holding, stopping, A::powered_up},
    {stopping, T::power_up, A::powered_up, stopping, A::powered_up},
    {stopping, T::power_up, A::ascending, stopping, A::powered_up},
    {stopping, T::power_up, A::descending, stopping, A::powered_up},
    {stopping, T::fault, A::ready, stopping, A::fault},
    {stopping, T::fault, A::holding, stopping, A::fault},
    {stopping, T::fault, A::powered_up, stopping, A::fault},
    {stopping, T::fault, A::ascending, stopping, A::fault},
    {stopping, T::fault, A::descending, stopping, A::fault},
    to(stopping, T::emergency, emergency),

    to(holding, T::resume, running),  // or the step that was frozen: next() goes back to `before`
    to(holding, T::zero, zeroing),
    to(holding, T::raise, ascending),
    to(holding, T::follow_from_bottom, running),
    to(holding, T::run, running),
    to(holding, T::program, running),
    to(holding, T::stop, ready),  // or where it stood when the hold came before the motion
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
    to(fault, T::reset_zeroed, powered_up),
    to(fault, T::power_up, powered_up),
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
    // A hold while it turns round freezes the step that was to come.
    if (life.state == stopping && life.after == A::ascending && move.then == A::holding)
      result.before = ascending;
    if (life.state == stopping && life.after == A::descending && move.then == A::holding)
      result.before = descending;
    if (life.state == holding && trigger == T::resume) result.state = life.before;
    // A stop of a motion that was held before it began leaves the platform where it stood.
    const bool frozen = life.state == holding || (life.state == stopping && life.after == A::ready);
    const bool back = frozen && move.to == ready && (life.before == origin || life.before == powered_up);
    if (back) result.state = life.before;
    if (result.state == ready && !life.zeroed && trigger != T::begin_raised) result.state = powered_up;
    const bool keeps = back || trigger == T::reset_zeroed || trigger == T::resume || trigger == T::homed;
    const bool forgets = result.state == powered_up && !keeps;
    if (forgets || result.state == zeroing || result.state == emergency) result.zeroed = false;
    if (trigger == T::found_bottom || trigger == T::begin_zeroed || trigger == T::begin_raised ||
        trigger == T::homed)
      result.zeroed = true;
    return result;
  }
  return std::nullopt;
}

namespace {

bool is_down(Goal goal) noexcept { return goal == Goal::descend || goal == Goal::zero; }
bool is_up(Goal goal) noexcept { return goal == Goal::neutral || goal == Goal::run || goal == Goal::follow; }

std::optional<Trigger> from_bottom(Goal goal) noexcept {
  if (goal == Goal::descend || goal == Goal::origin) return std::nullopt;
  if (goal == Goal::zero) return T::zero;
  return goal == Goal::follow ? T::follow_from_bottom : T::raise;
}

/// Standing somewhere above the bottom, zeroed.
std::optional<Trigger> from_above(const Life& life, Goal goal, const Place& place) noexcept {
  if (is_down(goal)) return place.level ? T::level_descend : T::descend;
  if (goal == Goal::neutral && life.state == ready && place.at_neutral) return std::nullopt;
  // What a frozen raise or lowering had reached is no place to run from: it goes on up (rule 16).
  if (life.state == holding && (life.before == ascending || life.before == descending)) return T::raise;
  if (goal == Goal::neutral || life.state == powered_up || place.recovering) return T::neutral;
  if (life.state == holding && life.before != running) return T::neutral;
  if (goal == Goal::run || goal == Goal::follow) return T::run;
  return goal == Goal::program ? std::optional{T::program} : std::nullopt;
}

}  // namespace

std::optional<Trigger> toward(const Life& life, Goal goal, const Place& place) noexcept {
  if (goal == Goal::none) return std::nullopt;
  switch (life.state) {
    case holding:
      if (life.before == origin || life.before == powered_up) {
        Life standing = life;
        standing.state = life.before;
        return toward(standing, goal, place);
      }
      [[fallthrough]];
    case powered_up:
      if (!life.zeroed) return goal == Goal::descend ? std::nullopt : std::optional{T::zero};
      if (life.state == powered_up && place.at_bottom) return from_bottom(goal);
      return from_above(life, goal, place);
    case origin:
      return from_bottom(goal);
    case ready:
      return from_above(life, goal, place);
    case running:
      if (is_down(goal)) return place.level ? T::level_descend : T::descend;
      return goal == Goal::neutral ? std::optional{T::neutral} : std::nullopt;
    case ascending:
      return goal == Goal::descend ? std::optional{T::turn_down} : std::nullopt;
    case descending:
      return is_up(goal) ? std::optional{T::turn_up} : std::nullopt;
    default:
      return std::nullopt;
  }
}

bool is_locked(State state) noexcept { return state == init || state == fault || state == emergency; }

bool is_moving(State state) noexcept {
  return state == zeroing || state == ascending || state == running || state == to_neutral ||
         state == stopping || state == descending || state == manual;
}

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
                                                                  "reset",
                                                                  "reset, zero kept",
                                                                  "turn upwards",
                                                                  "turn downwards",
                                                                  "left at the bottom",
                                                                  "left at neutral",
                                                                  "drives know their place"};
  return kNames[static_cast<std::size_t>(trigger)];
}

}  // namespace hexad::lifecycle
