#include "drill/recovery.hpp"

#include "base/units.hpp"
#include "drill/facts.hpp"

namespace hexad::drill {

Recovery::Recovery(const Machine& machine, Scenario& scenario, Report& report, bool fault_stays)
    : scenario_{scenario}, report_{report}, fault_stays_{fault_stays} {
  // A stop, a reset, down, up, and a motion; and each way twice.
  const MotionLimits& limits = machine.limits;
  longest_ = 15.0 + 2.0 * machine.geometry.stroke * (1.0 / limits.zeroing_speed + 1.0 / limits.raise_speed);
}

/// Nobody presses buttons faster than this.
bool Recovery::may_act(double seconds) {
  if (now_ < next_) return false;
  next_ = now_ + from_seconds(seconds);
  return true;
}

void Recovery::ask(const What& what) {
  const Tag tag = scenario_.next_tag();
  requests_->push_back({tag, kDesk, now_, &kOperator, static_cast<std::uint32_t>(tag) + 1'000'000, what});
}

void Recovery::clear_up(plant::SimulatedDrives& drives) {
  drives.apply({plant::InjectionOrder::Act::clear_all, {}, plant::kAllLegs, 0.0});
}

void Recovery::name_fault(const Telemetry& seen, plant::SimulatedDrives& drives) {
  fault_stays_ = false;
  if (!seen.fault || seen.why_not != Refusal::fault)
    report_(44, "locked by a fault, and what is said is: {}", to_string(seen.why_not));
  clear_up(drives);
}

void Recovery::act(TimePoint now, const Outputs& outputs, plant::SimulatedDrives& drives,
                   std::vector<Request>& requests) {
  now_ = now;
  requests_ = &requests;
  const Telemetry& seen = outputs.telemetry;
  if (!begun_) {
    begun_ = true;
    start_ = now;
    clear_up(drives);
    if (fault_stays_) drives.inject(plant::Injection::drive_fault, 0, 0.0);
    requests.push_back({0, kDesk, now, &kOperator, 0, Control::stop});
    ask(SpeedOverride{1.0});
    next_ = now + std::chrono::milliseconds{20};
    return;
  }
  if (proof_ != 0) return prove(outputs);
  if (to_seconds(now - start_) > longest_) {
    report_(44, "after {:.0f} s the operator's way ends in {}, and what is said is: {}", longest_,
            to_string(seen.state), to_string(seen.why_not));
    over_ = true;
    return;
  }
  if (seen.state == State::fault && fault_stays_) return name_fault(seen, drives);
  if (is_moving_state(seen.state) || one_of(seen.state, {State::stopping, State::init})) return;
  bring_up(seen);
}

/// Zeroing pulls with a third of a motor's torque: a leg that hangs in its upper end stop may need more.
void Recovery::look_for_stuck_leg(const Telemetry& seen) {
  if (seen.fault.kind != FaultKind::following_error || seen.fault.leg >= named_.size()) return;
  if (by_hand_ == kMostByHand || ++named_[seen.fault.leg] < 2) return;
  ++by_hand_;
  named_[seen.fault.leg] = 0;
  jog_legs_ = static_cast<std::uint8_t>(1u << seen.fault.leg);
  jog_until_ = now_ + std::chrono::seconds{6};
  longest_ += 20.0;
}

bool Recovery::jog() {
  if (jog_legs_ == 0) return false;
  if (now_ >= jog_until_) jog_legs_ = 0;
  const Jog jog{jog_legs_, -0.02, std::chrono::milliseconds{400}};
  if (jog_legs_ != 0) requests_->push_back({0, kDesk, now_, &kOperatorByHand, 0, jog});
  return jog_legs_ != 0;
}

void Recovery::bring_up(const Telemetry& seen) {
  if (!may_act(0.3)) return;
  switch (seen.state) {
    case State::emergency:
      ask(Control::free_button);
      return ask(Control::reset);
    case State::fault:
      look_for_stuck_leg(seen);
      return ask(Control::reset);
    case State::holding:
      return ask(Control::stop);
    default:
      break;
  }
  if (seen.why_not == Refusal::not_enabled) return ask(Control::enable);
  if (jog()) return;
  if (seen.state == State::powered_up && !seen.zeroed) return ask(Go{Step::zero});
  if (seen.state == State::powered_up || seen.state == State::origin) return ask(Go{Step::raise});
  if (seen.state != State::ready) return;  // by hand, until it stands
  if (seen.barred || seen.driver == kDesk) return ask(Give{});
  if (seen.driver || seen.moving) return;  // a lease that runs out
  // Ready is what can be used: 2 mm or 0.2° is nothing for any platform.
  proof_ = scenario_.next_tag();
  const MoveTo move{{0, 0, 2e-3, 0.2 * kDegree, 0, 0}, {}, kXyzConvention};
  requests_->push_back(
      {proof_, kMdof, now_, &kMdofRises, static_cast<std::uint32_t>(proof_) + 1'000'000, move});
}

void Recovery::prove(const Outputs& seen) {
  for (const Event& event : seen.events) {
    const Answer* answer = std::get_if<Answer>(&event.news);
    if (answer == nullptr || event.tag != proof_ || !is_final(answer->outcome)) continue;
    if (answer->outcome != Outcome::done)
      report_(44, "ready, and a host's motion is answered: {} ({})", to_string(answer->outcome),
              to_string(answer->refusal));
    over_ = true;
    return;
  }
  if (now_ - next_ < std::chrono::seconds{6}) return;
  report_(44, "ready, and a host's motion does not end");
  over_ = true;
}

}  // namespace hexad::drill
