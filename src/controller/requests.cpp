// What is asked of the platform. Every request ends in exactly one of: taken, refused with a reason, or
// ignored because it asks for what is so already; lifecycle::admit() decides which.

#include <algorithm>
#include <cmath>
#include <utility>

#include "controller/core.hpp"

namespace hexad::controller {
namespace {

using lifecycle::Ask;
using lifecycle::Goal;
using lifecycle::Trigger;

constexpr Answer kAccepted{Outcome::accepted, Refusal::none, {}, HardwareCode::none};

bool is_urgent(const Request& request) noexcept {
  const Control* control = std::get_if<Control>(&request.what);
  return control != nullptr && (*control == Control::stop || *control == Control::hold ||
                                *control == Control::emergency || *control == Control::press_button);
}

/// Frames and commands that move, or say where to.
bool asks_for_motion(const What& what) noexcept {
  return std::holds_alternative<StreamTarget>(what) || std::holds_alternative<Go>(what) ||
         std::holds_alternative<MoveTo>(what) || std::holds_alternative<Jog>(what) ||
         std::holds_alternative<Sine>(what) || std::holds_alternative<Reserve>(what);
}

struct StepInfo {
  Ask ask;
  Goal goal;
};
constexpr StepInfo info_of(Step step) noexcept {
  switch (step) {
    case Step::zero:
      return {Ask::zero, Goal::zero};
    case Step::raise:
      return {Ask::raise, Goal::neutral};
    case Step::neutral:
      return {Ask::neutral, Goal::neutral};
    case Step::run:
      return {Ask::run, Goal::run};
    case Step::descend:
      return {Ask::descend, Goal::descend};
    case Step::power_up:
      break;
  }
  return {Ask::power_up, Goal::none};
}

}  // namespace

void Controller::Core::answer(Tag tag, const Endpoint& driver, const Answer& answer) noexcept {
  if (tag != 0) emit(tag, driver, answer);
}

/// The present motion's final answer.
void Controller::Core::finish(Outcome outcome) noexcept {
  const auto final = slot_.end();
  if (!final) return;
  retire(final->program);
  const HardwareCode code = outcome == Outcome::emergency ? HardwareCode::emergency_stop
                            : outcome == Outcome::faulted ? code_of(fault_)
                                                          : HardwareCode::none;
  answer(final->tag, final->driver, {outcome, Refusal::none, final->hit, code});
  lease_.answered(now_);
}

void Controller::Core::refuse(const Request& request, Refusal refusal, const LimitHit& hit,
                              HardwareCode code) noexcept {
  emit(request.tag, request.driver, Answer{Outcome::refused, refusal, hit, code});
}

lifecycle::Verdict Controller::Core::admitted(const Request& request, Ask ask) const noexcept {
  return lifecycle::admit(situation(), *request.contract,
                          {request.driver, lease_.armed(request.driver), fault_tick_ != tick_}, ask);
}

bool Controller::Core::may(const Request& request, Ask ask) noexcept {
  const lifecycle::Verdict verdict = admitted(request, ask);
  if (verdict.refused) refuse(request, verdict.refusal, {}, verdict.code);
  return !verdict.refused;
}

void Controller::Core::take_lease(const Request& request) noexcept {
  outputs_.driven_by(request.driver);
  lease_.take(request.driver, *request.contract, request.arrival);
}

/// The motion is this request's from now on; whoever's it was is told that it ended.
void Controller::Core::accept(const Request& request, Goal goal) noexcept {
  finish(Outcome::stopped);
  slot_.begin(request.tag, request.driver);
  order_pending_ = false;
  halting_ = false;
  if (paused()) hold_.drop_motion();
  goal_ = goal;
  limited_legs_ = 0;
  take_lease(request);
  silence_.new_command();
  silence_.found();
  idle_eligible_ = request.contract->idle_return == IdleReturn::always;
  answer(request.tag, request.driver, kAccepted);
}

/// Stop, hold, emergency: before anything else of the tick is looked at.
void Controller::Core::urgent(const Request& request) noexcept {
  if (!is_urgent(request) || request.contract == nullptr) return;
  switch (std::get<Control>(request.what)) {
    case Control::emergency:
      emergency_.frame(now_);
      fire(Trigger::emergency);
      break;
    case Control::press_button:
      emergency_.press(now_);
      fire(Trigger::emergency);
      break;
    case Control::stop:
      do_stop(request);
      break;
    case Control::hold:
      do_hold(request);
      break;
    default:
      break;
  }
  done(request);
}

void Controller::Core::take(const Request& request) noexcept {
  if (request.contract == nullptr || is_urgent(request)) return;
  const Duration silence = request.contract->silence;
  if (silence > Duration::zero() && now_ - request.arrival > silence && asks_for_motion(request.what)) {
    ++stale_frames_;  // lifecycle rule 30: old datagrams are not news
    if (request.tag != 0) refuse(request, Refusal::too_old);
    return;
  }
  if (asks_for_motion(request.what)) last_motion_ = now_;  // somebody is there, whether it may move or not
  lease_.heard(request.driver, *request.contract, request.act, request.arrival);
  if (paused())
    hold_.hear(request.driver, *request.contract, request.act, request.arrival,
               life_.state == State::holding);
  count_frame(request);
  std::visit([&](const auto& what) noexcept { ask(request, what); }, request.what);
}

void Controller::Core::ask(const Request& request, const Go& go) noexcept {
  const Step step = go.step;
  if (step == Step::power_up) return ask_power_up(request);
  const StepInfo info = info_of(step);
  if (!may(request, info.ask)) return;
  if (step == Step::run && life_.state == State::running && goal_ == Goal::none) {
    take_lease(request);
    return done(request);
  }
  const bool from_bottom = request.contract->bring_up == BringUp::zero_and_follow && step == Step::run &&
                           !machine_->drive.own_life;  // which follows nothing down there
  // csfi decision 4: who brings such a platform up finds it at the bottom, zeroed; raising it is another
  // step.
  const bool rises = step == Step::neutral || step == Step::raise;
  const bool stays_down = machine_->idle.stay_down && rises && !life_.zeroed;
  accept(request, from_bottom ? Goal::follow : stays_down ? Goal::zero : info.goal);
}

/// Back to the state after power-up; answered when the platform stands there (lifecycle rule 19).
void Controller::Core::ask_power_up(const Request& request) noexcept {
  if (life_.state == State::emergency) return ask_reset(request);
  if (!may(request, Ask::power_up)) return;
  outputs_.stop(now_);
  slot_.end_at_standstill(Outcome::stopped);
  forget_plans();
  lease_.disarm_all();
  fire(Trigger::power_up);
  if (!resets_.push_back({request.tag, request.driver})) refuse(request, Refusal::moving);
}

void Controller::Core::ask(const Request& request, const Jog& jog) noexcept {
  if (!std::isfinite(jog.speed) || !std::isfinite(jog.to.value_or(0.0)) || !(jog.torque >= 0.0))
    return refuse(request, Refusal::not_finite);
  if (life_.state != State::manual) {
    if (!may(request, Ask::jog)) return;
    if ((jog.legs >> machine_->geometry.legs) != 0) return refuse(request, Refusal::no_such_axis);
    accept(request, Goal::none);
    finish(Outcome::done);  // it lasts as long as frames come; nobody waits for its end
    fire(Trigger::jog);
  } else if (may(request, Ask::jog)) {
    done(request);
  } else {
    return;
  }
  jog_legs_ = jog.legs;
  jog_speed_ = jog.speed;
  jog_to_ = jog.to;
  limited_legs_ = jog.torque > 0.0 ? jog.legs : std::uint8_t{0};
  most_torque_ = jog.torque;
  jog_until_ = now_ + jog.hold_time;
}

void Controller::Core::do_stop(const Request& request) noexcept {
  const bool by_operator = request.contract->is_operator;
  const Endpoint driver = lease_.driver();
  if (by_operator) {
    lease_.bar();
  } else if (driver != request.driver) {
    lease_.disarm(driver);
  }
  forget_plans();
  outputs_.stop(now_);
  last_motion_ = now_;
  slot_.end_at_standstill(Outcome::stopped);
  if (paused() && hold_.by() == HoldBy::by_operator && !by_operator) {
    hold_.drop_motion();  // lifecycle rule 28: the motion ends, the operator's hold stays
  } else {
    fire(Trigger::stop);
  }
  if (!lifecycle::is_moving(life_.state)) finish(Outcome::stopped);
}

void Controller::Core::do_hold(const Request& request) noexcept {
  const Contract& contract = *request.contract;
  const HoldBy by = contract.is_operator     ? HoldBy::by_operator
                    : contract.one_at_a_time ? HoldBy::pause
                                             : HoldBy::host;
  const Endpoint driver = lease_.driver();
  if (paused()) {
    const bool ordered = slot_.busy() && !slot_.ending();
    const bool replaced = goal_ != Goal::none || (ordered && !hold_.has_motion());
    if (!replaced) return hold_.repeat(by, request.driver, now_);
    // An order that was accepted meanwhile has ended that hold, though it has not begun or is still being
    // prepared: it is held now, by whoever asks for it.
    freeze(by, request.driver, driver);
    return hold_.not_begun();
  }
  if (!admitted(request, Ask::hold).acts() || !fire(Trigger::hold)) return;
  if (!paused()) {  // a jog that is held has ended, and what was to follow it
    forget_plans();
    return slot_.end_at_standstill(Outcome::stopped);
  }
  freeze(by, request.driver, driver);
  if (driver && driver != request.driver && !lease_.contract()->one_at_a_time) lease_.disarm(driver);
}

void Controller::Core::ask_resume(const Request& request) noexcept {
  const lifecycle::Verdict verdict = admitted(request, Ask::resume);
  if (verdict.refused) return refuse(request, verdict.refusal, {}, verdict.code);
  if (verdict.acts() && hold_.may_resume(now_)) hold_.resume_at_standstill();
  done(request);
}

void Controller::Core::ask_reset(const Request& request) noexcept {
  const lifecycle::Verdict verdict = admitted(request, Ask::reset);
  if (verdict.refused) return refuse(request, verdict.refusal, {}, verdict.code);
  if (!verdict.acts()) return done(request);
  lease_.disarm_all();
  fire(life_.state == State::fault && zero_is_beyond_doubt() ? Trigger::reset_zeroed : Trigger::reset);
  if (!resets_.push_back({request.tag, request.driver})) refuse(request, Refusal::moving);
}

/// The operator has control from now on; what a host was moving stops.
void Controller::Core::ask_take(const Request& request) noexcept {
  if (!may(request, Ask::take)) return;
  const bool goes_on = paused() && hold_.resume_asked();
  if (goes_on || (lease_.held() && !lease_.held_by(request.driver))) {
    lease_.disarm(lease_.driver());
    end_motion(Outcome::stopped);
    if (!lifecycle::is_moving(life_.state)) finish(Outcome::stopped);
  }
  take_lease(request);
  lease_.keep();
  done(request);
}

void Controller::Core::ask(const Request& request, const Give& give) noexcept {
  if (!may(request, Ask::give)) return;
  lease_.give(give.to);
  done(request);
}

/// Lifecycle rules 12 and 29: stop, descend if that can be done, and be over.
void Controller::Core::ask_exit(const Request& request) noexcept {
  if (!exiting_) {
    do_stop(request);
    exiting_ = true;
    const bool slows_for_more = life_.state == State::stopping && life_.after != After::ready;
    if (life_.zeroed && enabled_ && !at_bottom() && !lifecycle::is_locked(life_.state) && !slows_for_more)
      goal_ = Goal::descend;
  }
  done(request);
}

/// A driver that goes leaves what it moved held.
void Controller::Core::disconnect(const Request& request) noexcept {
  if (!lease_.held_by(request.driver)) return;
  lose_host(request.driver);
  lease_.release();
}

void Controller::Core::ask(const Request& request, Control control) noexcept {
  switch (control) {
    case Control::resume:
      return ask_resume(request);
    case Control::reset:
      return ask_reset(request);
    case Control::take:
      return ask_take(request);
    case Control::exit:
      return ask_exit(request);
    case Control::enable:
      if (!may(request, Ask::enable)) return;
      enable();
      break;
    case Control::disable:
      if (!may(request, Ask::disable)) return;
      switched_off_ = true;
      break;
    case Control::free_button:
      emergency_.release();
      break;
    case Control::halt:
      if (lease_.held_by(request.driver)) halt();
      break;
    case Control::disconnect:
      disconnect(request);
      break;
    default:
      break;
  }
  done(request);
}

void Controller::Core::ask(const Request& request, const SetOutputs& outputs) noexcept {
  if (!may(request, Ask::outputs)) return;
  outputs_.set(outputs, request.driver, now_);
  done(request);
}

/// With another geometry the platform is then powered up, not zeroed (csfi decision 4).
void Controller::Core::ask(const Request& request, const AdoptMachine& adopt) noexcept {
  if (adopt.machine == nullptr) return refuse(request, Refusal::calibration);
  if (!may(request, Ask::adopt)) return;
  const Machine* old = machine_;
  const bool same_place = adopt.machine->geometry_revision == old->geometry_revision;
  if (!same_place) fire(Trigger::new_geometry);
  machine_ = adopt.machine;
  mover_.adopt(*machine_, period_, same_place && life_.zeroed);
  rotary_.adopt(*machine_, period_);
  cue_.adopt(*machine_, period_);
  check_.adopt(*machine_, period_);
  rotary_.stand_at(feedback_->rotary);
  watch_.reset();
  just_adopted_ = true;
  if (!same_place) standby_.adopt();
  emit(0, {}, MachineReleased{old});
  done(request);
}

}  // namespace hexad::controller
