#include "controller/mover.hpp"

#include <algorithm>
#include <cmath>

#include "controller/mover_limits.hpp"
#include "kinematics/jacobian.hpp"

namespace hexad::controller {
namespace {

using motion::State6;

constexpr double kDefaultSpeedShare = 0.5;
constexpr int kRouteSamples = 16;
constexpr int kMostReplans = 500;  // ticks
constexpr double kOnPath =
    1e-9;  // m, rad: where the path is, or not at all: a step this small breaks no jerk limit
constexpr double kBesidePath = 1e-4;   // m, rad
constexpr double kPushedAside = 1e-3;  // … more, where it was pushed off and is come back to

}  // namespace

void Mover::adopt(const Machine& machine, double period, bool zeroed) noexcept {
  machine_ = &machine;
  period_ = period;
  playback_.clear();
  governor_.adopt(machine);
  stand_at(legs_.extension, zeroed);
  effects_.adopt(machine, period);
}

void Mover::stand_at(const Extensions& extension, bool zeroed) noexcept {
  act_ = Act::stand;
  effects_.drop();
  leg_mode_ = true;
  joining_ = false;
  zeroed_ = zeroed;
  const Extensions place = extension;  // it may be this mover's own
  legs_ = {};
  legs_.extension = place;
  hit_ = {};
  take_pose_from_legs();
  goal_ = motion_.pose;
}

/// What the program wants, with what is added to it.
motion::Governor::Step Mover::govern(const State6& wanted, bool ends) noexcept {
  const State6& added = effects_.advance(wanted, effects_on_ && !ends);
  if (effects_.silent()) return governor_.advance(wanted);
  const motion::Governor::Step step = governor_.advance(motion::sum(wanted, added));
  if (!(step.share >= 1.0)) effects_.give_way();
  return step;
}

/// Where the platform is but for the effects: programs go on from there.
State6 Mover::base() const noexcept {
  return effects_.silent() ? governor_.state() : motion::difference(governor_.state(), effects_.added());
}

/// From legs that stand to a pose that leads. Where no pose has these legs, they first go to those of the
/// nearest one; the act that begins waits for it.
void Mover::enter_pose() noexcept {
  returning_ = false;
  if (leg_mode_) {
    effects_.drop();
    take_pose_from_legs();
    Pose pose = motion_.pose;
    if (contradict_each_other()) {
      joining_ = true;
      lift_.start(legs_.extension, legs_together(pose), leg_rates(machine_->limits.jog_speed_unzeroed));
    }
    governor_.reset(*machine_, pose, period_);
    leg_mode_ = false;
    if (!joining_) take_governed();
  }
  hit_ = {};
}

void Mover::advance_joining() noexcept {
  lift_.advance(period_);
  legs_ = lift_.legs();
  const Pose goal = goal_;
  take_pose_from_legs();
  goal_ = goal;
  if (!lift_.finished()) return;
  joining_ = false;
  take_governed();
  if (act_ == Act::cue) beside_.start(motion::difference(base(), cue_), machine_->limits, true);
}

/// The legs stay as they are.
void Mover::leave_joining() noexcept {
  leg_mode_ = leg_mode_ || joining_;
  joining_ = false;
}

void Mover::take_governed() noexcept {
  legs_ = governor_.legs();
  motion_ = governor_.motion();
}

/// The straight line to a target may cross poses no leg is short enough for; then the way goes over a point
/// nearer to neutral. Reach is star-shaped about neutral as rule 7 of the lifecycle uses it, so such a point
/// exists.
void Mover::route(const Pose& target) noexcept {
  stretch_goal_ = target;
  detour_ = false;
  const Vec6 from = base().position;
  const Vec6 way = motion::coordinates_of(target) - from;
  double deepest = 1.0;
  Pose via = target;
  for (int k = 1; k < kRouteSamples; ++k) {
    const Pose pose = motion::pose_of(from + way * (static_cast<double>(k) / kRouteSamples));
    if (!kinematics::first_hit(*machine_, pose, kinematics::StrokeUse::less_margin)) continue;
    const Limited<Pose> inside = kinematics::clamp_from_neutral(*machine_, pose);
    const double reach = motion::coordinates_of(pose).norm();
    const double share = reach > 1e-9 ? motion::coordinates_of(inside.value).norm() / reach : 1.0;
    if (share >= deepest) continue;
    deepest = share;
    via = scale_from_neutral(inside.value, 0.9);
  }
  if (deepest < 1.0) {
    stretch_goal_ = via;
    detour_ = true;
  }
}

void Mover::start_stretch() noexcept {
  move_.start(*machine_, motion::motion_of(base()), stretch_goal_, move_speed_, detour_ ? 0.0 : least_time_);
  move_time_ = 0.0;
  stops_first_ = false;
}

void Mover::move_to(const Pose& target, const Vec6& speed, double least_time) noexcept {
  enter_pose();
  act_ = Act::move;
  goal_ = target;
  asked_speed_ = speed;
  least_time_ = least_time;
  const Vec6 limit =
      kVelocityShare * axis_vector(machine_->limits.translation.velocity, machine_->limits.rotation.velocity);
  for (int i = 0; i < 6; ++i) {
    move_speed_[i] = speed_ * (speed[i] > 0.0 ? std::min(speed[i], limit[i]) : kDefaultSpeedShare * limit[i]);
  }
  replans_ = 0;
  route(target);
  start_stretch();
}

bool Mover::at_path() const noexcept {
  if (!playback_.loaded() || !standing()) return false;
  const Pose place = playback_.here().pose;
  return (place.position - motion_.pose.position).norm() <= kOnPath &&
         angle_between(place.rotation, motion_.pose.rotation) <= kOnPath;
}

void Mover::play() noexcept {
  enter_pose();
  // What led a guided platform here may have had parts that the guide drops; a path has those of its poses.
  const bool guided = machine_->geometry.mechanism != Mechanism::six_legs;
  if (guided && standing()) governor_.reset(*machine_, motion_.pose, period_);
  broke_off_ = false;
  act_ = Act::play;
  playback_.run(speed_);
}

void Mover::set_speed(double share) noexcept {
  speed_ = share;
  if (act_ == Act::play) playback_.run(share);
}

/// A program was checked before it began; what the governor still takes from it (a formula without an end, a
/// machine that is not what was checked) ends it: it is not worth following beside its path.
void Mover::advance_play() noexcept {
  const State6 path = playback_.advance(period_);
  if (!path.position.allFinite() || !path.velocity.allFinite() || !path.acceleration.allFinite()) {
    // A formula that stopped being a number: nothing of it goes any further.
    broke_off_ = act_ == Act::play;
    leave_path();
    governor_.advance_stop();
    return take_governed();
  }
  goal_ = motion::pose_of(path.position);
  State6 wanted = path;
  if (returning_) {
    const State6 left = beside_.advance(period_);
    returning_ = !left.position.isZero(0.0);
    wanted = motion::sum(path, left);
  }
  const motion::Governor::Step result = govern(wanted, playback_.finished());
  hit_ = result.hit;
  take_governed();
  const State6 here = base();
  const double beside = (here.position - path.position).cwiseAbs().maxCoeff();
  // Effects, a change of speed, or a stop that would not have fitted by a hair, are in the way of the path,
  // not the path of a limit: it is come back to.
  if (!(result.share >= 1.0)) {
    // A stop comes back to nothing: at the edge of the reach it would try for ever.
    if (act_ == Act::slow) return leave_path();
    beside_.start(motion::difference(here, path), machine_->limits);
    returning_ = true;
  }
  const bool pushed = !effects_.silent() || playback_.changing();
  if (pushed) pushed_by_ = std::max(pushed_by_, kPushedAside + effects_.bound());
  if (!returning_ && !pushed) pushed_by_ = 0.0;
  if (beside <= kBesidePath + pushed_by_) return;
  broke_off_ = act_ == Act::play;
  leave_path();
}

void Mover::leave_path() noexcept {
  playback_.freeze();
  governor_.begin_stop();
  effects_.drop();
  returning_ = false;
  act_ = Act::stop;
}

void Mover::cue(const Motion& before, const Motion& now) noexcept {
  if (act_ != Act::cue) {
    enter_pose();
    act_ = Act::cue;
    beside_.start(motion::difference(base(), motion::state_of(before)), machine_->limits, true);
  }
  goal_ = now.pose;
  cue_ = motion::state_of(now);
}

void Mover::advance_cue() noexcept {
  const motion::State6 beside = beside_.advance(period_);
  const motion::Governor::Step result = govern(motion::sum(cue_, beside), false);
  hit_ = result.hit;
  take_governed();
  // What the governor did not let through is caught up with smoothly.
  if (!(result.share >= 1.0)) beside_.start(motion::difference(base(), cue_), machine_->limits);
}

void Mover::stop() noexcept {
  if (act_ == Act::stop || act_ == Act::stand || act_ == Act::slow) return;
  hit_ = {};  // what the limit acted on is over
  if (act_ == Act::play && !joining_) {
    // A stop waits for no effect to fade: with some it stops from where it is.
    if (returning_ || !effects_.silent() || !playback_.slow_down()) return leave_path();
    act_ = Act::slow;
    return;
  }
  const bool by_lift = lifting() || joining_;
  leave_joining();
  if (leg_mode_) {
    const double fastest = std::max(machine_->limits.raise_speed, machine_->limits.lowering_speed());
    if (by_lift) drive_.start(legs_, machine_->geometry.legs, leg_rates(fastest));
    drive_.stop();
  } else {
    governor_.begin_stop();
    effects_.drop();
  }
  act_ = Act::stop;
}

void Mover::advance_move() noexcept {
  least_time_ = std::max(0.0, least_time_ - period_);
  if (stops_first_) {
    governor_.advance_stop();
    take_governed();
    if (governor_.standing()) move_to(goal_, asked_speed_, least_time_);
    return;
  }
  move_time_ += period_;
  const bool ends = !detour_ && move_time_ >= move_.duration();
  const motion::Governor::Step result = govern(motion::state_of(move_.at(move_time_)), ends);
  hit_ = result.hit;
  take_governed();
  if (!(result.share >= 1.0)) {
    // The plan asked for more than the legs give here: plan anew from where the governor let it. When that
    // does not lead there, from standing: that way is straight, and all of it known.
    if (++replans_ < kMostReplans) return start_stretch();
    governor_.begin_stop();
    effects_.drop();
    stops_first_ = true;
    return;
  }
  if (detour_ && move_time_ >= move_.duration()) {
    route(goal_);
    start_stretch();
  }
}

void Mover::advance(TimePoint now, const Feedback& feedback) noexcept {
  sine_planned_ = playback_.think(period_);
  if (joining_) return advance_joining();
  switch (act_) {
    case Act::stand:
      return;
    case Act::seek_bottom:
      advance_seek(feedback);
      legs_ = drive_.legs();
      return;
    case Act::jog:
      advance_jog();
      break;
    case Act::prove_zero:
      if (lift_.finished() && proof_ == 0) {
        proof_ = 1;
        start_lift(0.0);
      }
      lift_.advance(period_);
      legs_ = lift_.legs();
      return;
    case Act::lift:
      lift_.advance(period_);
      legs_ = lift_.legs();
      take_pose_from_legs();
      return;
    case Act::move:
      advance_move();
      return;
    case Act::play:
    case Act::slow:
      advance_play();
      return;
    case Act::follow_pose:
    case Act::follow_legs:
      advance_follow(now);
      return;
    case Act::cue:
      advance_cue();
      return;
    case Act::stop:
      if (!leg_mode_) {
        governor_.advance_stop();
        take_governed();
        return;
      }
      drive_.advance(period_);
      break;
  }
  legs_ = drive_.legs();
  take_pose_from_legs();
}

bool Mover::standing() const noexcept {
  if (act_ == Act::stand) return true;
  if (joining_) return false;
  return leg_mode_ ? (lifting() ? lift_.finished() : drive_.standing())
                   : effects_.silent() && governor_.standing();
}

bool Mover::finished() const noexcept {
  switch (act_) {
    case Act::stand:
      return true;
    case Act::seek_bottom:
      return found_bottom();
    case Act::prove_zero:
      return proof_ == 1 && lift_.finished();
    case Act::lift:
      return lift_.finished();
    case Act::move:
      return !detour_ && move_time_ >= move_.duration() && standing();
    case Act::play:
      return playback_.finished() && !returning_ && standing();
    case Act::follow_pose:
    case Act::follow_legs:
    case Act::cue:
      return false;
    case Act::slow:
    case Act::jog:
    case Act::stop:
      return standing();
  }
  return true;
}

double Mover::progress() const noexcept {
  if (act_ == Act::lift) return lift_.progress();
  if (act_ == Act::move && move_.duration() > 0.0) return std::min(1.0, move_time_ / move_.duration());
  return playback_.progress();
}

}  // namespace hexad::controller
