// Motions that the drives play by themselves: behind them is a controller that takes a motion whole and
// follows nothing. It is told row by row, looked at on the way, and begun when it is complete; from then on
// the platform is where that controller says.

#include <algorithm>
#include <cmath>

#include "controller/core.hpp"
#include "controller/reach_code.hpp"

namespace hexad::controller {
namespace {

constexpr double kRowEvery = 0.05;  // s, at full speed
constexpr int kMostRows = 1000;     // what fits into one datagram

/// What mdof's codes of limits say (mdof decision 1).
LimitHit hit_of(int code) noexcept {
  constexpr int kUpper = static_cast<int>(HardwareCode::axis_upper_first);
  constexpr int kSpeed = static_cast<int>(HardwareCode::axis_speed_first);
  LimitHit hit;
  if (code >= kUpper && code < kSpeed) {
    hit.limit = (code - kUpper) % 2 == 0 ? Limit::axis_upper : Limit::axis_lower;
    hit.index = static_cast<std::uint8_t>((code - kUpper) / 2);
  } else if (code >= kSpeed && code < static_cast<int>(HardwareCode::actuator_upper)) {
    hit.limit = Limit::axis_velocity;
    hit.index = static_cast<std::uint8_t>(code - kSpeed);
  } else if (code == static_cast<int>(HardwareCode::actuator_upper)) {
    hit.limit = Limit::leg_upper;
  } else if (code == static_cast<int>(HardwareCode::actuator_lower)) {
    hit.limit = Limit::leg_lower;
  } else if (code == static_cast<int>(HardwareCode::actuator_speed)) {
    hit.limit = Limit::leg_velocity;
  }
  return hit;
}

}  // namespace

/// From the beginning, or on from where it was held.
void Controller::Core::hand_over(bool begins) noexcept {
  const bool moves = order_.kind == Order::Kind::move;
  program_ = moves ? ProgramKind::point_to_point : slot_.program()->kind();
  mover_.stand();
  if (!begins) return;
  if (!moves) mover_.load(*slot_.program());
  score_ = {};
  score_.number = ++scores_;
  score_.point = moves;
  score_.speed = order_.speed;
  if (moves && mover_.speed() < 1.0 && order_.speed.isZero())
    for (Eigen::Index i = 0; i < 6; ++i)  // half the limit is what a move has (Mover::move_to)
      score_.speed[i] = 0.5 * (i < 3 ? machine_->limits.translation : machine_->limits.rotation).velocity;
  score_.speed *= mover_.speed();
  rows_told_ = 0;
  clamped_ = static_cast<bool>(order_.hit);
  if (clamped_) report_limit(order_.hit);
}

/// A tick's rows. What does not fit is found here, before anything has moved.
void Controller::Core::tell_score() noexcept {
  score_.count = 0;
  if (score_.number == 0 || score_.complete) return;
  if (score_.point) {
    score_.rows[0] = {0.0, order_.target};
    score_.count = 1;
    score_.complete = true;
    return;
  }
  // Even steps of whole milliseconds, as the wire has them: a short last one would be a jerk.
  const double speed = mover_.speed();
  const double play_time = mover_.playback().play_time();
  const double duration = play_time / speed;
  const int steps = std::clamp(static_cast<int>(std::ceil(play_time / kRowEvery)), 1, kMostRows);
  while (score_.count < Score::kRowsATick && !score_.complete) {
    const int step = std::min(rows_told_++, steps);
    score_.complete = step == steps;
    const double even = 1e-3 * std::round(1e3 * duration * step / steps);
    const double time = score_.complete ? duration : even;
    const Pose pose = mover_.playback().pose_ahead(time * speed);
    if (!is_finite(pose)) return end_motion(Outcome::not_finite);
    const AxisValues values = kXyzConvention.from_pose(pose, machine_->heights.neutral_above_bottom());
    if (const LimitHit hit = reach_code(*machine_, values, kXyzConvention))
      return end_motion(Outcome::limit_reached, hit);
    score_.rows[score_.count++] = {time, pose};
  }
}

/// The drives have played it, did not take it, or broke it off.
void Controller::Core::conclude_handed() noexcept {
  const FarController& far = feedback_->far;
  if (far.played != score_.number) return;
  const LimitHit hit = hit_of(far.result);
  if (far.result == 0) {
    score_ = {};
    end_program();
  } else if (hit) {
    end_motion(Outcome::limit_reached, hit);
  } else if (far.result != static_cast<int>(HardwareCode::emergency_stop)) {  // which comes by itself
    const FaultKind kind = far.result > 0 ? FaultKind::controller_fault : FaultKind::controller_stopped;
    raise_fault({kind, 0xFF, std::max(1.0 * far.result, 0.0), 0});
  }
}

}  // namespace hexad::controller
