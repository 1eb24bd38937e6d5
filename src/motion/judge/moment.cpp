#include "motion/judge/moment.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "motion/governor/limit_check.hpp"
#include "motion/governor/stop_plan.hpp"
#include "motion/judge/judge.hpp"

namespace hexad::motion {
namespace {

// Slower than this share of a velocity limit, counting what is still gained while the acceleration dies out
// under this part of the jerk, and farther from the ends than the legs go in this time, a stop always fits.
constexpr double kPlainSpeed = 0.7;
constexpr double kPlainJerk = 0.3;
constexpr double kPlainTime = 0.3;
constexpr double kPlainRoom = 2.0 * kMillimetre;
// A little beyond what the moment is, for the ticks between two looks.
constexpr double kBeyond = 1.005;
constexpr double kEasyPush = 0.9;  // of an acceleration limit: a cheaper look at a stop settles most

/// How long the acceleration takes to die out: all of it together, so the slowest tells.
double dying_out(const Moment& m, const MotionLimits& limits, Eigen::Index legs) noexcept {
  const double most = std::max({m.motion.acceleration.linear.cwiseAbs().maxCoeff() / limits.translation.jerk,
                                m.motion.acceleration.angular.cwiseAbs().maxCoeff() / limits.rotation.jerk,
                                m.legs.acceleration.head(legs).cwiseAbs().maxCoeff() / limits.leg.jerk});
  return most / kPlainJerk;
}

/// Now and when its acceleration has died out: what is braked may be faster the other way then.
bool slow(double v, double a, double dying_out, double limit) noexcept {
  return std::max(std::abs(v), std::abs(v + 0.5 * a * dying_out)) <= kPlainSpeed * limit;
}

bool pushes_easily(const Machine& machine, const Moment& m) noexcept {
  const MotionLimits& limits = machine.limits;
  const auto legs = static_cast<Eigen::Index>(machine.geometry.legs);
  return m.motion.acceleration.linear.cwiseAbs().maxCoeff() <= kEasyPush * limits.translation.acceleration &&
         m.motion.acceleration.angular.cwiseAbs().maxCoeff() <= kEasyPush * limits.rotation.acceleration &&
         m.legs.acceleration.head(legs).cwiseAbs().maxCoeff() <= kEasyPush * limits.leg.acceleration;
}

}  // namespace

Moment moment_of(const Machine& machine, const Motion& motion) noexcept {
  Moment moment;
  moment.motion = kinematics::project(machine, motion);
  moment.state = state_of(moment.motion);
  moment.legs = kinematics::leg_rates(machine, moment.motion);
  return moment;
}

Moment scaled(const Machine& machine, const Moment& moment, double scale) noexcept {
  return moment_of(machine, motion_of({scale * moment.state.position, scale * moment.state.velocity,
                                       scale * moment.state.acceleration}));
}

bool is_finite(const Moment& moment) noexcept {
  return is_finite(moment.motion.pose) && is_finite(moment.motion.velocity) &&
         is_finite(moment.motion.acceleration);
}

LimitHit check_moment(const Machine& machine, const Moment& moment, double share) noexcept {
  if (!is_finite(moment)) return {Limit::axis_upper, 0, std::numeric_limits<double>::quiet_NaN(), 0.0};
  if (const LimitHit hit =
          kinematics::first_hit(machine, moment.motion.pose, kinematics::StrokeUse::less_margin))
    return hit;
  return check_rates(machine, moment.motion, moment.legs, {share, share, share, share});
}

LimitHit check_between(const Machine& machine, const Moment& before, const Moment& now, double period,
                       double share) noexcept {
  if (const LimitHit hit = check_jerk(machine, before.motion, before.legs, now.motion, now.legs,
                                      period * share, {share, share, share, 1.0}))
    return hit;
  return check_continues(machine, before.state, now.state, period, share);
}

bool plainly_stops(const Machine& machine, const Moment& m) noexcept {
  const MotionLimits& limits = machine.limits;
  const auto legs = static_cast<Eigen::Index>(machine.geometry.legs);
  const double time = dying_out(m, limits, legs);
  const Twist& velocity = m.motion.velocity;
  const Twist& acceleration = m.motion.acceleration;
  for (int i = 0; i < 3; ++i) {
    if (!slow(velocity.linear[i], acceleration.linear[i], time, limits.translation.velocity)) return false;
    if (!slow(velocity.angular[i], acceleration.angular[i], time, limits.rotation.velocity)) return false;
  }
  const double margin = limits.stroke_margin + kPlainRoom;
  for (Eigen::Index i = 0; i < legs; ++i) {
    if (!slow(m.legs.velocity[i], m.legs.acceleration[i], time, limits.leg.velocity)) return false;
    const double way = kPlainTime * std::abs(m.legs.velocity[i]);
    if (!(m.legs.extension[i] - way >= margin)) return false;
    if (!(m.legs.extension[i] + way <= machine.geometry.stroke - margin)) return false;
  }
  return true;
}

LimitHit check_stop(const Machine& machine, const Moment& moment) noexcept {
  const MotionLimits& limits = machine.limits;
  if (!usable(limits.translation) || !usable(limits.rotation) || !usable(limits.leg)) return {};
  if (plainly_stops(machine, moment)) return {};
  const State6 more{moment.state.position, kBeyond * moment.state.velocity,
                    kBeyond * moment.state.acceleration};
  const Moment beyond = moment_of(machine, motion_of(more));
  LimitHit first;
  for (const double share : kStopShares) {
    const StopPlan plan = StopPlan::make(machine, more, share);
    if (share == 1.0 && pushes_easily(machine, beyond) &&
        plan.easily_fits(machine, beyond.motion, beyond.legs, true, false))
      return {};
    const LimitHit hit = plan.fits(machine, true);
    if (!hit) return {};
    if (!first) first = hit;
  }
  const bool end = first.limit == Limit::leg_lower || first.limit == Limit::leg_upper;
  return end ? LimitHit{Limit::stop_distance, first.index, first.value, first.bound} : first;
}

LimitHit check_forces(const Machine& machine, const Moment& moment) noexcept {
  const Load load = load_of(machine, moment);
  for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg)
    if (const LimitHit hit = check_load(machine, load, leg)) return hit;
  return {};
}

}  // namespace hexad::motion
