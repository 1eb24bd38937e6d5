// The states: which moves there are, what is locked, and what an emergency does.

#include <algorithm>

#include "drill/observer.hpp"
#include "drill/one_of.hpp"

namespace hexad::drill {
namespace {

/// The moves of the specification, written down a second time.
bool documented(State from, State to, bool zeroed) {
  using enum State;
  switch (from) {
    case init:
      return one_of(to, {powered_up, origin, ready, fault, emergency});  // origin, ready: simulated start
    case powered_up:
      // Zeroed after a reset that kept it: raised, brought down or, at the bottom, used as from the origin.
      return one_of(to, {zeroing, manual, stopping, fault, emergency}) ||
             (zeroed && one_of(to, {origin, ascending, descending, to_neutral, running, ready}));
    case zeroing:
      return one_of(to, {origin, stopping, emergency});
    case origin:
      return one_of(to, {zeroing, ascending, running, manual, powered_up, stopping, fault, emergency});
    case ascending:
      return one_of(to, {ready, stopping, emergency});
    case ready:
      return one_of(to, {running, to_neutral, descending, manual, stopping, fault, emergency});
    case running:
      return one_of(to, {ready, to_neutral, descending, stopping, emergency});
    case to_neutral:
      return one_of(to, {ready, stopping, emergency});
    case stopping:
      // ascending, descending: turning round; origin: a stop of a motion that was held before it began
      return one_of(to, {ready, holding, powered_up, origin, ascending, descending, fault, emergency});
    case holding:
      // origin, powered_up, zeroing: it was held before its motion began
      return one_of(to, {zeroing, running, ascending, descending, to_neutral, ready, origin, powered_up,
                         stopping, fault, emergency});
    case descending:
      return one_of(to, {origin, stopping, emergency});
    case manual:
      return one_of(to, {ready, powered_up, stopping, emergency});
    case fault:
      return one_of(to, {powered_up, stopping, emergency});
    case emergency:
      return one_of(to, {powered_up});
  }
  return false;
}

}  // namespace

void Observer::check_locked(const Tick& tick) {
  const Outputs& out = *tick.outputs;
  if (!one_of(out.telemetry.state, {State::fault, State::emergency, State::init})) return;
  if (out.setpoint.enable) report_(8, "drives enabled in a locked state");
  if (out.setpoint.relays != 0 || out.setpoint.outputs != 0) report_(8, "outputs on in a locked state");
  for (std::size_t leg = 0; leg < machine_.geometry.legs; ++leg) {
    if (out.setpoint.extension[static_cast<Eigen::Index>(leg)] == tick.feedback->legs[leg].extension)
      continue;
    report_(8, "the setpoint of drives that are off is not where the legs are");
  }
}

void Observer::check_transitions(const Tick& tick) {
  const Telemetry& t = tick.outputs->telemetry;
  State at = have_previous_ ? previous_.state : State::init;
  for (const Event& event : tick.outputs->events) {
    const Transition* move = std::get_if<Transition>(&event.news);
    if (move == nullptr) continue;
    if (move->from != at && have_previous_)
      report_(9, "a move from {} while in {}", to_string(move->from), to_string(at));
    if (!documented(move->from, move->to, t.zeroed)) {
      report_(9, "undocumented move {} to {}", to_string(move->from), to_string(move->to));
    }
    at = move->to;
    // I13: what is locked opens only by a reset.
    const bool was_locked = one_of(move->from, {State::fault, State::emergency});
    const bool reset = std::any_of(tick.requests.begin(), tick.requests.end(), [](const Request& request) {
      const Control* control = std::get_if<Control>(&request.what);
      const Go* go = std::get_if<Go>(&request.what);
      return (control != nullptr && *control == Control::reset) ||
             (go != nullptr && go->step == Step::power_up);
    });
    if (was_locked && move->to != State::emergency && !reset)
      report_(13, "a locked state opened without a reset");
  }
  if (at != t.state && have_previous_) {
    const bool simulated_start = previous_.state == State::init;
    if (!simulated_start) report_(9, "state is {} without a move from {}", to_string(t.state), to_string(at));
  }
}

void Observer::check_emergency(const Tick& tick) {
  const Telemetry& t = tick.outputs->telemetry;
  bool asserted = tick.feedback->emergency_button;
  for (const Request& request : tick.requests) {
    const Control* control = std::get_if<Control>(&request.what);
    asserted = asserted ||
               (control != nullptr && (*control == Control::emergency || *control == Control::press_button));
  }
  if (asserted && t.state != State::emergency)
    report_(10, "emergency asserted and the state is {}", to_string(t.state));
  if (asserted && tick.outputs->setpoint.enable) report_(10, "emergency asserted and the drives are on");
}

}  // namespace hexad::drill
