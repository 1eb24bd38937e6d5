// Targets that hosts send again and again: followed, faded in, watched.

#include <algorithm>
#include <cmath>

#include "base/roots.hpp"
#include "controller/core.hpp"
#include "controller/frame.hpp"

namespace hexad::controller {
namespace {

using lifecycle::Ask;
using lifecycle::Goal;

constexpr double kFadeIn = 0.5;  // s, lifecycle rule 5, …
constexpr double kLongestFadeIn = 5.0;

}  // namespace

/// Values count only while running and while no other step was asked for; any frame has already fed the
/// watchdog.
void Controller::Core::ask(const Request& request, const StreamTarget& target) noexcept {
  if (target.kind == StreamTarget::Kind::none || life_.state != State::running || goal_ != Goal::none) return;
  if (slot_.busy() && request.driver != slot_.driver()) return;
  if (admitted(request, Ask::stream).refused) return;
  finish(Outcome::stopped);  // a stream takes over from its host's own program
  halting_ = false;
  order_ = {};
  if (target.kind == StreamTarget::Kind::cue) return ask_cue(request, target.cue);
  const bool from_cueing = cue_.active();
  if (from_cueing) begin_blend();
  cue_.end();
  StreamTarget limited = target;
  LimitHit hit;
  if (target.kind == StreamTarget::Kind::pose) {
    if (!is_finite(target.pose)) return;
    const Limited<Pose> pose = limit_target(*machine_, target.pose);
    limited.pose = pose.value;
    hit = pose.hit;
    program_ = ProgramKind::follow_pose;
  } else if (target.kind == StreamTarget::Kind::legs) {
    if (!target.legs.allFinite()) return;
    const Limited<Extensions> legs = limit_target(*machine_, target.legs);
    limited.legs = legs.value;
    hit = legs.hit;
    program_ = ProgramKind::follow_legs;
  } else {
    return;
  }
  report_clamped(hit);
  take_lease(request);
  if (target.has_rotary && std::isfinite(target.rotary)) rotary_.target(target.rotary);
  if (target.travel > Duration::zero() && target.kind == StreamTarget::Kind::pose)
    return travel(request, limited.pose, target.travel, hit);
  if (from_cueing || request.driver != stream_driver_) mover_.hand_over();
  stream_driver_ = request.driver;
  blend_in(limited);
  watch_stream(request);
  stream_ = limited;
  stream_arrival_ = request.arrival;
  stream_fresh_ = true;
}

/// Entering and leaving cueing is blended (darren decision 9).
void Controller::Core::ask_cue(const Request& request, const VehicleInput& cue) noexcept {
  if (!is_finite(cue)) return;
  program_ = ProgramKind::cueing;
  take_lease(request);
  cue_.take(cue);
  watch_stream(request);
}

/// From now on its silence counts, where the contract says so.
void Controller::Core::watch_stream(const Request& request) noexcept {
  if (request.contract->arming != Arming::stream_while_running) return;
  silence_.arm();
  lease_.watched(request.driver);
}

/// A target with a time to be there: a move of its own, which silence does not end.
void Controller::Core::travel(const Request& request, const Pose& target, Duration time,
                              const LimitHit& hit) noexcept {
  slot_.begin(request.tag, request.driver);
  order_ = {};
  order_.kind = Order::Kind::move;
  order_.target = target;
  order_.speed = Vec6::Constant(1e9);  // as fast as the limits let it be
  order_.time = to_seconds(time);
  order_.hit = hit;
  start_order();
}

/// A ramp's peaks stay within comfort.
double Controller::Core::time_to_fade(const StreamTarget& target) const noexcept {
  double span = kFadeIn;
  const auto take = [&](double way, const Comfort& comfort) {
    if (comfort.acceleration > 0.0) span = std::max(span, std::sqrt(5.8 * way / comfort.acceleration));
    if (comfort.jerk > 0.0) span = std::max(span, cube_root(60.0 * way / comfort.jerk));
  };
  const Comfort& comfort = machine_->limits.comfort;
  if (target.kind == StreamTarget::Kind::legs) {
    take((target.legs - blend_legs_).cwiseAbs().maxCoeff(), comfort);
  } else {
    take((target.pose.position - blend_pose_.position).cwiseAbs().maxCoeff(), comfort);
    take(angle_between(target.pose.rotation, blend_pose_.rotation), machine_->limits.comfort_turn);
  }
  return std::min(span, kLongestFadeIn);
}

/// After a host that was lost came back its targets are faded in over half a second, or as long as comfort
/// asks for from here to the first of them.
void Controller::Core::blend_in(StreamTarget& target) noexcept {
  if (blend_begins_) {
    blend_begins_ = false;
    blend_ = {{}, 1.0, 0.0, time_to_fade(target)};
  }
  const double share = blend_.at(to_seconds(now_ - blend_begin_)).value;
  if (share >= 1.0) return;
  target.legs = blend_legs_ + share * (target.legs - blend_legs_);
  target.pose.position = blend_pose_.position + share * (target.pose.position - blend_pose_.position);
  target.pose.rotation = blend_pose_.rotation.slerp(share, target.pose.rotation);
}

/// Hosts that send regularly are watched, and come back regularly, where their contract says so.
void Controller::Core::count_frame(const Request& request) noexcept {
  const Contract& contract = *request.contract;
  if (contract.arming == Arming::regular_frames && lease_.held_by(request.driver) && !silence_.host_lost()) {
    if (silence_.sends_regularly(request.arrival) && life_.state == State::running) silence_.arm();
  }
  const bool lost = hold_.by() == HoldBy::lost && life_.state == State::holding && silence_.host_lost() &&
                    request.driver == hold_.held_by();
  if (!lost || contract.resume_by != ResumeBy::regular_frames) return;
  if (admitted(request, Ask::run).refused || !silence_.is_back(request.arrival)) return;
  take_lease(request);
  begin_blend();
  resume();
}

/// Targets are faded in from where the platform is now.
void Controller::Core::begin_blend() noexcept {
  blend_pose_ = mover_.motion().pose;
  blend_legs_ = mover_.legs().extension;
  blend_begin_ = now_;
  blend_begins_ = true;
}

/// Where the cueing engine wants the platform on this tick.
void Controller::Core::cue() noexcept {
  if (life_.state != State::running) return cue_.end();
  const Motion& wanted = cue_.step();
  const Limited<Pose> pose = limit_target(*machine_, wanted.pose);
  report_clamped(pose.hit);
  const bool as_wanted = !pose.hit && (pose.value.position - wanted.pose.position).norm() < 1e-9 &&
                         angle_between(pose.value.rotation, wanted.pose.rotation) < 1e-7;
  if (as_wanted) return mover_.cue(cue_.before(), wanted);
  // Scaled or turned by the board's parameters, or past a limit: followed as any pose is.
  if (mover_.act() != Mover::Act::follow_pose) mover_.follow_pose(false);
  mover_.target(pose.value, now_);
}

}  // namespace hexad::controller
