#include "controller/watch.hpp"

#include <algorithm>
#include <cmath>

#include "kinematics/jacobian.hpp"

namespace hexad::controller {
namespace {

constexpr double kFollowingTime = 0.020;  // lifecycle.md: 2 mm (drive.following) + 20 ms · leg speed
constexpr double kJumpBase = 1.0 * kMillimetre;
constexpr double kEndTolerance = 0.5 * kMillimetre;
constexpr double kOverSpeedShare = 1.1;
constexpr double kOverSpeedBase = 20.0 * kMillimetre;
constexpr double kMostTwist = 1.0 * kMillimetre;
constexpr double kSwitchClear = 5.0 * kMillimetre;  // a lower switch closed above this extension is an error
constexpr double kPulledOut = 3.0 * kMillimetre;    // up, while it is sought downwards
constexpr int kForwardFailures = 5;
constexpr int kServoOffTicks = 20;
constexpr double kFarPeriod = 0.020;  // s: statuses of another controller may come so unevenly
constexpr double kSwing = 0.5;        // s: for how long it may swing after a quick stop
constexpr double kBrakeSlip = 3.0 * kMillimetre;
constexpr double kBrakeGrace = 0.1;  // s, for a leg to come to rest in its brake

Fault leg_fault(FaultKind kind, std::size_t leg, double value, double bound) noexcept {
  return {kind, static_cast<std::uint8_t>(leg), value, bound};
}

}  // namespace

void Watch::forget_motion() noexcept {
  have_previous_ = false;
  posed_ = false;
  forward_failures_ = 0;
}

void Watch::reset() noexcept {
  forget_motion();
  servo_off_ticks_.fill(0);
  off_for_ = 0.0;
  closed_for_ = {};
  slipped_ = {};
}

void Watch::sent(const Setpoint& setpoint, TimePoint at) noexcept {
  if (setpoint.restart || !setpoint.enable) history_.clear();
  history_.add(setpoint, at);
}

Fault Watch::look_at_lines(const Feedback& feedback) noexcept {
  if (!feedback.licence) return {FaultKind::no_licence, 0xFF, 0, 0};
  if (!feedback.link) return {FaultKind::drive_link, 0xFF, 0, 0};
  if (!feedback.supply) return {FaultKind::supply_sag, 0xFF, 0, 0};
  if (feedback.far.life != OwnLife::none) return look_at_controller(feedback);
  return {};
}

/// A leg is named where it is the only one that has something to say.
Fault Watch::look_at_controller(const Feedback& feedback) noexcept {
  if (feedback.far.refuses) return {FaultKind::controller_stopped, 0xFF, 0, 0};
  if (feedback.far.code == 0) return {};
  std::uint8_t named = 0xFF;
  for (std::size_t leg = 0; leg < kMaxLegs; ++leg) {
    if (feedback.legs[leg].error == 0) continue;
    if (named != 0xFF) return {FaultKind::controller_fault, 0xFF, 1.0 * feedback.far.code, 0};
    named = static_cast<std::uint8_t>(leg);
  }
  return {FaultKind::controller_fault, named, 1.0 * feedback.far.code, 0};
}

Fault Watch::look_at_leg(const Machine& machine, std::size_t leg, const Feedback& feedback,
                         const Expectation& expected) noexcept {
  const LegFeedback& back = feedback.legs[leg];
  const auto i = static_cast<Eigen::Index>(leg);
  if (back.error != 0) return leg_fault(FaultKind::drive_error, leg, back.error, 0);
  if (back.over_temperature) return leg_fault(FaultKind::over_temperature, leg, 0, 0);
  if (!std::isfinite(back.extension) || !std::isfinite(back.velocity)) {
    return leg_fault(FaultKind::encoder_jump, leg, back.extension, 0);
  }
  const double fastest = machine.limits.leg.velocity / machine.drive.share;
  const double speed_limit = kOverSpeedShare * fastest + kOverSpeedBase;
  if (have_previous_) {
    const double jump = std::abs(back.extension - previous_[i]);
    const double bound = kJumpBase + 3.0 * fastest * elapsed_;
    if (!(jump <= bound)) return leg_fault(FaultKind::encoder_jump, leg, jump, bound);
  }
  if (!(std::abs(back.velocity) <= speed_limit)) {
    return leg_fault(FaultKind::leg_over_speed, leg, back.velocity, speed_limit);
  }
  const bool must_know = machine.drive.homing == Homing::absolute || machine.drive.homing == Homing::by_drive;
  if (expected.zeroed && must_know && !back.homed) return leg_fault(FaultKind::homing_failed, leg, 0, 0);
  if (expected.zeroed && !expected.seeking && !expected.recovering) {
    const double top = machine.geometry.stroke + kEndTolerance;
    if (!(back.extension <= top)) return leg_fault(FaultKind::leg_upper_end, leg, back.extension, top);
    if (!(back.extension >= -kEndTolerance)) {
      return leg_fault(FaultKind::leg_lower_end, leg, back.extension, -kEndTolerance);
    }
    if (back.upper_switch && back.extension < machine.geometry.stroke - kSwitchClear) {
      return leg_fault(FaultKind::leg_upper_end, leg, back.extension, machine.geometry.stroke);
    }
    if (back.lower_switch && back.extension > kSwitchClear) {
      return leg_fault(FaultKind::leg_lower_end, leg, back.extension, 0);
    }
  }
  // Up is meant only as far as the setpoint goes up: where a switch opens.
  const double meant = std::max(expected.setpoint->extension[i] - lowest_[i], 0.0);
  const double risen = back.extension - lowest_[i] - meant;
  if (expected.seeking && !(risen <= kPulledOut))
    return leg_fault(FaultKind::following_error, leg, risen, kPulledOut);
  if (expected.setpoint->enable && !expected.seeking && !expected.just_adopted && comparable_) {
    const SetpointHistory::Place sent = history_.of_leg(leg);
    const double error = std::abs(back.extension - sent.extension);
    // Another controller swings beside its target after a quick stop.
    const double speed = machine.drive.own_life ? recent_speed_[i] : std::abs(sent.velocity);
    const double bound = machine.drive.following + kFollowingTime * speed;
    if (!(error <= bound)) return leg_fault(FaultKind::following_error, leg, error, bound);
  }
  return {};
}

Fault Watch::look_at_pose(const Machine& machine, const Feedback& feedback) noexcept {
  const Extensions extension = extensions_of(feedback, machine.geometry.legs);
  LegSpeeds speed = LegSpeeds::Zero();
  for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg)
    speed[static_cast<Eigen::Index>(leg)] = feedback.legs[leg].velocity;
  if (posed_ && extension == extension_) {  // the same legs make the same pose
    velocity_ = kinematics::twist_from_leg_rates(machine, actual_, speed);
    return {};
  }
  posed_ = false;
  kinematics::Forward found = kinematics::forward(machine, extension, actual_);
  if (!found.ok()) found = kinematics::forward(machine, extension);
  const bool twisted = !(std::abs(found.warp) <= kMostTwist);
  agree_ = (found.ok() || found.status == kinematics::ForwardStatus::near_singular) && !twisted;
  if (!found.ok()) {
    if (++forward_failures_ < kForwardFailures) return {};
    const bool singular = found.status == kinematics::ForwardStatus::near_singular;
    return {singular ? FaultKind::singular : FaultKind::forward_lost, 0xFF, found.residual, 0};
  }
  forward_failures_ = 0;
  actual_ = found.pose;
  velocity_ = kinematics::twist_from_leg_rates(machine, actual_, speed);
  valid_ = true;
  if (twisted) return {FaultKind::frame_twist, 0xFF, found.warp, kMostTwist};
  posed_ = true;
  extension_ = extension;
  return {};
}

/// A leg that is on and free to move is; switched on they all get drive.enable_time, later 20 ticks.
Fault Watch::look_at_servos(const Machine& machine, const Feedback& feedback, const Expectation& expected,
                            double period) noexcept {
  const int switching = std::max(kServoOffTicks, static_cast<int>(machine.drive.enable_time / period + 0.5));
  const int most = expected.held ? kServoOffTicks : switching;
  Fault off;
  for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
    const LegFeedback& back = feedback.legs[leg];
    int& ticks = servo_off_ticks_[leg];
    ticks = expected.setpoint->enable && (!back.enabled || back.brake_closed) ? ticks + 1 : 0;
    if (ticks <= most) continue;
    off = off ? Fault{FaultKind::servo_off, 0xFF, 0, 0} : leg_fault(FaultKind::servo_off, leg, 0, 0);
  }
  return off;
}

/// Switched off, its brake closed, a leg stays where it is.
Fault Watch::look_at_brakes(const Machine& machine, const Feedback& feedback, const Expectation& expected,
                            double period) noexcept {
  const bool others = machine.drive.own_life;  // the brakes are another controller's
  off_for_ = expected.setpoint->enable || !feedback.link || others ? 0.0 : off_for_ + period;
  Fault fault;
  for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
    const auto i = static_cast<Eigen::Index>(leg);
    const double place = feedback.legs[leg].extension;
    // From the moment it reports that it is closed; else when it must be.
    double& closed = closed_for_[leg];
    closed = off_for_ > 0.0 && feedback.legs[leg].brake_reported ? closed + period : 0.0;
    const bool parked = std::max(closed, off_for_ - machine.drive.brake_time) > kBrakeGrace;
    if (!parked) parked_at_[i] = place;
    const double slipped = std::abs(place - parked_at_[i]);
    if (!fault && slipped > kBrakeSlip)  // what is no number is another fault
      fault = leg_fault(FaultKind::brake_slipped, leg, slipped, kBrakeSlip);
  }
  return fault;
}

Fault Watch::look(const Machine& machine, const Feedback& feedback, const Expectation& expected,
                  double period) noexcept {
  Fault fault = look_at_lines(feedback);
  const bool far = feedback.far.life != OwnLife::none;
  comparable_ =
      history_.look_up(feedback.time - from_seconds(far ? feedback.far.delay : machine.drive.delay));
  elapsed_ = std::max(far ? kFarPeriod : period, to_seconds(feedback.time - previous_time_));
  previous_time_ = feedback.time;
  for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
    const LegFeedback& back = feedback.legs[leg];
    double& lowest = lowest_[static_cast<Eigen::Index>(leg)];
    lowest = expected.seeking && sought_ ? std::min(lowest, back.extension) : back.extension;
    double& recent = recent_speed_[static_cast<Eigen::Index>(leg)];
    recent = comparable_ ? std::max(std::abs(history_.of_leg(leg).velocity), recent * (1.0 - period / kSwing))
                         : 0.0;
    if (!fault) fault = look_at_leg(machine, leg, feedback, expected);
    previous_[static_cast<Eigen::Index>(leg)] = back.extension;
  }
  have_previous_ = true;
  sought_ = expected.seeking;
  const Fault off = look_at_servos(machine, feedback, expected, period);
  if (!fault) fault = off;
  slipped_ = look_at_brakes(machine, feedback, expected, period);
  if (!fault) fault = slipped_;
  if (expected.zeroed) {
    const Fault posed = look_at_pose(machine, feedback);
    if (!fault) fault = posed;
  } else {
    valid_ = agree_ = posed_ = false;
  }
  return fault;
}

}  // namespace hexad::controller
