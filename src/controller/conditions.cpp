// What is so: where the platform stands, whether it has arrived, whose setpoints the legs follow, whether the
// drives are to be on. Nothing here changes anything but how long it has been settling.

#include <algorithm>
#include <cmath>

#include "controller/core.hpp"

namespace hexad::controller {
namespace {

using lifecycle::Goal;

constexpr double kLevelAngle = 0.01 * kDegree;
constexpr double kCentred = 0.05 * kMillimetre;
constexpr double kAtBottom = 0.5 * kMillimetre;
constexpr double kSettled = 0.002 * kMillimetre;
constexpr Duration kSettleTime = std::chrono::milliseconds{19};
constexpr double kSureEnd = 5.0 * kMillimetre;  // lifecycle rule 18

bool drives_home_themselves(const Machine& machine) noexcept {
  return machine.drive.homing == Homing::absolute || machine.drive.homing == Homing::by_drive;
}

}  // namespace

Situation Controller::Core::situation() const noexcept {
  Situation s;
  s.state = life_.state;
  s.before = life_.before;
  s.after = life_.after;
  s.zeroed = life_.zeroed;
  s.at_bottom = at_bottom();
  s.at_neutral = life_.zeroed && at_neutral();
  s.busy = slot_.busy() || goal_ != Goal::none;
  s.enabled = enabled_ && !switched_off_;
  s.drives_missing = life_.state == State::init && feedback_->waiting;
  s.led = (machine_->drive.own_life && led()) || (feedback_->open_loop && !life_.zeroed);
  s.prepared_only = machine_->drive.prepared_only;
  s.exiting = exiting_;
  s.trusted = machine_->trusted;
  s.barred = lease_.barred();
  s.taken = lease_.taken();
  s.emergency_asserted = emergency_.asserted(now_);
  s.fault = fault_;
  s.driver = lease_.driver();
  s.hold = hold_.by();
  s.held_by = hold_.held_by();
  s.frozen_driver = hold_.frozen_driver();
  s.released_by_driver = hold_.released_by_driver();
  s.released_by_holder = hold_.released_by_holder();
  return s;
}

lifecycle::Place Controller::Core::place() const noexcept {
  return {is_level(), at_neutral(), at_bottom(), recovering_};
}

/// Standing level, centred, not above neutral: a descent may start from here.
bool Controller::Core::is_level() const noexcept {
  const Pose& pose = mover_.motion().pose;
  return mover_.standing() && angle_between(pose.rotation, Quat::Identity()) <= kLevelAngle &&
         pose.position.head<2>().norm() <= kCentred && pose.position.z() <= kCentred;
}

bool Controller::Core::at_neutral() const noexcept {
  return is_level() && std::abs(mover_.motion().pose.position.z()) <= kCentred;
}

bool Controller::Core::at_bottom() const noexcept {
  const auto legs = static_cast<Eigen::Index>(machine_->geometry.legs);
  return life_.zeroed && mover_.standing() &&
         mover_.legs().extension.head(legs).cwiseAbs().maxCoeff() <= kAtBottom;
}

/// On the way to a zero, or being stopped there.
bool Controller::Core::homes() const noexcept {
  const bool stops = life_.state == State::stopping && life_.before == State::zeroing;
  return life_.state == State::zeroing || stops;
}

/// The bottom is not found yet.
bool Controller::Core::looks_for_bottom() const noexcept { return homes() && !proving_zero_; }

/// Pressing on the end stops is meant.
bool Controller::Core::seeking() const noexcept {
  return looks_for_bottom() && !drives_home_themselves(*machine_);
}

/// The legs move, and not by our setpoints.
bool Controller::Core::homing_by_drives() const noexcept {
  return looks_for_bottom() && drives_home_themselves(*machine_);
}

/// The legs stand or move by the life of what is behind the drives, and not by our setpoints.
bool Controller::Core::led() const noexcept {
  if (!machine_->drive.own_life) return homing_by_drives();
  return !following_ || score_.number != 0 || feedback_->far.plays;
}

/// The drives say where every leg is, counted from its lower end.
bool Controller::Core::knows_place() const noexcept {
  return drives_home_themselves(*machine_) && every_leg([](const LegFeedback& leg) { return leg.homed; });
}

bool Controller::Core::paused() const noexcept {
  return life_.state == State::holding || (life_.state == State::stopping && life_.after == After::holding);
}

/// Lifecycle rule 29: at the bottom, or standing because somebody stopped the descent.
bool Controller::Core::exit_is_over() const noexcept {
  return exiting_ && goal_ == Goal::none && !lifecycle::is_moving(life_.state);
}

/// A seek's torque does not hold a leg that its load pulls out: after a fault the brakes do.
bool Controller::Core::drives_on() const noexcept {
  return enabled_ && !switched_off_ && !lifecycle::is_locked(life_.state) && !standby_.adopting() &&
         !standby_.resting() && !exit_is_over() && !clearing_ && !off_until_reset_ && !check_.failed() &&
         !(fault_.kind == FaultKind::following_error && seeking());
}

/// Everything else that switches the drives off does so at a standstill.
bool Controller::Core::off_now() const noexcept {
  const bool emergency = life_.state == State::emergency && machine_->drive.emergency == EmergencyStop::off;
  return emergency || off_until_reset_ || (fault_.kind == FaultKind::following_error && seeking());
}

/// Standing where it was sent, by what the drives report: within the contract's tolerance, and then as near
/// as the drives get within the time that mdof decision 6 leaves for the answer.
bool Controller::Core::arrived() noexcept {
  const bool near = near_goal();
  if (!near) settling_since_ = now_;
  const double worst = (mover_.legs().extension - measured_extension()).cwiseAbs().maxCoeff();
  return near && (worst <= kSettled || now_ - settling_since_ >= kSettleTime);
}

bool Controller::Core::near_goal() const noexcept {
  const Contract fallback;
  const Contract& contract = lease_.contract() != nullptr ? *lease_.contract() : fallback;
  const Pose& sent = mover_.motion().pose;
  if (!watch_.valid()) return false;
  const Pose& actual = watch_.actual();
  const auto slow = [&](const LegFeedback& leg) {
    return std::abs(leg.velocity) <= contract.arrival_leg_speed;
  };
  return every_leg(slow) && (actual.position - sent.position).norm() <= contract.arrival_position &&
         angle_between(actual.rotation, sent.rotation) <= contract.arrival_angle;
}

/// Levelling for a descent never raises the platform.
Pose Controller::Core::place_to_descend_from() const noexcept {
  Pose place;
  const double bottom = -machine_->heights.neutral_above_bottom() + machine_->limits.stroke_margin * 2.0;
  place.position.z() = std::clamp(mover_.motion().pose.position.z(), bottom, 0.0);
  return place;
}

/// Lifecycle rule 18: a fault that cannot have moved the zero, drives that stayed with it, legs that make a
/// pose.
bool Controller::Core::zero_is_beyond_doubt() const noexcept {
  if (!life_.zeroed || drives_lost_ || !watch_.legs_agree()) return false;
  const double stroke = machine_->geometry.stroke;
  const double measured = fault_.leg < machine_->geometry.legs ? feedback_->legs[fault_.leg].extension : 0.0;
  switch (fault_.kind) {
    case FaultKind::following_error:
    case FaultKind::leg_over_speed:
    case FaultKind::singular:
    case FaultKind::host_timeout:
      return true;
    case FaultKind::leg_upper_end:
      return std::abs(measured - stroke) <= kSureEnd;
    case FaultKind::leg_lower_end:
      return std::abs(measured) <= kSureEnd;
    default:
      return false;
  }
}

}  // namespace hexad::controller
