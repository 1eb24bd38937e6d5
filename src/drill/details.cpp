// Outputs, single legs by hand, sessions that must act anew, the end: I50, I52, I53, I55.

#include <algorithm>

#include "drill/liveness.hpp"

namespace hexad::drill {
namespace {

constexpr Duration kLongestExit = std::chrono::seconds{25};
constexpr Duration kRearmingSilence = std::chrono::seconds{1};
constexpr double kPeriod = 1e-3;

unsigned outputs_of(const Setpoint& setpoint) { return setpoint.relays | unsigned{setpoint.outputs} << 16; }

}  // namespace

void DetailWatch::look(const Facts& facts) {
  check_outputs(facts);
  check_jog(facts);
  check_arming(facts);
  check_exit(facts);
}

/// I52, lifecycle rule 10.
void DetailWatch::check_outputs(const Facts& facts) {
  const unsigned now = outputs_of(facts.tick.outputs->setpoint);
  const unsigned before = outputs_of(facts.before.setpoint);
  bool set = false;
  for (const Request& request : facts.tick.requests) {
    if (!std::holds_alternative<SetOutputs>(request.what)) continue;
    const bool drives = request.driver == facts.before.driver || request.driver == facts.now.driver;
    const bool nobody = !facts.before.driver || !facts.now.driver;
    if (!drives && !(request.contract->is_operator && nobody)) continue;
    set = true;
    outputs_by_ = request.driver;
  }
  if (now != before && now != 0 && !set) report_(52, "outputs change, and no driver has asked for it");
  if (now != 0 && facts.now.driver && facts.now.driver != outputs_by_ &&
      facts.before.driver == facts.now.driver)
    report_(52, "outputs stay on with another driver");
  // Single legs by hand that have come to their end are no stop.
  const bool to_power_up =
      facts.now.state == State::powered_up && !one_of(facts.before.state, {State::powered_up, State::manual});
  if (to_power_up && now != 0 && !set) report_(52, "outputs stay on into power-up");
  if (facts.stop != nullptr || facts.exit) {
    drop_due_ = true;
    stopped_ = facts.time;
  }
  if (set || now == 0) drop_due_ = drop_due_ && facts.time == stopped_;
  const bool stands = is_standing_state(facts.now.state);
  if (drop_due_ && stands && now != 0 && facts.time - stopped_ > std::chrono::milliseconds{20}) {
    report_(52, "outputs stay on after a stop");
    drop_due_ = false;
  }
}

/// I53. Where legs contradict each other after it they are brought together at the speed of raising.
void DetailWatch::check_jog(const Facts& facts) {
  if (facts.now.state != State::manual || facts.before.state != State::manual) return;
  const MotionLimits& limits = machine_.limits;
  const double limit =
      facts.now.zeroed ? std::max(limits.jog_speed, limits.raise_speed) : limits.jog_speed_unzeroed;
  const Setpoint& setpoint = facts.tick.outputs->setpoint;
  if (!setpoint.enable) return;  // it follows what is measured, and drives nothing
  const double speed = (setpoint.extension - facts.before.setpoint.extension).cwiseAbs().maxCoeff() / kPeriod;
  if (speed > limit * 1.001)
    report_.over(53, speed / limit, "a leg by hand at {:.1f} mm/s, {:.1f} allowed", speed * 1e3, limit * 1e3);
}

DetailWatch::Session& DetailWatch::session(const Endpoint& endpoint) {
  for (Session& known : sessions_)
    if (known.endpoint == endpoint) return known;
  sessions_.push_back({endpoint, 0, {}, true});
  return sessions_.back();
}

/// I55, lifecycle rule 3.
void DetailWatch::check_arming(const Facts& facts) {
  const auto disarm_all = [this] {
    for (Session& each : sessions_) each.armed = false;
  };
  const bool locked = one_of(facts.before.state, {State::fault, State::emergency});
  if (locked || facts.by_operator(facts.stop)) disarm_all();
  const Endpoint& driver = facts.before.driver;
  const bool stopped = facts.stop != nullptr && facts.stop->driver != driver;
  const bool held = facts.hold != nullptr && facts.stop == nullptr && facts.hold->driver != driver &&
                    is_moving_state(facts.before.state);
  if (driver && (stopped || held)) session(driver).armed = false;

  unarmed_.clear();
  for (const Request& request : facts.tick.requests) {
    const Control* control = std::get_if<Control>(&request.what);
    const bool gives = std::holds_alternative<Give>(request.what);
    if (gives || (control != nullptr && *control == Control::resume))
      for (Session& each : sessions_) each.armed = true;
    if (is_urgent(request.what)) continue;
    Session& from = session(request.driver);
    const bool silent = request.arrival - from.heard >= kRearmingSilence;
    const bool acts = request.contract->rearm_by_change && request.act != from.act;
    if (acts || (request.contract->rearm_by_silence && silent)) from.armed = true;
    from.heard = request.arrival;
    if (from.armed) from.act = request.act;
    if (!from.armed)
      unarmed_.push_back(request.tag);  // by what came before it: a reset after it ends it (I49)
    if (is_reset(request.what) && (locked || facts.power_up)) disarm_all();
  }
  for (const Event& event : facts.tick.outputs->events) {
    const Answer* answer = std::get_if<Answer>(&event.news);
    if (answer == nullptr || answer->outcome != Outcome::accepted) continue;
    if (std::find(unarmed_.begin(), unarmed_.end(), event.tag) == unarmed_.end()) continue;
    report_(55, "what flowed through a stop or a reset is accepted");
  }
}

/// I50, lifecycle rule 29.
void DetailWatch::check_exit(const Facts& facts) {
  if (exits_ && facts.motion_accepted) report_(50, "a motion is accepted after the exit was asked for");
  const State state = facts.now.state;
  const bool locked = facts.now.fault || one_of(state, {State::fault, State::emergency});
  const bool slows_for_more = state == State::stopping && facts.now.after != After::ready;
  if (facts.exit && !exits_) {
    exits_ = true;
    exit_asked_ = facts.time;
    stays_raised_ = !facts.now.zeroed || !facts.now.enabled || slows_for_more;
  }
  if (!exits_ || exited_) return;
  // Who stops or holds the descent, a fault and an emergency leave the platform where it is; nothing else
  // does.
  stays_raised_ = stays_raised_ || locked || facts.stop != nullptr || facts.hold != nullptr || facts.power_up;
  exited_ = facts.tick.exit_complete || facts.now.exit_over;
  if (exited_ && !stays_raised_ && !facts.now.at_bottom)
    report_(50, "the exit is over in {}, nobody has stopped it, and the platform is not at the bottom",
            to_string(state));
  if (exited_ || facts.time - exit_asked_ < kLongestExit) return;
  report_(50, "the exit has not ended after {} s: {}", to_seconds(kLongestExit), to_string(facts.now.state));
  exited_ = true;
}

Liveness::Liveness(Report& report, const Machine& machine, const Rules& rules)
    : rules_{rules},
      orders_{report},
      hand_{report},
      licence_{report, rules_},
      states_{report, machine, rules_},
      details_{report, machine},
      streams_{report, machine},
      admission_{report} {}

void Liveness::look(const Facts& facts) {
  orders_.look(facts);
  hand_.look(facts);
  licence_.look(facts, orders_, hand_);
  states_.look(facts, orders_);
  details_.look(facts);
  streams_.look(facts);
  admission_.look(facts);
}

}  // namespace hexad::drill
