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
// … and this much where nothing stands against it: what is planned to the last of a limit is refused for what
// the plan does not know, planned anew from what was let through, refused again, and never arrives.
constexpr double kMostShare = 0.96;
constexpr double kJerkStep = 1e-3;  // s over which jerk is looked at

bool stands(const Motion& motion) noexcept {
  return motion.velocity.linear.cwiseAbs().maxCoeff() <= kFromRest &&
         motion.velocity.angular.cwiseAbs().maxCoeff() <= kFromRest &&
         motion.acceleration.linear.cwiseAbs().maxCoeff() <= kFromRest &&
         motion.acceleration.angular.cwiseAbs().maxCoeff() <= kFromRest;
}

struct Used {
  double velocity = 0.0;
  double acceleration = 0.0;
  double jerk = 0.0;
};

/// The largest share of its limits any axis or leg uses, at a moment and until kJerkStep after it.
Used used_by(const Machine& machine, const State6& state, const State6& next) noexcept {
  const MotionLimits& limits = machine.limits;
  const Motion now = motion_on(machine, state);
  const Motion then = motion_on(machine, next);
  const kinematics::LegRates legs = kinematics::leg_rates(machine, now);
  const kinematics::LegRates next_legs = kinematics::leg_rates(machine, then);
  const auto share = [](const auto& linear, const auto& angular, const auto& leg, double translation,
                        double rotation, double legs_limit) noexcept {
    return std::max({linear.cwiseAbs().maxCoeff() / translation, angular.cwiseAbs().maxCoeff() / rotation,
                     leg.cwiseAbs().maxCoeff() / legs_limit});
  };
  const Rates &t = limits.translation, &r = limits.rotation, &l = limits.leg;
  return {
      share(now.velocity.linear, now.velocity.angular, legs.velocity, t.velocity, r.velocity, l.velocity),
      share(now.acceleration.linear, now.acceleration.angular, legs.acceleration, t.acceleration,
            r.acceleration, l.acceleration),
      share(then.acceleration.linear - now.acceleration.linear,
            then.acceleration.angular - now.acceleration.angular, next_legs.acceleration - legs.acceleration,
            t.jerk * kJerkStep, r.jerk * kJerkStep, l.jerk * kJerkStep)};
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
  const Used at_first = used_by(machine, from, from);
  Used share{1.0, kMostShare, kMostShare};
  for (int round = 0; round < kPlanRounds; ++round) {
    std::array<Rates, 6> rates;
    for (std::size_t i = 0; i < 6; ++i) {
      const Rates& full = i < 3 ? machine.limits.translation : machine.limits.rotation;
      rates[i] = {max_speed[static_cast<Eigen::Index>(i)] * share.velocity,
                  full.acceleration * share.acceleration, full.jerk * share.jerk};
    }
    plan_axes(from, to, rates, least_duration);
    if (!valid_) return;
    Used most;
    for (int k = 0; k < kSamples; ++k) {
      const double time = duration_ * (k + 0.5) / kSamples;
      const Used now = used_by(machine, state_at(time), state_at(time + kJerkStep));
      most.velocity = std::max(most.velocity, now.velocity);
      most.acceleration = std::max(most.acceleration, now.acceleration);
      most.jerk = std::max(most.jerk, now.jerk);
    }
    // What it is already doing too much of is not the plan's fault.
    const Used over{most.velocity / std::max(1.0, at_first.velocity),
                    most.acceleration / std::max(kMostShare, at_first.acceleration), most.jerk / kMostShare};
    if (over.velocity <= 1.0 && over.acceleration <= 1.0 && over.jerk <= 1.0) return;
    share.velocity /= std::max(1.0, over.velocity);
    share.acceleration = std::max(share.acceleration / std::max(1.0, over.acceleration), kLeastShare);
    share.jerk = std::max(share.jerk / std::max(1.0, over.jerk), kLeastShare);
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
