#include "motion/program/leg_drive.hpp"

#include <algorithm>
#include <cmath>

namespace hexad::motion {
namespace {

constexpr double kLegsAtRest = 1e-9;

Eigen::Index at(std::size_t leg) noexcept { return static_cast<Eigen::Index>(leg); }

}  // namespace

void LegDrive::start(const kinematics::LegRates& from, std::size_t legs, const Rates& limits) noexcept {
  legs_ = from;
  count_ = legs;
  limits_ = limits;
  wanted_.setZero();
}

AxisState LegDrive::state_of(std::size_t leg) const noexcept {
  return {legs_.extension[at(leg)], legs_.velocity[at(leg)], legs_.acceleration[at(leg)]};
}

void LegDrive::advance(double dt) noexcept {
  for (std::size_t leg = 0; leg < count_; ++leg) {
    const AxisState now = state_of(leg);
    const double wanted = wanted_[at(leg)];
    if (now.velocity == wanted && now.acceleration == 0.0) {
      legs_.extension[at(leg)] += wanted * dt;
      continue;
    }
    const AxisState next = fastest_velocity_change(now, wanted, limits_).at(dt);
    legs_.extension[at(leg)] = next.position;
    legs_.velocity[at(leg)] = next.velocity;
    legs_.acceleration[at(leg)] = next.acceleration;
  }
}

bool LegDrive::standing() const noexcept {
  return legs_.velocity.cwiseAbs().maxCoeff() < kLegsAtRest &&
         legs_.acceleration.cwiseAbs().maxCoeff() < kLegsAtRest;
}

double LegDrive::stop_position_of(std::size_t leg) const noexcept {
  return stop_position(state_of(leg), limits_);
}

void LegLift::start(const Extensions& from, const Extensions& to, const Rates& limits) noexcept {
  from_ = from;
  way_ = to - from;
  time_ = 0.0;
  // One law for all: the leg with the longest way has the limits, the others less.
  const double longest = way_.cwiseAbs().maxCoeff();
  profile_ =
      longest < 1e-12
          ? JerkProfile{}
          : fastest_to({0.0, 0.0, 0.0}, 1.0,
                       {limits.velocity / longest, limits.acceleration / longest, limits.jerk / longest});
  evaluate();
}

void LegLift::advance(double dt) noexcept {
  time_ += dt;
  evaluate();
}

double LegLift::progress() const noexcept {
  return profile_.duration() > 0.0 ? std::min(1.0, time_ / profile_.duration()) : 1.0;
}

void LegLift::evaluate() noexcept {
  const AxisState s = profile_.valid() ? profile_.at(time_) : AxisState{1.0, 0.0, 0.0};
  legs_.extension = from_ + way_ * s.position;
  legs_.velocity = LegSpeeds{way_.values() * s.velocity};
  legs_.acceleration = LegAccelerations{way_.values() * s.acceleration};
}

}  // namespace hexad::motion
