#pragma once
// For the tests of the planners: random limits, states and targets, with the special values mixed in, and a
// check of a profile that shares no code with the planners.

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <random>

#include "motion/trajectory/jerk_profile.hpp"

namespace hexad::motion::testing_support {

struct Case {
  Rates limits;
  AxisState from;
  double target = 0.0;

  /// A length the limits make natural: no motion of this case is much shorter or longer without reason.
  double scale() const {
    return limits.velocity * limits.velocity / limits.acceleration +
           std::pow(limits.acceleration, 3) / (limits.jerk * limits.jerk);
  }
};

class RandomCases {
 public:
  explicit RandomCases(unsigned seed) : random_{seed} {}

  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>{low, high}(random_);
  }
  double logarithmic(double low, double high) { return std::exp(uniform(std::log(low), std::log(high))); }
  bool one_in(int n) { return std::uniform_int_distribution<int>{1, n}(random_) == 1; }

  /// Within `excess` times the limits; every fourth value is special.
  double value(double limit, double excess) {
    if (one_in(4)) {
      const double special[] = {0.0, limit, -limit, 0.5 * limit, 1e-9 * limit, -1e-9 * limit};
      return special[std::uniform_int_distribution<std::size_t>{0, 5}(random_)];
    }
    return uniform(-excess * limit, excess * limit);
  }

  Case next(double excess) {
    Case c;
    c.limits = {logarithmic(0.05, 5), 0.0, logarithmic(5, 500)};
    // From "acceleration decides" to "never reached on the way to full speed" (above one).
    c.limits.acceleration = std::sqrt(c.limits.velocity * c.limits.jerk) * logarithmic(0.05, 3);
    c.from.position = uniform(-1, 1);
    c.from.velocity = value(c.limits.velocity, excess);
    c.from.acceleration = value(c.limits.acceleration, excess);
    const double reach = c.scale() * logarithmic(1e-6, 10);
    c.target = (one_in(2) ? stop_position(c.from, c.limits) : c.from.position) + (one_in(2) ? reach : -reach);
    if (one_in(20)) c.target = stop_position(c.from, c.limits);
    if (one_in(20)) c.target = c.from.position;
    return c;
  }

 private:
  std::mt19937_64 random_;
};

/// How far a profile breaks its rules, each relative to what is natural; 0 is perfect.
struct Flaws {
  double position_gap = 0.0;  ///< at segment borders and the end, in scale()
  double velocity_gap = 0.0;  ///< in limits
  double acceleration_gap = 0.0;
  double velocity_excess = 0.0;  ///< beyond the limit, once it could be kept
  double acceleration_excess = 0.0;
  double jerk_excess = 0.0;

  double gap() const { return std::max({position_gap, velocity_gap, acceleration_gap}); }
  double excess() const { return std::max({velocity_excess, acceleration_excess, jerk_excess}); }
};

/// Integrates the segments anew, in long double, from the case's own start.
inline Flaws inspect(const JerkProfile& profile, const Case& c) {
  using Real = long double;
  const Rates& limits = c.limits;
  Flaws flaws;
  Real p = c.from.position, v = c.from.velocity, a = c.from.acceleration;
  const double scale = c.scale() + std::abs(c.target - c.from.position) + std::abs(c.from.position);
  const auto compare = [&](const AxisState& state) {
    const double dp = static_cast<double>(p) - state.position;
    const double dv = static_cast<double>(v) - state.velocity;
    const double da = static_cast<double>(a) - state.acceleration;
    flaws.position_gap = std::max(flaws.position_gap, std::abs(dp) / scale);
    flaws.velocity_gap = std::max(flaws.velocity_gap, std::abs(dv) / limits.velocity);
    flaws.acceleration_gap = std::max(flaws.acceleration_gap, std::abs(da) / limits.acceleration);
  };
  // Too hard at first: until the acceleration is inside. Too fast at first, or bound to become so: until a
  // velocity change to the limit is over.
  const double a_late = std::max(std::abs(c.from.acceleration) - limits.acceleration, 0.0) / limits.jerk;
  const double settled =
      c.from.velocity + 0.5 * c.from.acceleration * std::abs(c.from.acceleration) / limits.jerk;
  const double most = std::max({limits.velocity, std::abs(c.from.velocity), std::abs(settled)});
  double v_late = 0.0;
  for (const double bound : {limits.velocity, -limits.velocity}) {
    const bool over =
        bound > 0 ? std::max(settled, c.from.velocity) > bound : std::min(settled, c.from.velocity) < bound;
    if (over) v_late = std::max(v_late, fastest_velocity_change(c.from, bound, limits).duration());
  }
  const auto check_velocity = [&](Real velocity, double t) {
    const double bound = t < v_late * (1 - 1e-9) ? most : limits.velocity;
    flaws.velocity_excess =
        std::max(flaws.velocity_excess, (std::abs(static_cast<double>(velocity)) - bound) / limits.velocity);
  };
  const auto check_acceleration = [&](double t) {
    if (t < a_late * (1 - 1e-9)) return;
    flaws.acceleration_excess =
        std::max(flaws.acceleration_excess,
                 (std::abs(static_cast<double>(a)) - limits.acceleration) / limits.acceleration);
  };
  const auto segments = profile.segments();
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const double end = i + 1 < segments.size() ? segments[i + 1].start : profile.duration();
    const Real t = static_cast<Real>(end) - segments[i].start;
    const Real j = segments[i].jerk;
    compare(segments[i].state);
    flaws.jerk_excess = std::max(flaws.jerk_excess, std::abs(segments[i].jerk) / limits.jerk - 1.0);
    const Real zero = j != 0 ? -a / j : Real{-1};  // where the velocity turns
    if (zero > 0 && zero < t) check_velocity(v + a * zero / 2, segments[i].start + static_cast<double>(zero));
    p += t * (v + t * (a / 2 + t * j / 6));
    v += t * (a + t * j / 2);
    a += t * j;
    check_velocity(v, end);
    check_acceleration(end);
  }
  compare(profile.end());
  return flaws;
}

}  // namespace hexad::motion::testing_support
