#include "controller/setpoint_check.hpp"

#include <algorithm>
#include <cmath>

namespace hexad::controller {
namespace {

// The producers keep the limits themselves; what is beyond these is a mistake, not a rounding.
constexpr double kSpeedShare = 1.05;
constexpr double kAccelerationShare = 1.25;
constexpr double kStrokeTolerance = 0.5 * kMillimetre;  // as the watch on the measured legs has it

Fault rejected(std::size_t leg, double value, double bound) noexcept {
  return {FaultKind::setpoint_rejected, static_cast<std::uint8_t>(leg), value, bound};
}

}  // namespace

void SetpointCheck::adopt(const Machine& machine, double period) noexcept {
  machine_ = &machine;
  period_ = period;
}

void SetpointCheck::restart(const Extensions& extension) noexcept {
  last_ = extension;
  velocity_.setZero();
  acceleration_.setZero();
  braking_ = false;
  failed_ = false;
}

Fault SetpointCheck::judge(const kinematics::LegRates& legs, bool zeroed) const noexcept {
  const double speed = kSpeedShare * machine_->limits.leg.velocity;
  const double most = kAccelerationShare * machine_->limits.leg.acceleration;
  const double top = machine_->geometry.stroke + kStrokeTolerance;
  for (std::size_t leg = 0; leg < machine_->geometry.legs; ++leg) {
    const auto i = static_cast<Eigen::Index>(leg);
    const double place = legs.extension[i];
    if (!std::isfinite(place) || !std::isfinite(legs.velocity[i]) || !std::isfinite(legs.acceleration[i]))
      return rejected(leg, place, 0.0);
    // A leg that was found past its end may only come back.
    const bool outward = place > last_[i] ? place > top : place < last_[i] && place < -kStrokeTolerance;
    if (zeroed && outward) return rejected(leg, place, place > last_[i] ? top : -kStrokeTolerance);
    const double velocity = (place - last_[i]) / period_;
    if (!(std::abs(velocity) <= speed)) return rejected(leg, velocity, speed);
    const double acceleration = (velocity - velocity_[i]) / period_;
    if (!(std::abs(acceleration) <= most)) return rejected(leg, acceleration, most);
  }
  return {};
}

void SetpointCheck::remember(const Extensions& extension) noexcept {
  const LegSpeeds velocity = rate_of(extension - last_, period_);
  acceleration_ = rate_of(velocity - velocity_, period_);
  velocity_ = velocity;
  last_ = extension;
}

Fault SetpointCheck::pass(kinematics::LegRates& legs, bool zeroed) noexcept {
  Fault fault;
  if (!braking_) {
    fault = judge(legs, zeroed);
    if (!fault) {
      remember(legs.extension);
      return {};
    }
    braking_ = true;
    // From the end of the last tick: the differences are of its middle.
    kinematics::LegRates from;
    from.extension = last_;
    from.velocity = velocity_ + change_over(acceleration_, 0.5 * period_);
    from.acceleration = acceleration_;
    brake_.start(from, machine_->geometry.legs, machine_->limits.leg);
    brake_.stop();
  }
  brake_.advance(period_);
  legs = brake_.legs();
  failed_ = failed_ || static_cast<bool>(judge(legs, false));
  if (failed_) {
    legs = {};
    legs.extension = last_;
  }
  remember(legs.extension);
  return fault;
}

}  // namespace hexad::controller
