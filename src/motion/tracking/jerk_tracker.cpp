#include "motion/tracking/jerk_tracker.hpp"

#include <algorithm>
#include <cmath>

namespace hexad::motion {

namespace {

// The plan keeps this much back for corrections.
constexpr double kPlanJerk = 0.85;
constexpr double kPlanAcceleration = 0.95;
constexpr double kLinearJerk = 0.9;
constexpr double kLeastNeed = 0.02;
constexpr double kRootPrecision = 0.01;  // of the change of acceleration in a tick

// A goal may move this close to the limits and still be caught; beyond, it is followed as if it did not.
constexpr double kGoalVelocity = 0.98;
constexpr double kGoalAcceleration = 0.7;
constexpr double kGoalJerk = 0.7;
constexpr double kGoalMemory = 1.0;  // s: so long what the goal did is expected again
constexpr double kLeastSpare = 0.2;
constexpr double kGoalDoubt = 0.3;  // of what the goal does: it is known late, by so much it may be wrong
constexpr double kLeastLinear = 0.4;
constexpr double kBehind = 3.0;  // linear regions

// P of the linear region: AᵀP + PA < 0 for the triple pole, (1 3 3)·P⁻¹·(1 3 3)ᵀ = 0.975, and this is
// √(P⁻¹)₃₃.
constexpr double kP11 = 2.0, kP12 = 4.0, kP13 = 3.0, kP22 = 10.5, kP23 = 9.0, kP33 = 9.3;
constexpr double kWidthB = 0.913;

constexpr double kTiny = 0.02;  // of the linear region: crossing the goal from there is not seen

// The last step on to the goal costs this part of the jerk limit at most.
constexpr double kRestBand = 1e-3;

bool usable(double limit) noexcept { return std::isfinite(limit) && limit > 0.0; }

struct Jerk {
  double value, inverse;
};

// Way of the fastest stop from velocity u ≥ 0 (after b has run out), by braking with at most `down`.
double way_of_braking(double u, double b, const Jerk& jerk, double down) noexcept {
  const double wanted = std::max(jerk.value * u + 0.5 * b * b, 0.0);
  const double limit = std::max(down, -b);
  double peak = limit;
  double hold = 0.0;
  if (wanted <= limit * limit) {
    peak = std::sqrt(wanted);
  } else {
    hold = (wanted - limit * limit) * jerk.inverse / limit;
  }
  const double fall = (b + peak) * jerk.inverse;
  const double u1 = u + fall * (b - 0.5 * jerk.value * fall);
  return fall * (u + fall * (0.5 * b - jerk.value * fall * (1.0 / 6.0))) + hold * (u1 - 0.5 * peak * hold) +
         peak * peak * peak * jerk.inverse * jerk.inverse * (1.0 / 6.0);
}

double way_to_stop(double u, double b, const Jerk& jerk, double up, double down) noexcept {
  const double coasting = u + 0.5 * b * std::abs(b) * jerk.inverse;
  return coasting >= 0.0 ? way_of_braking(u, b, jerk, down) : -way_of_braking(-u, -b, jerk, up);
}

}  // namespace

void JerkTracker::set_limits(const Limits& limits) noexcept {
  limits_ = limits;
  moves_ = usable(limits.velocity) && usable(limits.acceleration) && usable(limits.jerk);
  set_share(1.0, limits.velocity);
  dt_ = 0.0;  // everything that depends on the tick is made again
}

void JerkTracker::set_share(double share, double velocity) noexcept {
  share_ = share;
  top_speed_ = velocity;
  plan_jerk_ = share * kPlanJerk * limits_.jerk;
  plan_acceleration_ = share * kPlanAcceleration * limits_.acceleration;
}

void JerkTracker::set_ease(double acceleration, double jerk) noexcept {
  eased_ = usable(acceleration) && usable(jerk);
  ease_acceleration_ = acceleration;
  ease_jerk_ = jerk;
}

// The way of a stop with share s is about proportional to 1/s where acceleration limits it, to 1/√s where
// jerk does: s ← s·way/room converges for both.
double JerkTracker::share_needed(const TrackPoint& from, const Goal& goal) const noexcept {
  if (!moves_ || !(dt_ > 0.0)) return 0.0;
  const Offset at = offset(from, aim_at(goal));
  double share = 1.0;
  for (int i = 0; i < 5; ++i) {
    const double jerk = share * kPlanJerk * limits_.jerk;
    const double most = share * kPlanAcceleration * limits_.acceleration;
    const double way = way_to_stop(at.u, at.b, {jerk, 1.0 / jerk}, most, most);
    if (way * at.x >= 0.0) return way == 0.0 ? 0.0 : kLeastNeed;
    if (i == 0 && std::abs(way) >= std::abs(at.x)) return 1.0;
    share = std::clamp(share * std::abs(way / at.x), kLeastNeed, 1.0);
  }
  return share;
}

void JerkTracker::set_pace(double dt, double bandwidth) noexcept {
  if (dt == dt_ && bandwidth == bandwidth_) return;
  if (!usable(dt) || !usable(bandwidth) || !moves_) return;
  dt_ = dt;
  bandwidth_ = bandwidth;
  slew_ = limits_.jerk * dt;
  const double steps = std::ceil(limits_.acceleration / slew_);
  free_rise_ = steps * limits_.acceleration - 0.5 * slew_ * steps * (steps - 1.0);
  const double q = 1.0 - std::exp(-bandwidth * dt);
  gain_x_ = q * q * q / (dt * dt * dt);
  gain_u_ = q * q * (3.0 - q) / (dt * dt);
  gain_b_ = q * (3.0 - 1.5 * q + q * q / 3.0) / dt;
  scale_u_ = 1.0 / bandwidth;
  scale_b_ = scale_u_ * scale_u_;
  reach_ = kLinearJerk * limits_.jerk * scale_u_ * scale_b_;
  tiny_ = std::max(kTiny * reach_, slew_ * scale_b_);  // ticks are too coarse to aim better than the second
  rest_b_ = kRestBand * slew_;
  rest_u_ = rest_b_ * dt;
  rest_x_ = rest_u_ * dt;
}

// The largest n·a − Jh·n(n − 1)/2 ≤ room, solved for a.
double JerkTracker::rise_bound(double room, double slew) noexcept {
  if (room <= 0.0) return 2.0 * room;
  const double n = std::max(1.0, std::ceil(0.5 * (std::sqrt(1.0 + 8.0 * room / slew) - 1.0)));
  return room / n + 0.5 * slew * (n - 1.0);
}

// The change of acceleration in a tick that keeps as much of the velocity free as comfort alone would: for a
// goal that turns hard it is more than for one at rest.
double JerkTracker::softer() const noexcept {
  const double times = 1.0 + goal_acceleration_ / ease_acceleration_;
  return ease_jerk_ * times * times * dt_;
}

// The velocity limit comes first, with all the jerk there is.
JerkTracker::Range JerkTracker::beside_goal(const TrackPoint& from, const Goal& aim,
                                            Range range) const noexcept {
  const double most = ease_acceleration_ + kGoalDoubt * goal_acceleration_;
  const double slew = ease_jerk_ + kGoalDoubt * goal_jerk_;
  const double floor = from.acceleration + (aim.jerk - slew) * dt_;
  const double ceiling = from.acceleration + (aim.jerk + slew) * dt_;
  return {std::clamp(std::clamp(aim.acceleration - most, floor, ceiling), range.low, range.high),
          std::clamp(std::clamp(aim.acceleration + most, floor, ceiling), range.low, range.high)};
}

JerkTracker::Range JerkTracker::allowed(const TrackPoint& from, const Goal& aim) const noexcept {
  const double most = share_ * limits_.acceleration;
  double high = most;
  double low = -most;
  const double top = std::min(limits_.velocity, std::max(top_speed_, std::abs(from.velocity)));
  const double rise = (top - from.velocity) / dt_ - 0.5 * from.acceleration;
  const double fall = (top + from.velocity) / dt_ + 0.5 * from.acceleration;
  const double slew = share_ * slew_;
  const double soft = eased_ ? std::min(slew, softer()) : slew;
  if (eased_ || rise < share_ * free_rise_) high = std::min(high, rise_bound(rise, soft));
  if (eased_ || fall < share_ * free_rise_) low = std::max(low, -rise_bound(fall, soft));
  if (eased_ && low <= high) {
    const Range range = beside_goal(from, aim, {low, high});
    low = range.low;
    high = range.high;
  }
  // An acceleration from when there was more for it comes down as fast as it can.
  const double floor = from.acceleration - (from.acceleration > most ? slew_ : slew);
  const double ceiling = from.acceleration + (from.acceleration < -most ? slew_ : slew);
  high = std::clamp(high, floor, ceiling);
  low = std::clamp(low, floor, ceiling);
  if (!(low <= high)) low = high = 0.5 * (low + high);
  return {low, high};
}

TrackPoint JerkTracker::after(const TrackPoint& from, double acceleration) const noexcept {
  return {
      from.position + dt_ * (from.velocity + dt_ * (2.0 * from.acceleration + acceleration) * (1.0 / 6.0)),
      from.velocity + 0.5 * dt_ * (from.acceleration + acceleration), acceleration};
}

void JerkTracker::watch(const Goal& aim) noexcept {
  const double kept = aim.velocity == 0.0 && aim.acceleration == 0.0 ? 0.0 : 1.0 - dt_ / kGoalMemory;
  goal_acceleration_ = std::max(std::abs(aim.acceleration), kept * goal_acceleration_);
  goal_jerk_ = std::max(std::abs(aim.jerk), kept * goal_jerk_);
}

// The goal will go on as it lately did: only the rest can be counted on, to the end of the plan.
JerkTracker::Spare JerkTracker::spare() const noexcept {
  const Spare left{std::max(plan_acceleration_ - goal_acceleration_, kLeastSpare * plan_acceleration_),
                   std::max(plan_jerk_ - goal_jerk_, kLeastSpare * plan_jerk_)};
  if (!eased_) return left;
  return {std::min(left.acceleration, kPlanAcceleration * ease_acceleration_),
          std::min(left.jerk, kPlanJerk * ease_jerk_)};
}

// How far beyond the goal (along its path) the fastest stop from `next` ends.
double JerkTracker::miss(const TrackPoint& next, const TrackPoint& goal, const Spare& spare) const noexcept {
  return next.position - goal.position +
         way_to_stop(next.velocity - goal.velocity, next.acceleration - goal.acceleration,
                     {spare.jerk, 1.0 / spare.jerk}, spare.acceleration, spare.acceleration);
}

double JerkTracker::fastest(const TrackPoint& from, const TrackPoint& goal, Range range) const noexcept {
  const Spare frame = spare();
  double low = range.low;
  double high = range.high;
  double at_high = miss(after(from, high), goal, frame);
  if (at_high <= 0.0) return high;
  double at_low = miss(after(from, low), goal, frame);
  if (at_low >= 0.0) return low;
  // False position with the Illinois rule: the function is monotone and nearly straight over one tick. The
  // answer need not be better than the margin the plan keeps.
  double root = 0.5 * (low + high);
  int side = 0;
  for (int i = 0; i < 8; ++i) {
    const double last = root;
    root = (low * at_high - high * at_low) / (at_high - at_low);
    if (i > 0 && std::abs(root - last) <= kRootPrecision * slew_) break;
    const double at_root = miss(after(from, root), goal, frame);
    if (at_root > 0.0) {
      high = root;
      at_high = at_root;
      if (side > 0) at_low *= 0.5;
      side = 1;
    } else {
      low = root;
      at_low = at_root;
      if (side < 0) at_high *= 0.5;
      side = -1;
    }
  }
  return std::clamp(root, range.low, range.high);
}

// Inside the ellipsoid? For a goal at rest also without going beyond it, unless so little that it does not
// matter.
bool JerkTracker::near(const Offset& at, const Goal& aim) noexcept {
  const auto [x, u, b] = at;
  const double un = u * scale_u_;
  const double bn = b * scale_b_;
  const double spare_acceleration = limits_.acceleration - std::abs(aim.acceleration);
  const double spare_jerk = std::max(kLeastLinear, 1.0 - std::abs(aim.jerk) / (kLinearJerk * limits_.jerk));
  double reach = std::min(std::min(share_, spare_jerk) * reach_, spare_acceleration * scale_b_ / kWidthB);
  if (eased_)
    reach = std::min(
        {reach, kLinearJerk * ease_jerk_ * scale_u_ * scale_b_, ease_acceleration_ * scale_b_ / kWidthB});
  const double size =
      x * (kP11 * x + 2.0 * (kP12 * un + kP13 * bn)) + un * (kP22 * un + 2.0 * kP23 * bn) + kP33 * bn * bn;
  behind_ = size > kBehind * kBehind * reach_ * reach_;
  if (!(size <= reach * reach)) return false;
  if (aim.velocity != 0.0 || aim.acceleration != 0.0 || size <= tiny_ * tiny_) return true;
  return !crosses(x, u, b);
}

// With the triple pole x(t) = (c0 + c1·t + c2·t²)·e^(−λt): does it change sign on its way to zero?
bool JerkTracker::crosses(double x, double u, double b) const noexcept {
  const double side = x < 0.0 ? -1.0 : 1.0;
  const double c0 = side * x;
  const double c1 = side * (u + bandwidth_ * x);
  const double c2 = side * 0.5 * (b + bandwidth_ * (2.0 * u + bandwidth_ * x));
  return c2 < 0.0 || (c1 < 0.0 && c1 * c1 >= 4.0 * c0 * c2);
}

Goal JerkTracker::aim_at(const Goal& goal) const noexcept {
  const double top_v = kGoalVelocity * limits_.velocity;
  const double top_a = kGoalAcceleration * limits_.acceleration;
  const double top_j = kGoalJerk * limits_.jerk;
  Goal aim = goal;
  aim.velocity = std::clamp(goal.velocity, -top_v, top_v);
  aim.acceleration = std::clamp(goal.acceleration, -top_a, top_a);
  const bool clamped = aim.velocity != goal.velocity || aim.acceleration != goal.acceleration;
  aim.jerk = clamped ? 0.0 : std::clamp(goal.jerk, -top_j, top_j);
  return aim;
}

JerkTracker::Offset JerkTracker::offset(const TrackPoint& from, const Goal& aim) const noexcept {
  const double h = dt_;
  return {
      from.position - aim.position + h * (aim.velocity - 0.5 * h * (aim.acceleration - h * aim.jerk / 3.0)),
      from.velocity - aim.velocity + h * (aim.acceleration - 0.5 * h * aim.jerk),
      from.acceleration - aim.acceleration + h * aim.jerk};
}

TrackPoint JerkTracker::step(const TrackPoint& from, const Goal& goal) noexcept {
  if (!moves_ || !(dt_ > 0.0)) return {from.position, 0.0, 0.0};
  const Goal aim = aim_at(goal);
  const Offset at = offset(from, aim);
  watch(aim);
  far_ = false;
  if (aim.velocity == 0.0 && aim.acceleration == 0.0 && std::abs(at.x) <= rest_x_ &&
      std::abs(at.u) <= rest_u_ && std::abs(at.b) <= rest_b_) {
    return {aim.position, 0.0, 0.0};
  }
  const Range range = allowed(from, aim);
  if (near(at, aim)) {
    const double jerk = aim.jerk - (gain_x_ * at.x + gain_u_ * at.u + gain_b_ * at.b);
    return after(from, std::clamp(from.acceleration + jerk * dt_, range.low, range.high));
  }
  far_ = true;
  return after(from, fastest(from, aim, range));
}

double JerkTracker::stopping_point(const TrackPoint& from) const noexcept {
  if (!moves_) return from.position;
  return from.position + way_to_stop(from.velocity, from.acceleration, {plan_jerk_, 1.0 / plan_jerk_},
                                     plan_acceleration_, plan_acceleration_);
}

}  // namespace hexad::motion
