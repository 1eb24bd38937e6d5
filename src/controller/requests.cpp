// Who may ask for what. Every request ends in exactly one of: taken, refused with a reason, ignored because
// it asks for what is already so.

#include <algorithm>
#include <cmath>

#include "controller/core.hpp"
#include "controller/frame.hpp"

namespace hexad::controller {
namespace {

using lifecycle::Goal;
using lifecycle::Trigger;

constexpr int kResetTicks = 10;  // what a reset did shows in the feedback after a few ticks

bool is_urgent(const Request& request) noexcept {
  const Control* control = std::get_if<Control>(&request.what);
  return control != nullptr && (*control == Control::stop || *control == Control::hold ||
                                *control == Control::emergency || *control == Control::press_button);
}

Goal goal_of(Step step) noexcept {
  switch (step) {
    case Step::zero:
      return Goal::zero;
    case Step::raise:
    case Step::neutral:
      return Goal::neutral;
    case Step::run:
      return Goal::run;
    case Step::descend:
      return Goal::descend;
    case Step::power_up:
      return Goal::none;
  }
  return Goal::none;
}

}  // namespace

void Controller::Core::answer(Tag tag, const Endpoint& driver, const Answer& answer) noexcept {
  if (tag != 0) emit(tag, driver, answer);
}

/// The present motion's final answer.
void Controller::Core::finish(Outcome outcome) noexcept {
  if (!owner_.waiting) return;
  owner_.waiting = false;
  owner_.reserved = false;
  retire(owner_.program);
  owner_.program = nullptr;
  const HardwareCode code = outcome == Outcome::emergency ? HardwareCode::emergency_stop
                            : outcome == Outcome::faulted ? code_of(fault_.kind)
                                                          : HardwareCode::none;
  answer(owner_.tag, owner_.driver, {outcome, Refusal::none, owner_.hit, code});
  lease_.answered(now_);
}

void Controller::Core::refuse(const Request& request, Refusal refusal, const LimitHit& hit) noexcept {
  HardwareCode code = HardwareCode::none;
  if (refusal == Refusal::emergency) code = HardwareCode::emergency_stop;
  if (refusal == Refusal::fault) code = code_of(fault_.kind);
  if (refusal == Refusal::not_zeroed) code = HardwareCode::not_zeroed;
  emit(request.tag, request.driver, Answer{Outcome::refused, refusal, hit, code});
}

/// What stands in the way of a motion command, in the order of mdof decision 5.
Refusal Controller::Core::refusal_for(const Request& request) const noexcept {
  const Contract& contract = *request.contract;
  if (life_.state == State::emergency) return Refusal::emergency;
  if (fault_) return Refusal::fault;
  if (life_.state == State::init) return Refusal::initialising;
  if (shutting_down_) return Refusal::shutting_down;
  if (!machine_->trusted) return Refusal::calibration;
  if (lease_.barred() && !contract.is_operator) return Refusal::barred;
  if (lease_.held() && !lease_.held_by(request.driver)) {
    return paused() ? Refusal::other_driver_paused : Refusal::other_driver;
  }
  if (paused() && !may_leave_hold(request)) return Refusal::paused;
  if (contract.one_at_a_time &&
      (owner_.waiting || lifecycle::is_moving(life_.state) || goal_ != Goal::none)) {
    return Refusal::moving;
  }
  if (!lease_.armed(request.driver)) return Refusal::disarmed;
  if (!enabled_) return Refusal::not_enabled;
  return Refusal::none;
}

/// Re-arming never resumes another's hold (lifecycle rule 3).
bool Controller::Core::may_leave_hold(const Request& request) const noexcept {
  if (request.contract->is_operator) return true;
  return hold_ == Hold::left || (hold_ == Hold::host && request.driver == held_by_);
}

Refusal Controller::Core::refusal_of_bring_up(BringUp bring_up) const noexcept {
  const bool zeroes = bring_up == BringUp::zero_and_raise || bring_up == BringUp::zero_and_follow;
  if (!life_.zeroed && life_.state != State::zeroing && !zeroes) return Refusal::not_zeroed;
  if (life_.state == State::origin && bring_up == BringUp::refuse) return Refusal::at_bottom;
  return Refusal::none;
}

/// Outputs are the driver's: another one finds them off (lifecycle rule 10).
void Controller::Core::take_lease(const Request& request) noexcept {
  if (outputs_by_ != request.driver) drop_outputs();
  lease_.take(request.driver, *request.contract, now_);
}

void Controller::Core::drop_outputs() noexcept {
  outputs_by_ = {};
  relays_ = 0;
  digital_ = 0;
}

/// The motion is this request's from now on; whoever's it was is told that it ended.
void Controller::Core::accept(const Request& request, Goal goal) noexcept {
  finish(Outcome::stopped);
  owner_ = {};
  owner_.tag = request.tag;
  owner_.driver = request.driver;
  owner_.waiting = true;
  pending_ = Pending::none;
  halting_ = false;
  goal_ = goal;
  take_lease(request);
  recent_.clear();
  idle_eligible_ = request.contract->idle_return;
  answer(request.tag, request.driver, {Outcome::accepted, Refusal::none, {}, HardwareCode::none});
}

/// Stop, hold, emergency: before anything else of the tick is looked at.
void Controller::Core::urgent(const Request& request) noexcept {
  if (!is_urgent(request) || request.contract == nullptr) return;
  switch (std::get<Control>(request.what)) {
    case Control::emergency:
      emergency_frame_seen_ = true;
      emergency_frame_ = now_;
      fire(Trigger::emergency);
      break;
    case Control::press_button:
      button_ = true;
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
  answer(request.tag, request.driver, {});
}

void Controller::Core::take(const Request& request) noexcept {
  if (request.contract == nullptr || is_urgent(request)) return;
  lease_.heard(request.driver, *request.contract, request.act, request.arrival);
  count_frame(request);
  if (const auto* stream = std::get_if<StreamTarget>(&request.what)) ask_stream(request, *stream);
  if (const auto* go = std::get_if<Go>(&request.what)) ask_go(request, go->step);
  if (const auto* move = std::get_if<MoveTo>(&request.what)) ask_move(request, *move);
  if (const auto* jog = std::get_if<Jog>(&request.what)) ask_jog(request, *jog);
  if (const auto* control = std::get_if<Control>(&request.what)) ask_control(request, *control);
  if (const auto* outputs = std::get_if<SetOutputs>(&request.what)) ask_outputs(request, *outputs);
  if (const auto* adopt = std::get_if<AdoptMachine>(&request.what)) ask_adopt(request, *adopt);
  if (const auto* sine = std::get_if<Sine>(&request.what)) ask_sine(request, *sine);
  if (std::holds_alternative<Reserve>(request.what)) ask_reserve(request);
  if (const auto* run = std::get_if<RunPrepared>(&request.what)) ask_run(request, *run);
  if (const auto* abandon = std::get_if<Abandon>(&request.what)) ask_abandon(request, *abandon);
  if (const auto* speed = std::get_if<SpeedOverride>(&request.what)) ask_override(request, *speed);
  if (const auto* tune = std::get_if<TuneCueing>(&request.what)) ask_tune(request, tune->tuning);
  if (const auto* effect = std::get_if<SetEffect>(&request.what)) ask_effect(request, *effect);
  if (const auto* give = std::get_if<Give>(&request.what)) {
    if (request.contract->is_operator) lease_.give(give->to);
    answer(request.tag, request.driver, {});
  }
}

void Controller::Core::ask_go(const Request& request, Step step) noexcept {
  if (step == Step::power_up) {
    if (life_.state == State::emergency) return do_reset(request);
    finish(Outcome::stopped);
    goal_ = Goal::none;
    pending_ = Pending::none;
    lease_.disarm_all();
    reset_drives_ = true;
    fault_ = {};
    if (!fire(Trigger::power_up)) return refuse(request, why_not());
    pending_reset_ = {request.tag, request.driver, kResetTicks};
    return;
  }
  if (const Refusal refusal = refusal_for(request); refusal != Refusal::none) return refuse(request, refusal);
  // Where the bottom is must be known; seeking it is another step.
  if (step == Step::descend && !life_.zeroed && life_.state != State::zeroing)
    return refuse(request, Refusal::not_zeroed);
  const bool needs_legs = step != Step::zero;
  const BringUp bring_up = step == Step::raise ? BringUp::raise : request.contract->bring_up;
  if (const Refusal refusal = refusal_of_bring_up(bring_up); needs_legs && refusal != Refusal::none) {
    if (!(step == Step::descend && life_.state == State::origin)) return refuse(request, refusal);
  }
  if (step == Step::run && life_.state == State::running) {
    take_lease(request);
    return answer(request.tag, request.driver, {});
  }
  const bool from_bottom = request.contract->bring_up == BringUp::zero_and_follow && step == Step::run;
  // csfi decision 4: who brings such a platform up finds it at the bottom, zeroed; raising it is another step.
  const bool stays_down = machine_->habits.stay_down && step == Step::neutral && !life_.zeroed;
  accept(request, from_bottom ? Goal::follow : stays_down ? Goal::zero : goal_of(step));
}

void Controller::Core::ask_jog(const Request& request, const Jog& jog) noexcept {
  if (!std::isfinite(jog.speed)) return refuse(request, Refusal::not_finite);
  if (life_.state != State::manual) {
    if (jog.legs == 0) return refuse(request, Refusal::nothing_to_do);
    if (const Refusal refusal = refusal_for(request); refusal != Refusal::none)
      return refuse(request, refusal);
    if ((jog.legs >> machine_->geometry.legs) != 0) return refuse(request, Refusal::no_such_axis);
    if (!fire(Trigger::jog)) return refuse(request, Refusal::moving);
    accept(request, Goal::none);
    owner_.waiting = false;
  } else if (!lease_.held_by(request.driver)) {
    return refuse(request, Refusal::other_driver);
  }
  jog_legs_ = jog.legs;
  jog_speed_ = jog.speed;
  jog_until_ = now_ + jog.hold_time;
}

void Controller::Core::do_stop(const Request& request) noexcept {
  const Endpoint driver = lease_.driver();
  const bool own = lease_.held_by(request.driver);
  goal_ = Goal::none;
  pending_ = Pending::none;
  resume_pending_ = false;
  if (request.contract->is_operator) {
    lease_.bar();
  } else if (!own) {
    lease_.disarm(driver);
  }
  owner_.stopped = owner_.waiting;
  fire(Trigger::stop);
  if (!lifecycle::is_moving(life_.state)) finish(Outcome::stopped);
}

void Controller::Core::do_hold(const Request& request) noexcept {
  const Endpoint driver = lease_.driver();
  const bool was_paused = paused();
  const bool takes_over = was_paused && request.contract->is_operator;
  if (!was_paused && !fire(Trigger::hold)) return;
  if (paused() && (!was_paused || takes_over)) {
    held_by_ = request.driver;
    hold_ = request.contract->is_operator     ? Hold::by_operator
            : request.contract->one_at_a_time ? Hold::pause
                                              : Hold::host;
    if (!was_paused) frozen_driver_ = driver;
  }
  if (was_paused) return;
  goal_ = paused() ? goal_ : Goal::none;
  if (owner_.waiting && paused()) {
    answer(owner_.tag, owner_.driver, {Outcome::paused, Refusal::none, {}, HardwareCode::none});
  }
  if (request.driver != driver && driver && !lease_.contract()->one_at_a_time) lease_.disarm(driver);
}

void Controller::Core::do_resume(const Request& request) noexcept {
  const bool own_kind =
      request.contract->is_operator || (hold_ != Hold::by_operator && !host_lost_ &&
                                        (hold_ == Hold::pause) == request.contract->one_at_a_time);
  if (!paused() || !own_kind) return;
  if (life_.state == State::holding) {
    fire(Trigger::resume);
  } else {
    resume_pending_ = true;
  }
}

void Controller::Core::do_reset(const Request& request) noexcept {
  if (life_.state == State::emergency && emergency_asserted()) return refuse(request, Refusal::emergency);
  if (life_.state != State::fault && life_.state != State::emergency) {
    return answer(request.tag, request.driver, {});
  }
  lease_.disarm_all();
  fault_ = {};
  fire(Trigger::reset);
  pending_reset_ = {request.tag, request.driver, kResetTicks};
}

void Controller::Core::ask_control(const Request& request, Control control) noexcept {
  switch (control) {
    case Control::resume:
      do_resume(request);
      break;
    case Control::reset:
      return do_reset(request);
    case Control::free_button:
      button_ = false;
      break;
    case Control::enable:
      if (request.contract->is_operator) enabled_ = true;
      break;
    case Control::take:
      if (!request.contract->is_operator) break;
      if (lease_.held() && !lease_.held_by(request.driver)) {
        lease_.disarm(lease_.driver());
        goal_ = Goal::none;
        fire(Trigger::stop);
      }
      take_lease(request);
      lease_.keep();
      break;
    case Control::halt:
      if (lease_.held_by(request.driver)) halt();
      break;
    case Control::disconnect:
      if (!lease_.held_by(request.driver)) break;
      watchdog_armed_ = false;
      held_by_ = request.driver;
      frozen_driver_ = request.driver;
      hold_ = Hold::left;
      goal_ = Goal::none;
      fire(Trigger::hold);
      lease_.release();
      break;
    case Control::exit:
      if (!shutting_down_) do_stop(request);
      shutting_down_ = true;
      if (life_.zeroed && life_.state != State::origin) goal_ = Goal::descend;
      break;
    default:
      break;
  }
  answer(request.tag, request.driver, {});
}

/// Outputs belong to the driver (lifecycle rule 10); an operator may set them when nobody drives.
void Controller::Core::ask_outputs(const Request& request, const SetOutputs& outputs) noexcept {
  const bool may = lease_.held_by(request.driver) || (!lease_.held() && request.contract->is_operator);
  if (!may || lifecycle::is_locked(life_.state)) return refuse(request, Refusal::other_driver);
  outputs_by_ = request.driver;
  if (outputs.set_relays) relays_ = outputs.relays & 0x0FFF;
  if (outputs.set_digital) digital_ = outputs.digital;
  answer(request.tag, request.driver, {});
}

/// Only while standing at the origin or powered up (csfi decision 3). With another geometry the platform is then
/// powered up, not zeroed (decision 4).
void Controller::Core::ask_adopt(const Request& request, const AdoptMachine& adopt) noexcept {
  const bool still = life_.state == State::origin || life_.state == State::powered_up;
  if (!still || adopt.machine == nullptr || goal_ != Goal::none || owner_.waiting)
    return refuse(request, Refusal::moving);
  const Machine* old = machine_;
  const bool same_place = adopt.machine->geometry_revision == old->geometry_revision;
  if (!same_place && life_.state == State::origin) fire(Trigger::new_geometry);
  machine_ = adopt.machine;
  mover_.adopt(*machine_, period_, same_place && life_.zeroed);
  rotary_.adopt(*machine_, period_);
  cue_.adopt(*machine_, period_);
  rotary_.stand_at(feedback_->rotary);
  watch_.reset();
  just_adopted_ = true;
  if (!same_place) adopting_ = kAdoptTicks;
  emit(0, {}, MachineReleased{old});
  answer(request.tag, request.driver, {});
}

}  // namespace hexad::controller
