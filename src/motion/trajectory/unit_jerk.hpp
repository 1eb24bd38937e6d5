#pragma once
// Jerk-limited motion with the jerk limit J scaled to one: time t·J, velocity v·J, position x·J². Time then
// has the unit of acceleration, and every stretch has jerk +1 (up), 0 (hold) or −1 (down).
//
// Invariants. Going down, q = v + a²/2 does not change; going up, w = v − a²/2 does not.
//
// Stopping. Where v would be if the acceleration were only taken to zero is v_s = v + a·|a|/2. For v_s > 0
// the fastest stop goes down to −m, holds if m would pass A, goes up to zero. With q = v + a²/2 = m² (no
// hold):
//   time     a + 2m,           with a hold  a + A + q/A
//   distance q·a − a³/6 + g(q),  g(q) = q·√q for q ≤ A²,  q·(A + q/A)/2 with a hold.
// v_s < 0 is its mirror image. The distance never decreases with a, nor with v: ∂/∂a = (m + a)·(m + a/2) ≥ 0.
// A change to velocity u is the same with v − u in place of v, and u times the time added to the distance.

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace hexad::motion::unit {

struct State {
  double x = 0.0;
  double v = 0.0;
  double a = 0.0;

  State mirrored() const noexcept { return {-x, -v, -a}; }
};

struct Bounds {
  double v = 0.0;
  double a = 0.0;
};

struct Step {
  double time = 0.0;
  double jerk = 0.0;
};

/// Steps one after the other. Times at or below zero are left out; NaN is kept, and one step too many becomes
/// NaN: the profile made of it is then not valid.
class Plan {
 public:
  static constexpr std::size_t kMaxSteps = 8;

  void push(double time, double jerk) noexcept {
    if (time <= 0.0) return;
    if (count_ == kMaxSteps) {
      steps_.back().time = std::numeric_limits<double>::quiet_NaN();
      return;
    }
    steps_[count_++] = {time, jerk};
  }
  std::size_t size() const noexcept { return count_; }
  const Step& operator[](std::size_t i) const noexcept { return steps_[i]; }

 private:
  std::array<Step, kMaxSteps> steps_;
  std::size_t count_ = 0;
};

inline State advance(const State& s, double time, double jerk) noexcept {
  return {s.x + time * (s.v + time * (0.5 * s.a + time * jerk / 6.0)), s.v + time * (s.a + 0.5 * time * jerk),
          s.a + time * jerk};
}

/// The velocity reached by taking the acceleration to zero and nothing else.
inline double settled_velocity(double v, double a) noexcept { return v + 0.5 * a * std::abs(a); }

/// g(q) of the stop distance.
inline double stop_core(double q, double a_max) noexcept {
  return q <= a_max * a_max ? q * std::sqrt(q) : 0.5 * q * (a_max + q / a_max);
}

/// q = v − target + a²/2 of a change down, from the settled velocity: so that the depth m = √q is never less
/// than −a, whatever rounding does, and the acceleration ends at zero exactly.
inline double descent_depth(double v, double a, double target) noexcept {
  return std::fmax(settled_velocity(v, a) - target, 0.0) + (a < 0.0 ? a * a : 0.0);
}

/// Time of the change from (v, a) down to `target` ≤ settled velocity, |a| ≤ A.
inline double descent_time(double v, double a, double target, double a_max) noexcept {
  const double q = descent_depth(v, a, target);
  return a + (q <= a_max * a_max ? 2.0 * std::sqrt(q) : a_max + q / a_max);
}
/// Its distance, less target · time.
inline double descent_distance(double v, double a, double target, double a_max) noexcept {
  const double q = descent_depth(v, a, target);
  return a * (q - a * a / 6.0) + stop_core(q, a_max);
}

/// Time and relative distance of the fastest change to `target`, up or down.
inline double change_time(double v, double a, double target, double a_max) noexcept {
  return settled_velocity(v, a) >= target ? descent_time(v, a, target, a_max)
                                          : descent_time(-v, -a, -target, a_max);
}
inline double change_distance(double v, double a, double target, double a_max) noexcept {
  return settled_velocity(v, a) >= target ? descent_distance(v, a, target, a_max)
                                          : -descent_distance(-v, -a, -target, a_max);
}

inline double stop_time(double v, double a, double a_max) noexcept { return change_time(v, a, 0.0, a_max); }
inline double stop_distance(double v, double a, double a_max) noexcept {
  return change_distance(v, a, 0.0, a_max);
}

/// The steps of that change.
inline void push_change(Plan& plan, double v, double a, double target, double a_max) noexcept {
  const double sign = settled_velocity(v, a) >= target ? -1.0 : 1.0;  // of the jerk that begins
  const double q = descent_depth(-sign * v, -sign * a, -sign * target);
  const double m = q <= a_max * a_max ? std::sqrt(q) : a_max;
  plan.push(m - sign * a, sign);
  if (q > a_max * a_max) plan.push((q - a_max * a_max) / a_max, 0.0);
  plan.push(m, -sign);
}

/// Too hard an acceleration is first taken to its limit: whatever follows begins inside.
inline State bring_inside(Plan& plan, const State& s, double a_max) noexcept {
  const double excess = std::abs(s.a) - a_max;
  if (!(excess > 0.0)) return s;
  const double jerk = s.a > 0.0 ? -1.0 : 1.0;
  plan.push(excess, jerk);
  State inside = advance(s, excess, jerk);
  inside.a = std::copysign(a_max, s.a);
  return inside;
}

/// The way up from a state towards velocity V: first `lead` (already pushed; only from above V), then the
/// acceleration rises with jerk +1 from start.a to `a_end`, is held if that is A, and falls to zero at V.
struct Rise {
  State start;
  double w = 0.0;  ///< v − a²/2, constant on the rise
  double a_end = 0.0;
};
Rise begin_rise(Plan& plan, const State& s, const Bounds& bounds) noexcept;

/// To rest at s.x + distance, for distance ≥ stop_distance and |s.a| ≤ A, in the shortest time.
void push_fastest_up(Plan& plan, const State& s, double distance, const Bounds& bounds) noexcept;

/// The root of an increasing function in [lo, hi], Newton kept inside the bracket. `f(x)` gives value and
/// slope.
struct Sample {
  double value = 0.0;
  double slope = 0.0;
};
template <class Function>
double increasing_root(const Function& f, double lo, double hi, double guess) noexcept {
  double x = std::fmin(std::fmax(guess, lo), hi);
  for (int i = 0; i < 100; ++i) {
    const Sample sample = f(x);
    if (sample.value == 0.0) return x;
    (sample.value < 0.0 ? lo : hi) = x;
    double next = x - sample.value / sample.slope;
    if (!(next >= lo && next <= hi)) next = lo + 0.5 * (hi - lo);
    if (std::abs(next - x) <= 2.3e-16 * std::abs(next)) return next;
    x = next;
  }
  return x;
}

}  // namespace hexad::motion::unit
