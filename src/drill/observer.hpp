#pragma once
// Looks at what comes out of the core and what the drives do, tick by tick, and knows nothing of how either
// works: rates are differences of positions, legal moves are a list of their own, distances to stop are
// simulated. The numbers I1… are the invariants of docs/testing.md.

#include <array>
#include <cstdint>
#include <vector>

#include "drill/liveness.hpp"

namespace hexad::drill {

class Observer {
 public:
  Observer(const Machine& machine, Duration period, const Rules& rules);
  void observe(const Tick& tick);
  /// It begins in the middle of a life: that was the tick before.
  void go_on_from(const Telemetry& before) {
    previous_ = before;
    have_previous_ = true;
    liveness_.go_on_from(before);
  }
  /// What only whoever runs the life can see.
  Report& report() { return report_; }

  std::vector<Violation> violations() const { return report_.violations(); }
  /// Largest share of each limit that was used: how hard the run pushed.
  struct Strain {
    double leg_velocity = 0, leg_acceleration = 0, leg_jerk = 0;
    double axis_velocity = 0, axis_acceleration = 0, axis_jerk = 0;
  };
  const Strain& strain() const { return strain_; }

 private:
  static constexpr std::size_t kHistory = 4;
  struct Sample {
    Extensions legs = Extensions::Zero();
    Vec3 position = Vec3::Zero();
    Quat rotation = Quat::Identity();
    Vec3 turned = Vec3::Zero();  ///< since the sample before
  };

  void check_finite(const Tick& tick);
  void check_stroke(const Tick& tick);
  void check_rates(const Tick& tick);
  void check_leg_rates();
  void check_axis_rates();
  void check_braking();
  void check_continuity(const Tick& tick);
  void check_singularity(const Tick& tick);
  void check_following(const Tick& tick);
  void check_locked(const Tick& tick);
  void check_transitions(const Tick& tick);
  void check_emergency(const Tick& tick);
  void check_start_of_motion(const Tick& tick);
  void check_driver(const Tick& tick);
  void check_lease(const Tick& tick);
  void remember(const Tick& tick);
  bool margin_applies(const Telemetry& telemetry) const;
  bool all_enabled(const Feedback& feedback) const;

  const Machine& machine_;
  double dt_;
  Report report_;
  Liveness liveness_;
  Strain strain_;
  std::uint64_t tick_ = 0;

  std::array<Sample, kHistory> history_{};  ///< newest first
  std::size_t samples_ = 0;                 ///< continuous ones
  Telemetry previous_;
  bool have_previous_ = false;
  bool was_enabled_ = false;
  int following_ticks_ = 0;
  bool commanded_since_lock_ = true;
  TimePoint last_driver_frame_{};
  Endpoint last_driver_;
  const Contract* driver_contract_ = nullptr;
  std::array<bool, 6> leg_in_margin_{};
};

/// How far a leg still travels if it brakes now as hard as its limits allow, by simulation.
double braking_distance(double velocity, double acceleration, const Rates& limits);

}  // namespace hexad::drill
