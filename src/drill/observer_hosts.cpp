// Who moves the platform, and by what right.

#include <algorithm>

#include "drill/observer.hpp"

namespace hexad::drill {

/// I11, I12: motion begins by a motion command, and before zeroing only by zeroing or by hand.
void Observer::check_start_of_motion(const Tick& tick) {
  const Outputs& out = *tick.outputs;
  const Telemetry& t = out.telemetry;
  const bool locked = one_of(t.state, {State::init, State::fault, State::emergency});
  if (locked) commanded_since_lock_ = false;
  const bool was_locked = one_of(previous_.state, {State::fault, State::emergency});
  for (const Request& request : tick.requests) {
    const Control* control = std::get_if<Control>(&request.what);
    const bool goes_on = control != nullptr && one_of(*control, {Control::resume, Control::exit});
    if (is_reset(request.what))
      commanded_since_lock_ = commanded_since_lock_ && !was_locked && control != nullptr;
    else if (goes_on || std::holds_alternative<Jog>(request.what) ||
             (request.tag == 0 && is_motion(request.what)))
      commanded_since_lock_ = true;
  }
  for (const Event& event : out.events) {
    const Answer* answer = std::get_if<Answer>(&event.news);
    if (answer != nullptr && answer->outcome == Outcome::accepted) commanded_since_lock_ = true;
  }
  const bool moving = out.setpoint.velocity.cwiseAbs().maxCoeff() > 1e-9;
  if (moving && !locked && !commanded_since_lock_ && t.state != State::stopping)
    report_(11, "legs move before any motion command");
  const bool by_hand = one_of(t.state, {State::zeroing, State::manual, State::stopping});
  if (moving && !t.zeroed && !locked && !by_hand)
    report_(12, "legs move in {} before zeroing", to_string(t.state));
}

/// I15–I17: a stream drives only while it is alive, one driver at a time, and nobody else's frames count.
void Observer::check_driver(const Tick& tick) {
  const Telemetry& t = tick.outputs->telemetry;
  for (const Request& request : tick.requests) {
    if (request.driver == t.driver) {
      last_driver_frame_ = tick.now;
      driver_contract_ = request.contract;
    }
    const StreamTarget* stream = std::get_if<StreamTarget>(&request.what);
    const bool values = stream != nullptr && stream->kind != StreamTarget::Kind::none;
    const bool own = have_previous_ && previous_.driver && request.driver != previous_.driver;
    if (values && own && t.driver == previous_.driver && t.state == State::running &&
        t.program == ProgramKind::follow_pose) {
      const double moved = (t.target.position - previous_.target.position).norm();
      const bool driver_too = std::any_of(tick.requests.begin(), tick.requests.end(),
                                          [&](const Request& other) { return other.driver == t.driver; });
      if (moved > 1e-12 && !driver_too) report_(17, "a frame of somebody else moved the target");
    }
  }
  // Others keep the last target, or are timed only once they have sent regularly.
  const bool timed = driver_contract_ != nullptr && driver_contract_->arming == Arming::stream_while_running;
  const bool streaming = timed && t.state == State::running && one_of(previous_.state, {State::running}) &&
                         (t.program == ProgramKind::follow_pose || t.program == ProgramKind::follow_legs) &&
                         t.driver;
  if (streaming && t.driver == last_driver_ &&
      tick.now - last_driver_frame_ > std::chrono::milliseconds{201}) {
    report_(15, "a stream that died still drives");
  }
  // The motion of a vehicle is faded out for half a second first.
  if (timed && t.state == State::running && previous_.state == State::running &&
      t.program == ProgramKind::cueing && t.driver && t.driver == last_driver_ &&
      tick.now - last_driver_frame_ > std::chrono::milliseconds{201 + 502})
    report_(15, "the motion of a vehicle whose host died still drives");
  last_driver_ = t.driver;
}

/// I16: one driver, whose motions alone are accepted, and whose changes are told.
void Observer::check_lease(const Tick& tick) {
  const Telemetry& t = tick.outputs->telemetry;
  bool told = !have_previous_;
  const bool taken = std::any_of(tick.requests.begin(), tick.requests.end(), [](const Request& request) {
    const Control* control = std::get_if<Control>(&request.what);
    return control != nullptr && one_of(*control, {Control::take, Control::disconnect});
  });
  for (const Event& event : tick.outputs->events) {
    if (const auto* change = std::get_if<DriverChange>(&event.news))
      told = told || change->driver == t.driver;
    const Answer* answer = std::get_if<Answer>(&event.news);
    const bool accepted = answer != nullptr && answer->outcome == Outcome::accepted;
    if (accepted && t.driver && t.driver != event.driver && !taken)
      report_(16, "a motion of somebody else was accepted");
  }
  if (have_previous_ && t.driver != previous_.driver && !told)
    report_(16, "the driver changed and nobody was told");
}

}  // namespace hexad::drill
