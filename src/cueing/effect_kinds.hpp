#pragma once
// The effects a person may ask for: each kind with its numbers (name, unit, range, usual value) in one table
// that console and command line share; how one is made for a machine, and whether it is small enough to be
// added to whatever runs.

#include <optional>
#include <span>
#include <string_view>

#include "cueing/effects.hpp"
#include "model/cue_tuning.hpp"
#include "model/limits.hpp"
#include "model/machine.hpp"

namespace hexad::cueing {

/// In the unit of screens; a choice counts from 0 by its place.
struct EffectNumber {
  std::string_view name;
  std::string_view unit;
  double low;
  double high;
  double usual;
  double (*get)(const EffectSettings&);
  void (*set)(EffectSettings&, double);
  std::span<const std::string_view> choices{};
  bool whole = false;

  /// A number of the screen times this is SI; of an amplitude it depends on the axis.
  double scale(const EffectSettings& settings) const noexcept;
  bool holds(double shown) const noexcept { return shown >= low && shown <= high; }
};

struct EffectInfo {
  EffectKind kind;
  std::string_view name;
  std::span<const EffectNumber> numbers;
  std::string_view size;  ///< the number that makes it larger or smaller as a whole
};
/// Without `none`.
std::span<const EffectInfo> effect_kinds() noexcept;
const EffectInfo* find_effect(std::string_view name) noexcept;
/// Null for `none`.
const EffectInfo* info_of(EffectKind kind) noexcept;
const EffectNumber* find_number(const EffectInfo& info, std::string_view name) noexcept;
/// With the usual value of every number.
EffectSettings usual_effect(EffectKind kind) noexcept;
/// Every number of the kind in its range.
bool is_valid(const EffectSettings& settings) noexcept;

/// Axes the machine does not have are left out.
Effect make_effect(const Machine& machine, const EffectSettings& settings) noexcept;

/// No more than this, an axis each: of what is random 4.5 times its rms.
struct EffectLoad {
  Vec6 travel = Vec6::Zero();
  Vec6 velocity = Vec6::Zero();
  Vec6 acceleration = Vec6::Zero();
  Vec6 jerk = Vec6::Zero();

  bool none() const noexcept { return travel.isZero(0.0); }
};
EffectLoad load_of(const Effect& effect) noexcept;

/// An effect may take a third of what an axis or a leg has: of reach, velocity, acceleration, jerk.
inline constexpr double kEffectShare = 1.0 / 3.0;
struct EffectFit {
  double largest = 1.0;  ///< what may be had of it; 1 = all
  LimitHit hit;          ///< what it is too large for
};
EffectFit fit_of(const Machine& machine, const EffectLoad& load) noexcept;

}  // namespace hexad::cueing
