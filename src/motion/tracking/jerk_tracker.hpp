#pragma once
// One coordinate that follows a moving goal with bounded velocity V, acceleration A and jerk J.
//
// The tick. Jerk is constant within a tick of length h, so the next acceleration a' decides everything:
//   v' = v + h(a + a')/2,   p' = p + hv + h²(2a + a')/6,   jerk = (a' − a)/h.
// The third difference of such positions is a mean of three jerks (weights 1/6, 4/6, 1/6): it keeps |J| too.
//
// What is allowed. |a' − a| ≤ Jh, |a'| ≤ A, and afterwards a must be able to fall to zero in whole ticks
// before v passes V. With n = ceil(a'/Jh) that fall adds h((n − ½)a' − Jh·n(n − 1)/2) to v', which makes
//   (V − v)/h − a/2 ≥ n·a' − Jh·n(n − 1)/2
// a piecewise linear bound on a', continuous, convex, with a closed inverse. Zero jerk towards a = 0 always
// keeps it, so a state once inside stays inside; between ticks v has no higher peak than this bound counts.
//
// Far from the goal: time-optimal. In the goal's frame (x, u, b) let D(u, b) be the way the fastest stop
// (u, b) → (0, 0) takes. The states with x + D = 0 are the switching surface of the minimum-time problem, and
// x' + D(u', b') grows with a': so a' is the root of x' + D(u', b') = 0, clamped to what is allowed. The stop
// is planned with a little less than J and A; the rest is there to correct what the goal does meanwhile.
//
// Near the goal: linear. Three poles at e^(−λh) placed exactly in discrete time; with q = 1 − e^(−λh)
//   jerk·h³ = −q³·x − (3q² − q³)·hu − (3q − 3q²/2 + q³/3)·h²b.
// It acts inside the ellipsoid xᵀPx ≤ s² (x scaled by 1, 1/λ, 1/λ²), where it never asks for more jerk or
// acceleration than there is and which it never leaves (P solves a Lyapunov inequality for these poles), and
// for a goal at rest only where it does not cross it.
//
// Gently: b is bounded as well, |b| ≤ a, |b' − b| ≤ jh. What comes out is the goal's own motion
// and this much beside it; only the velocity limit may ask for more jerk.

namespace hexad::motion {

struct TrackPoint {
  double position = 0.0;
  double velocity = 0.0;
  double acceleration = 0.0;
};

/// Where to be, on a path of this jerk.
struct Goal : TrackPoint {
  Goal() noexcept = default;
  Goal(const TrackPoint& point) noexcept : TrackPoint{point} {}
  Goal(double p, double v, double a, double j = 0.0) noexcept : TrackPoint{p, v, a}, jerk{j} {}
  double jerk = 0.0;
};

class JerkTracker {
 public:
  struct Limits {
    double velocity = 0.0;
    double acceleration = 0.0;
    double jerk = 0.0;
  };

  /// A coordinate with a limit that is not above zero, or not finite, stays where it is.
  void set_limits(const Limits& limits) noexcept;

  /// `bandwidth` is λ in 1/s. Cheap when nothing changed.
  void set_pace(double dt, double bandwidth) noexcept;

  /// What of acceleration and jerk, 0 … 1, and which velocity is there for it: others move at the same time.
  /// What it already does is not taken away at once.
  void set_share(double share, double velocity) noexcept;

  /// How hard it comes to the goal, beside what the goal itself does; 0 = as the limits allow.
  void set_ease(double acceleration, double jerk) noexcept;

  /// The least such share with which it stops at the goal and not beyond: 1 also where it cannot.
  double share_needed(const TrackPoint& from, const Goal& goal) const noexcept;

  /// One tick. `goal` is where to be at the end of it, on a path of constant jerk. Works from any state,
  /// also one outside the limits: jerk is kept first, and the way back is taken.
  TrackPoint step(const TrackPoint& from, const Goal& goal) noexcept;

  /// The last step was made far from the goal.
  bool far() const noexcept { return far_; }
  /// … and by more than a goal that is well known jumps.
  bool behind() const noexcept { return behind_; }

  /// Where the fastest stop ends: the goal to give when there is none.
  double stopping_point(const TrackPoint& from) const noexcept;

  bool moves() const noexcept { return moves_; }

 private:
  struct Range {
    double low, high;
  };
  /// From the goal, at the beginning of the tick.
  struct Offset {
    double x, u, b;
  };
  /// What the goal's own motion leaves for coming to it.
  struct Spare {
    double acceleration, jerk;
  };

  Range allowed(const TrackPoint& from, const Goal& aim) const noexcept;
  double softer() const noexcept;
  Range beside_goal(const TrackPoint& from, const Goal& aim, Range range) const noexcept;
  static double rise_bound(double room, double slew) noexcept;
  TrackPoint after(const TrackPoint& from, double acceleration) const noexcept;
  double miss(const TrackPoint& next, const TrackPoint& goal, const Spare& spare) const noexcept;
  double fastest(const TrackPoint& from, const TrackPoint& goal, Range range) const noexcept;
  bool crosses(double x, double u, double b) const noexcept;
  bool near(const Offset& at, const Goal& aim) noexcept;
  Goal aim_at(const Goal& goal) const noexcept;
  Offset offset(const TrackPoint& from, const Goal& aim) const noexcept;

  void watch(const Goal& aim) noexcept;
  Spare spare() const noexcept;

  Limits limits_{};
  bool moves_ = false;
  bool far_ = false;
  bool behind_ = false;
  double goal_acceleration_ = 0.0, goal_jerk_ = 0.0;  // most that the goal lately did
  double share_ = 1.0;
  bool eased_ = false;
  double ease_acceleration_ = 0.0, ease_jerk_ = 0.0;
  double top_speed_ = 0.0;
  double dt_ = 0.0, bandwidth_ = 0.0;
  double slew_ = 0.0;       // J·h
  double free_rise_ = 0.0;  // room above which the velocity limit does not matter
  double plan_jerk_ = 0.0, plan_acceleration_ = 0.0;
  double gain_x_ = 0.0, gain_u_ = 0.0, gain_b_ = 0.0;  // jerk per metre, per m/s, per m/s²
  double scale_u_ = 0.0, scale_b_ = 0.0;               // 1/λ, 1/λ²
  double reach_ = 0.0;                                 // s, as jerk allows
  double tiny_ = 0.0;                                  // where crossing the goal does not matter
  double rest_x_ = 0.0, rest_u_ = 0.0, rest_b_ = 0.0;  // below these it is at rest
};

}  // namespace hexad::motion
