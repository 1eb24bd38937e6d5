// By what right the platform moves: I19, I45, I47, I48, I49, I51, I54.

#include <algorithm>

#include "drill/liveness.hpp"

namespace hexad::drill {
namespace {

constexpr Duration kLongestStop = std::chrono::seconds{2};
constexpr int kPassing = 100;  // ticks
constexpr Duration kUntilHeld = std::chrono::milliseconds{2};

}  // namespace

void OperatorsHand::look(const Facts& facts) {
  bool had = taken_;                    // what was asked for before it on this tick was in time
  if (facts.by_operator(facts.stop)) {  // before anything else of the tick
    taken_ = holds_ = false;
    barred_ = true;
  }
  for (const Request& request : facts.tick.requests) {
    if (!request.contract->is_operator) continue;
    operator_ = request.driver;
    const Control* control = std::get_if<Control>(&request.what);
    if (std::holds_alternative<Give>(request.what)) had = taken_ = barred_ = holds_ = false;
    if (control == nullptr) continue;
    switch (*control) {
      case Control::take:
        taken_ = true;
        resumes_ = false;
        break;
      case Control::hold: {
        resumes_ = false;
        const bool paused = facts.before.state == State::holding;
        if (facts.stop == nullptr && !facts.take && (paused || can_be_held(facts.before))) holds_ = true;
        break;
      }
      case Control::resume:
        resumes_ = true;
        [[fallthrough]];
      case Control::reset:
      case Control::free_button:
      case Control::press_button:
      case Control::exit:
        holds_ = false;
        break;
      default:
        break;
    }
  }
  for (const Event& event : facts.tick.outputs->events) {
    const Transition* move = std::get_if<Transition>(&event.news);
    if (move != nullptr && move->from == State::holding && move->cause == "resume" && had && taken_ &&
        !resumes_)
      report_(47, "a host resumes although the operator has taken control");
    const Answer* answer = std::get_if<Answer>(&event.news);
    if (answer == nullptr || answer->outcome != Outcome::accepted) continue;
    if (event.driver == operator_) {
      holds_ = false;
    } else if (barred_ || had || holds_) {
      report_(47, "a host's motion is accepted although the operator {}",
              barred_ ? "has stopped everything"
              : had   ? "has taken control"
                      : "holds the platform");
    }
  }
  if (taken_ && facts.now.driver && facts.now.driver != operator_) {
    report_(47, "a host drives although the operator has taken control");
    taken_ = false;
  }
  if (barred_ && !facts.now.barred) {
    report_(47, "hosts are no longer barred and the operator has given nothing back");
    barred_ = false;
  }
}

bool Licence::may_resume(const Hold& hold, const Request& request) {
  if (!hold.on || request.contract->is_operator) return true;
  if (hold.by_operator) return false;
  return hold.left || hold.by_one_of_two || request.driver.protocol == hold.by.protocol;
}

/// … by a motion of its own (rule 21).
bool Licence::may_leave(const Request& request) const {
  if (request.contract->is_operator || hold_.left) return true;
  if (hold_.by_operator) return false;
  return hold_.by_one_of_two || (!hold_.pause && request.driver.protocol == hold_.by.protocol);
}

/// A frame of a host that was lost: lingjing is back by the next one, motus by three within 100 ms (rule 5).
bool Licence::is_back(const Request& request) {
  if (is_urgent(request.what) || request.contract->resume_by == ResumeBy::command_edge) return false;
  std::rotate(frames_.begin(), frames_.begin() + 1, frames_.end());
  frames_.back() = request.arrival;
  return request.contract->resume_by == ResumeBy::next_frame ||
         frames_.back() - frames_.front() <= std::chrono::milliseconds{100};
}

void Licence::take_hold(const Facts& facts) {
  const Request* hold = facts.hold;
  // Lifecycle rule 1: these beat it.
  if (hold == nullptr || facts.stop != nullptr || facts.power_up || facts.exit || facts.now.fault ||
      facts.now.state == State::emergency || (facts.take && !is_paused(facts.now)))
    return;
  // What stands on its way to something else can be held, too: then it is.
  const bool took = can_be_held(facts.before) || is_paused(facts.before) || is_paused(facts.now);
  if (!took && !hold_.on) return;
  const bool first = !hold_.on || hold_.left;  // of a lost host's it is whoever asks for it
  hold_.by_one_of_two = hold_.may_be_over && !hold->contract->is_operator;
  hold_.may_be_over = false;
  if (first || hold->contract->is_operator) {
    hold_.by = hold->driver;
    hold_.by_operator = hold->contract->is_operator;
    hold_.pause = hold->contract->one_at_a_time;
    hold_.left = false;
  }
  if (first) hold_.since = facts.time;
  hold_.on = true;
  released_ = false;
  hold_.with_resume = facts.resume != nullptr;
  exit_ = false;  // lifecycle rule 29: where it is, it stays
  revoke();
}

void Licence::take_accepted(const Facts& facts) {
  for (const Event& event : facts.tick.outputs->events) {
    const Answer* answer = std::get_if<Answer>(&event.news);
    if (answer == nullptr) continue;
    // What was accepted in a hold and could not be prepared leaves it as it was.
    const bool impossible = answer->outcome == Outcome::refused && leaves_by_ != 0 && event.tag == leaves_by_;
    if (impossible && facts.now.hold != HoldBy::nobody && !hold_.on) {
      hold_ = left_hold_;
      hold_.since = facts.time;
      released_ = false;
    }
    if (impossible) leaves_by_ = 0;
    if (answer->outcome != Outcome::accepted) continue;
    reset_ = false;
    released_ = true;
    if (!hold_.on) continue;
    leaves_by_ = event.tag;
    left_hold_ = hold_;
    for (const Request& request : facts.tick.requests) {
      if (request.tag == event.tag && !may_leave(request))
        report_(45, "a new motion of a host ends {}",
                hold_.by_operator ? "the operator's hold"
                : hold_.pause     ? "a pause that only its resume may end"
                                  : "the hold of another protocol");
    }
    hold_ = {};
  }
}

void Licence::take_requests(const Facts& facts) {
  const bool reset = facts.power_up ||
                     (facts.reset != nullptr && one_of(facts.before.state, {State::fault, State::emergency}));
  if (facts.stop != nullptr || reset || facts.now.fault || facts.now.state == State::emergency) {
    if (facts.stop != nullptr) exit_ = false;
    reset_ = reset;
    hold_ = {};
    revoke();
  }
  if (facts.take && !is_paused(facts.now)) hold_ = {};
  if (facts.exit) {
    exit_ = true;
    hold_ = {};
  }
  for (const Request& request : facts.tick.requests) {
    const Control* control = std::get_if<Control>(&request.what);
    const bool barred = facts.before.taken && facts.now.taken && !request.contract->is_operator;
    if (control != nullptr && *control == Control::resume && facts.hold == nullptr && !barred &&
        may_resume(hold_, request)) {
      resumed_ = released_ = true;
      hold_ = {};
      // Nor is there one to come back to, when the order that left it cannot be prepared.
      if (may_resume(left_hold_, request)) leaves_by_ = 0;
    }
    if (control != nullptr && *control == Control::disconnect && facts.before.driver == request.driver)
      lost_ = request.driver;
    if (request.tag == 0 && is_motion(request.what)) {
      untagged_ = true;  // nobody is told that it was accepted: it shows by what it did
      if (facts.now.driver == request.driver && (!hold_.on || may_leave(request))) {
        released_ = true;
        hold_.may_be_over = hold_.on;
      }
    }
    if (hold_.left && request.driver == lost_ && is_back(request)) {
      resumed_ = true;
      hold_ = {};
    }
  }
}

void Licence::look(const Facts& facts, const OrderBook& orders, const OperatorsHand& hand) {
  for (const Event& event : facts.tick.outputs->events)
    if (std::holds_alternative<HostLost>(event.news)) lost_ = event.driver;
  const bool driven = facts.before.driver || is_moving_state(facts.before.state) || facts.before.moving;
  if (driven && !(facts.before.state == State::holding && facts.before.host_lost)) last_driven_ = facts.time;
  take_requests(facts);
  take_hold(facts);
  take_accepted(facts);
  check_moves(facts, orders, hand);
  check_hold(facts);
  check_stop(facts);
  const bool stands = is_standing_state(facts.now.state) && !facts.now.moving && !orders.open();
  standing_ = stands ? standing_ + 1 : 0;
  if (standing_ > kPassing) revoke();
  if (!one_of(facts.now.state, {State::stopping, State::holding})) released_ = false;
  if (is_paused(facts.now) && !hold_.on && !released_) {
    hold_ = {};
    hold_.on = hold_.left = true;
    hold_.since = facts.time;
    if (!lost_) lost_ = facts.before.driver;
  }
}

/// What stands begins to move by an accepted motion, a resume, the exit or an idle return, and by each of
/// them once.
void Licence::check_moves(const Facts& facts, const OrderBook& orders, const OperatorsHand& hand) {
  for (const Event& event : facts.tick.outputs->events) {
    const Transition* move = std::get_if<Transition>(&event.news);
    if (move == nullptr || !is_moving_state(move->to)) continue;
    const bool stood = is_standing_state(move->from) || one_of(move->from, {State::holding, State::stopping});
    if (!stood) continue;
    const std::string_view begins = to_string(move->to);
    if (exit_ || idle_) continue;
    const bool down = one_of(move->to, {State::to_neutral, State::descending});
    if (hold_.may_be_over) hold_ = {};
    if (hold_.on && hold_.left && down && idle_return_due(facts)) {
      if (hand.keeps()) report_(51, "idle return in spite of the operator");
      hold_ = {};
      idle_ = true;
    } else if (hold_.on) {
      report_(hold_.with_resume ? 54 : 45, "{} begins although it is held", begins);
      hold_ = {};
    } else if (!orders.licensed() && !resumed_ && !untagged_) {
      const bool idle = rules_.idle_return > Duration::zero() && down;
      if (idle && hand.keeps())
        report_(51, "idle return in spite of the operator");
      else if (!idle || !idle_return_due(facts))
        report_(reset_ ? 49 : 19, "{} begins without a command", begins);
      idle_ = true;  // said once
    }
  }
}

bool Licence::idle_return_due(const Facts& facts) const {
  return rules_.idle_return > Duration::zero() &&
         facts.time - last_driven_ + std::chrono::milliseconds{5} >= rules_.idle_return;
}

void Licence::check_hold(const Facts& facts) {
  const State state = facts.now.state;
  if (!hold_.on || hold_.left || hold_.may_be_over || facts.time - hold_.since < kUntilHeld) return;
  if (one_of(state, {State::stopping, State::holding, State::fault, State::emergency})) return;
  report_(hold_.with_resume ? 54 : 45, "held {} s ago, and the state is {}",
          to_seconds(facts.time - hold_.since), to_string(state));
  hold_ = {};
}

void Licence::check_stop(const Facts& facts) {
  const State state = facts.now.state;
  // Whoever wants no answer is not told that a motion of the same tick was accepted.
  const bool untold =
      std::any_of(facts.tick.requests.begin(), facts.tick.requests.end(),
                  [](const Request& request) { return request.tag == 0 && is_motion(request.what); });
  if (facts.stop != nullptr && !facts.motion_accepted && !untold && is_moving_state(state))
    report_(48, "stopped, and the state is {}", to_string(state));
  if (state != State::stopping || facts.before.state != State::stopping) stopping_since_ = facts.time;
  if (facts.time - stopping_since_ > kLongestStop) {
    report_(48, "a stop does not end");
    stopping_since_ = facts.time;
  }
}

}  // namespace hexad::drill
