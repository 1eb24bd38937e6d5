#pragma once
// The limit-aware engine: the reference (motion_reference.hpp) less what a plan over the legs' next seconds
// takes off it (leg_plan.hpp). Hosts give no preview: what the vehicle does next is learned from what it did
// (forecast.hpp), and otherwise taken to fade slowly.
//
// No allocation, no clock; iterations are bounded, the same input gives the same bits.

#include <cstdint>

#include "cueing/direct_travel.hpp"
#include "cueing/leg_plan.hpp"
#include "cueing/motion_reference.hpp"

namespace hexad::cueing {

class Predictive {
 public:
  /// Made anew for a machine, which must live on, and for settings; at rest at neutral. `step` of a tick, s.
  void tune(const Machine& machine, const Settings& settings, double step) noexcept;
  void reset() noexcept;

  /// `force` is the vehicle's own acceleration; `rate` and `change` are conditioned as the classical engine
  /// has them.
  void step(const Vec3& force, const Vec3& rate, const Vec3& change) noexcept;

  const AxisMotion& axes() const noexcept { return axes_; }
  /// False: the reference was no number, and axes() stay where they were last.
  bool finite() const noexcept { return finite_; }
  TiltState tilt() const noexcept { return reference_.tilt(); }
  /// The tilt is another one, and what the last step gave with it.
  void take_tilt(const TiltState& state) noexcept;
  /// Pitch and roll together, by tilt alone, rad/s.
  double tilt_rate() const noexcept { return reference_.tilt_rate().norm(); }
  /// Plans in a row that did not converge.
  int failures() const noexcept { return failures_; }
  std::int64_t plans() const noexcept { return plans_; }
  int most_iterations() const noexcept { return most_iterations_; }
  bool usable() const noexcept { return usable_; }

 private:
  void plan() noexcept;
  void learn() noexcept;
  Ahead answer_ahead(double seconds) const noexcept;
  Vec3 force_ahead(double seconds) const noexcept;
  void put_together() noexcept;

  const Machine* machine_ = nullptr;
  ReferenceSettings settings_;
  ReferenceModel model_;   ///< a tick
  ReferenceModel coarse_;  ///< a step of prediction
  Vec3 gain_ = Vec3::Zero();
  Vec3 most_ = Vec3::Zero();  ///< m/s², of the scaled force
  double slew_ = 0.0;
  double lag_ = 1.0;
  Vec3 rotation_point_ = Vec3::Zero();
  double step_ = 1e-3;
  int plan_every_ = 20;  ///< ticks
  int ticks_ = 0;

  MotionReference reference_;
  Demand demand_;
  ToAndFro upward_;           ///< nothing takes over from travel upward: only the onset of what goes one way
  double slow_upward_ = 0.0;  ///< m/s², what is left of a force without its onset
  double onset_lag_ = 1.0;
  std::array<Forecast, 3> forecast_;
  Vec3 gathered_ = Vec3::Zero();  ///< forces since the forecasts last learned, summed
  int gathered_ticks_ = 0;
  int learn_every_ = 100;  ///< ticks
  Ahead answered_;         ///< when they last learned, and
  Ahead answer_;           ///< what is gone over to until they do again
  LegPlan legs_;
  AxisMotion axes_;
  std::int64_t plans_ = 0;
  int failures_ = 0;
  int most_iterations_ = 0;
  bool usable_ = false;
  bool finite_ = true;
};

}  // namespace hexad::cueing
