#pragma once
// The one fade: a number goes from what it is to a goal within a time.
//
// Continuity: value, rate and acceleration go on from whatever they were (a ramp may be turned round on its
// way), along a polynomial of fifth degree; rate and acceleration are zero at its end. What is multiplied or
// moved by a ramp keeps two derivatives of its own. After its time the value is the goal, exactly. From rest
// over a distance d in T seconds it peaks at a rate of 1.9·d/T, an acceleration of 5.8·d/T², a jerk of
// 60·d/T³, and never leaves the way between; one that is turned round first goes a little further.

#include <algorithm>
#include <array>

namespace hexad::inline base {

/// A number with its first two derivatives.
struct Jet {
  double value = 0.0, rate = 0.0, acceleration = 0.0;
};

class Ramp {
 public:
  /// At rest.
  Ramp() noexcept = default;
  explicit Ramp(double value) noexcept : goal_{value} {}
  /// From a state to a goal at rest; no time: at once. `begin` by any clock that goes on.
  Ramp(const Jet& from, double goal, double begin, double seconds) noexcept : goal_{goal}, begin_{begin} {
    if (!(seconds > 0.0)) return;
    length_ = seconds;
    const double l = seconds;
    const double d = goal - from.value;
    const double v = from.rate * l;
    const double a = from.acceleration * l * l;
    c_ = {from.value,
          from.rate,
          0.5 * from.acceleration,
          (10.0 * d - 6.0 * v - 1.5 * a) / (l * l * l),
          (-15.0 * d + 8.0 * v + 1.5 * a) / (l * l * l * l),
          (6.0 * d - 3.0 * v - 0.5 * a) / (l * l * l * l * l)};
  }
  /// From where it is.
  void go(double goal, double now, double seconds) noexcept { *this = {at(now), goal, now, seconds}; }

  /// `t` not before its beginning.
  Jet at(double t) const noexcept {
    if (arrived(t)) return {goal_, 0.0, 0.0};
    const auto& c = c_;
    const double x = std::max(t - begin_, 0.0);
    return {c[0] + x * (c[1] + x * (c[2] + x * (c[3] + x * (c[4] + x * c[5])))),
            c[1] + x * (2.0 * c[2] + x * (3.0 * c[3] + x * (4.0 * c[4] + x * 5.0 * c[5]))),
            2.0 * c[2] + x * (6.0 * c[3] + x * (12.0 * c[4] + x * 20.0 * c[5]))};
  }
  /// Of the value, from its beginning to `t`.
  double integral(double t) const noexcept {
    const auto& c = c_;
    const double x = std::clamp(t - begin_, 0.0, length_);
    const double covered =
        x *
        (c[0] + x * (c[1] / 2.0 + x * (c[2] / 3.0 + x * (c[3] / 4.0 + x * (c[4] / 5.0 + x * c[5] / 6.0)))));
    return covered + (t - begin_ - x) * goal_;
  }
  bool arrived(double t) const noexcept { return t - begin_ >= length_; }
  double goal() const noexcept { return goal_; }
  double begin() const noexcept { return begin_; }
  double length() const noexcept { return length_; }

 private:
  std::array<double, 6> c_{};  ///< of (t − begin), in seconds
  double goal_ = 0.0;
  double begin_ = 0.0;
  double length_ = 0.0;
};

}  // namespace hexad::inline base
