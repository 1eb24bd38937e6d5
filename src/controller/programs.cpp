// Motions that end by themselves: moves, programs, sines; how they are asked for, begin, end and break off.

#include <cmath>
#include <utility>

#include "controller/core.hpp"
#include "controller/frame.hpp"
#include "controller/reach_code.hpp"
#include "cueing/tuning.hpp"

namespace hexad::controller {
namespace {

using lifecycle::Goal;
using lifecycle::Trigger;

constexpr Duration kHeardLately = std::chrono::milliseconds{700};  // a stream may be as slow as 2 Hz

bool is_played(ProgramKind program) noexcept {
  switch (program) {
    case ProgramKind::path:
    case ProgramKind::timed_path:
    case ProgramKind::formula:
    case ProgramKind::sine:
    case ProgramKind::file:
      return true;
    default:
      return false;
  }
}

}  // namespace

void Controller::Core::ask_move(const Request& request, const MoveTo& move) noexcept {
  for (const double value : move.target) {
    if (!std::isfinite(value)) return refuse(request, Refusal::not_finite);
  }
  if (const Refusal refusal = refusal_for(request); refusal != Refusal::none) return refuse(request, refusal);
  if (const Refusal refusal = refusal_of_bring_up(request.contract->bring_up); refusal != Refusal::none) {
    return refuse(request, refusal);
  }
  const double above = machine_->heights.neutral_above_bottom();
  const Pose asked = move.convention.to_pose(move.target, above);
  Pose target = kinematics::project(*machine_, apply_frame(machine_->frame, asked).value);
  if (request.contract->on_limit == OnLimit::refuse) {
    const LimitHit hit = reach_code(*machine_, move.target, move.convention);
    if (hit) return refuse(request, Refusal::out_of_reach, hit);
  } else {
    const Limited<Pose> limited = kinematics::clamp_from_neutral(*machine_, target);
    target = limited.value;
    clamped_ = static_cast<bool>(limited.hit);
    if (limited.hit) report_limit(limited.hit);
  }
  const AxisValues speed = move.convention.to_inside(move.speed);
  for (std::size_t i = 0; i < kAxes; ++i) move_speed_[static_cast<Eigen::Index>(i)] = std::abs(speed[i]);
  move_target_ = target;
  accept(request, Goal::program);
  move_time_ = 0.0;
  pending_ = Pending::move;
  if (life_.state == State::running) start_program();
}

/// Asked for again while it runs, a sine goes over to the new values.
void Controller::Core::ask_sine(const Request& request, const Sine& sine) noexcept {
  for (const AxisValues* values : {&sine.amplitude, &sine.frequency, &sine.phase}) {
    for (const double value : *values) {
      if (!std::isfinite(value)) return refuse(request, Refusal::not_finite);
    }
  }
  if (const Refusal refusal = refusal_for(request); refusal != Refusal::none) return refuse(request, refusal);
  if (const Refusal refusal = refusal_of_bring_up(request.contract->bring_up); refusal != Refusal::none) {
    return refuse(request, refusal);
  }
  const bool running =
      life_.state == State::running && program_ == ProgramKind::sine && owner_.waiting && !halting_;
  if (!running) accept(request, Goal::program);
  sine_ = sine;
  if (running && mover_.act() == Mover::Act::play) {
    if (!mover_.retarget(sine)) return refuse(request, Refusal::out_of_reach, mover_.playback().limited());
    lease_.take(request.driver, *request.contract, now_);
    answer(request.tag, request.driver, {Outcome::accepted, Refusal::none, {}, HardwareCode::none});
  } else {
    pending_ = Pending::sine;
    if (life_.state == State::running) start_program();
  }
  clamped_ = static_cast<bool>(mover_.playback().limited());
  if (clamped_) report_limit(mover_.playback().limited());
}

void Controller::Core::ask_reserve(const Request& request) noexcept {
  if (std::get<Reserve>(request.what).kind == ProgramKind::none) return refuse(request, Refusal::bad_program);
  if (const Refusal refusal = refusal_for(request); refusal != Refusal::none) return refuse(request, refusal);
  if (const Refusal refusal = refusal_of_bring_up(request.contract->bring_up); refusal != Refusal::none) {
    return refuse(request, refusal);
  }
  accept(request, Goal::none);
  owner_.reserved = true;
}

bool Controller::Core::holds_slot(const Request& request) const noexcept {
  return owner_.waiting && owner_.reserved && !owner_.stopped && owner_.tag == request.tag &&
         owner_.driver == request.driver;
}

/// What comes too late (stopped meanwhile, another machine) goes back unused.
void Controller::Core::ask_run(const Request& request, const RunPrepared& run) noexcept {
  if (run.program == nullptr) return;
  if (!holds_slot(request)) return retire(run.program);
  if (run.revision != machine_->revision) {
    retire(run.program);
    return ask_abandon(request, {Refusal::bad_program, {}});
  }
  owner_.reserved = false;
  owner_.program = run.program;
  goal_ = Goal::program;
  pending_ = Pending::program;
  if (life_.state == State::running) start_program();
}

void Controller::Core::ask_abandon(const Request& request, const Abandon& abandon) noexcept {
  if (!holds_slot(request)) return;
  owner_.waiting = false;
  owner_.reserved = false;
  lease_.answered(now_);
  refuse(request, abandon.refusal, abandon.hit);
}

void Controller::Core::ask_override(const Request& request, const SpeedOverride& speed) noexcept {
  if (!(speed.share >= 0.1 && speed.share <= 1.0)) return refuse(request, Refusal::not_finite);
  if (!request.contract->is_operator && !lease_.held_by(request.driver))
    return refuse(request, Refusal::other_driver);
  mover_.set_speed(speed.share);
  answer(request.tag, request.driver, {});
}

/// How vehicle motion is cued is for whoever stands beside the platform to say, at any time; hosts only bring the motion.
void Controller::Core::ask_tune(const Request& request, const CueTuning& tuning) noexcept {
  if (!request.contract->is_operator) return refuse(request, Refusal::other_driver);
  if (!cueing::is_valid(tuning)) return refuse(request, Refusal::bad_program);
  cue_.tune(tuning);
  answer(request.tag, request.driver, {});
}

void Controller::Core::ask_effect(const Request& request, const SetEffect& effect) noexcept {
  if (!request.contract->is_operator) return refuse(request, Refusal::other_driver);
  if (effect.place >= kEffects || !cueing::is_valid(effect.settings))
    return refuse(request, Refusal::bad_program);
  LimitHit hit;
  switch (mover_.effects().set(effect.place, effect.settings, hit)) {
    case Effects::Verdict::taken:
      return answer(request.tag, request.driver, {});
    case Effects::Verdict::no_such_axis:
      return refuse(request, Refusal::no_such_axis);
    case Effects::Verdict::too_large:
      return refuse(request, Refusal::out_of_reach, hit);
  }
}

/// Effects are of programs that run, not of the ways there, and of hosts that are heard.
bool Controller::Core::effects_wanted() const noexcept {
  if (life_.state != State::running || halting_ || cue_.losing()) return false;
  switch (mover_.act()) {
    case Mover::Act::move:
      return !is_played(program_);
    case Mover::Act::play:
    case Mover::Act::cue:
      return true;
    case Mover::Act::follow_pose:
    case Mover::Act::follow_legs:
      return lease_.held() && lease_.silence(now_) < kHeardLately;
    default:
      return false;
  }
}

/// Running begins, or goes on after a hold.
void Controller::Core::start_program() noexcept {
  const Pending begins = std::exchange(pending_, Pending::none);
  switch (begins) {
    case Pending::move:
      program_ = ProgramKind::point_to_point;
      return mover_.move_to(move_target_, move_speed_, move_time_);
    case Pending::program:
      program_ = owner_.program->kind();
      mover_.load(*owner_.program);
      return approach_path();
    case Pending::sine:
      program_ = ProgramKind::sine;
      mover_.load(sine_);
      return approach_path();
    case Pending::none:
      break;
  }
  if (owner_.waiting && program_ == ProgramKind::point_to_point)
    return mover_.move_to(move_target_, move_speed_, move_time_);
  if (owner_.waiting && is_played(program_) && mover_.playback().loaded()) return approach_path();
  program_ = ProgramKind::none;
  mover_.stand();
}

/// To where the program begins, or was left; play goes on from there.
void Controller::Core::approach_path() noexcept {
  if (mover_.on_path()) return mover_.play();
  mover_.move_to(mover_.playback().here().pose, Vec6::Zero());
}

void Controller::Core::conclude_running() noexcept {
  if (halting_ && mover_.standing()) {
    halting_ = false;
    mover_.stand();
    program_ = ProgramKind::none;
    return finish(Outcome::stopped);
  }
  if (!owner_.waiting || owner_.stopped || halting_) return;
  const bool played = is_played(program_);
  if (played && mover_.broke_off()) return break_off();
  if (!mover_.finished() || !arrived()) return;
  if (played && mover_.act() == Mover::Act::move) return approach_path();
  const bool ends = played ? mover_.act() == Mover::Act::play
                           : program_ == ProgramKind::point_to_point && mover_.act() == Mover::Act::move;
  if (!ends) return;
  finish(Outcome::done);
  mover_.stand();
  const Contract* contract = lease_.contract();
  if (contract == nullptr || !contract->running_is_mode) fire(Trigger::arrived);
}

/// The program ran into a limit, or a value of it stopped being finite: a controlled stop, and the answer says which.
void Controller::Core::break_off() noexcept {
  constexpr double kAhead[] = {0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5};
  owner_.stopped = true;
  owner_.ends = Outcome::limit_reached;
  owner_.hit = mover_.hit();
  for (const double ahead : kAhead) {
    const Pose pose = mover_.playback().pose_ahead(ahead);
    if (!is_finite(pose)) {
      owner_.ends = Outcome::not_finite;
      break;
    }
    const AxisValues values = kXyzConvention.from_pose(pose, machine_->heights.neutral_above_bottom());
    if (const LimitHit hit = reach_code(*machine_, values, kXyzConvention)) {
      owner_.hit = hit;
      break;
    }
  }
  goal_ = Goal::none;
  fire(Trigger::stop);
}

/// Ends the program where it is; `running` goes on where it is a mode.
void Controller::Core::halt() noexcept {
  if (life_.state != State::running || !owner_.waiting) return;
  const Contract* contract = lease_.contract();
  if (contract == nullptr || !contract->running_is_mode) {
    owner_.stopped = true;
    goal_ = Goal::none;
    fire(Trigger::stop);
    return;
  }
  halting_ = true;
  mover_.stop();
}

void Controller::Core::retire(const Prepared* program) noexcept {
  if (program != nullptr && !retired_.push_back(program)) ++out_.lost_events;
}

void Controller::Core::release_programs() noexcept {
  while (!retired_.empty()) {
    const Prepared* program = retired_.back();
    const bool playing = mover_.act() == Mover::Act::play || mover_.act() == Mover::Act::slow;
    if (mover_.playback().program() == program) {
      if (playing) return;
      mover_.unload();
    }
    retired_.pop_back();
    emit(0, {}, ProgramReleased{program});
  }
}

}  // namespace hexad::controller
