// Targets that hosts send again and again: followed, faded in, watched.

#include <algorithm>
#include <cmath>

#include "controller/core.hpp"
#include "controller/frame.hpp"

namespace hexad::controller {
namespace {

using lifecycle::Trigger;

constexpr Duration kBlendTime = std::chrono::milliseconds{500};
constexpr Duration kRegularToArm = std::chrono::milliseconds{150};     // motus decision 8
constexpr Duration kRegularToResume = std::chrono::milliseconds{100};  // lifecycle rule 5

}  // namespace

/// Values count only while running; any frame has already fed the watchdog.
void Controller::Core::ask_stream(const Request& request, const StreamTarget& target) noexcept {
  if (target.kind == StreamTarget::Kind::none || life_.state != State::running) return;
  if (owner_.waiting && request.driver != owner_.driver) return;
  if (refusal_for(request) != Refusal::none) return;
  finish(Outcome::stopped);  // a stream takes over from its host's own program
  halting_ = false;
  if (target.kind == StreamTarget::Kind::cue) return ask_cue(request, target.cue);
  if (cue_.active()) begin_blend();
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
    const Limited<Legs> legs = limit_target(*machine_, target.legs);
    limited.legs = legs.value;
    hit = legs.hit;
    program_ = ProgramKind::follow_legs;
  } else {
    return;
  }
  clamped_ = static_cast<bool>(hit);
  if (hit) report_limit(hit);
  take_lease(request);
  if (target.has_rotary && std::isfinite(target.rotary)) rotary_.target(target.rotary);
  if (target.travel > Duration::zero() && target.kind == StreamTarget::Kind::pose)
    return travel(request, limited.pose, target.travel);
  blend_in(limited);
  if (request.contract->arming == Arming::stream_while_running) {
    watchdog_armed_ = true;
    lease_.watched(request.driver);
  }
  stream_ = limited;
  stream_arrival_ = request.arrival;
  stream_fresh_ = true;
}

/// Entering and leaving cueing is blended (darren decision 9).
void Controller::Core::ask_cue(const Request& request, const Twist& cue) noexcept {
  if (!is_finite(cue)) return;
  program_ = ProgramKind::cueing;
  take_lease(request);
  cue_.take(cue);
  if (request.contract->arming != Arming::stream_while_running) return;
  watchdog_armed_ = true;
  lease_.watched(request.driver);
}

/// A target with a time to be there: a move of its own, which silence does not end.
void Controller::Core::travel(const Request& request, const Pose& target, Duration time) noexcept {
  owner_ = {};
  owner_.tag = request.tag;
  owner_.driver = request.driver;
  owner_.waiting = true;
  move_target_ = target;
  move_speed_ = Vec6::Constant(1e9);  // as fast as the limits let it be
  move_time_ = to_seconds(time);
  pending_ = Pending::move;
  start_program();
}

/// After a host that was lost came back its targets are faded in over half a second.
void Controller::Core::blend_in(StreamTarget& target) const noexcept {
  if (now_ >= blend_end_) return;
  const double left = to_seconds(blend_end_ - now_) / to_seconds(kBlendTime);
  const double x = std::clamp(1.0 - left, 0.0, 1.0);
  const double share = x * x * (3.0 - 2.0 * x);
  target.legs = blend_legs_ + share * (target.legs - blend_legs_);
  target.pose.position = blend_pose_.position + share * (target.pose.position - blend_pose_.position);
  target.pose.rotation = blend_pose_.rotation.slerp(share, target.pose.rotation);
}

/// Hosts that send regularly are watched, and come back regularly, where their contract says so.
void Controller::Core::count_frame(const Request& request) noexcept {
  const Contract& contract = *request.contract;
  if (contract.arming == Arming::regular_frames && lease_.held_by(request.driver) && !host_lost_) {
    recent_.add(request.arrival);
    if (life_.state == State::running && recent_.three_within(kRegularToArm)) watchdog_armed_ = true;
  }
  const bool lost = host_lost_ && life_.state == State::holding && request.driver == held_by_;
  if (!lost || contract.resume_by != ResumeBy::regular_frames) return;
  if (lease_.held() && !lease_.held_by(request.driver)) return;
  if (!lease_.armed(request.driver) || lease_.barred()) return;
  recent_.add(request.arrival);
  if (!recent_.three_within(kRegularToResume)) return;
  take_lease(request);
  begin_blend();
  fire(Trigger::resume);
}

/// Targets are faded in from where the platform is now.
void Controller::Core::begin_blend() noexcept {
  blend_pose_ = mover_.motion().pose;
  blend_legs_ = mover_.legs().extension;
  blend_end_ = now_ + kBlendTime;
}

}  // namespace hexad::controller
