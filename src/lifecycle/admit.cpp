#include "lifecycle/admit.hpp"

#include "lifecycle/transitions.hpp"

namespace hexad::lifecycle {
namespace {

using S = Situation;

/// Who asks, under which contract.
struct By {
  const Contract& contract;
  const Asker& asker;
};

bool is_operator(const By& by) noexcept { return by.contract.is_operator; }

bool another_drives(const S& s, const By& by) noexcept {
  return s.driver && by.asker.endpoint && s.driver != by.asker.endpoint;
}

/// Lifecycle rules 3, 21 and 28: who may leave a hold by a new motion.
bool may_leave_hold(const S& s, const By& by) noexcept {
  if (is_operator(by)) return true;
  const Endpoint& who = by.asker.endpoint;
  switch (s.hold) {
    case HoldBy::lost:
      return static_cast<bool>(who);
    case HoldBy::host:
      if (who == s.frozen_driver && who.protocol == s.held_by.protocol) return s.released_by_driver;
      return who == s.held_by && s.released_by_holder;
    default:
      return false;
  }
}

bool may_resume(const S& s, const By& by) noexcept {
  if (is_operator(by)) return true;
  switch (s.hold) {
    case HoldBy::pause:
    case HoldBy::host:
      return by.asker.endpoint.protocol == s.held_by.protocol;
    default:
      return false;
  }
}

// The rules, highest precedence first. Each says whether it stands in the way of a motion.
bool in_emergency(const S& s, const By&) noexcept { return s.state == State::emergency; }
bool in_fault(const S& s, const By&) noexcept { return s.fault || s.state == State::fault; }
bool lacks_drives(const S& s, const By&) noexcept { return s.drives_missing; }
bool in_init(const S& s, const By&) noexcept { return s.state == State::init; }
bool exits(const S& s, const By&) noexcept { return s.exiting; }
bool is_untrusted(const S& s, const By&) noexcept { return !s.trusted; }
bool is_barred(const S& s, const By& by) noexcept { return s.barred && !is_operator(by); }
bool is_disabled(const S& s, const By&) noexcept { return !s.enabled; }
bool held_and_driven(const S& s, const By& by) noexcept { return another_drives(s, by) && is_paused(s); }
bool under_way(const S& s) noexcept { return s.busy || is_moving(s.state); }
/// Where something moves that is not its own, or its motions come one at a time.
bool waits_for_end(const S& s, const By& by) noexcept {
  const bool own = s.driver && s.driver == by.asker.endpoint;
  return by.contract.one_at_a_time || (by.contract.guest && !own);
}
bool holds(const S& s, const By& by) noexcept {
  return is_paused(s) && (!may_leave_hold(s, by) || (waits_for_end(s, by) && under_way(s)));
}
bool moves(const S& s, const By& by) noexcept { return waits_for_end(s, by) && under_way(s); }
bool is_disarmed(const S&, const By& by) noexcept { return !by.asker.armed; }

using Stands = bool (*)(const S&, const By&) noexcept;
struct MotionRule {
  Rule rule;
  Stands stands;
};
constexpr MotionRule kRules[]{
    {{Refusal::emergency, "the emergency stop is latched"}, in_emergency},
    {{Refusal::fault, "a fault is being stopped or locked"}, in_fault},
    {{Refusal::drives_missing, "the drives have not answered since the start"}, lacks_drives},
    {{Refusal::initialising, "the self-test is running"}, in_init},
    {{Refusal::shutting_down, "the program is about to exit"}, exits},
    {{Refusal::calibration, "the stored calibration cannot be trusted"}, is_untrusted},
    {{Refusal::not_enabled, "real drives wait for the local enable (rule 13)"}, is_disabled},
    {{Refusal::barred, "a host asks after the operator's stop (rule 20)"}, is_barred},
    {{Refusal::other_driver_paused, "somebody else drives, and the motion is held"}, held_and_driven},
    {{Refusal::other_driver, "somebody else drives (rule 4)"}, another_drives},
    {{Refusal::paused, "a hold that is not the asker's to end (rules 21 and 28)"}, holds},
    {{Refusal::moving, "the asker's motions come one at a time, and one is under way"}, moves},
    {{Refusal::disarmed, "a stream that flowed through a stop or reset (rule 3)"}, is_disarmed},
};
// What comes after them depends on what is asked.
constexpr Rule kOfTheMotion[]{
    {Refusal::not_zeroed, "the asker does not zero by itself"},
    {Refusal::at_bottom, "the asker does not raise by itself"},
    {Refusal::moving, "a step must end first: of a host that goes step by step, or single legs by hand"},
    {Refusal::not_raised, "the asker's motions begin where the platform is raised, and it was left below"},
    {Refusal::nothing_to_do, "a rise, of a host that goes step by step and is up already"},
    {Refusal::prepared_only, "a stream, where drives play prepared motions"},
};
constexpr auto kPrecedence = [] {
  std::array<Rule, std::size(kRules) + std::size(kOfTheMotion)> rules{};
  std::size_t i = 0;
  for (const MotionRule& each : kRules) rules[i++] = each.rule;
  for (const Rule& each : kOfTheMotion) rules[i++] = each;
  return rules;
}();

Refusal refusal_of_motion(const S& s, const By& by) noexcept {
  for (const MotionRule& each : kRules) {
    if (each.stands(s, by)) return each.rule.refusal;
  }
  return Refusal::none;
}

bool stands_at_bottom(const S& s) noexcept {
  return s.state == State::origin || (s.state == State::powered_up && s.at_bottom);
}

bool zeroes(BringUp bring_up) noexcept {
  return bring_up == BringUp::zero_and_raise || bring_up == BringUp::zero_and_follow;
}

/// … of one that needs a platform brought up.
Refusal refusal_of_raised(const S& s, const By& by, BringUp bring_up) noexcept {
  if (const Refusal refusal = refusal_of_motion(s, by); refusal != Refusal::none) return refusal;
  if (!s.zeroed && s.state != State::zeroing && !zeroes(bring_up)) return Refusal::not_zeroed;
  if (stands_at_bottom(s) && bring_up == BringUp::refuse) return Refusal::at_bottom;
  return Refusal::none;
}

bool brings_nothing_up(const By& by) noexcept {
  return (by.contract.step_by_step || by.contract.guest) && by.contract.bring_up == BringUp::refuse;
}

/// Out of a descent who follows turns round (lifecycle rule 16), a program waits. Where a zero was kept over
/// a fault, neutral and the way down bring the platform back (rule 18), nothing else.
Refusal refusal_of_program(const S& s, const By& by, Ask ask) noexcept {
  const Refusal refusal = refusal_of_raised(s, by, by.contract.bring_up);
  if (refusal != Refusal::none || !brings_nothing_up(by)) return refusal;
  if (s.state == State::zeroing ||
      (s.state == State::descending && (ask == Ask::program || ask == Ask::stream)))
    return Refusal::moving;
  return s.state == State::powered_up && ask != Ask::neutral ? Refusal::not_raised : Refusal::none;
}

/// A host that goes step by step raises what is below; what it moves is not taken for that.
Refusal refusal_of_raise(const S& s, const By& by) noexcept {
  const BringUp own = by.contract.bring_up;
  const Refusal refusal = refusal_of_raised(s, by, zeroes(own) ? own : BringUp::raise);
  const bool below = s.state == State::powered_up || s.state == State::zeroing || s.state == State::origin ||
                     s.state == State::descending;
  if (refusal != Refusal::none || !by.contract.step_by_step || below) return refusal;
  if (s.state == State::ready) return s.at_neutral ? Refusal::none : Refusal::nothing_to_do;
  return is_paused(s) ? Refusal::paused : Refusal::moving;
}

Refusal refusal_of_zero(const S& s, const By& by) noexcept {
  const Refusal refusal = refusal_of_motion(s, by);
  if (refusal != Refusal::none || !by.contract.step_by_step || !in_program(s)) return refusal;
  return is_paused(s) ? Refusal::paused : Refusal::moving;
}

Refusal refusal_of_descent(const S& s, const By& by) noexcept {
  if (const Refusal refusal = refusal_of_motion(s, by); refusal != Refusal::none) return refusal;
  if (s.state == State::zeroing) return brings_nothing_up(by) ? Refusal::moving : Refusal::none;
  return s.zeroed ? Refusal::none : Refusal::not_zeroed;
}

/// … of one that drives must follow: their controller may only play what is known whole.
Refusal if_followed(const S& s, Refusal otherwise) noexcept {
  return otherwise == Refusal::none && s.prepared_only ? Refusal::prepared_only : otherwise;
}

/// The core would also let a slider wait for the end of a raise, or break a hold; nobody expects that of a
/// slider.
Refusal refusal_of_follow(const S& s, const By& by) noexcept {
  const Refusal refusal = if_followed(s, refusal_of_raised(s, by, by.contract.bring_up));
  if (refusal != Refusal::none) return refusal;
  if (is_paused(s)) return Refusal::paused;
  return is_moving(s.state) && s.state != State::running ? Refusal::moving : Refusal::none;
}

Refusal refusal_of_jog(const S& s, const By& by) noexcept {
  if (s.state == State::manual) return another_drives(s, by) ? Refusal::other_driver : Refusal::none;
  if (const Refusal refusal = refusal_of_motion(s, by); refusal != Refusal::none) return refusal;
  if (s.prepared_only) return Refusal::prepared_only;
  if (s.led)  // legs by hand need one that follows
    return !s.zeroed ? Refusal::not_zeroed : stands_at_bottom(s) ? Refusal::at_bottom : Refusal::not_raised;
  const bool free = next({s.state, s.before, s.after, s.zeroed}, Trigger::jog).has_value() && !s.busy;
  return free ? Refusal::none : is_paused(s) ? Refusal::paused : Refusal::moving;
}

/// Lifecycle rule 27: not before the fault's stop has ended, and somebody can have seen it.
Refusal refusal_of_reset(const S& s, const By& by) noexcept {
  if (s.fault && !by.asker.saw_fault) return Refusal::fault;
  if (s.state == State::emergency) return s.emergency_asserted ? Refusal::emergency : Refusal::none;
  return s.fault && s.state != State::fault ? Refusal::fault : Refusal::none;
}

/// Lifecycle rule 10: they are the driver's; the operator's when nobody drives.
Refusal refusal_of_outputs(const S& s, const By& by) noexcept {
  if (s.state == State::emergency) return Refusal::emergency;
  if (s.state == State::fault) return Refusal::fault;
  if (s.state == State::init) return Refusal::initialising;
  if (another_drives(s, by)) return Refusal::other_driver;
  return s.driver || is_operator(by) ? Refusal::none : Refusal::operators_only;
}

Refusal refusal_of_speed(const S& s, const By& by) noexcept {
  if (is_operator(by)) return Refusal::none;
  if (another_drives(s, by)) return Refusal::other_driver;
  return s.driver ? Refusal::none : Refusal::operators_only;
}

/// csfi decision 3, and lifecycle rule 18: not while a kept zero still depends on this geometry.
Refusal refusal_of_adopt(const S& s) noexcept {
  const bool still = s.state == State::origin || s.state == State::powered_up;
  const bool kept_zero = s.state == State::powered_up && s.zeroed && !s.at_bottom;
  if (under_way(s)) return is_paused(s) ? Refusal::paused : Refusal::moving;
  return still && !kept_zero ? Refusal::none : Refusal::nothing_to_do;
}

/// Before it is homed, or where a reset left it: there the legs are adopted where they are when it is
/// enabled.
Refusal refusal_of_disable(const S& s, const By& by) noexcept {
  if (!is_operator(by)) return Refusal::operators_only;
  if (s.state != State::powered_up) return Refusal::nothing_to_do;
  return s.busy ? Refusal::moving : Refusal::none;
}

Refusal refusal_of_resume(const S& s, const By& by) noexcept {
  if (s.exiting) return Refusal::shutting_down;
  if (by.contract.guest && is_barred(s, by)) return Refusal::barred;
  if (by.contract.guest && another_drives(s, by)) return Refusal::other_driver;
  if (!is_paused(s)) return Refusal::none;
  // Rule 28: what the operator has taken moves for no host.
  if (s.taken && !is_operator(by) && another_drives(s, by)) return Refusal::other_driver;
  if (may_resume(s, by)) return Refusal::none;
  const bool own = s.hold == HoldBy::lost && s.held_by == by.asker.endpoint;  // it fell silent itself
  return own ? Refusal::paused : Refusal::held_by_other;
}

Refusal refusal_of(const S& s, const By& by, Ask ask) noexcept {
  switch (ask) {
    case Ask::stop:
    case Ask::hold:
    case Ask::emergency:
      return Refusal::none;
    case Ask::resume:
      return refusal_of_resume(s, by);
    case Ask::reset:
      return refusal_of_reset(s, by);
    case Ask::power_up:
      return s.state == State::init ? Refusal::initialising : refusal_of_reset(s, by);
    case Ask::enable:
      // What is not there cannot be enabled beforehand (rule 13).
      if (is_operator(by) && lacks_drives(s, by)) return Refusal::drives_missing;
      [[fallthrough]];
    case Ask::take:
    case Ask::give:
    case Ask::tune:
      return is_operator(by) ? Refusal::none : Refusal::operators_only;
    case Ask::disable:
      return refusal_of_disable(s, by);
    case Ask::zero:
      return refusal_of_zero(s, by);
    case Ask::raise:
      return refusal_of_raise(s, by);
    case Ask::run:
    case Ask::stream:
      return if_followed(s, refusal_of_program(s, by, ask));
    case Ask::neutral:
    case Ask::program:
      return refusal_of_program(s, by, ask);
    case Ask::descend:
      return refusal_of_descent(s, by);
    case Ask::follow:
      return refusal_of_follow(s, by);
    case Ask::jog:
      return refusal_of_jog(s, by);
    case Ask::outputs:
      return refusal_of_outputs(s, by);
    case Ask::adopt:
      return refusal_of_adopt(s);
    case Ask::speed:
      return refusal_of_speed(s, by);
  }
  return Refusal::none;
}

/// What is asked for is so already.
Refusal nothing_to_do(const S& s, const By& by, Ask ask) noexcept {
  switch (ask) {
    case Ask::hold: {
      const bool takes_over = is_operator(by) && s.hold != HoldBy::by_operator;
      if (is_paused(s) && !takes_over) return Refusal::already_held;
      if (is_paused(s)) return Refusal::none;
      const auto held = next({s.state, s.before, s.after, s.zeroed}, Trigger::hold);
      if (under_way(s) && held) return Refusal::none;
      return is_moving(s.state) ? Refusal::nothing_to_do : Refusal::nothing_moves;  // it stops anyway
    }
    case Ask::resume:
      return is_paused(s) ? Refusal::none : Refusal::nothing_held;
    case Ask::reset:
      return s.state == State::fault || s.state == State::emergency ? Refusal::none
                                                                    : Refusal::nothing_to_reset;
    case Ask::take:
      return s.taken ? Refusal::already_taken : Refusal::none;
    case Ask::raise:
    case Ask::neutral:
      return s.state == State::ready && s.at_neutral && !s.busy ? Refusal::already_neutral : Refusal::none;
    case Ask::descend:
      return stands_at_bottom(s) && !s.busy ? Refusal::already_down : Refusal::none;
    default:
      return Refusal::none;
  }
}

}  // namespace

Verdict admit(const Situation& situation, const Contract& contract, const Asker& asker, Ask ask) noexcept {
  const By by{contract, asker};
  if (const Refusal refusal = refusal_of(situation, by, ask); refusal != Refusal::none) {
    const bool fault = refusal == Refusal::fault;
    return {refusal, true, fault ? code_of(situation.fault) : code_of(refusal)};
  }
  return {nothing_to_do(situation, by, ask), false, HardwareCode::none};
}

Refusal why_not(const Situation& situation) noexcept {
  static constexpr Contract kAnybody = [] {
    Contract contract;
    contract.one_at_a_time = true;
    return contract;
  }();
  return admit(situation, kAnybody, {}, Ask::program).refusal;
}

std::span<const Rule> precedence() noexcept { return kPrecedence; }

std::string_view to_string(Ask ask) noexcept {
  static constexpr std::array<std::string_view, kAsks> kNames{
      "stop",      "hold",   "resume",  "reset",        "back to power-up",
      "emergency", "enable", "disable", "take control", "give control",
      "zero",      "raise",  "neutral", "run",          "descend",
      "program",   "stream", "follow",  "jog",          "outputs",
      "adopt",     "tune",   "speed"};
  return kNames[static_cast<std::size_t>(ask)];
}

}  // namespace hexad::lifecycle
