#include "controller/watch.hpp"

#include <algorithm>
#include <cmath>

#include "kinematics/jacobian.hpp"

namespace hexad::controller {
namespace {

// lifecycle.md: following error limit 2 mm + 20 ms · leg speed.
constexpr double kFollowingBase = 2.0 * kMillimetre;
constexpr double kFollowingTime = 0.020;
constexpr double kJumpBase = 1.0 * kMillimetre;
constexpr double kEndTolerance = 0.5 * kMillimetre;
constexpr double kOverSpeedShare = 1.1;
constexpr double kOverSpeedBase = 20.0 * kMillimetre;
constexpr double kMostTwist = 1.0 * kMillimetre;
constexpr double kSwitchClear = 5.0 * kMillimetre;  // a lower switch closed above this extension is an error
constexpr double kPulledOut = 3.0 * kMillimetre;    // up, while it is sought downwards
constexpr int kForwardFailures = 5;
constexpr int kServoOffTicks = 20;

Fault leg_fault(FaultKind kind, std::size_t leg, double value, double bound) noexcept {
  return {kind, static_cast<std::uint8_t>(leg), value, bound};
}

}  // namespace

void Watch::reset() noexcept {
  have_previous_ = false;
  forward_failures_ = 0;
  servo_off_ticks_.fill(0);
}

Fault Watch::look_at_lines(const Feedback& feedback) noexcept {
  if (!feedback.licence) return {FaultKind::no_licence, 0xFF, 0, 0};
  if (!feedback.link) return {FaultKind::drive_link, 0xFF, 0, 0};
  if (!feedback.supply) return {FaultKind::supply_sag, 0xFF, 0, 0};
  return {};
}

Fault Watch::look_at_leg(const Machine& machine, std::size_t leg, const Feedback& feedback,
                         const Expectation& expected, double period) noexcept {
  const LegFeedback& back = feedback.legs[leg];
  const auto i = static_cast<Eigen::Index>(leg);
  if (back.error != 0) return leg_fault(FaultKind::drive_error, leg, back.error, 0);
  if (back.over_temperature) return leg_fault(FaultKind::over_temperature, leg, 0, 0);
  if (!std::isfinite(back.extension) || !std::isfinite(back.velocity)) {
    return leg_fault(FaultKind::encoder_jump, leg, back.extension, 0);
  }
  const double speed_limit = kOverSpeedShare * machine.limits.leg.velocity + kOverSpeedBase;
  if (have_previous_) {
    const double jump = std::abs(back.extension - previous_[i]);
    const double bound = kJumpBase + 3.0 * machine.limits.leg.velocity * period;
    if (!(jump <= bound)) return leg_fault(FaultKind::encoder_jump, leg, jump, bound);
  }
  if (!(std::abs(back.velocity) <= speed_limit)) {
    return leg_fault(FaultKind::leg_over_speed, leg, back.velocity, speed_limit);
  }
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
  const double risen = back.extension - lowest_[i];
  if (expected.seeking && !(risen <= kPulledOut))
    return leg_fault(FaultKind::following_error, leg, risen, kPulledOut);
  if (expected.setpoint->enable && !expected.seeking && !expected.just_adopted) {
    const double error = std::abs(back.extension - expected.setpoint->extension[i]);
    const double bound = kFollowingBase + kFollowingTime * std::abs(expected.setpoint->velocity[i]);
    if (!(error <= bound)) return leg_fault(FaultKind::following_error, leg, error, bound);
  }
  return {};
}

Fault Watch::look_at_pose(const Machine& machine, const Feedback& feedback) noexcept {
  Extensions extension = Extensions::Zero();
  LegSpeeds speed = LegSpeeds::Zero();
  for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
    const auto i = static_cast<Eigen::Index>(leg);
    extension[i] = feedback.legs[leg].extension;
    speed[i] = feedback.legs[leg].velocity;
  }
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
  return {};
}

Fault Watch::look(const Machine& machine, const Feedback& feedback, const Expectation& expected,
                  double period) noexcept {
  Fault fault = look_at_lines(feedback);
  Fault off;
  for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
    const LegFeedback& back = feedback.legs[leg];
    double& lowest = lowest_[static_cast<Eigen::Index>(leg)];
    lowest = expected.seeking && sought_ ? std::min(lowest, back.extension) : back.extension;
    if (!fault) fault = look_at_leg(machine, leg, feedback, expected, period);
    previous_[static_cast<Eigen::Index>(leg)] = back.extension;
    int& ticks = servo_off_ticks_[leg];
    ticks = expected.setpoint->enable && !back.enabled ? ticks + 1 : 0;
    if (ticks <= kServoOffTicks) continue;
    off = off ? Fault{FaultKind::servo_off, 0xFF, 0, 0} : leg_fault(FaultKind::servo_off, leg, 0, 0);
  }
  have_previous_ = true;
  sought_ = expected.seeking;
  if (!fault) fault = off;
  if (expected.zeroed) {
    const Fault posed = look_at_pose(machine, feedback);
    if (!fault) fault = posed;
  } else {
    valid_ = false;
    agree_ = false;
  }
  return fault;
}

}  // namespace hexad::controller
