// What happens by the passing of time alone: silence, leases that end, idle return, standby, answers that
// were due.

#include "controller/core.hpp"

namespace hexad::controller {

using lifecycle::Goal;
using lifecycle::Trigger;

void Controller::Core::keep_time() noexcept {
  watch_silence();
  end_leases();
  return_when_idle();
  rest_when_down();
  if (life_.state == State::manual && now_ >= jog_until_) jog_legs_ = 0;
  answer_resets();
}

/// A host that fell silent (its contract says when that counts).
void Controller::Core::watch_silence() noexcept {
  const Contract* contract = lease_.contract();
  if (!silence_.armed() || contract == nullptr || contract->silence <= Duration::zero() ||
      life_.state != State::running)
    return;
  const Duration silence = lease_.silence(now_);
  if (contract->is_operator) {  // a button that was held: nobody comes back to it, so it stops and is over
    if (silence < contract->silence) return;
    silence_.disarm();
    return end_motion(Outcome::stopped);
  }
  if (!cue_.losing()) {
    if (silence < contract->silence) return;
    emit(0, lease_.driver(), HostLost{silence});
    if (cue_.active()) cue_.lose();
  }
  // What a game leaves goes back to neutral first.
  if (cue_.losing() && (!cue_.faded() || (contract->guest && !cue_.returned()))) return;
  const Endpoint driver = lease_.driver();
  if (contract->on_silence == OnSilence::fault) {
    silence_.lose();
    raise_fault({FaultKind::host_timeout, 0xFF, to_seconds(silence), to_seconds(contract->silence)});
  } else if (contract->on_silence == OnSilence::hold) {
    if (contract->resume_by == ResumeBy::command_edge) lease_.disarm_until_change(driver);
    idle_eligible_ = contract->idle_return != IdleReturn::never;
    lose_host(driver);
    silence_.lose();
  }
}

/// Leases end, and with them what only their driver kept going.
void Controller::Core::end_leases() noexcept {
  if (lease_.held()) last_driver_ = lease_.driver();
  const Contract* contract = lease_.contract();
  const bool running = life_.state == State::running;
  // Silence that is meant, or nobody watches: the last target is kept, and once standing there the platform
  // is ready.
  const bool keeps = contract != nullptr && (contract->on_silence == OnSilence::keep || !silence_.armed()) &&
                     contract->lease == LeaseRule::after_silence && !contract->running_is_mode;
  if (keeps && running && goal_ == Goal::none && !slot_.busy() && mover_.standing() &&
      lease_.silence(now_) >= contract->lease_time) {
    lease_.expire(now_, false);  // control that was taken stays
    fire(Trigger::arrived);
    return;
  }
  // A stream, or a mode, whose driver lost the lease (disconnected, disarmed) drives no more.
  if (running && !lease_.held() && !slot_.busy()) {
    if (mover_.standing()) {
      fire(Trigger::arrived);
    } else {
      lose_host(last_driver_);
    }
  }
  const bool mode = contract != nullptr && contract->running_is_mode && running;
  const bool busy = slot_.busy() || goal_ != Goal::none || life_.state == State::manual ||
                    (mode && !silence_.armed()) || (keeps && running) || (running && cue_.losing()) ||
                    (running && contract != nullptr && !contract->running_is_mode &&
                     contract->lease != LeaseRule::after_silence);
  lease_.expire(now_, busy);
}

/// Lifecycle rules 11 and 28.
void Controller::Core::return_when_idle() noexcept {
  const bool operators = lease_.barred() || lease_.taken() || (paused() && hold_.by() == HoldBy::by_operator);
  const bool off = !enabled_ || switched_off_;  // an enable begins no motion
  if (lease_.held() || lifecycle::is_moving(life_.state) || goal_ != Goal::none || operators || off)
    last_motion_ = now_;
  // A pause that somebody asked for is none that silence made, even where it began as one.
  const bool lost = life_.state == State::holding && silence_.host_lost() && hold_.by() == HoldBy::lost;
  const bool raised = life_.state == State::ready || lost;
  const double set = machine_->idle.idle_return;
  const Duration idle_return = set < 0.0 ? settings_.idle_return : from_seconds(set);
  if (idle_return <= Duration::zero() || !raised || !life_.zeroed ||
      !(idle_eligible_ || settings_.idle_return_all) || now_ - last_motion_ < idle_return)
    return;
  idle_eligible_ = false;
  outputs_.drop();
  finish(Outcome::stopped);  // what a lost host left frozen
  goal_ = Goal::descend;
}

/// csfi decision 4, standby.
void Controller::Core::rest_when_down() noexcept {
  const bool idle = life_.state == State::origin && goal_ == Goal::none && !slot_.busy();
  standby_.look(idle, from_seconds(machine_->idle.standby), now_);
}

/// Lifecycle rules 19 and 31: everybody who asked for a reset is told what it did, when that shows.
void Controller::Core::answer_resets() noexcept {
  if (resets_.empty() || life_.state == State::stopping || clearing_) return;
  if (reset_ticks_ > 0 && --reset_ticks_ > 0) return;
  const bool cleared = !fault_ && life_.state != State::emergency;
  const Refusal refusal = life_.state == State::emergency ? Refusal::emergency : Refusal::fault;
  for (const PendingReset& reset : resets_)
    answer(reset.tag, reset.driver,
           cleared ? Answer{} : Answer{Outcome::refused, refusal, {}, out_.telemetry.code});
  resets_.clear();
}

}  // namespace hexad::controller
