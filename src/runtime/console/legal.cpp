#include "runtime/console/legal.hpp"

#include <cmath>

#include "base/units.hpp"
#include "lifecycle/transitions.hpp"
#include "runtime/console/follow_rule.hpp"
#include "runtime/event_text.hpp"

namespace hexad::runtime::console {
namespace {

using lifecycle::Trigger;

// As in controller/life.cpp: what counts as standing at neutral.
constexpr double kLevelAngle = 0.01 * kDegree;
constexpr double kCentred = 0.05 * kMillimetre;

Reason because(Refusal refusal) noexcept {
  return refusal == Refusal::none ? Reason{} : Reason{to_string(refusal), refusal};
}
Reason nothing_to_do(std::string_view text) noexcept { return {text, Refusal::nothing_to_do}; }

bool paused(const Telemetry& t) noexcept { return t.state == State::holding || t.why_not == Refusal::paused; }

/// What keeps the operator from any motion (Core::refusal_for with the operator's contract: nothing bars it, it may
/// leave a hold, and every order of it is a new act).
Refusal refusal_of_motion(const Telemetry& t, const Desk& desk) noexcept {
  if (t.state == State::emergency) return Refusal::emergency;
  if (t.fault) return Refusal::fault;
  if (t.state == State::init) return Refusal::initialising;
  if (t.why_not == Refusal::shutting_down) return Refusal::shutting_down;
  if (!desk.trusted) return Refusal::calibration;
  if (t.driver && t.driver != kOperatorEndpoint)
    return paused(t) ? Refusal::other_driver_paused : Refusal::other_driver;
  if (t.why_not == Refusal::not_enabled) return Refusal::not_enabled;
  return Refusal::none;
}

/// … from any motion that needs a raised platform.
Refusal refusal_of_program(const Telemetry& t, const Desk& desk, bool may_rise) noexcept {
  if (const Refusal refusal = refusal_of_motion(t, desk); refusal != Refusal::none) return refusal;
  if (!t.zeroed && t.state != State::zeroing) return Refusal::not_zeroed;
  if (t.state == State::origin && !may_rise) return Refusal::at_bottom;
  return Refusal::none;
}

bool at_neutral(const Telemetry& t) noexcept {
  const Pose& pose = t.commanded.pose;
  return t.state == State::ready && angle_between(pose.rotation, Quat::Identity()) <= kLevelAngle &&
         pose.position.norm() <= kCentred;
}

Reason to_neutral(const Telemetry& t, const Desk& desk, bool may_rise) noexcept {
  const Refusal refusal = refusal_of_program(t, desk, may_rise);
  if (refusal == Refusal::none && at_neutral(t)) return nothing_to_do("it is at neutral already");
  return because(refusal);
}

Reason to_bottom(const Telemetry& t, const Desk& desk) noexcept {
  const Refusal refusal = refusal_of_program(t, desk, true);
  if (refusal == Refusal::none && t.state == State::origin)
    return nothing_to_do("it is at the bottom already");
  return because(refusal);
}

Reason jogging(const Telemetry& t, const Desk& desk) noexcept {
  if (t.state == State::manual)
    return because(t.driver == kOperatorEndpoint ? Refusal::none : Refusal::other_driver);
  if (const Refusal refusal = refusal_of_motion(t, desk); refusal != Refusal::none) return because(refusal);
  const lifecycle::Life life{.state = t.state, .zeroed = t.zeroed};
  return because(lifecycle::next(life, Trigger::jog) ? Refusal::none : Refusal::moving);
}

Reason holding(const Telemetry& t) noexcept {
  if (t.state == State::holding) return nothing_to_do("it is held already");
  // In `stopping` what it slows for is not known here; a hold is then taken or changes nothing.
  const lifecycle::Life life{.state = t.state, .zeroed = t.zeroed};
  const bool acts = t.state == State::stopping || lifecycle::next(life, Trigger::hold).has_value();
  return acts ? Reason{} : nothing_to_do("nothing moves");
}

Reason resuming(const Telemetry& t) noexcept {
  return paused(t) || t.state == State::stopping ? Reason{} : nothing_to_do("nothing is held");
}

Reason resetting(const Telemetry& t, const Desk& desk) noexcept {
  if (t.state == State::emergency && (desk.button || t.feedback.emergency_button))
    return because(Refusal::emergency);
  const bool locked = t.state == State::emergency || t.state == State::fault;
  return locked ? Reason{} : nothing_to_do("there is no fault to clear");
}

Reason outputs(const Telemetry& t) noexcept {
  if (lifecycle::is_locked(t.state))
    return because(t.state == State::emergency ? Refusal::emergency
                   : t.state == State::fault   ? Refusal::fault
                                               : Refusal::initialising);
  return because(!t.driver || t.driver == kOperatorEndpoint ? Refusal::none : Refusal::other_driver);
}

Reason simulation(const Desk& desk) noexcept {
  return desk.simulated ? Reason{} : nothing_to_do("the drives are real: this is for simulated ones only");
}

}  // namespace

Reason why_not(Action action, const Telemetry& t, const Desk& desk) noexcept {
  switch (action) {
    case Action::estop:
    case Action::stop:
    case Action::give:
    case Action::override_speed:
    case Action::cueing:
    case Action::effect:
      return {};
    case Action::release:
      return desk.button ? Reason{} : nothing_to_do("the button is out already");
    case Action::reset:
      return resetting(t, desk);
    case Action::enable:
      return desk.simulated ? nothing_to_do("simulated drives need no enable") : Reason{};
    case Action::hold:
      return holding(t);
    case Action::resume:
      return resuming(t);
    case Action::zero:
      return because(refusal_of_motion(t, desk));
    case Action::raise:
      return to_neutral(t, desk, true);
    case Action::neutral:
      return to_neutral(t, desk, false);
    case Action::lower:
      return to_bottom(t, desk);
    case Action::take:
      return desk.taken ? nothing_to_do("you have control already") : Reason{};
    case Action::go:
    case Action::sine:
    case Action::path:
    case Action::timed:
    case Action::formula:
    case Action::file:
      return because(refusal_of_program(t, desk, false));
    case Action::follow: {
      const Refusal refusal = refusal_of_program(t, desk, false);
      return because(refusal != Refusal::none ? refusal : refusal_of_follow(t));
    }
    case Action::film:
      return desk.films == 0 ? nothing_to_do("the playlist is empty: lingjing.films")
                             : because(refusal_of_program(t, desk, false));
    case Action::jog:
      return jogging(t, desk);
    case Action::relays:
    case Action::outputs:
      return outputs(t);
    case Action::inject:
    case Action::inputs:
    case Action::payload:
    case Action::speed_of_time:
      return simulation(desk);
  }
  return {};
}

Legal legal(const Telemetry& telemetry, const Desk& desk) noexcept {
  Legal all;
  for (std::size_t i = 0; i < kActions; ++i) all[i] = why_not(static_cast<Action>(i), telemetry, desk);
  return all;
}

}  // namespace hexad::runtime::console
