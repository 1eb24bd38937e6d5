#include <cmath>

#include "motion/trajectory/planning.hpp"

// To rest at a target after a given time T, longer than the fastest.
//
// One family does nearly everything: the fastest change to a velocity u, a cruise, the fastest change from u
// to zero. With d(u) and t₁(u) distance (less u·t₁) and time of the first change and t₂(u) the time of the
// last, the cruise takes c(u) = T − t₁ − t₂ and the way is D(u) = d(u) + u·(T − t₂/2). Take the target above
// the stop position (else mirror). D(0) is the stop position, and D grows with u as long as c ≥ 0, because
// the velocity grows at every moment; so u is one bracketed root.
//
// Between 0 and the settled velocity v_s, if that is positive, t₁ falls and t₂ grows: t₁ + t₂ is concave
// there, largest where both changes have the same size, u = q/2 (or at v_s), and c may be negative in the
// middle. Then the family ends at its first root u₁ of c, and targets beyond D(u₁) need motions that never
// come to a = 0 on the way. The motions that end at rest after T form a convex set (the dynamics are linear,
// the limits convex), so the blend of the one with u₁ and the farthest one, the motion that rises as hard as
// it can and then stops just in time, keeps all limits; their share is linear in the target.

namespace hexad::motion {
namespace unit {
namespace {

struct Family {
  State s;       ///< |a| ≤ A, x = 0
  double total;  ///< T
  Bounds bounds;

  double end_time(double u) const noexcept { return descent_time(u, 0.0, 0.0, bounds.a); }
  double cruise(double u) const noexcept { return total - change_time(s.v, s.a, u, bounds.a) - end_time(u); }
  double distance(double u) const noexcept {
    return change_distance(s.v, s.a, u, bounds.a) + u * (total - 0.5 * end_time(u));
  }
  void push(Plan& plan, double u) const noexcept {
    push_change(plan, s.v, s.a, u, bounds.a);
    plan.push(cruise(u), 0.0);
    push_change(plan, u, 0.0, 0.0, bounds.a);
  }
};

/// Bisection with secant steps; f rises through zero between lo and hi.
template <class Function>
double bracketed_root(const Function& f, double lo, double hi) noexcept {
  double below = f(lo);
  double above = f(hi);
  if (!(below < 0.0)) return lo;
  if (!(above > 0.0)) return hi;
  for (int i = 0; i < 200; ++i) {
    const double middle = lo + 0.5 * (hi - lo);
    if (!(middle > lo && middle < hi)) break;
    double x = lo - below * ((hi - lo) / (above - below));
    if (i % 3 == 2 || !(x > lo && x < hi)) x = middle;
    const double value = f(x);
    if (value == 0.0) return x;
    if (value < 0.0) {
      lo = x;
      below = value;
    } else {
      hi = x;
      above = value;
    }
  }
  return std::abs(below) < above ? lo : hi;
}

/// The farthest motion of all: where the family has no cruise left, or cruises at V; or, when even the
/// settled velocity leaves no time, a rise that stops before its acceleration is zero.
void push_farthest(Plan& plan, const Family& family) noexcept {
  const Bounds& bounds = family.bounds;
  const State& s = family.s;
  const double settled = std::fmin(std::fmax(settled_velocity(s.v, s.a), 0.0), bounds.v);
  if (family.cruise(settled) >= 0.0) {
    family.push(
        plan, bracketed_root([&family](double u) noexcept { return -family.cruise(u); }, settled, bounds.v));
    return;
  }
  const Rise rise = begin_rise(plan, s, bounds);
  double lead = 0.0;
  for (std::size_t i = 0; i < plan.size(); ++i) lead += plan[i].time;
  const double a0 = rise.start.a;
  const auto late = [&rise, &family, &bounds, lead, a0](double a) noexcept {
    return lead + (a - a0) + stop_time(rise.w + 0.5 * a * a, a, bounds.a) - family.total;
  };
  const double a = bracketed_root(late, a0, std::fmax(a0, 0.0));
  plan.push(a - a0, 1.0);
  push_change(plan, rise.w + 0.5 * a * a, a, 0.0, bounds.a);
}

/// Two plans of the same total, and how much of the second.
struct Blend {
  Plan first, second;
  double share = 0.0;
};

double distance_of(const Plan& plan, const State& from) noexcept {
  State s = from;
  for (std::size_t i = 0; i < plan.size(); ++i) s = advance(s, plan[i].time, plan[i].jerk);
  return s.x - from.x;
}

/// For distance ≥ stop_distance and T ≥ the fastest time.
Blend plan_up(const Family& family, double distance) noexcept {
  Blend blend;
  const Bounds& bounds = family.bounds;
  const State& s = family.s;
  const auto lacking = [&family](double u) noexcept { return -family.cruise(u); };
  const double settled = settled_velocity(s.v, s.a);
  double highest = 0.0;
  bool blocked = false;
  if (settled > 0.0) {
    const double tightest = std::fmin(std::fmin(0.5 * (s.v + 0.5 * s.a * s.a), settled), bounds.v);
    blocked = family.cruise(tightest) < 0.0;
    if (blocked) highest = bracketed_root(lacking, 0.0, tightest);
  }
  if (!blocked) highest = bracketed_root(lacking, std::fmin(std::fmax(settled, 0.0), bounds.v), bounds.v);
  const double reach = family.distance(highest);
  if (blocked && reach < distance) {
    family.push(blend.first, highest);
    push_farthest(blend.second, family);
    const double farthest = distance_of(blend.second, s);
    blend.share = farthest > reach ? std::fmin((distance - reach) / (farthest - reach), 1.0) : 1.0;
    return blend;
  }
  const auto beyond = [&family, distance](double u) noexcept { return family.distance(u) - distance; };
  family.push(blend.first, bracketed_root(beyond, 0.0, highest));
  return blend;
}

/// Runs through the breaks of both plans together; each round ends a step of one of them, also with NaN.
void append_blend(JerkProfile& profile, const Blend& blend, double jerk) noexcept {
  std::size_t i = 0;
  std::size_t k = 0;
  double left_first = blend.first.size() > 0 ? blend.first[0].time : 0.0;
  double left_second = blend.second.size() > 0 ? blend.second[0].time : 0.0;
  const double scale = std::abs(jerk);
  while (i < blend.first.size() || k < blend.second.size()) {
    const bool has_first = i < blend.first.size();
    const bool has_second = k < blend.second.size();
    const double time = !has_second                ? left_first
                        : !has_first               ? left_second
                        : left_first < left_second ? left_first
                                                   : left_second;
    const double mixed = (has_first ? (1.0 - blend.share) * blend.first[i].jerk : 0.0) +
                         (has_second ? blend.share * blend.second[k].jerk : 0.0);
    profile.append(time / scale, mixed * jerk);
    left_first -= time;
    left_second -= time;
    if (has_first && !(left_first > 0.0) && ++i < blend.first.size()) left_first = blend.first[i].time;
    if (has_second && !(left_second > 0.0) && ++k < blend.second.size()) left_second = blend.second[k].time;
  }
}

}  // namespace
}  // namespace unit

JerkProfile to_in(const AxisState& from, double target, const Rates& limits, double duration) noexcept {
  JerkProfile fastest = fastest_to(from, target, limits);
  if (!fastest.valid()) return fastest;
  if (!std::isfinite(duration)) return JerkProfile::invalid_at(from);
  if (!(duration > fastest.duration())) return fastest;
  const Planning planning{from, limits};
  const unit::Bounds bounds = planning.bounds();
  unit::Plan lead;
  const unit::State s = unit::bring_inside(lead, planning.start(), bounds.a);
  const double distance = planning.scaled_distance(target) - s.x;
  const bool up = distance >= unit::stop_distance(s.v, s.a, bounds.a);
  const double total = duration * limits.jerk - (lead.size() > 0 ? lead[0].time : 0.0);
  unit::State start = up ? s : s.mirrored();
  start.x = 0.0;
  const unit::Blend blend = unit::plan_up({start, total, bounds}, up ? distance : -distance);
  JerkProfile profile = planning.profile_of(lead);
  unit::append_blend(profile, blend, up ? limits.jerk : -limits.jerk);
  profile.finish(target, 0.0, duration);
  return profile;
}

}  // namespace hexad::motion
