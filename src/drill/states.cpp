// States that say something: I41, I43, I46, I56, I57, I58, I59, I73.

#include <algorithm>

#include "drill/liveness.hpp"

namespace hexad::drill {
namespace {

constexpr int kSoon = 5;  // ticks
constexpr Duration kPassingThrough = std::chrono::milliseconds{20};

/// Counts the ticks in a row; true once, when there are more than `limit`.
bool lasts(int& ticks, bool so, int limit) {
  ticks = so ? ticks + 1 : 0;
  return ticks == limit + 1;
}

}  // namespace

void StateWatch::look(const Facts& facts, const OrderBook& orders) {
  hear(facts);
  check_owner(facts, orders);
  check_warnings(facts, orders);
  check_path_time(facts);
  check_fault(facts);
  if (rules_.needs_enable) check_enable(facts);
  check_turning(facts);
  check_first_way(facts);
  check_passing(facts);
}

void StateWatch::hear(const Facts& facts) {
  for (const Request& request : facts.tick.requests) {
    const auto known = std::find_if(hosts_.begin(), hosts_.end(),
                                    [&](const Host& host) { return host.endpoint == request.driver; });
    Host& host = known != hosts_.end() ? *known : hosts_.emplace_back();
    host = {request.driver, request.contract, facts.time};
  }
}

/// I41: running, standing still, no motion without its end: then it is a mode that its driver keeps, or a
/// stream.
void StateWatch::check_owner(const Facts& facts, const OrderBook& orders) {
  const State state = facts.now.state;
  bool owned = orders.open();
  for (const Host& host : hosts_) {
    if (host.endpoint != facts.now.driver) continue;
    const bool heard = facts.time - host.heard <= host.contract->lease_time + std::chrono::milliseconds{500};
    owned = owned || host.contract->running_is_mode ||
            (host.contract->lease == LeaseRule::after_silence && heard);
  }
  if (lasts(ownerless_, state == State::running && facts.legs_still && !owned, 1'500))
    report_(41, "running without an owner, a stream or a motion: {} drives",
            facts.now.driver ? "a silent host" : "nobody");
  // Of a motion that nobody waits for only the snapshot knows.
  if (facts.entered(State::running) && !orders.open() && !facts.now.driver && !facts.now.busy)
    report_(41, "running begins, and it is nobody's");
  const bool stands = is_standing_state(state) && facts.legs_still && !orders.open();
  if (lasts(pointless_, stands && facts.now.moving, 500))
    report_(41, "shown as moving in {} although nothing is to come", to_string(state));
  // No way takes longer than the whole stroke, there and back.
  const MotionLimits& limits = machine_.limits;
  const double slowest =
      state == State::zeroing ? limits.zeroing_speed : std::min(limits.raise_speed, limits.lowering_speed());
  const double longest = 2.0 * machine_.geometry.stroke / slowest + 10.0;
  if (is_moving_state(state) && state != State::running && facts.tick.drives_healthy &&
      !facts.entered(state) && to_seconds(facts.time - entered_) > longest) {
    report_(41, "{} does not end", to_string(state));
    entered_ = facts.time;
  }
}

/// I43: what is warned of ends with its cause.
void StateWatch::check_warnings(const Facts& facts, const OrderBook& orders) {
  using enum State;
  const Telemetry& t = facts.now;
  const bool streams_over = one_of(
      t.state, {zeroing, ascending, descending, to_neutral, manual, origin, powered_up, fault, emergency});
  if (lasts(clamped_, t.clamped && streams_over && !orders.may_be_clamped(), kSoon))
    report_(43, "\"clamped\" is shown in {}", to_string(t.state));
  const bool runs = t.state == running && facts.before.state == running;
  if (lasts(unfit_, t.clamped && runs && orders.fits_for_sure(), kSoon))
    report_(43, "\"clamped\" is shown of a motion that fits");
  const bool rests = is_standing_state(t.state) || one_of(t.state, {holding, fault, emergency});
  if (lasts(limited_, t.limit && rests && facts.legs_still, 300))
    report_(43, "a limit acts ({}) while the platform stands in {}", to_string(t.limit.limit),
            to_string(t.state));
  for (const Event& event : facts.tick.outputs->events)
    if (const LimitChange* change = std::get_if<LimitChange>(&event.news)) limit_acts_ = change->began;
  if (lasts(acting_, limit_acts_ && rests && !t.limit && !t.clamped, 1'000))
    report_(43, "a limit began to act and never ended to");
  if (t.host_lost && !facts.before.host_lost) accepted_since_lost_ = false;
  accepted_since_lost_ = accepted_since_lost_ || facts.motion_accepted || facts.entered(powered_up);
  const bool held = one_of(t.state, {stopping, holding});
  if (lasts(lost_, t.host_lost && accepted_since_lost_ && !held, kSoon))
    report_(43, "a lost host is shown in {} after a new motion or a reset", to_string(t.state));
}

/// I73: path time of what plays only goes on; another program begins at its beginning.
void StateWatch::check_path_time(const Facts& facts) {
  constexpr double kBeginning = 5e-3;  // s
  const bool plays = facts.now.state == State::running && facts.before.state == State::running;
  const double back = facts.before.path_time - facts.now.path_time;
  if (plays && back > 1e-9 && facts.now.path_time > kBeginning)
    report_(73, "a program is played backwards, by {:.6f} s in a tick", back);
}

void StateWatch::check_fault(const Facts& facts) {
  const State state = facts.now.state;
  if (state == State::fault && !facts.now.fault) report_(46, "state fault without a fault");
  if (facts.now.fault && !one_of(state, {State::stopping, State::fault, State::emergency}))
    report_(46, "a fault ({}) in {}", to_string(facts.now.fault.kind), to_string(state));
  for (const Event& event : facts.tick.outputs->events)
    if (std::holds_alternative<FaultRaised>(event.news) && !facts.now.fault && state != State::emergency)
      report_(46, "a fault was raised and is not shown in {}", to_string(state));
  const bool locked = one_of(facts.before.state, {State::fault, State::emergency});
  const bool reset = locked && facts.reset != nullptr;
  if (facts.before.fault && !facts.now.fault && !reset && state != State::emergency)
    report_(46, "a fault is cleared in {}", to_string(facts.before.state));
}

/// I56, lifecycle rule 13.
void StateWatch::check_enable(const Facts& facts) {
  const bool locked = one_of(facts.before.state, {State::fault, State::emergency});
  if (facts.now.state == State::emergency || (locked && facts.entered(State::powered_up))) enabled_ = false;
  for (const Request& request : facts.tick.requests) {
    const Control* control = std::get_if<Control>(&request.what);
    if (control != nullptr && *control == Control::enable && request.contract->is_operator) enabled_ = true;
  }
  if (!enabled_ && facts.motion_accepted) report_(56, "a motion is accepted without the local enable");
  if (!enabled_ && facts.tick.outputs->setpoint.enable)
    report_(56, "the drives are on without the local enable");
}

/// I57, lifecycle rule 22.
void StateWatch::check_passing(const Facts& facts) {
  const bool asked = facts.motion_accepted || facts.stop != nullptr || facts.hold != nullptr ||
                     facts.resume != nullptr || facts.reset != nullptr || facts.exit;
  if (facts.now.state != facts.before.state) {
    const bool passed =
        one_of(facts.before.state, {State::origin, State::ready}) && is_moving_state(facts.now.state);
    if (passed && !asked && !asked_since_entered_ && !at_start_ &&
        facts.time - entered_ < kPassingThrough - std::chrono::milliseconds{1})
      report_(57, "{} is left for {} after {:.3f} s", to_string(facts.before.state),
              to_string(facts.now.state), to_seconds(facts.time - entered_));
    at_start_ = one_of(facts.before.state, {State::init, State::powered_up});
    entered_ = facts.time;
    asked_since_entered_ = false;
  }
  asked_since_entered_ = asked_since_entered_ || asked;
}

/// I58, lifecycle rule 16.
void StateWatch::check_turning(const Facts& facts) {
  for (const Event& event : facts.tick.outputs->events) {
    const Answer* answer = std::get_if<Answer>(&event.news);
    if (answer == nullptr || answer->outcome != Outcome::accepted) continue;
    for (const Request& request : facts.tick.requests) {
      const Go* go = std::get_if<Go>(&request.what);
      if (request.tag != event.tag) continue;
      if (go == nullptr) {  // it has replaced what was asked for on the same tick
        turning_ = State::init;
        continue;
      }
      const bool down = go->step == Step::descend && facts.before.state == State::ascending;
      const bool up = one_of(go->step, {Step::neutral, Step::run, Step::raise}) &&
                      facts.before.state == State::descending;
      turning_ = down || up ? facts.before.state : State::init;
      turning_ticks_ = 0;
    }
  }
  if (facts.now.state != turning_) {
    turning_ = State::init;
  } else if (++turning_ticks_ == 3) {
    report_(58, "{} goes on although the other way was asked for", to_string(turning_));
  }
}

/// I59, lifecycle rule 18: after a reset that kept the zero.
void StateWatch::check_first_way(const Facts& facts) {
  const State state = facts.now.state;
  if (facts.entered(State::powered_up) && facts.now.zeroed) first_way_ = true;
  if (!facts.now.zeroed || one_of(state, {State::ready, State::origin, State::running})) first_way_ = false;
  if (!first_way_ || !is_moving_state(state)) return;
  const double speed = facts.tick.outputs->setpoint.velocity.cwiseAbs().maxCoeff();
  if (speed > machine_.limits.raise_speed * 1.001)
    report_.over(59, speed / machine_.limits.raise_speed,
                 "legs at {:.1f} mm/s on the first way after a reset", speed * 1e3);
}

}  // namespace hexad::drill
