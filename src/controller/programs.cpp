// Motions that end by themselves: moves, programs, sines; how they are asked for, begin, end and break off.

#include <cmath>
#include <utility>

#include "controller/core.hpp"
#include "controller/frame.hpp"
#include "controller/reach_code.hpp"
#include "cueing/tuning.hpp"

namespace hexad::controller {
namespace {

using lifecycle::Ask;
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

bool all_finite(const AxisValues& values) noexcept {
  for (const double value : values) {
    if (!std::isfinite(value)) return false;
  }
  return true;
}

}  // namespace

void Controller::Core::ask(const Request& request, const MoveTo& move) noexcept {
  if (!all_finite(move.target)) return refuse(request, Refusal::not_finite);
  if (!may(request, Ask::program)) return;
  Order order;
  order.kind = Order::Kind::move;
  const Pose asked = move.convention.to_pose(move.target, machine_->heights.neutral_above_bottom());
  order.target = kinematics::project(*machine_, apply_frame(machine_->frame, asked).value);
  if (request.contract->on_limit == OnLimit::refuse) {
    const LimitHit hit = reach_code(*machine_, move.target, move.convention);
    if (hit) return refuse(request, Refusal::out_of_reach, hit);
  } else {
    const Limited<Pose> limited = kinematics::clamp_from_neutral(*machine_, order.target);
    order.target = limited.value;
    order.hit = limited.hit;
  }
  const AxisValues speed = move.convention.to_inside(move.speed);
  for (std::size_t i = 0; i < kAxes; ++i) order.speed[static_cast<Eigen::Index>(i)] = std::abs(speed[i]);
  accept(request, Goal::program);
  order_ = order;
  start_order();
}

/// Asked for again while it runs, a sine goes over to the new values.
void Controller::Core::ask(const Request& request, const Sine& sine) noexcept {
  if (!all_finite(sine.amplitude) || !all_finite(sine.frequency) || !all_finite(sine.phase))
    return refuse(request, Refusal::not_finite);
  if (!may(request, Ask::stream)) return;
  const bool plays = life_.state == State::running && program_ == ProgramKind::sine && slot_.under_way() &&
                     slot_.driver() == request.driver && !halting_ && mover_.act() == Mover::Act::play;
  if (plays) {
    if (!mover_.retarget(sine)) return refuse(request, Refusal::out_of_reach, mover_.playback().limited());
    order_.sine = sine;
    clamped_ = false;  // until it is known
    take_lease(request);
    return done(request);  // the motion's own end is answered to whoever began it
  }
  accept(request, Goal::program);
  order_ = {};
  order_.kind = Order::Kind::sine;
  order_.sine = sine;
  start_order();
}

void Controller::Core::ask(const Request& request, const Reserve& reserve) noexcept {
  if (reserve.kind == ProgramKind::none) return refuse(request, Refusal::bad_program);
  if (!may(request, Ask::program)) return;
  accept(request, Goal::none);
  slot_.reserve(request.tag, request.driver);
}

/// What comes too late (stopped meanwhile, another machine) goes back unused.
void Controller::Core::ask(const Request& request, const RunPrepared& run) noexcept {
  if (run.program == nullptr) return;
  if (run.revision != machine_->revision) {
    retire(run.program);
    return ask(request, Abandon{Refusal::bad_program, {}});
  }
  if (machine_->drive.prepared_only && !(run.program->duration() <= Score::kLongest)) {
    retire(run.program);
    return ask(request, Abandon{Refusal::prepared_only, {}});
  }
  if (!slot_.fill(request.tag, request.driver, run.program)) return retire(run.program);
  order_ = {};
  order_.kind = Order::Kind::program;
  // A hold that came while it was being prepared keeps it from beginning.
  const bool frozen = paused() && hold_.has_motion();
  frozen ? hold_.set_goal(Goal::program) : void(goal_ = Goal::program);
  start_order();
}

void Controller::Core::ask(const Request& request, const Abandon& abandon) noexcept {
  if (!slot_.is_reserved_by(request.tag, request.driver)) return;
  static_cast<void>(slot_.end());
  lease_.answered(now_);
  refuse(request, abandon.refusal, abandon.hit);
  // What it had replaced – a program, a rise, a turn – still moves, and is nobody's now. A stream is its
  // host's.
  const bool streams = mover_.act() == Mover::Act::follow_pose || mover_.act() == Mover::Act::follow_legs ||
                       mover_.act() == Mover::Act::cue;
  if (goal_ == Goal::none && !paused() && !streams) break_off_here();
}

void Controller::Core::ask(const Request& request, const SpeedOverride& speed) noexcept {
  if (!(speed.share >= 0.1 && speed.share <= 1.0)) return refuse(request, Refusal::not_finite);
  if (!may(request, Ask::speed)) return;
  mover_.set_speed(speed.share);
  done(request);
}

/// How vehicle motion is cued is for whoever stands beside the platform to say, at any time; hosts only bring
/// the motion.
void Controller::Core::ask(const Request& request, const TuneCueing& tune) noexcept {
  if (!may(request, Ask::tune)) return;
  if (!cueing::is_valid(tune.tuning)) return refuse(request, Refusal::bad_program);
  cue_.tune(tune.tuning);
  done(request);
}

void Controller::Core::ask(const Request& request, const AdoptCueing& adopt) noexcept {
  if (adopt.engine != nullptr) cue_.complete(adopt.number, *adopt.engine);
  done(request);
}

void Controller::Core::ask(const Request& request, const SetEffect& effect) noexcept {
  if (!may(request, Ask::tune)) return;
  if (effect.place >= kEffects || !cueing::is_valid(effect.settings))
    return refuse(request, Refusal::bad_program);
  LimitHit hit;
  switch (mover_.effects().set(effect.place, effect.settings, hit)) {
    case Effects::Verdict::taken:
      return done(request);
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

/// The order begins now where the platform runs, else when `running` begins.
void Controller::Core::start_order() noexcept {
  order_pending_ = true;
  if (life_.state != State::running) return;
  goal_ = Goal::none;
  start_program();
}

/// Running begins, or goes on after a hold.
void Controller::Core::start_program() noexcept {
  const bool begins = std::exchange(order_pending_, false);
  const bool goes_on = begins || slot_.under_way();
  cue_.end();
  if (machine_->drive.prepared_only && goes_on) return hand_over(begins);
  switch (goes_on ? order_.kind : Order::Kind::none) {
    case Order::Kind::none:
      program_ = ProgramKind::none;
      return mover_.stand();
    case Order::Kind::move:
      program_ = ProgramKind::point_to_point;
      mover_.move_to(order_.target, order_.speed, order_.time);
      break;
    case Order::Kind::program:
      if (begins) mover_.load(*slot_.program());
      program_ = slot_.program()->kind();
      approach_path();
      break;
    case Order::Kind::sine:
      if (begins) mover_.load(order_.sine);
      program_ = ProgramKind::sine;
      order_.hit = mover_.playback().limited();
      approach_path();
      break;
  }
  report_clamped(order_.hit);
}

/// What fits of a sine is found out beside it (Sine::think), and told when it is known.
void Controller::Core::tell_sine() noexcept {
  if (!mover_.sine_planned() || life_.state != State::running || program_ != ProgramKind::sine) return;
  order_.hit = mover_.playback().limited();
  report_clamped(order_.hit);
}

/// To where the program begins, or was left; play goes on from there.
void Controller::Core::approach_path() noexcept {
  if (mover_.on_path()) return mover_.play();
  if (mover_.at_path()) return mover_.stand();  // what of a sine fits is not known yet
  mover_.move_to(mover_.playback().here().pose, Vec6::Zero());
}

void Controller::Core::conclude_running() noexcept {
  if (halting_ && mover_.standing() && !feedback_->far.plays) {
    halting_ = false;
    clamped_ = false;
    mover_.stand();
    program_ = ProgramKind::none;
    return finish(Outcome::stopped);
  }
  if (!slot_.under_way() || halting_) return;
  if (score_.number != 0) return conclude_handed();
  const bool played = is_played(program_);
  if (played && mover_.broke_off()) return break_off();
  if (!mover_.finished() || !arrived()) return;
  const Mover::Act act = mover_.act();
  if (played && (act == Mover::Act::move || act == Mover::Act::stand)) return approach_path();
  const bool ends =
      played ? act == Mover::Act::play : program_ == ProgramKind::point_to_point && act == Mover::Act::move;
  if (ends) end_program();
}

/// At its end: `running` goes on where it is a mode.
void Controller::Core::end_program() noexcept {
  const Contract* contract = lease_.contract();
  const bool stays = contract != nullptr && contract->running_is_mode;
  finish(Outcome::done);
  mover_.stand();
  clamped_ = false;
  if (!stays) fire(Trigger::arrived);
}

/// The program ran into a limit, or a value of it stopped being finite: a controlled stop, and the answer
/// says which.
void Controller::Core::break_off() noexcept {
  constexpr double kAhead[] = {0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5};
  Outcome outcome = Outcome::limit_reached;
  LimitHit met = mover_.hit();
  for (const double ahead : kAhead) {
    const Pose pose = mover_.playback().pose_ahead(ahead);
    if (!is_finite(pose)) {
      outcome = Outcome::not_finite;
      break;
    }
    const AxisValues values = kXyzConvention.from_pose(pose, machine_->heights.neutral_above_bottom());
    if (const LimitHit hit = reach_code(*machine_, values, kXyzConvention)) {
      met = hit;
      break;
    }
  }
  end_motion(outcome, met);
}

void Controller::Core::end_motion(Outcome outcome, const LimitHit& hit) noexcept {
  slot_.end_at_standstill(outcome, hit);
  forget_plans();
  fire(Trigger::stop);
}

void Controller::Core::halt() noexcept {
  if (life_.state == State::running && slot_.busy()) break_off_here();
}

/// Ends what moves where it is; `running` goes on where it is a mode.
void Controller::Core::break_off_here() noexcept {
  const Contract* contract = lease_.contract();
  const bool mode = contract != nullptr && contract->running_is_mode && life_.state == State::running;
  if (!mode) return end_motion(Outcome::stopped);
  halting_ = true;
  score_ = {};
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
