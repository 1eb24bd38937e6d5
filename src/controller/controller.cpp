#include "controller/controller.hpp"

#include "controller/core.hpp"
#include "controller/frame.hpp"

namespace hexad::controller {
namespace {

using lifecycle::Goal;
using lifecycle::Trigger;

constexpr Duration kLimitMemory = std::chrono::milliseconds{250};

}  // namespace

Controller::Controller(const Machine& machine, const Settings& settings)
    : core_{std::make_unique<Core>(machine, settings)} {}
Controller::~Controller() = default;

const Outputs& Controller::step(TimePoint now, std::span<const Request> requests,
                                const Feedback& feedback) noexcept {
  return core_->step(now, requests, feedback);
}

Controller::Core::Core(const Machine& machine, const Settings& settings) noexcept
    : machine_{&machine},
      settings_{settings},
      period_{to_seconds(settings.period)},
      cue_{settings.cueing},
      enabled_{settings.auto_enable} {
  mover_.adopt(machine, period_);
  rotary_.adopt(machine, period_);
  cue_.adopt(machine, period_);
}

const Outputs& Controller::Core::step(TimePoint now, std::span<const Request> requests,
                                      const Feedback& feedback) noexcept {
  now_ = now;
  feedback_ = &feedback;
  ++tick_;
  out_.events.clear();
  reset_drives_ = false;
  set_zero_ = false;

  perceive();
  for (const Request& request : requests) urgent(request);
  for (const Request& request : requests) take(request);
  keep_time();
  pursue();
  move();
  conclude();
  release_programs();
  report();
  return out_;
}

/// Where the platform is, and whether something is wrong: emergency first, then faults.
void Controller::Core::perceive() noexcept {
  const Feedback& feedback = *feedback_;
  feedback_button_ = feedback.emergency_button;
  if (!settings_.auto_enable && feedback.simulated) enabled_ = true;  // lifecycle rule 13
  const Watch::Expectation expected{&out_.setpoint, life_.zeroed, seeking(), just_adopted_};
  present_fault_ = watch_.look(*machine_, feedback, expected, period_);
  just_adopted_ = false;

  if (life_.state == State::init) {
    const Legs extension = measured_extension();
    mover_.stand_at(extension, false);
    rotary_.stand_at(feedback.rotary);
    if (!present_fault_) fire(Trigger::self_test_passed);
    if (life_.state == State::powered_up && settings_.initial != Initial::powered_up) {
      // Simulation only: begin zeroed, as if somebody had done it before.
      life_.state = settings_.initial == Initial::origin ? State::origin : State::ready;
      life_.zeroed = true;
      arrived_by_ = settings_.initial == Initial::origin ? ArrivedBy::zeroing : ArrivedBy::ascending;
      mover_.stand_at(extension, true);
      just_adopted_ = true;
      settings_.initial = Initial::powered_up;
    }
  }
  if (life_.state == State::powered_up && adopting_ > 0) {
    // Where the legs are when the drives take hold of them is where they stand.
    mover_.stand_at(measured_extension(), false);
    rotary_.stand_at(feedback.rotary);
    watch_.reset();
    just_adopted_ = true;
    --adopting_;
  }
  if (emergency_asserted()) fire(Trigger::emergency);
  if (present_fault_ && !lifecycle::is_locked(life_.state)) raise_fault(present_fault_);
}

/// What happens by the passing of time alone.
void Controller::Core::keep_time() noexcept {
  watch_silence();
  let_go();
  return_when_idle();
  rest_when_down();
  if (life_.state == State::manual && now_ >= jog_until_) jog_legs_ = 0;
  if (pending_reset_.ticks > 0 && --pending_reset_.ticks == 0) {
    const bool cleared = !fault_ && life_.state != State::emergency;
    answer(pending_reset_.tag, pending_reset_.driver,
           cleared ? Answer{} : Answer{Outcome::refused, why_not(), {}, out_.telemetry.code});
  }
}

/// A host that fell silent (its contract says when that counts).
void Controller::Core::watch_silence() noexcept {
  const Contract* contract = lease_.contract();
  if (!watchdog_armed_ || contract == nullptr || contract->silence <= Duration::zero() ||
      life_.state != State::running)
    return;
  if (!cue_.losing()) {
    if (lease_.silence(now_) < contract->silence) return;
    emit(0, lease_.driver(), HostLost{lease_.silence(now_)});
    if (cue_.active()) cue_.lose();
  }
  if (cue_.losing() && !cue_.faded()) return;
  host_lost_ = true;
  watchdog_armed_ = false;
  recent_.clear();
  held_by_ = lease_.driver();
  frozen_driver_ = lease_.driver();
  hold_ = Hold::left;
  if (contract->on_silence == OnSilence::fault) {
    raise_fault(
        {FaultKind::host_timeout, 0xFF, to_seconds(lease_.silence(now_)), to_seconds(contract->silence)});
  } else if (contract->on_silence == OnSilence::hold) {
    if (contract->resume_by == ResumeBy::command_edge) lease_.disarm_until_change(lease_.driver());
    idle_eligible_ = true;
    goal_ = Goal::none;
    fire(Trigger::host_lost);
  }
}

/// Leases end, and with them what only their driver kept going.
void Controller::Core::let_go() noexcept {
  if (lease_.held()) last_driver_ = lease_.driver();
  const Contract* contract = lease_.contract();
  const bool following = mover_.act() == Mover::Act::follow_pose || mover_.act() == Mover::Act::follow_legs;
  const bool running = life_.state == State::running;
  // Silence that is meant, or nobody watches: the last target is kept, and once standing there the platform is ready.
  const bool keeps = contract != nullptr && (contract->on_silence == OnSilence::keep || !watchdog_armed_) &&
                     contract->lease == LeaseRule::after_silence && !contract->running_is_mode;
  if (keeps && running && goal_ == Goal::none && !owner_.waiting && mover_.standing() &&
      lease_.silence(now_) >= contract->lease_time) {
    lease_.expire(now_, false);  // control that was taken stays
    fire(Trigger::arrived);
    return;
  }
  // A stream whose driver lost the lease (disconnected, disarmed) drives no more.
  if (running && following && !lease_.held()) {
    watchdog_armed_ = false;
    goal_ = Goal::none;
    held_by_ = last_driver_;  // who may go on with it
    frozen_driver_ = last_driver_;
    hold_ = Hold::left;
    fire(Trigger::host_lost);
  }
  const bool mode = contract != nullptr && contract->running_is_mode && running;
  const bool busy = owner_.waiting || goal_ != Goal::none || (mode && !watchdog_armed_) ||
                    (keeps && running) ||
                    (running && contract != nullptr && !contract->running_is_mode &&
                     contract->lease != LeaseRule::after_silence);
  lease_.expire(now_, busy);
}

/// Lifecycle rule 11.
void Controller::Core::return_when_idle() noexcept {
  if (lease_.held() || lifecycle::is_moving(life_.state) || goal_ != Goal::none) last_motion_ = now_;
  const bool raised = life_.state == State::ready || (life_.state == State::holding && host_lost_);
  const double set = machine_->habits.idle_return;
  const Duration idle_return = set < 0.0 ? settings_.idle_return : from_seconds(set);
  if (idle_return <= Duration::zero() || !raised || !(idle_eligible_ || settings_.idle_return_all) ||
      now_ - last_motion_ < idle_return)
    return;
  idle_eligible_ = false;
  drop_outputs();
  goal_ = Goal::descend;
}

/// csfi decision 4, standby: at the bottom the drives rest after a while, and the next motion switches them on.
void Controller::Core::rest_when_down() noexcept {
  const bool idle = life_.state == State::origin && goal_ == Goal::none && !owner_.waiting;
  if (!idle) down_since_ = now_;
  const double standby = machine_->habits.standby;
  const bool rests = idle && standby > 0.0 && now_ - down_since_ >= from_seconds(standby);
  if (resting_ && !rests) waking_ = kAdoptTicks;
  resting_ = rests;
}

/// One step towards what was asked for and is still to come.
void Controller::Core::pursue() noexcept {
  if (resume_pending_ && life_.state == State::holding) {
    resume_pending_ = false;
    fire(Trigger::resume);
  }
  if (waking_ > 0) {
    --waking_;
    return;
  }
  if (goal_ == Goal::none || !enabled_ || adopting_ > 0) return;
  const auto trigger = lifecycle::toward(life_, goal_, is_level(), at_neutral());
  if (!trigger) return;
  if (*trigger == Trigger::zero && goal_ == Goal::zero) goal_ = Goal::origin;
  fire(*trigger);
}

/// Where the cueing engine wants the platform on this tick.
void Controller::Core::cue() noexcept {
  if (life_.state != State::running) return cue_.end();
  const Motion& wanted = cue_.step();
  const Limited<Pose> pose = limit_target(*machine_, wanted.pose);
  clamped_ = static_cast<bool>(pose.hit);
  if (pose.hit) report_limit(pose.hit);
  const bool as_wanted = !pose.hit && (pose.value.position - wanted.pose.position).norm() < 1e-9 &&
                         angle_between(pose.value.rotation, wanted.pose.rotation) < 1e-7;
  if (as_wanted) return mover_.cue(cue_.before(), wanted);
  // Scaled or turned by the board's parameters, or past a limit: followed as any pose is.
  if (mover_.act() != Mover::Act::follow_pose) mover_.follow_pose();
  mover_.target(pose.value, now_);
}

void Controller::Core::move() noexcept {
  if (cue_.active()) cue();
  if (life_.state == State::running && stream_fresh_) {
    const bool legs = stream_.kind == StreamTarget::Kind::legs;
    const Mover::Act wanted = legs ? Mover::Act::follow_legs : Mover::Act::follow_pose;
    if (mover_.act() != wanted) legs ? mover_.follow_legs() : mover_.follow_pose();
    legs ? mover_.target(stream_.legs, stream_arrival_) : mover_.target(stream_.pose, stream_arrival_);
  }
  stream_fresh_ = false;
  const bool reconciling = mover_.act() == Mover::Act::lift && jog_legs_ == 0;
  if (life_.state == State::manual && !reconciling) mover_.jog(jog_legs_, jog_legs_ != 0 ? jog_speed_ : 0.0);
  mover_.let_effects(effects_wanted());
  mover_.advance(now_, *feedback_);
  if (life_.state != State::running) rotary_.stop();
  rotary_.advance();
}

/// What has come to its end.
void Controller::Core::conclude() noexcept {
  switch (life_.state) {
    case State::zeroing:
      if (mover_.act() == Mover::Act::seek_bottom && mover_.found_bottom()) {
        set_zero_ = true;
        mover_.prove_zero();
        proving_zero_ = true;
        watch_.reset();
        just_adopted_ = true;
      } else if (mover_.act() == Mover::Act::prove_zero && mover_.finished()) {
        fire(Trigger::found_bottom);
      }
      break;
    case State::stopping:
      if (mover_.standing()) fire(Trigger::standstill);
      break;
    case State::ascending:
    case State::descending:
    case State::to_neutral:
      if (mover_.finished() && arrived()) fire(Trigger::arrived);
      break;
    case State::manual:
      if (jog_legs_ == 0 && mover_.standing() && !mover_.reconcile_legs()) fire(Trigger::arrived);
      break;
    case State::running:
      conclude_running();
      break;
    default:
      break;
  }
  // A goal that is reached.
  const State state = life_.state;
  const bool reached = (goal_ == Goal::origin && state == State::origin) ||
                       (goal_ == Goal::descend && (state == State::origin || state == State::powered_up)) ||
                       (goal_ == Goal::neutral && state == State::ready && at_neutral()) ||
                       (goal_ == Goal::run && state == State::running) ||
                       (goal_ == Goal::program && state == State::running) ||
                       (goal_ == Goal::follow && state == State::running);
  if (reached) {
    const bool program = goal_ == Goal::program;
    goal_ = Goal::none;
    if (!program && !owner_.stopped) finish(Outcome::done);
  }
}

void Controller::Core::report() noexcept {
  if (life_.state == State::fault || life_.state == State::emergency || life_.state == State::init) {
    drop_outputs();
  }
  report_limit(mover_.hit() ? mover_.hit() : mover_.effects().hit());
  if (lease_.driver() != out_.telemetry.driver) emit(0, {}, DriverChange{lease_.driver()});

  Setpoint& setpoint = out_.setpoint;
  setpoint.extension = mover_.legs().extension;
  setpoint.velocity = mover_.legs().velocity;
  setpoint.acceleration = mover_.legs().acceleration;
  setpoint.rotary = rotary_.angle();
  setpoint.rotary_velocity = rotary_.velocity();
  setpoint.enable = enabled_ && !lifecycle::is_locked(life_.state) && adopting_ == 0 && !resting_;
  setpoint.seek_bottom = seeking();
  setpoint.set_zero = set_zero_;
  setpoint.reset = reset_drives_;
  setpoint.relays = relays_;
  setpoint.outputs = digital_;

  Telemetry& t = out_.telemetry;
  t.time = now_;
  t.tick = tick_;
  t.revision = machine_->revision;
  t.state = life_.state;
  t.before = life_.before;
  t.arrived_by = arrived_by_;
  t.program = program_;
  t.zeroed = life_.zeroed;
  t.moving = owner_.waiting || goal_ != Goal::none || lifecycle::is_moving(life_.state) ||
             life_.state == State::holding;
  t.clamped = clamped_;
  t.host_lost = host_lost_;
  t.barred = lease_.barred();
  t.driver = lease_.driver();
  t.disarms = lease_.disarms();
  t.why_not = why_not();
  t.fault = fault_;
  t.code = life_.state == State::emergency ? HardwareCode::emergency_stop : code_of(fault_.kind);
  t.limit = mover_.hit();
  t.target = life_.zeroed ? mover_.goal() : Pose{};
  t.commanded = mover_.motion();
  t.actual = watch_.actual();
  t.actual_velocity = watch_.velocity();
  t.actual_valid = watch_.valid();
  t.setpoint = setpoint;
  t.feedback = *feedback_;
  cue_.report(t.commanded, t.cue);
  t.cue.tuned += mover_.effects().changes();
  t.cue.effect_share = mover_.effects().let_through();
  t.cue.effects = mover_.effects().kinds();
  t.progress = mover_.progress();
  t.path_time = mover_.playback().loaded() ? mover_.playback().path_time() : 0.0;
  t.override_share = mover_.speed();
}

/// A limit that begins or ends to act is said once, not on every tick it acts.
void Controller::Core::report_limit(const LimitHit& hit) noexcept {
  if (hit) {
    limit_seen_ = now_;
    last_hit_ = hit;
    if (acting_limit_ == Limit::none) {
      acting_limit_ = hit.limit;
      emit(0, lease_.driver(), LimitChange{hit, true});
    }
  } else if (acting_limit_ != Limit::none && now_ - limit_seen_ >= kLimitMemory) {
    acting_limit_ = Limit::none;
    emit(0, lease_.driver(), LimitChange{last_hit_, false});
  }
}

}  // namespace hexad::controller
