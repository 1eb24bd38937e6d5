#pragma once
// Effects on top of whatever a program asks for: added to its states before the governor looks at them.
//
//   added = level(t) · share(t) · Σ fade_i(t)·effect_i(t)
//
// `level` comes in when a program begins and goes to exactly nothing when it ends; `fade` lets one effect
// take the place of another; `share` follows the room the program itself leaves (stroke, velocities,
// accelerations, jerk), fast down and slowly up, so that a program near its limits is not pushed over them.
// All three are ramps (base/ramp.hpp), or as smooth: nothing here ever jumps, and drop() is for those who
// carry the rest on themselves (a stop).
//
// No allocation; a tick costs a sine and a cosine a component.

#include <array>

#include "base/ramp.hpp"
#include "cueing/effect_kinds.hpp"
#include "kinematics/inverse.hpp"
#include "motion/coordinates.hpp"

namespace hexad::controller {

class Effects {
 public:
  using Kinds = std::array<EffectKind, kEffects>;

  /// Those that are too large for the machine are left out.
  void adopt(const Machine& machine, double period) noexcept;

  enum class Verdict : std::uint8_t { taken, no_such_axis, too_large };
  /// What is not taken changes nothing; `hit` says what it is too large for.
  Verdict set(std::size_t place, const EffectSettings& settings, LimitHit& hit) noexcept;
  const Kinds& kinds() const noexcept { return kinds_; }
  std::uint32_t changes() const noexcept { return changes_; }

  /// What is added to `base` on this tick. `on`: it shall be felt; else it goes, to exactly nothing.
  const motion::State6& advance(const motion::State6& base, bool on) noexcept;
  const motion::State6& added() const noexcept { return added_; }
  /// Adds exactly nothing.
  bool silent() const noexcept { return silent_; }
  /// The governor did not let all of the sum through.
  void give_way() noexcept { goal_ *= kGiveWay; }
  /// At once: whoever calls goes on from the sum as it is.
  void drop() noexcept;

  /// How much is let through, 0…1.
  double let_through() const noexcept;
  /// What keeps it from being all of it.
  const LimitHit& hit() const noexcept { return hit_; }
  /// No coordinate is ever moved farther.
  double bound() const noexcept { return load_.travel.maxCoeff(); }

 private:
  static constexpr double kGiveWay = 0.6;

  struct Voice {
    EffectSettings settings{};
    cueing::Effect effect{};
    cueing::EffectLoad load{};
    double began = 0.0;
    Ramp fade{};

    bool sounds() const noexcept { return !effect.components().empty(); }
  };
  struct Place {
    Voice now;
    Voice before;  ///< fading
    bool changes = false;
    EffectSettings next{};  ///< when `before` has gone
    bool waits = false;
  };

  Voice make(const EffectSettings& settings) const noexcept;
  void begin(Place& place, const Voice& voice) noexcept;
  void settle(Place& place) noexcept;
  void weigh() noexcept;
  double fade_time(double least) const noexcept;
  double room(const motion::State6& base) noexcept;
  Jet next_share(double room) noexcept;
  motion::State6 all_voices() const noexcept;
  bool any() const noexcept;

  const Machine* machine_ = nullptr;
  double period_ = 1e-3;
  std::array<Place, kEffects> places_{};
  Kinds kinds_{};
  std::uint32_t changes_ = 0;

  double clock_ = 0.0;
  Ramp level_;
  Jet share_{1.0, 0.0, 0.0};
  double goal_ = 1.0;
  cueing::EffectLoad load_;  ///< of all
  Extensions leg_travel_;
  LegSpeeds leg_velocity_;
  LegAccelerations leg_acceleration_;
  LegJerks leg_jerk_;
  Motion last_;  ///< of the base
  kinematics::LegRates last_legs_;
  bool has_last_ = false;
  LimitHit hit_;
  bool silent_ = true;
  motion::State6 added_;
};

}  // namespace hexad::controller
