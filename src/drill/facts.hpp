#pragma once
// What one tick says to everybody who watches: the requests and events of it, sorted once.

#include "drill/one_of.hpp"
#include "model/outputs.hpp"

namespace hexad::drill {

/// Everything of one tick, as it was handed over.
struct Tick {
  TimePoint now{};
  std::span<const Request> requests;
  const Feedback* feedback = nullptr;  ///< what the core saw
  const Outputs* outputs = nullptr;
  const Extensions* true_extension = nullptr;  ///< after the drives moved
  bool drives_healthy = true;                  ///< nothing injected that keeps a leg from following
  std::size_t allocations = 0;                 ///< operator new calls during step()
  bool exit_complete = false;                  ///< the program would end now
};

/// What the platform was set to do, where that decides what is right.
struct Rules {
  Duration idle_return{};  ///< 0 = never
  bool needs_enable = false;
};

inline bool is_moving_state(State s) {
  return one_of(s, {State::zeroing, State::ascending, State::running, State::to_neutral, State::descending});
}
inline bool is_standing_state(State s) { return one_of(s, {State::powered_up, State::origin, State::ready}); }

/// What a hold freezes: also a motion that slows down to turn round (rule 16).
inline bool can_be_held(const Telemetry& t) {
  return is_moving_state(t.state) ||
         (t.state == State::stopping && one_of(t.after, {After::ascending, After::descending}));
}

/// A motion that can be accepted and has an end. Jogging is one without an answer at its end.
inline bool is_motion(const What& what) {
  const Go* go = std::get_if<Go>(&what);
  return (go != nullptr && go->step != Step::power_up) || std::holds_alternative<MoveTo>(what) ||
         std::holds_alternative<Sine>(what) || std::holds_alternative<Reserve>(what);
}
inline bool is_reset(const What& what) {
  const Control* control = std::get_if<Control>(&what);
  const Go* go = std::get_if<Go>(&what);
  return (control != nullptr && *control == Control::reset) || (go != nullptr && go->step == Step::power_up);
}
inline bool is_urgent(const What& what) {
  const Control* control = std::get_if<Control>(&what);
  return control != nullptr &&
         one_of(*control, {Control::stop, Control::hold, Control::emergency, Control::press_button});
}
inline bool is_final(Outcome outcome) {
  return !one_of(outcome, {Outcome::accepted, Outcome::paused, Outcome::resumed});
}

struct Facts {
  Facts(const Tick& tick, const Telemetry& previous);

  const Tick& tick;
  const Telemetry& now;
  const Telemetry& before;  ///< the tick before
  TimePoint time;
  bool legs_still = false;  ///< by setpoint
  bool motion_accepted = false;

  // The request, when there was one on this tick; the operator's before others'.
  const Request* stop = nullptr;
  const Request* hold = nullptr;
  const Request* resume = nullptr;
  const Request* reset = nullptr;  ///< or back to power-up
  bool power_up = false;
  bool take = false;  ///< the operator takes control from a host: what that moved is stopped
  bool exit = false;
  bool emergency = false;  ///< asked for, or a button is in

  bool entered(State state) const { return now.state == state && before.state != state; }
  bool by_operator(const Request* request) const {
    return request != nullptr && request->contract->is_operator;
  }
};

}  // namespace hexad::drill
