#include <cmath>

#include "base/roots.hpp"
#include "motion/trajectory/planning.hpp"

// To rest at a target in the shortest time.
//
// S(state) is where the fastest stop from a state ends. If the target lies above S, every time-optimal motion
// goes up as hard as the limits allow (jerk +1 to A, hold, jerk −1 to velocity V, cruise) and at one moment
// changes to the fastest stop. S does not decrease on the way up (∂S/∂a ≥ 0, unit_jerk.hpp) and does not
// change while both would do the same, so the moment is found by looking which stretch of the way up contains
// S = target, and solving there. Targets below S are the mirror image.
//
// On the rise v = w + a²/2; with q = w + a² the stop ends at
//   S = x₀ − w·a₀ − a₀³/6 + F(a),   F(a) = a³ + 2wa + g(q),   F' = 2(m + a)(m + a/2)  or  (a + A)(2q/A + a).
// Without a hold in the stop (q ≤ A²) put u = a + m, m = √q: F = u³/4 + w·u − w²/(4u), a = (u − w/u)/2:
// smooth, no roots, and for a start at rest u³ = 4F at once. On the hold at A the velocity grows from v₁; S =
// x₁ + (v² − v₁²)/(2A) + A·q − A³/6 + g(q), q = v + A²/2: quadratic in v with a hold in the stop, else a
// quartic in m = √q.

namespace hexad::motion {
namespace unit {
namespace {

/// a with F(a) = value where the stop has no hold, a in [lo, hi] and q = w + a² in [0, A²] on it.
double rise_without_hold(double w, double value, double lo, double hi) noexcept {
  if (w == 0.0) return std::fmin(std::fmax(cube_root(0.5 * value), lo), hi);
  const auto u_of = [w](double a) noexcept {
    const double m = std::sqrt(std::fmax(w + a * a, 0.0));
    return a >= 0.0 ? a + m : w / (m - a);
  };
  const double guess = value > 0.0 ? cube_root(4.0 * value) : 0.0;
  const double u = increasing_root(
      [w, value](double x) noexcept {
        const double over = w / x;
        const double square = x * x;
        return Sample{x * (0.25 * square + w) - 0.25 * w * over - value,
                      (3.0 * square + w) * (square + w) / (4.0 * square)};
      },
      u_of(lo), u_of(hi), guess);
  return std::fmin(std::fmax(0.5 * (u - w / u), lo), hi);
}

/// The same where the stop holds at −A.
double rise_with_hold(double w, double value, double a_max, double lo, double hi) noexcept {
  return increasing_root(
      [w, value, a_max](double a) noexcept {
        const double q = w + a * a;
        return Sample{a * (a * a + 2.0 * w) + 0.5 * q * (a_max + q / a_max) - value,
                      (a + a_max) * (2.0 * q / a_max + a)};
      },
      lo, hi, hi);
}

double rise_value(double w, double a, double a_max) noexcept {
  return a * (a * a + 2.0 * w) + stop_core(w + a * a, a_max);
}

/// The acceleration at which the rise ends and the stop begins; q(a) passes A² at ±a_hold.
double end_of_rise(double w, double value, double a_max, double lo, double hi) noexcept {
  if (value <= rise_value(w, lo, a_max)) return lo;
  if (w >= a_max * a_max) return rise_with_hold(w, value, a_max, lo, hi);
  const double a_hold = std::sqrt(a_max * a_max - w);
  if (lo < -a_hold) {
    if (value < rise_value(w, -a_hold, a_max)) return rise_with_hold(w, value, a_max, lo, -a_hold);
    lo = -a_hold;
  }
  if (hi <= a_hold || value <= rise_value(w, a_hold, a_max)) {
    return rise_without_hold(w, value, lo, std::fmin(hi, a_hold));
  }
  return rise_with_hold(w, value, a_max, std::fmax(lo, a_hold), hi);
}

/// The velocity at which a hold at A ends, from v1 on, if the stop ends `distance` after the hold's
/// beginning.
double end_of_hold(double v1, double distance, double a_max, double v_end) noexcept {
  const double square = a_max * a_max;
  const double at_limit = (0.125 * square - 0.5 * v1 * v1 / square + 11.0 / 6.0 * square) * a_max;
  if (distance > at_limit) {
    const double rest = distance + 0.5 * v1 * v1 / a_max - 17.0 / 24.0 * square * a_max;
    return -square + std::sqrt(square * square + a_max * std::fmax(rest, 0.0));
  }
  const double lo = std::sqrt(std::fmax(v1 + 0.5 * square, 0.0));
  const double hi = std::fmax(lo, std::sqrt(std::fmax(v_end + 0.5 * square, 0.0)));
  const double m = increasing_root(
      [v1, distance, a_max, square](double x) noexcept {
        const double q = x * x;
        const double v = q - 0.5 * square;
        return Sample{0.5 * (v - v1) * (v + v1) / a_max + q * (x + a_max) - square * a_max / 6.0 - distance,
                      x * (2.0 * x + a_max) * (x + a_max) / a_max};
      },
      lo, hi, hi);
  return m * m - 0.5 * square;
}

}  // namespace

Rise begin_rise(Plan& plan, const State& s, const Bounds& bounds) noexcept {
  if (settled_velocity(s.v, s.a) > bounds.v) {
    // Too fast: the change down to V; its last part, up to acceleration zero, is the rise.
    const double q = s.v - bounds.v + 0.5 * s.a * s.a;
    const double m = std::fmin(std::sqrt(q), bounds.a);
    const double down = m + s.a;
    const double hold = std::fmax((q - bounds.a * bounds.a) / bounds.a, 0.0);
    plan.push(down, -1.0);
    plan.push(hold, 0.0);
    State start = advance(advance(s, down, -1.0), hold, 0.0);
    start.a = -m;
    start.v = bounds.v + 0.5 * m * m;
    return {start, bounds.v, 0.0};
  }
  const double w = s.v - 0.5 * s.a * s.a;
  const double a_end = std::fmin(std::sqrt(std::fmax(bounds.v - w, 0.0)), bounds.a);
  return {s, w, std::fmax(a_end, s.a)};
}

void push_fastest_up(Plan& plan, const State& s, double distance, const Bounds& bounds) noexcept {
  const double a_max = bounds.a;
  const Rise rise = begin_rise(plan, s, bounds);
  const double a0 = rise.start.a;
  const double w = rise.w;
  const double value = distance - (rise.start.x - s.x) + a0 * (w + a0 * a0 / 6.0);
  const double q_end = w + rise.a_end * rise.a_end;
  if (q_end > 0.0 && value <= rise_value(w, rise.a_end, a_max)) {
    const double lowest = w < 0.0 ? std::fmin(std::fmax(a0, std::sqrt(-w)), rise.a_end) : a0;
    const double a = end_of_rise(w, value, a_max, lowest, rise.a_end);
    plan.push(a - a0, 1.0);
    push_change(plan, w + 0.5 * a * a, a, 0.0, a_max);
    return;
  }
  const double rise_time = rise.a_end - a0;
  plan.push(rise_time, 1.0);
  const State top = advance(rise.start, rise_time, 1.0);
  const double rest = distance - (top.x - s.x);
  double passed = stop_distance(bounds.v - 0.5 * rise.a_end * rise.a_end, rise.a_end, a_max);
  if (rise.a_end >= a_max) {
    const double v1 = w + 0.5 * a_max * a_max;
    const double v2 = std::fmax(bounds.v - 0.5 * a_max * a_max, v1);
    passed = 0.5 * (v2 - v1) * (v2 + v1) / a_max + stop_distance(v2, a_max, a_max);
    if (rest < passed) {
      const double v = std::fmin(std::fmax(end_of_hold(v1, rest, a_max, v2), v1), v2);
      plan.push((v - v1) / a_max, 0.0);
      push_change(plan, v, a_max, 0.0, a_max);
      return;
    }
    plan.push((v2 - v1) / a_max, 0.0);
  }
  plan.push(rise.a_end, -1.0);
  plan.push((rest - passed) / bounds.v, 0.0);
  push_change(plan, bounds.v, 0.0, 0.0, a_max);
}

}  // namespace unit

JerkProfile fastest_to(const AxisState& from, double target, const Rates& limits) noexcept {
  const Planning planning{from, limits};
  if (!planning.possible() || !std::isfinite(target)) return JerkProfile::invalid_at(from);
  const unit::Bounds bounds = planning.bounds();
  unit::Plan plan;
  const unit::State s = unit::bring_inside(plan, planning.start(), bounds.a);
  const std::size_t lead = plan.size();
  const double distance = planning.scaled_distance(target) - s.x;
  const bool up = distance >= unit::stop_distance(s.v, s.a, bounds.a);
  if (up) {
    unit::push_fastest_up(plan, s, distance, bounds);
  } else {
    unit::push_fastest_up(plan, s.mirrored(), -distance, bounds);
  }
  JerkProfile profile = planning.profile_of(plan, up ? unit::Plan::kMaxSteps : lead);
  profile.finish(target, 0.0);
  return profile;
}

}  // namespace hexad::motion
