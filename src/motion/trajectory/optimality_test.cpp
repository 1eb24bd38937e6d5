// Is the fastest motion the fastest? An oracle that shares nothing with the planner searches all motions of
// two shapes, over a grid of accelerations refined around the best:
//   a0 → a1, hold, → a2, hold, → 0            (no cruise)
//   a0 → a1, hold, → 0, cruise at ±V, → a2, hold, → 0
// The holds and the cruise follow from ending at rest at the target. Every jerk-limited motion that can be
// optimal has one of these shapes, with the accelerations anywhere in the limits and every order of signs.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "motion/trajectory/testing/random_cases.hpp"

namespace hexad::motion {
namespace {

using testing_support::Case;
using testing_support::RandomCases;

constexpr double kNever = std::numeric_limits<double>::infinity();

/// A state carried along, with its clock and the largest speed on the way.
struct Walk {
  double p = 0.0, v = 0.0, a = 0.0, t = 0.0, fastest = 0.0;

  void ramp(double to, double jerk) {
    const double time = std::abs(to - a) / jerk;
    const double j = to > a ? jerk : -jerk;
    if (a * to < 0) fastest = std::max(fastest, std::abs(v - 0.5 * a * a / j));
    p += time * (v + time * (a / 2 + time * j / 6));
    v += time * (a + time * j / 2);
    a = to;
    finish(time);
  }
  void hold(double time) {
    p += time * (v + time * a / 2);
    v += time * a;
    finish(time);
  }

 private:
  void finish(double time) {
    t += time;
    fastest = std::max(fastest, std::abs(v));
  }
};

class Oracle {
 public:
  explicit Oracle(const Case& c)
      : c_{c}, slack_{1e-13 * (c.scale() + std::abs(c.target - c.from.position) + std::abs(c.target))} {}

  double shortest() const {
    double best = kNever;
    const double limit = c_.limits.acceleration;
    double a1 = 0, a2 = 0, half = limit;
    for (int round = 0; round < 9; ++round) {
      const int n = round == 0 ? 60 : 12;
      const double centre1 = a1, centre2 = a2;
      for (int i = -n; i <= n; ++i) {
        for (int k = -n; k <= n; ++k) {
          const double x = std::clamp(centre1 + half * i / n, -limit, limit);
          const double y = std::clamp(centre2 + half * k / n, -limit, limit);
          for (const double t : {without_cruise(x, y), with_cruise(x, y, 1), with_cruise(x, y, -1)}) {
            if (t < best) {
              best = t;
              a1 = x;
              a2 = y;
            }
          }
        }
      }
      half /= 4;
    }
    return best;
  }

 private:
  Walk start() const { return {c_.from.position, c_.from.velocity, c_.from.acceleration, 0.0, 0.0}; }

  Walk walk(double a1, double h1, double a2, double h2) const {
    Walk w = start();
    w.ramp(a1, c_.limits.jerk);
    w.hold(h1);
    w.ramp(a2, c_.limits.jerk);
    w.hold(h2);
    w.ramp(0, c_.limits.jerk);
    return w;
  }

  double accept(const Walk& w) const {
    const bool there = std::abs(w.p - c_.target) < slack_ && std::abs(w.v) < 1e-13 * c_.limits.velocity;
    return there && w.fastest <= c_.limits.velocity * (1 + 1e-12) ? w.t : kNever;
  }

  double without_cruise(double a1, double a2) const {
    if (a2 == 0) return kNever;
    // The end velocity is linear in both holds; then the end position is quadratic in the first.
    const double rest = walk(a1, 0, a2, 0).v;
    const auto second = [&](double h1) { return -(rest + a1 * h1) / a2; };
    const double unit = std::sqrt(c_.limits.velocity / c_.limits.jerk);
    double p[3];
    for (int i = 0; i < 3; ++i) p[i] = walk(a1, i * unit, a2, second(i * unit)).p - c_.target;
    const double qa = 0.5 * (p[2] - 2 * p[1] + p[0]), qb = p[1] - p[0] - qa, qc = p[0];
    double best = kNever;
    const double root = qb * qb - 4 * qa * qc;
    if (!(root >= 0)) return kNever;
    const double big = -0.5 * (qb + std::copysign(std::sqrt(root), qb));
    for (const double x : {big / qa, qc / big}) {
      const double h1 = x * unit;
      if (!(h1 >= 0) || !(second(h1) >= 0)) continue;
      best = std::min(best, accept(walk(a1, h1, a2, second(h1))));
    }
    return best;
  }

  double with_cruise(double a1, double a2, double sign) const {
    const double cruise = sign * c_.limits.velocity;
    Walk w = start();
    w.ramp(a1, c_.limits.jerk);
    Walk end = w;
    end.ramp(0, c_.limits.jerk);
    const double h1 = end.v == cruise ? 0.0 : (cruise - end.v) / a1;
    if (!(h1 >= 0)) return kNever;
    w.hold(h1);
    w.ramp(0, c_.limits.jerk);
    if (a2 == 0 || !std::isfinite(h1)) return kNever;
    const double h2 = -(cruise + sign_square(a2) / c_.limits.jerk) / a2;
    if (!(h2 >= 0)) return kNever;
    const auto stop = [&](double time) {
      Walk s = w;
      s.hold(time);
      s.ramp(a2, c_.limits.jerk);
      s.hold(h2);
      s.ramp(0, c_.limits.jerk);
      return s;
    };
    const double time = (c_.target - stop(0).p) / cruise;
    return time >= 0 ? accept(stop(time)) : kNever;
  }

  static double sign_square(double a) { return a * std::abs(a); }

  Case c_;
  double slack_;
};

TEST(FastestTo, NoMotionOfAnySignPatternIsFaster) {
  RandomCases random{201};
  int found = 0;
  double closest_sum = 0;
  for (int i = 0; found < 400; ++i) {
    const Case c = random.next(1.0);
    const double settled =
        c.from.velocity + 0.5 * c.from.acceleration * std::abs(c.from.acceleration) / c.limits.jerk;
    if (std::abs(settled) > c.limits.velocity) continue;  // bound to be too fast: no rule to compare by
    const JerkProfile profile = fastest_to(c.from, c.target, c.limits);
    const double stop = stop_position(c.from, c.limits);
    const double natural = std::sqrt(c.limits.velocity / c.limits.jerk);
    const double oracle = Oracle{c}.shortest();
    // One rounding of a position, made up for by jerk alone, costs this much time.
    const double rounding =
        4.0 * std::cbrt(2.2e-16 * (std::abs(c.from.position) + c.scale()) / c.limits.jerk);
    EXPECT_LE(profile.duration(), oracle + 1e-6 * natural + (c.target == stop ? rounding : 0.0))
        << "seed 201, case " << i << ": from " << c.from.position << " " << c.from.velocity << " "
        << c.from.acceleration << " to " << c.target << " limits " << c.limits.velocity << " "
        << c.limits.acceleration << " " << c.limits.jerk;
    // The oracle must be able to find it: close above, or it proves nothing.
    EXPECT_LE(oracle, profile.duration() * 1.1 + 0.1 * natural) << "seed 201, case " << i;
    closest_sum += oracle / (profile.duration() + 1e-3 * natural) - 1.0;
    ++found;
  }
  EXPECT_LT(closest_sum / found, 0.01);
}

}  // namespace
}  // namespace hexad::motion
