#include "motion/governor/stop_plan.hpp"

#include <algorithm>
#include <cmath>

#include "motion/governor/limit_check.hpp"
#include "motion/governor/machine_motion.hpp"

namespace hexad::motion {
namespace {

// What a plan leaves free of each limit, for what its straight line does not know: legs turn while they move,
// and the rotation vector is not the angle travelled.
constexpr double kTranslationShare = 0.96;
constexpr double kRotationShare = 0.9;
constexpr double kLegAccelerationShare = 0.88;
constexpr double kPlannedLegJerk = 0.66;
constexpr double kTickSpacing = 0.001;
constexpr double kFineSpacing = 0.005;
constexpr double kCoarseSpacing = 0.025;
constexpr double kWideSpacing = 0.04;
constexpr double kEasyShare = 0.98;
constexpr double kEasyTurnShare = 0.85;  // the rotation vector is not the angle travelled
constexpr double kEasyLegShare = 0.93;   // legs turn while they move
constexpr double kPeakShare = 0.9993;    // of a velocity limit, while it is approached
constexpr double kBetweenShare = 0.97;
constexpr double kFirstTicks = 0.008;
constexpr double kFirstShare = 0.9995;
constexpr double kLeastBraking = 0.3;
constexpr double kStandstill = 1e-9;
constexpr double kStrokeSlack = 0.02 * kMillimetre;  // kept free of a leg's stroke beside its margin

struct Weights {
  Vec6 acceleration;
  Vec6 jerk;
};

Weights axis_limits(const MotionLimits& limits, double share) noexcept {
  const double t = kTranslationShare * share;
  const double r = kRotationShare * share;
  Weights w;
  w.acceleration << Vec3::Constant(t * limits.translation.acceleration),
      Vec3::Constant(r * limits.rotation.acceleration);
  w.jerk << Vec3::Constant(t * limits.translation.jerk), Vec3::Constant(r * limits.rotation.jerk);
  return w;
}

/// A direction of the coordinates: what platform and legs really do along it, and the limits of one axis that
/// leads there.
struct Way {
  Vec6 twist;  ///< velocity and angular velocity at speed 1: not the coordinates' own where the platform is
               ///< turned
  LegSpeeds legs;  ///< at speed 1
  Rates rates;
};

Way way_along(const Machine& machine, const Vec6& position, const Vec6& direction, const Weights& weights,
              double share) noexcept {
  Way way{Vec6::Zero(), LegSpeeds::Zero(), {1e3, 1e3, 1e5}};
  Rates& rates = way.rates;
  State6 unit;
  unit.position = position;
  unit.velocity = direction;
  const Motion motion = motion_on(machine, unit);
  way.twist << motion.velocity.linear, motion.velocity.angular;
  for (int i = 0; i < 6; ++i) {
    const double part = std::abs(way.twist[i]);
    if (part < 1e-12) continue;
    rates.acceleration = std::min(rates.acceleration, weights.acceleration[i] / part);
    rates.jerk = std::min(rates.jerk, weights.jerk[i] / part);
  }
  way.legs = kinematics::leg_rates(machine, motion).velocity;
  const double steepest = way.legs.cwiseAbs().maxCoeff();
  if (steepest > 1e-12) {
    const Rates& leg = machine.limits.leg;
    rates.acceleration =
        std::min(rates.acceleration, share * kLegAccelerationShare * leg.acceleration / steepest);
    rates.jerk = std::min(rates.jerk, share * kPlannedLegJerk * leg.jerk / steepest);
  }
  return way;
}

double weighted(const Vec6& v, const Vec6& limits) noexcept {
  return v.cwiseAbs().cwiseQuotient(limits).maxCoeff();
}

/// How much shorter each leg may have been between two samples than at the second, or, below zero, longer:
/// nothing unless it turns round there. Then it was at most by the bulge nearer to its end than at either,
/// and by what the slower of the two goes in half of the time.
Extensions dip_between(const kinematics::LegRates& from, const kinematics::LegRates& to, double spacing,
                       double bulge) noexcept {
  Extensions dip;
  for (Eigen::Index i = 0; i < dip.size(); ++i) {
    const double a = from.velocity[i];
    const double b = to.velocity[i];
    if (!(a * b < 0.0)) continue;
    const double side = a < 0.0 ? 1.0 : -1.0;
    const double back = std::max(side * (to.extension[i] - from.extension[i]), 0.0);
    dip[i] = side * (back + std::min(bulge, 0.5 * spacing * std::min(std::abs(a), std::abs(b))));
  }
  return dip;
}

}  // namespace

bool has_room_to_stop(const Machine& machine, const Extensions& extension) noexcept {
  const double least = machine.limits.stroke_margin + 1.5 * kStrokeSlack;
  const auto legs = static_cast<Eigen::Index>(machine.geometry.legs);
  return extension.head(legs).minCoeff() >= least &&
         extension.head(legs).maxCoeff() <= machine.geometry.stroke - least;
}

Rates rates_along(const Machine& machine, const Vec6& position, const Vec6& direction, double share,
                  const Vec6& velocity, double leg_speed) noexcept {
  const Way way = way_along(machine, position, direction, axis_limits(machine.limits, share), share);
  Rates rates = way.rates;
  rates.velocity = leg_speed * machine.limits.leg.velocity / std::max(way.legs.cwiseAbs().maxCoeff(), 1e-12);
  for (int i = 0; i < 6; ++i)
    rates.velocity = std::min(rates.velocity, velocity[i] / std::max(std::abs(way.twist[i]), 1e-12));
  return rates;
}

StopPlan StopPlan::make(const Machine& machine, const State6& from, double share) noexcept {
  StopPlan plan;
  plan.from_ = from;
  const Weights weights = axis_limits(machine.limits, share);
  const double speed = from.velocity.norm();

  double along_acceleration = 0.0;
  Vec6 rest = from.acceleration;
  if (speed > kStandstill) {
    plan.along_ = from.velocity / speed;
    const Vec6 scaled = plan.along_.cwiseQuotient(weights.acceleration);
    const Vec6 pull = from.acceleration.cwiseQuotient(weights.acceleration);
    along_acceleration = pull.dot(scaled) / scaled.squaredNorm();
    rest -= along_acceleration * plan.along_;
  }
  const double rest_size = rest.norm();
  const double rest_share = weighted(rest, weights.acceleration);

  Rates along{1, 1, 1};
  if (speed > kStandstill) {
    const Way way = way_along(machine, from.position, plan.along_, weights, share);
    along = way.rates;
    plan.along_twist_ = way.twist;
    plan.along_legs_ = way.legs;
  }
  double aside_jerk_share = 0.0;
  if (rest_share > 1e-9) {
    plan.aside_ = rest / rest_size;
    const Way way = way_along(machine, from.position, plan.aside_, weights, share);
    Rates aside = way.rates;
    plan.aside_twist_ = way.twist;
    plan.aside_legs_ = way.legs;
    const double along_need =
        speed > kStandstill ? std::max(std::abs(along_acceleration) / along.acceleration,
                                       std::min(1.0, std::sqrt(speed * along.jerk) / along.acceleration))
                            : 0.0;
    aside_jerk_share = std::clamp(rest_share / (rest_share + along_need), 0.02, 0.98);
    aside.jerk *= aside_jerk_share;
    aside.acceleration = std::max(aside.acceleration * aside_jerk_share, rest_size);
    plan.aside_profile_ = fastest_stop({0.0, 0.0, rest_size}, aside);
    plan.aside_peak_ = rest_size * rest_size / (2.0 * aside.jerk);
    plan.aside_peak_time_ = rest_size / aside.jerk;
    along.jerk *= 1.0 - aside_jerk_share;
    // What the part aside needs while it swings through zero is not there for braking.
    double left = along.acceleration;
    for (int i = 0; i < 6 && speed > kStandstill; ++i) {
      const double part = std::abs(plan.along_twist_[i]);
      if (part < 1e-12) continue;
      left = std::min(left, (weights.acceleration[i] - std::abs(plan.aside_twist_[i]) * rest_size) / part);
    }
    along.acceleration = std::max(left, kLeastBraking * along.acceleration);
  }
  if (speed > kStandstill) {
    along.velocity = std::max(along.velocity, 2.0 * speed);
    plan.along_profile_ = fastest_stop({0.0, speed, along_acceleration}, along);
    const double gaining = std::max(along_acceleration, 0.0);
    plan.along_peak_ = speed + gaining * gaining / (2.0 * along.jerk);
    plan.along_peak_time_ = gaining / along.jerk;
  }
  plan.duration_ = std::max(plan.along_profile_.duration(), plan.aside_profile_.duration());
  return plan;
}

State6 StopPlan::at(double t) const noexcept {
  const AxisState x = along_profile_.at(t);
  const AxisState y = aside_profile_.at(t);
  State6 state;
  state.position = from_.position + along_ * x.position + aside_ * y.position;
  state.velocity = along_ * x.velocity + aside_ * y.velocity;
  state.acceleration = along_ * x.acceleration + aside_ * y.acceleration;
  return state;
}

/// Where most plans fail that fail at all, so looked at first.
LimitHit StopPlan::too_fast_at_a_peak(const Machine& machine) const noexcept {
  for (const double time : {along_peak_time_, aside_peak_time_}) {
    if (!(time > kTickSpacing)) continue;
    const Motion motion = motion_on(machine, at(time));
    const LimitHit hit =
        check_rates(machine, motion, kinematics::leg_rates(machine, motion), {.velocity = kPeakShare});
    if (hit.limit == Limit::axis_velocity || hit.limit == Limit::leg_velocity) return hit;
  }
  return {};
}

/// The first ticks one by one: where two parts share the jerk, an acceleration may peak between two samples.
LimitHit StopPlan::too_hard_between(const Machine& machine, double from, double to) const noexcept {
  for (double time = from + kTickSpacing; time < std::min(to, kFirstTicks) - 0.5 * kTickSpacing;
       time += kTickSpacing) {
    const Motion motion = motion_on(machine, at(time));
    if (const LimitHit hit = check_rates(machine, motion, kinematics::leg_rates(machine, motion))) return hit;
  }
  return {};
}

LimitHit StopPlan::fits(const Machine& machine, bool angles) const noexcept {
  if (const LimitHit hit = too_fast_at_a_peak(machine)) return hit;
  // Closely at first, where the present acceleration counts, and while velocities still grow, so that no peak
  // is passed over; between samples a velocity may bulge by jerk · spacing² / 8, an extension by acceleration
  // · spacing² / 8.
  double time = 0.0;
  bool growing = true;
  Motion before = motion_on(machine, from_);
  kinematics::LegRates before_legs = kinematics::leg_rates(machine, before);
  StrokeUsed used = StrokeUsed::about(before_legs.extension, machine, kStrokeSlack);
  while (time < duration_) {
    const double widest = std::clamp(time, kTickSpacing, growing ? kFineSpacing : kCoarseSpacing);
    const double spacing = std::min(widest, std::max(duration_ - time, 1e-5));
    if (const LimitHit hit = too_hard_between(machine, time, time + spacing)) return hit;
    time += spacing;
    const Motion motion = motion_on(machine, at(time));
    const kinematics::LegRates legs = kinematics::leg_rates(machine, motion);
    const double bend =
        std::max(legs.acceleration.cwiseAbs().maxCoeff(), before_legs.acceleration.cwiseAbs().maxCoeff());
    const double most = 1.5 * bend + 0.5 * machine.limits.leg.jerk * spacing;  // between the samples
    const double bulge = most * spacing * spacing / 8.0;
    const Extensions dip = dip_between(before_legs, legs, spacing, bulge);
    if (const LimitHit hit = check_stroke(machine, legs.extension, used, kStrokeSlack, dip)) return hit;
    // The first ticks are exact; later samples leave room for what lies between them. An acceleration at its
    // limit needs some to get below that room: a motion that may begin may also be stopped.
    const bool exact = time <= kTickSpacing;
    const double between = exact ? 1.0 : time <= kFirstTicks ? kFirstShare : kBetweenShare;
    const Shares shares{growing ? kPeakShare : 1.0, between, between, kBetweenShare};
    if (const LimitHit hit = check_rates(machine, motion, legs, shares)) return hit;
    if (const LimitHit hit = check_jerk(machine, before, before_legs, motion, legs, spacing, shares))
      return hit;
    growing = (legs.velocity.array() * legs.acceleration.array() > 0.0).any() ||
              motion.velocity.linear.cwiseProduct(motion.acceleration.linear).maxCoeff() > 0.0 ||
              motion.velocity.angular.cwiseProduct(motion.acceleration.angular).maxCoeff() > 0.0;
    used.move_to(StrokeUsed::about(legs.extension, machine, kStrokeSlack));
    before = motion;
    before_legs = legs;
  }
  return angles ? ends_well(machine) : LimitHit{};
}

/// The highest velocities on the way, both parts at their peaks at once.
bool StopPlan::stays_below(const MotionLimits& limits, std::size_t legs) const noexcept {
  const Vec6 axes = along_twist_.cwiseAbs() * along_peak_ + aside_twist_.cwiseAbs() * aside_peak_;
  const LegSpeeds leg = along_legs_.cwiseAbs() * along_peak_ + aside_legs_.cwiseAbs() * aside_peak_;
  return axes.head<3>().maxCoeff() <= kEasyShare * limits.translation.velocity &&
         axes.tail<3>().maxCoeff() <= kEasyTurnShare * limits.rotation.velocity &&
         leg.head(static_cast<Eigen::Index>(legs)).maxCoeff() <= kEasyLegShare * limits.leg.velocity;
}

/// What the jerk of the coordinates comes to in legs and angular vectors shows on the first tick.
bool StopPlan::starts_well(const Machine& machine, const Motion& now,
                           const kinematics::LegRates& now_legs) const noexcept {
  const Motion next = motion_on(machine, at(kTickSpacing));
  const kinematics::LegRates legs = kinematics::leg_rates(machine, next);
  const Shares shares{kPeakShare, kBetweenShare, kBetweenShare, kBetweenShare};
  return !check_rates(machine, next, legs, shares) &&
         !check_jerk(machine, now, now_legs, next, legs, kTickSpacing, shares);
}

bool StopPlan::easily_fits(const Machine& machine, const Motion& now, const kinematics::LegRates& now_legs,
                           bool angles, bool far) const noexcept {
  if (!stays_below(machine.limits, machine.geometry.legs) || !starts_well(machine, now, now_legs))
    return false;
  if (far) return true;
  const double bulge = machine.limits.leg.acceleration * kWideSpacing * kWideSpacing / 8.0;
  const double low = machine.limits.stroke_margin + bulge + kStrokeSlack;
  const double high = machine.geometry.stroke - low;
  const auto samples = static_cast<int>(std::ceil(duration_ / kWideSpacing));
  const Shares shares{kEasyLegShare, kBetweenShare, kBetweenShare, kBetweenShare};
  for (int i = 0; i <= samples; ++i) {
    const double time = duration_ * i / std::max(samples, 1);
    const Motion motion = i == 0 ? now : motion_on(machine, at(time));
    const kinematics::LegRates legs = i == 0 ? now_legs : kinematics::leg_rates(machine, motion);
    for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
      const double e = legs.extension[static_cast<Eigen::Index>(leg)];
      if (!(e >= low && e <= high)) return false;
    }
    if (i > 0 && check_rates(machine, motion, legs, shares)) return false;
  }
  return !angles || !ends_well(machine);
}

LimitHit StopPlan::ends_well(const Machine& machine) const noexcept {
  return kinematics::first_hit(machine, pose_of(at(duration_).position), kinematics::StrokeUse::full);
}

}  // namespace hexad::motion
