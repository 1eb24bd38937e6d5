#include "drill/scenario.hpp"

#include <algorithm>

#include "drill/facts.hpp"

namespace hexad::drill {

Plan::Plan(std::uint64_t seed, bool with_faults) {
  std::mt19937_64 random{seed * 0x9E3779B97F4A7C15ULL + 1};
  const auto one_in = [&](std::uint64_t n) { return random() % n == 0; };
  raised = seed % 3 != 0;
  faults = with_faults && seed % 4 != 0;
  exits = one_in(5);
  needs_enable = one_in(6);
  fault_stays = faults && one_in(6);
  if (one_in(4)) idle_return = std::chrono::milliseconds{500 + random() % 2500};
  idle_return_all = one_in(2);
}

Scenario::Scenario(std::uint64_t seed, const Machine& machine, const Plan& plan)
    : random_{seed}, leaving_{~seed}, bringing_up_{seed + 1}, machine_{machine}, plan_{plan} {
  streamers_[0].endpoint = {2, 0x7F000001, 10010};
  streamers_[1].endpoint = {2, 0x7F000001, 10011};
  streamers_[2].endpoint = {4, 0x7F000001, 5000};
  streamers_[2].kind = Kind::motus;
  streamers_[3].endpoint = {3, 0x7F000001, 9800};
  streamers_[3].kind = Kind::lingjing;
  const std::array<const Contract*, 4> contracts{
      &kDarren, &kDarren, chance(0.5) ? &kMotusStrict : &kMotusAutomatic, &kLingjingFollow};
  for (std::size_t i = 0; i < streamers_.size(); ++i) {
    streamers_[i].contract = contracts[i];
    restart(streamers_[i]);
  }
}

void Scenario::ask(const Endpoint& from, const Contract& contract, const What& what, std::uint32_t number) {
  requests_.push_back({++tag_, from, now_, &contract, number != 0 ? number : ++acts_, what});
}

void Scenario::latch(const Endpoint& from, const Contract& contract, Control control) {
  const std::uint32_t number = control == Control::resume ? ++acts_ : 0;
  requests_.push_back({0, from, now_, &contract, number, control});
}

void Scenario::act_fault() {
  const auto kind = static_cast<plant::Injection>(pick(static_cast<int>(plant::kInjections)));
  const double size = uniform(2e-3, 20e-3);
  drives_->inject(kind, static_cast<std::uint8_t>(pick(static_cast<int>(machine_.geometry.legs))), size);
  healthy_ = false;
  if (chance(0.5)) heal_at_ = seconds() + uniform(0.001, 0.4);
}

/// Locked, stopped by the operator or not enabled for a while: somebody clears it up, so that lives go on.
void Scenario::look_after() {
  const double t = seconds();
  const Telemetry& seen = telemetry();
  if (t >= heal_at_) {
    heal_at_ = 1e9;
    drives_->apply({plant::InjectionOrder::Act::clear_all, {}, plant::kAllLegs, 0.0});
    healthy_ = true;
    // Somebody resets what is gone already: soon, and perhaps while it still stops.
    if (chance(0.7)) next_act_ = t + uniform(0.0, 0.1);
  }
  const bool locked = one_of(seen.state, {State::fault, State::emergency, State::init});
  if (!locked) {
    locked_since_ = -1.0;
  } else if (locked_since_ < 0.0) {
    locked_since_ = t;
  } else if (t - locked_since_ > 0.8) {
    locked_since_ = t;
    heal_at_ = 1e9;
    drives_->apply({plant::InjectionOrder::Act::clear_all, {}, plant::kAllLegs, 0.0});
    healthy_ = true;
    ask(kDesk, kOperator, Control::free_button);
    ask(kDesk, kOperator, Control::reset);
    ask(kDesk, kOperator, Give{});
  }
  // Where it goes down when idle, somebody waits long enough to see that it does not.
  const double patience = 0.4 + to_seconds(plan_.idle_return);
  const bool waits = resume_at_ < 1e8;
  const bool stuck = !waits && one_of(seen.why_not, {Refusal::barred, Refusal::paused, Refusal::not_zeroed,
                                                     Refusal::not_enabled, Refusal::at_bottom});
  if (!stuck) {
    stuck_since_ = -1.0;
  } else if (stuck_since_ < 0.0) {
    stuck_since_ = t;
  } else if (t - stuck_since_ > patience) {
    stuck_since_ = t;
    if (seen.why_not == Refusal::not_enabled) ask(kDesk, kOperator, Control::enable);
    ask(kDesk, kOperator, Give{});
    if (seen.why_not == Refusal::paused && chance(0.5)) return ask(kDesk, kOperator, Control::resume);
    ask(kDesk, kOperator, Go{seen.zeroed ? Step::raise : Step::zero});
  }
}

/// Two things on one tick, in either order.
void Scenario::act_together() {
  const bool desk = chance(0.5);
  const Endpoint from = desk ? kDesk : kMdof;
  const Contract& contract = desk ? kOperator : kMdofRises;
  const std::size_t first = requests_.size();
  switch (pick(7)) {
    case 0:
    case 1:
      latch(from, contract, Control::hold);
      latch(from, contract, Control::resume);
      break;
    case 2:
      latch(from, contract, Control::stop);
      latch(from, contract, Control::resume);
      break;
    case 3:
      latch(from, contract, Control::hold);
      ask(kMdof, kMdofRises, MoveTo{target(), {}, kXyzConvention});
      break;
    case 4:
      ask(kMdof, kMdofRises, MoveTo{target(), {}, kXyzConvention});
      ask(kMdof, kMdofBringsUp, Go{Step::neutral});
      break;
    case 5:
      ask(kMdof, kMdofRises, Control::reset);
      ask(kMdof, kMdofRises, MoveTo{target(), {}, kXyzConvention});
      break;
    default:
      if (!plan_.faults || !chance(0.2)) return;
      ask(kMdof, kMdofRises, Go{Step::power_up});
      ask(kMdof, kMdofRises, chance(0.5) ? What{Go{Step::power_up}} : What{Control::reset});
      break;
  }
  if (chance(0.5)) std::swap(requests_[first], requests_[first + 1]);
}

void Scenario::act() {
  const double who = uniform(0, 1);
  if (exiting_) {
    // What may still happen on the way down.
    const bool desk = chance(0.3);
    const Control control = chance(0.4) ? Control::stop : chance(0.6) ? Control::hold : Control::resume;
    if (chance(0.3)) return ask(kMdof, kMdofRises, MoveTo{target(), {}, kXyzConvention});
    return latch(desk ? kDesk : kMdof, desk ? kOperator : kMdofRises, control);
  }
  if (chance(0.04) && try_an_axis()) return;
  if (who < 0.52) {
    act_streamer();
  } else if (who < 0.82) {
    act_mdof();
  } else if (who < 0.86) {
    act_together();
  } else if (who < 0.988 || !plan_.faults) {
    act_operator();
  } else {
    act_fault();
  }
}

/// The legs hardly move any more: what is under way ends within the next ticks.
bool Scenario::about_to_end() const {
  const Telemetry& seen = telemetry();
  const bool moves = is_moving_state(seen.state) || seen.state == State::stopping;
  return moves && seen.setpoint.velocity.cwiseAbs().maxCoeff() < 2e-3;
}

/// In the moment in which one thing ends and another begins, and in states that do not last long.
void Scenario::act_in_passing() {
  const State state = telemetry().state;
  if (state != last_state_ && chance(0.3)) next_act_ = std::min(next_act_, seconds() + 1e-3 * pick(4));
  last_state_ = state;
  const bool on_the_way =
      one_of(state, {State::zeroing, State::ascending, State::descending, State::to_neutral});
  const double often = state == State::zeroing ? 0.0001 : 0.0008;
  if (!(on_the_way && chance(often)) && !(about_to_end() && chance(0.004))) return;
  const Streamer& host = streamers_[static_cast<std::size_t>(pick(4))];
  const Control control = chance(0.6) ? Control::hold : chance(0.5) ? Control::resume : Control::stop;
  switch (pick(3)) {
    case 0:
      return latch(kDesk, kOperator, control);
    case 1:
      return latch(kMdof, kMdofRises, control);
    default:
      // darren and motus have no word for it
      return latch(host.endpoint, *host.contract, host.kind == Kind::lingjing ? control : Control::hold);
  }
}

/// Somebody tries an axis: a sine, let go after some time, and mostly nobody gets in its way. False when it
/// is not the moment for it.
bool Scenario::try_an_axis() {
  const Telemetry& seen = telemetry();
  Streamer& host = streamers_[static_cast<std::size_t>(pick(3))];
  const bool free = !seen.driver || seen.driver == host.endpoint;
  if (!one_of(seen.state, {State::ready, State::running}) || !free || seen.barred) return false;
  host.on = false;
  ask(host.endpoint, *host.contract, sine_of_one_axis());
  host.act = requests_.back().act;
  let_go_at_ = seconds() + uniform(0.5, 3.0);
  if (chance(0.7)) next_act_ = let_go_at_ + 0.7;
  return true;
}

/// Its host lets go of a sine, at any phase of it.
void Scenario::release_sine() {
  const Telemetry& seen = telemetry();
  const bool runs = seen.program == ProgramKind::sine && seen.state == State::running;
  const bool now = seconds() >= let_go_at_;
  if (now) let_go_at_ = 1e9;
  if (!runs || !(now || chance(0.0008))) return;
  for (const Streamer& host : streamers_) {
    if (host.endpoint == seen.driver)
      requests_.push_back({0, host.endpoint, now_, host.contract, host.act, Sine{}});
  }
}

/// What the sessions learn from answers.
void Scenario::hear(const Outputs& seen) {
  for (const Event& event : seen.events) {
    const Answer* answer = std::get_if<Answer>(&event.news);
    if (answer == nullptr || event.tag == 0) continue;
    const auto reserved = std::find_if(reserved_.begin(), reserved_.end(),
                                       [&](const Request& each) { return each.tag == event.tag; });
    if (reserved != reserved_.end()) {
      if (answer->outcome == Outcome::accepted) prepare(*reserved);
      reserved_.erase(reserved);
    }
    if (answer->outcome != Outcome::refused) continue;
    for (Streamer& streamer : streamers_)
      if (streamer.asked == event.tag) streamer.retry = true;
  }
}

std::vector<Request>& Scenario::requests(TimePoint now, const Outputs& seen, plant::SimulatedDrives& drives) {
  now_ = now;
  seen_ = &seen;
  drives_ = &drives;
  requests_.clear();
  const double t = seconds();
  complete_cueing();
  for (Reply& reply : replies_) {
    if (reply.due > t) continue;
    requests_.push_back(reply.request);
    reply.due = 1e9;
  }
  std::erase_if(replies_, [](const Reply& reply) { return reply.due > 1e8; });
  if (silent_) return requests_;
  if (exit_due_) {
    if (t < exit_at_) return requests_;
    if (exit_at_ == 0.0 &&
        chance(0.4)) {  // a hold before it, which does not keep it from descending (rule 29)
      exit_at_ = t + 0.4;
      latch(kDesk, kOperator, Control::hold);
      return requests_;
    }
    exit_due_ = false;
    exiting_ = true;
    next_act_ = t + uniform(0.1, 8.0);
    ask(kDesk, kOperator, Control::exit);
    return requests_;
  }
  hear(seen);
  if (!exiting_) look_after();
  if (!exiting_) act_in_passing();
  if (!exiting_) release_sine();
  if (!exiting_) leave_frozen();
  jog();
  if (t >= next_act_) {
    next_act_ = t + log_uniform(0.02, 1.5);
    act();
    if (chance(0.1) && !exiting_) act();
  }
  for (Streamer& streamer : streamers_) stream(streamer);
  return requests_;
}

}  // namespace hexad::drill
