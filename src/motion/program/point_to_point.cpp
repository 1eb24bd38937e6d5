#include "motion/program/point_to_point.hpp"

#include <algorithm>
#include <cmath>

#include "kinematics/inverse.hpp"
#include "motion/governor/limit_check.hpp"
#include "motion/governor/machine_motion.hpp"
#include "motion/program/straight_line.hpp"

namespace hexad::motion {
namespace {

// Below these it stands: what is dropped by taking it for rest is far below a pulse of any drive.
constexpr double kFromRest = 1e-9;    // m/s, rad/s, m/s², rad/s²
constexpr double kSamePlace = 1e-12;  // m, rad
constexpr int kPlanRounds = 3;
constexpr int kSamples = 48;
constexpr double kLeastShare = 0.5;  // of acceleration and jerk: with less, stopping takes too long a way

bool stands(const Motion& motion) noexcept {
  return motion.velocity.linear.cwiseAbs().maxCoeff() <= kFromRest &&
         motion.velocity.angular.cwiseAbs().maxCoeff() <= kFromRest &&
         motion.acceleration.linear.cwiseAbs().maxCoeff() <= kFromRest &&
         motion.acceleration.angular.cwiseAbs().maxCoeff() <= kFromRest;
}

struct Used {
  double velocity = 0.0;
  double acceleration = 0.0;
};

/// The largest share of its limits any axis or leg uses.
Used used_by(const Machine& machine, const Motion& motion) noexcept {
  const MotionLimits& limits = machine.limits;
  const kinematics::LegRates legs = kinematics::leg_rates(machine, motion);
  const auto largest = [](const auto& vector) noexcept { return vector.cwiseAbs().maxCoeff(); };
  return {std::max({largest(motion.velocity.linear) / limits.translation.velocity,
                    largest(motion.velocity.angular) / limits.rotation.velocity,
                    largest(legs.velocity) / limits.leg.velocity}),
          std::max({largest(motion.acceleration.linear) / limits.translation.acceleration,
                    largest(motion.acceleration.angular) / limits.rotation.acceleration,
                    largest(legs.acceleration) / limits.leg.acceleration})};
}

AxisState axis_state(const State6& state, Eigen::Index i) noexcept {
  return {state.position[i], state.velocity[i], state.acceleration[i]};
}

}  // namespace

void PointToPoint::start(const Machine& machine, const Motion& from, const Pose& target,
                         const Vec6& max_speed, double least_duration) noexcept {
  *this = PointToPoint{};
  if (!is_finite(from.pose)) return;
  target_ = from.pose;  // where it stays if anything fails
  start_ = coordinates_of(from.pose);
  const MotionLimits& limits = machine.limits;
  const bool possible = is_finite(from.velocity) && is_finite(from.acceleration) && is_finite(target) &&
                        max_speed.allFinite() && max_speed.minCoeff() > 0.0 &&
                        std::isfinite(least_duration) && usable(limits.translation) &&
                        usable(limits.rotation) && usable(limits.leg);
  if (!possible) return;
  const Vec6 to = coordinates_of(target);
  Vec6 speed = max_speed;
  speed.head<3>() = speed.head<3>().cwiseMin(limits.translation.velocity);
  speed.tail<3>() = speed.tail<3>().cwiseMin(limits.rotation.velocity);
  if (stands(from)) {
    start_straight(machine, to - start_, speed, least_duration);
  } else {
    start_moving(machine, state_of(from), to, speed, least_duration);
  }
  if (valid_) target_ = target;
}

void PointToPoint::start_straight(const Machine& machine, const Vec6& change, const Vec6& max_speed,
                                  double least_duration) noexcept {
  straight_ = true;
  if (change.cwiseAbs().maxCoeff() <= kSamePlace) {
    valid_ = true;
    return;
  }
  profiles_[0] = along_line(machine, start_, change, max_speed);
  if (!profiles_[0].valid()) return;
  change_ = change;
  const double fastest = profiles_[0].duration();
  duration_ = std::max(fastest, least_duration);
  pace_ = duration_ > 0.0 ? fastest / duration_ : 1.0;
  valid_ = true;
}

void PointToPoint::start_moving(const Machine& machine, const State6& from, const Vec6& to,
                                const Vec6& max_speed, double least_duration) noexcept {
  straight_ = false;
  const Used at_first = used_by(machine, motion_on(machine, from));
  Used share{1.0, 1.0};
  for (int round = 0; round < kPlanRounds; ++round) {
    std::array<Rates, 6> rates;
    for (std::size_t i = 0; i < 6; ++i) {
      const Rates& full = i < 3 ? machine.limits.translation : machine.limits.rotation;
      rates[i] = {max_speed[static_cast<Eigen::Index>(i)] * share.velocity,
                  full.acceleration * share.acceleration, full.jerk * share.acceleration};
    }
    plan_axes(from, to, rates, least_duration);
    if (!valid_) return;
    Used most;
    for (int k = 0; k < kSamples; ++k) {
      const Used now = used_by(machine, motion_on(machine, state_at(duration_ * (k + 0.5) / kSamples)));
      most.velocity = std::max(most.velocity, now.velocity);
      most.acceleration = std::max(most.acceleration, now.acceleration);
    }
    // What it is already doing too much of is not the plan's fault.
    const double over_velocity = most.velocity / std::max(1.0, at_first.velocity);
    const double over_acceleration = most.acceleration / std::max(1.0, at_first.acceleration);
    if (over_velocity <= 1.0 && over_acceleration <= 1.0) return;
    share.velocity /= std::max(1.0, over_velocity);
    share.acceleration = std::max(share.acceleration / std::max(1.0, over_acceleration), kLeastShare);
  }
}

void PointToPoint::plan_axes(const State6& from, const Vec6& to, const std::array<Rates, 6>& rates,
                             double least_duration) noexcept {
  double longest = std::max(0.0, least_duration);
  for (std::size_t i = 0; i < 6; ++i) {
    const auto axis = static_cast<Eigen::Index>(i);
    longest = std::max(longest, fastest_to(axis_state(from, axis), to[axis], rates[i]).duration());
  }
  valid_ = true;
  for (std::size_t i = 0; i < 6; ++i) {
    const auto axis = static_cast<Eigen::Index>(i);
    profiles_[i] = to_in(axis_state(from, axis), to[axis], rates[i], longest);
    valid_ = valid_ && profiles_[i].valid();
  }
  duration_ = valid_ ? longest : 0.0;
}

State6 PointToPoint::state_at(double path_time) const noexcept {
  State6 state;
  if (straight_) {
    const AxisState s = profiles_[0].at(pace_ * path_time);
    return {start_ + s.position * change_, (pace_ * s.velocity) * change_,
            (pace_ * pace_ * s.acceleration) * change_};
  }
  for (std::size_t i = 0; i < 6; ++i) {
    const auto axis = static_cast<Eigen::Index>(i);
    const AxisState s = profiles_[i].at(path_time);
    state.position[axis] = s.position;
    state.velocity[axis] = s.velocity;
    state.acceleration[axis] = s.acceleration;
  }
  return state;
}

Motion PointToPoint::at(double path_time) const noexcept {
  if (!valid_ || path_time >= duration_) return {target_, {}, {}};
  return motion_of(state_at(path_time));
}

}  // namespace hexad::motion
