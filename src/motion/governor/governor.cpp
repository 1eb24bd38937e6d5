#include "motion/governor/governor.hpp"

#include <algorithm>
#include <cmath>

#include "kinematics/jacobian.hpp"
#include "motion/governor/limit_check.hpp"
#include "motion/governor/machine_bounds.hpp"
#include "motion/governor/machine_motion.hpp"

namespace hexad::motion {
namespace {

constexpr int kBisections = 5;
constexpr int kSlides = 2;
constexpr double kSlideBelow = 0.6;
constexpr double kGuess = 0.995;
constexpr double kReflect = 1.5;  // 1 = along the border, 2 = a mirror
// Farther than this from both ends no stop can miss: its time is below kStopTime at any state the limits
// allow.
constexpr double kStopTime = 0.45;
constexpr double kRampTime = 0.12;
constexpr double kPlainShare = 0.95;  // of a velocity limit, up to which nothing needs to be proved
constexpr double kPlainJerk = 0.5;
constexpr double kPlainAcceleration = 0.9;
constexpr double kAtRest = 1e-9;
// Between two ticks a velocity may bulge by jerk · dt² / 8 beyond both ends.
constexpr double kTickShare = 1.0 - 5e-5;
constexpr double kTickLegShare = 1.0 - 1e-3;  // a leg's acceleration is not linear between two ticks
constexpr double kRounding = 1.0 + 5e-7;

bool is_end(const LimitHit& hit) noexcept {
  return hit.limit == Limit::leg_lower || hit.limit == Limit::leg_upper;
}

/// Too hard, rather than too far or too fast.
bool is_hard(const LimitHit& hit) noexcept {
  switch (hit.limit) {
    case Limit::leg_acceleration:
    case Limit::leg_jerk:
    case Limit::axis_acceleration:
    case Limit::axis_jerk:
      return true;
    default:
      return false;
  }
}

bool inside(const Fence& range, const Fence& fence) noexcept {
  return (range.high.array() <= fence.high.array()).all() && (range.low.array() >= fence.low.array()).all();
}

State6 blend(const State6& from, const State6& to, double share) noexcept {
  return {from.position + share * (to.position - from.position),
          from.velocity + share * (to.velocity - from.velocity),
          from.acceleration + share * (to.acceleration - from.acceleration)};
}

}  // namespace

void Governor::adopt(const Machine& machine) noexcept {
  angles_ = angles_matter(machine);
  leg_pull_ = leg_pull_of(machine);
  if (angles_) angle_box_ = angle_box_of(machine);
  machine_ = &machine;
}

void Governor::reset(const Machine& machine, const Pose& pose, double period) noexcept {
  if (machine_ != &machine) adopt(machine);
  period_ = period;
  state_ = {};
  state_.position = coordinates_of(pose);
  const Candidate here = candidate(state_);
  motion_ = here.motion;
  motion_.pose = pose;
  legs_ = here.legs;
  course_.fill({legs_.extension, motion_.pose, Vec3::Zero()});
  have_plan_ = false;
}

Governor::Candidate Governor::candidate(const State6& state) const noexcept {
  Candidate result{state, motion_on(*machine_, state), {}};
  result.legs = kinematics::leg_rates(*machine_, result.motion);
  return result;
}

/// The step itself: continuous with the present state, rates, jerk, stroke with margin, angles.
LimitHit Governor::check_step(const Candidate& next, double& used) const noexcept {
  if (const LimitHit hit = check_rates(*machine_, next.motion, next.legs,
                                       {.velocity = kTickShare, .leg_acceleration = kTickLegShare}))
    return hit;
  if (const LimitHit hit = check_jerk(*machine_, motion_, legs_, next.motion, next.legs, period_)) return hit;

  if (const LimitHit hit = check_course(course_, next, used)) return hit;
  if (const LimitHit hit = check_continues(*machine_, state_, next.state, period_, 1.0)) return hit;
  if (const LimitHit hit = check_stroke(*machine_, next.legs.extension, StrokeUsed::at(legs_.extension)))
    return hit;
  if (!angles_ || within_angle_box(next.state.position.cwiseAbs())) return {};
  const LimitHit hit = kinematics::first_hit(*machine_, next.motion.pose, kinematics::StrokeUse::full);
  return is_end(hit) ? LimitHit{} : hit;
}

/// The jerk as the drives will see it, by differences of the last four positions: a program may switch inside
/// a tick where the means of single ticks look harmless. `used`: the largest share of a limit.
LimitHit Governor::check_course(const Course& course, const Candidate& next, double& used) const noexcept {
  const MotionLimits& limits = machine_->limits;
  const double cube = period_ * period_ * period_;
  LimitHit worst;
  used = 0.0;
  const auto look = [&](Limit limit, int index, double value, double bound) {
    const double share = std::abs(value) / bound;
    if (share <= used || std::isnan(used)) return;
    used = share;
    worst = {limit, static_cast<std::uint8_t>(index), value, bound};
  };
  const LegJerks legs{
      (next.legs.extension - 3.0 * course[0].legs + 3.0 * course[1].legs - course[2].legs).values() / cube};
  for (int leg = 0; leg < static_cast<int>(machine_->geometry.legs); ++leg)
    look(Limit::leg_jerk, leg, legs[leg], limits.leg.jerk);
  const Pose& pose = next.motion.pose;
  const Vec3 linear = (pose.position - 3.0 * course[0].pose.position + 3.0 * course[1].pose.position -
                       course[2].pose.position) /
                      cube;
  const Vec3 turned = rotation_vector(pose.rotation * course[0].pose.rotation.conjugate());
  const Vec3 angular = (turned - 2.0 * course[0].turned + course[1].turned) / cube;
  const Vec3 turning = (turned - course[0].turned) / (period_ * period_);
  for (int i = 0; i < 3; ++i) {
    look(Limit::axis_acceleration, 3 + i, turning[i], limits.rotation.acceleration);
    look(Limit::axis_jerk, i, linear[i], limits.translation.jerk);
    look(Limit::axis_jerk, 3 + i, angular[i], limits.rotation.jerk);
  }
  return used <= kRounding ? LimitHit{} : worst;
}

Governor::Course Governor::after(const Course& course, const Candidate& next) noexcept {
  const Vec3 turned = rotation_vector(next.motion.pose.rotation * course[0].pose.rotation.conjugate());
  return {Place{next.legs.extension, next.motion.pose, turned}, course[0], course[1]};
}

/// No acceleration is near its limit: a stop at full share asks for no more acceleration and jerk than there
/// is.
bool Governor::acceleration_limited(const Candidate& next) const noexcept {
  const MotionLimits& limits = machine_->limits;
  const auto legs = static_cast<Eigen::Index>(machine_->geometry.legs);
  return next.motion.acceleration.linear.cwiseAbs().maxCoeff() <=
             kPlainAcceleration * limits.translation.acceleration &&
         next.motion.acceleration.angular.cwiseAbs().maxCoeff() <=
             kPlainAcceleration * limits.rotation.acceleration &&
         next.legs.acceleration.head(legs).cwiseAbs().maxCoeff() <=
             kPlainAcceleration * limits.leg.acceleration;
}

/// Calm enough that any stop keeps the rates: what it still gains of velocity is little, and its first step
/// meets no jerk to add to. A stop splits the acceleration into two parts that share the jerk
/// (stop_plan.hpp). With σ its size in shares of the limits the parts are together at most √2·σ·A, last at
/// most (A/J)·(1 + σ)/kLeastJerk, and gain less than half of that product.
bool Governor::calm(const Candidate& next, double jerk_used) const noexcept {
  if (!(jerk_used <= kPlainJerk)) return false;
  const Rates &t = machine_->limits.translation, &r = machine_->limits.rotation, &l = machine_->limits.leg;
  const auto largest = [](const auto& values) noexcept { return values.cwiseAbs().maxCoeff(); };
  const Vec6& acceleration = next.state.acceleration;
  const double size = std::sqrt(acceleration.head<3>().squaredNorm() / (t.acceleration * t.acceleration) +
                                acceleration.tail<3>().squaredNorm() / (r.acceleration * r.acceleration));
  constexpr double kLeastJerk = 0.66;
  const double ramp =
      std::max({t.acceleration / t.jerk, r.acceleration / r.jerk, l.acceleration / l.jerk}) * (1.0 + size);
  const double gained = std::sqrt(0.5) * size * ramp / kLeastJerk;
  const auto legs = static_cast<Eigen::Index>(machine_->geometry.legs);
  return largest(next.motion.velocity.linear) + gained * t.acceleration <= kPlainShare * t.velocity &&
         largest(next.motion.velocity.angular) + gained * r.acceleration <= kPlainShare * r.velocity &&
         largest(next.legs.velocity.head(legs)) + gained * leg_pull_ <= kPlainShare * l.velocity &&
         !check_continues(*machine_, state_, next.state, period_, kPlainJerk);
}

/// Both ends of every leg are too far for any stop, and so is every angle.
bool Governor::far_from_all(const Candidate& next) const noexcept {
  if (angles_ &&
      !within_angle_box(next.state.position.cwiseAbs() + kStopTime * next.state.velocity.cwiseAbs()))
    return false;
  const double kept = kMillimetre + machine_->limits.stroke_margin;
  const Extensions way{kStopTime * next.legs.velocity.values().cwiseAbs() +
                       (kStopTime * kRampTime) * next.legs.acceleration.values().cwiseAbs()};
  for (std::size_t leg = 0; leg < machine_->geometry.legs; ++leg) {
    const auto i = static_cast<Eigen::Index>(leg);
    const double e = next.legs.extension[i];
    if (!(e - way[i] > kept) || !(e + way[i] < machine_->geometry.stroke - kept)) return false;
  }
  return true;
}

LimitHit Governor::check_stop(const Candidate& next, StopPlan& plan) const noexcept {
  LimitHit first;
  for (const double share : kStopShares) {
    const StopPlan tried = StopPlan::make(*machine_, next.state, share);
    const LimitHit hit = tried.fits(*machine_, angles_);
    if (!hit || !first) plan = tried;  // the hardest stop, when none fits
    if (!hit) return {};
    if (!first) first = hit;
    // A gentler stop is longer, and gains more velocity before it loses it: it helps against accelerations
    // and jerks alone.
    if (!is_hard(hit)) break;
  }
  return first;
}

/// The stop's first two steps follow on what was before it, too: as many see a place of before. Of a state
/// that is a part of what was wanted place, velocity and acceleration need not belong together to the last.
LimitHit Governor::check_lead(const Course& course, const StopPlan& plan) const noexcept {
  double used = 0.0;
  const Candidate first = candidate(plan.at(period_));
  if (const LimitHit hit = check_course(course, first, used)) return hit;
  return check_course(after(course, first), candidate(plan.at(2.0 * period_)), used);
}

/// No stop from there comes as far as the fence.
bool Governor::far_from_fence(const State6& state) const noexcept {
  if (fence_ == nullptr) return true;
  const Vec6 way =
      kStopTime * state.velocity.cwiseAbs() + (kStopTime * kRampTime) * state.acceleration.cwiseAbs();
  return ((state.position + way).array() <= fence_->high.array()).all() &&
         ((state.position - way).array() >= fence_->low.array()).all();
}

Governor::Refusal Governor::check(const Candidate& next, StopPlan& plan, bool& planned) const noexcept {
  planned = false;
  double jerk_used = 0.0;
  if (const LimitHit hit = check_step(next, jerk_used)) return {hit};
  const bool free = far_from_fence(next.state);
  if (acceleration_limited(next)) {
    const bool far = far_from_all(next);
    if (free && far && calm(next, jerk_used)) return {};
    plan = StopPlan::make(*machine_, next.state, 1.0);
    if (plan.easily_fits(*machine_, next.motion, next.legs, angles_, far) &&
        !check_lead(after(course_, next), plan)) {
      planned = !free;  // by this very plan it stays inside
      return {{}, !free && !inside(plan.range(), *fence_)};
    }
  }
  planned = true;
  if (const LimitHit hit = check_stop(next, plan)) return {hit};
  if (const LimitHit hit = check_lead(after(course_, next), plan)) return {hit};
  return {{}, !free && !inside(plan.range(), *fence_)};
}

void Governor::accept(const Candidate& next) noexcept {
  course_ = after(course_, next);
  state_ = next.state;
  motion_ = next.motion;
  legs_ = next.legs;
}

/// The stop at hand was left unmade while nothing needed to be proved: make it now, and so that its first
/// step follows on what was before.
void Governor::need_plan() noexcept {
  if (have_plan_) return;
  (void)check_stop({state_, motion_, legs_}, plan_);
  for (const double share : kStopShares) {
    if (!check_lead(course_, plan_)) break;
    const StopPlan softer = StopPlan::make(*machine_, state_, share);
    if (!softer.fits(*machine_, angles_)) plan_ = softer;
  }
  plan_time_ = 0.0;
  have_plan_ = true;
}

/// As far from the stop's next step towards `wanted` as the limits and a stop from there allow. `refusal` is
/// what stood in the way of all of it: of a jerk that is too high by a known factor the fitting share is
/// known as well.
Governor::Attempt Governor::approach(const State6& stop, const State6& wanted,
                                     const Refusal& refusal) const noexcept {
  Attempt best;
  double refused = 1.0;
  const LimitHit& hit = refusal.hit;
  const bool jerk = hit.limit == Limit::axis_jerk || hit.limit == Limit::leg_jerk;
  double share = jerk ? std::clamp(kGuess * hit.bound / std::abs(hit.value), 0.1, 0.95) : 0.5;
  for (int i = 0; i < kBisections; ++i) {
    StopPlan plan;
    bool planned = false;
    const Candidate part = candidate(blend(stop, wanted, share));
    if (check(part, plan, planned)) {
      refused = share;
    } else {
      best = {share, part, plan, planned};
      if (jerk && i == 0) return best;
    }
    share = 0.5 * (best.share + refused);
  }
  return best;
}

/// What is left of `wanted` when nothing pushes the given leg further towards its end: the part of the step
/// that is not along the leg's gradient, in the metric of the jerk limits, turned inward a little: on a
/// border that curves, a motion exactly along it could not stop inside. Motion then slides along the border.
State6 Governor::without_push(const State6& stop, const State6& wanted, std::size_t leg) const noexcept {
  const Mat6 jacobian = kinematics::jacobian(*machine_, motion_.pose);
  const Vec6 gradient = jacobian.row(static_cast<Eigen::Index>(leg)).transpose();
  Vec6 metric;
  metric << Vec3::Constant(machine_->limits.translation.jerk), Vec3::Constant(machine_->limits.rotation.jerk);
  // What the guide holds is not pushed: it would only run away from the pose.
  metric = metric.cwiseProduct(metric).cwiseProduct(free_of(machine_->geometry.mechanism));
  const Vec6 pull = metric.cwiseProduct(gradient);
  const double scale = gradient.dot(pull);
  if (!(scale > 0.0)) return wanted;
  const auto strip = [&](const Vec6& from, const Vec6& to) {
    const Vec6 step = to - from;
    return Vec6{to - pull * (kReflect * gradient.dot(step) / scale)};
  };
  State6 result;
  result.position = strip(stop.position, wanted.position);
  result.velocity = strip(stop.velocity, wanted.velocity);
  result.acceleration = strip(stop.acceleration, wanted.acceleration);
  return result;
}

Governor::Step Governor::advance(const State6& wanted, const Fence* fence) noexcept {
  fence_ = fence;
  const Candidate whole = candidate(wanted);
  bool planned = false;
  const Refusal refusal = check(whole, trial_, planned);
  if (!refusal) {
    take(whole, planned ? &trial_ : nullptr);
    return {};
  }

  need_plan();
  // From outside the fence it is come back to.
  Fence wider;
  if (fence_ != nullptr) {
    wider = {fence_->low.cwiseMin(state_.position), fence_->high.cwiseMax(state_.position)};
    fence_ = &wider;
  }
  const State6 stop = plan_.at(plan_time_ + period_);
  const bool finite =
      wanted.position.allFinite() && wanted.velocity.allFinite() && wanted.acceleration.allFinite();
  Attempt best = finite ? approach(stop, wanted, refusal) : Attempt{};
  // Held back by the end of a leg: slide.
  State6 slid = wanted;
  Refusal blocked = refusal;
  for (int leg = 0; finite && leg < kSlides && is_end(blocked.hit) && best.share < kSlideBelow; ++leg) {
    slid = without_push(stop, slid, blocked.hit.index);
    Attempt attempt{1.0, candidate(slid), {}, false};
    blocked = check(attempt.candidate, attempt.plan, attempt.planned);
    if (blocked) attempt = approach(stop, slid, blocked);
    const double gained = attempt.share * (slid.acceleration - stop.acceleration).norm();
    if (gained > best.share * (wanted.acceleration - stop.acceleration).norm()) best = attempt;
  }
  if (best.share > 0.0) {
    take(best.candidate, best.planned ? &best.plan : nullptr);
  } else {
    plan_time_ += period_;
    accept(candidate(stop));
  }
  fence_ = nullptr;
  return {std::min(best.share, 0.999), refusal.hit};
}

Fence Governor::stopping() noexcept {
  need_plan();
  return plan_.range(plan_time_);
}

/// The step is made, and the stop from there is the one at hand, if it was made.
void Governor::take(const Candidate& next, const StopPlan* plan) noexcept {
  accept(next);
  have_plan_ = plan != nullptr;
  if (!have_plan_) return;
  plan_ = *plan;
  plan_time_ = 0.0;
}

void Governor::begin_stop() noexcept { need_plan(); }

void Governor::advance_stop() noexcept {
  need_plan();
  plan_time_ += period_;
  State6 next = plan_.at(plan_time_);
  if (plan_time_ >= plan_.duration()) {
    next.velocity.setZero();
    next.acceleration.setZero();
  }
  accept(candidate(next));
}

bool Governor::standing() const noexcept {
  return state_.velocity.cwiseAbs().maxCoeff() < kAtRest &&
         state_.acceleration.cwiseAbs().maxCoeff() < kAtRest;
}

}  // namespace hexad::motion
