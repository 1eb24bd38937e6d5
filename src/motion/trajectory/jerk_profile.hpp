#pragma once
// Jerk-limited motion of one axis: a few stretches of constant jerk, planned in closed form (or with one
// bounded, bracketed root search), without allocation. Every planner takes any finite state: standing,
// moving, accelerating, also faster or harder than the limits; then it first comes back inside as fast as the
// jerk limit allows, and from there keeps the limits. Anything not finite, and a limit that is not above
// zero, gives a profile that is not valid() and stays where it began. The mathematics is in unit_jerk.hpp,
// fastest_to.cpp and to_in.cpp.

#include <array>
#include <cstddef>
#include <span>

#include "model/machine.hpp"

namespace hexad::motion {

struct AxisState {
  double position = 0.0;
  double velocity = 0.0;
  double acceleration = 0.0;
};

class JerkProfile {
 public:
  static constexpr std::size_t kMaxSegments = 16;

  struct Segment {
    double start = 0.0;  ///< time
    double jerk = 0.0;   ///< from `start` to the next segment's start, or the end
    AxisState state;     ///< at `start`
  };

  /// Standing still at zero, not valid.
  JerkProfile() noexcept = default;
  /// Empty, from a state; to be built by append() and finish().
  explicit JerkProfile(const AxisState& from) noexcept : end_{from} {}
  /// Where a plan that failed stays.
  static JerkProfile invalid_at(const AxisState& from) noexcept;

  /// One stretch more; times of zero are left out.
  void append(double time, double jerk) noexcept;
  /// Ends the profile at exactly this position and velocity, acceleration zero, and (if given) this duration;
  /// the sum of the segments differs from them by rounding only.
  void finish(double position, double velocity) noexcept { finish(position, velocity, duration_); }
  void finish(double position, double velocity, double duration) noexcept;

  bool valid() const noexcept { return valid_; }
  double duration() const noexcept { return duration_; }
  /// Before 0 the start; after the end the end velocity goes on (0 for everything that ends at rest).
  AxisState at(double t) const noexcept;
  AxisState end() const noexcept { return end_; }
  std::span<const Segment> segments() const noexcept { return {segments_.data(), count_}; }

 private:
  std::size_t segment_of(double t) const noexcept;

  std::array<Segment, kMaxSegments> segments_{};
  std::size_t count_ = 0;
  double duration_ = 0.0;
  AxisState end_;
  bool valid_ = false;
};

/// The state after a time of constant jerk.
AxisState advance(const AxisState& state, double jerk, double time) noexcept;

/// To rest at `target`, in the shortest time there is.
JerkProfile fastest_to(const AxisState& from, double target, const Rates& limits) noexcept;

/// To rest at `target` after exactly `duration`; after the fastest time if that is longer, so duration() is
/// the larger of the two. No duration above the fastest is out of reach, since an axis at rest can wait. It
/// changes to one speed as fast as it can, keeps it, and stops: it never passes the target and comes back
/// unless it must.
JerkProfile to_in(const AxisState& from, double target, const Rates& limits, double duration) noexcept;

/// To `target_velocity` (taken into the limits) with acceleration zero, wherever that is.
JerkProfile fastest_velocity_change(const AxisState& from, double target_velocity,
                                    const Rates& limits) noexcept;

/// To standstill, wherever that is.
JerkProfile fastest_stop(const AxisState& from, const Rates& limits) noexcept;

/// Where fastest_stop ends, in closed form. No checks: arguments that are not finite give NaN.
double stop_position(const AxisState& from, const Rates& limits) noexcept;

}  // namespace hexad::motion
