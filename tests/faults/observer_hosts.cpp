// Who moves the platform, and by what right.

#include <fmt/format.h>

#include <algorithm>

#include "faults/observer.hpp"
#include "faults/one_of.hpp"

namespace hexad::drill {

/// I11, I12, I19: motion begins by a motion command, and before zeroing only by zeroing or by hand.
void Observer::check_start_of_motion(const Tick& tick) {
  const Outputs& out = *tick.outputs;
  const Telemetry& t = out.telemetry;
  const bool locked = one_of(t.state, {State::init, State::fault, State::emergency});
  if (locked) commanded_since_lock_ = false;
  for (const Request& request : tick.requests) {
    const Control* control = std::get_if<Control>(&request.what);
    const Go* go = std::get_if<Go>(&request.what);
    const bool reset =
        (control != nullptr && *control == Control::reset) || (go != nullptr && go->step == Step::power_up);
    if (reset) {
      commanded_since_lock_ = false;
    } else if (std::holds_alternative<Go>(request.what) || std::holds_alternative<MoveTo>(request.what) ||
               std::holds_alternative<Jog>(request.what) || std::holds_alternative<Sine>(request.what) ||
               std::holds_alternative<Reserve>(request.what)) {
      commanded_since_lock_ = true;
    }
  }
  const bool moving = out.setpoint.velocity.cwiseAbs().maxCoeff() > 1e-9;
  if (moving && !locked && !commanded_since_lock_ && t.state != State::stopping)
    report(11, "legs move before any motion command");
  const bool by_hand = one_of(t.state, {State::zeroing, State::manual, State::stopping});
  if (moving && !t.zeroed && !locked && !by_hand)
    report(12, fmt::format("legs move in {} before zeroing", to_string(t.state)));
}

/// I15–I17: a stream drives only while it is alive, one driver at a time, and nobody else's frames count.
void Observer::check_driver(const Tick& tick) {
  const Telemetry& t = tick.outputs->telemetry;
  for (const Request& request : tick.requests) {
    if (request.driver == t.driver) last_driver_frame_ = tick.now;
    const StreamTarget* stream = std::get_if<StreamTarget>(&request.what);
    const bool values = stream != nullptr && stream->kind != StreamTarget::Kind::none;
    const bool own = have_previous_ && previous_.driver && request.driver != previous_.driver;
    if (values && own && t.driver == previous_.driver && t.state == State::running &&
        t.program == ProgramKind::follow_pose) {
      const double moved = (t.target.position - previous_.target.position).norm();
      const bool driver_too = std::any_of(tick.requests.begin(), tick.requests.end(),
                                          [&](const Request& other) { return other.driver == t.driver; });
      if (moved > 1e-12 && !driver_too) report(17, "a frame of somebody else moved the target");
    }
  }
  const bool streaming = t.state == State::running && one_of(previous_.state, {State::running}) &&
                         (t.program == ProgramKind::follow_pose || t.program == ProgramKind::follow_legs) &&
                         t.driver;
  if (streaming && t.driver == last_driver_ &&
      tick.now - last_driver_frame_ > std::chrono::milliseconds{201}) {
    report(15, "a stream that died still drives");
  }
  // The motion of a vehicle is faded out for half a second first.
  if (t.state == State::running && previous_.state == State::running && t.program == ProgramKind::cueing &&
      t.driver && t.driver == last_driver_ &&
      tick.now - last_driver_frame_ > std::chrono::milliseconds{201 + 502})
    report(15, "the motion of a vehicle whose host died still drives");
  last_driver_ = t.driver;
}

/// I16: one driver, whose motions alone are accepted, and whose changes are told.
void Observer::check_lease(const Tick& tick) {
  const Telemetry& t = tick.outputs->telemetry;
  bool told = !have_previous_;
  for (const Event& event : tick.outputs->events) {
    if (const auto* change = std::get_if<DriverChange>(&event.news))
      told = told || change->driver == t.driver;
    const Answer* answer = std::get_if<Answer>(&event.news);
    const bool accepted = answer != nullptr && answer->outcome == Outcome::accepted;
    if (accepted && t.driver && t.driver != event.driver)
      report(16, "a motion of somebody else was accepted");
  }
  if (have_previous_ && t.driver != previous_.driver && !told)
    report(16, "the driver changed and nobody was told");
}

/// I19: what stands begins to move by an accepted command, a resume or the exit, and by each of them once.
void Observer::check_licence(const Tick& tick) {
  for (const Request& request : tick.requests) {
    const Control* control = std::get_if<Control>(&request.what);
    if (control == nullptr) continue;
    if (*control == Control::resume || *control == Control::exit) licensed_ = true;
    if (*control == Control::stop || *control == Control::emergency || *control == Control::reset)
      licensed_ = false;
  }
  bool ended = false;
  for (const Event& event : tick.outputs->events) {
    if (const Answer* answer = std::get_if<Answer>(&event.news)) {
      if (answer->outcome == Outcome::accepted) licensed_ = true;
      ended = ended || one_of(answer->outcome,
                              {Outcome::done, Outcome::stopped, Outcome::faulted, Outcome::emergency});
    }
    const Transition* move = std::get_if<Transition>(&event.news);
    if (move == nullptr) continue;
    const bool stood = one_of(move->from, {State::powered_up, State::origin, State::ready, State::holding});
    const bool moves = one_of(
        move->to, {State::zeroing, State::ascending, State::running, State::to_neutral, State::descending});
    if (stood && moves && !licensed_)
      report(19, fmt::format("{} begins without a command", to_string(move->to)));
  }
  const Telemetry& t = tick.outputs->telemetry;
  if (ended && one_of(t.state, {State::ready, State::origin, State::powered_up}) && !t.moving)
    licensed_ = false;
}

}  // namespace hexad::drill
