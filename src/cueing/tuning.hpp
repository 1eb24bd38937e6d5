#pragma once
// What a person may give of a tuning: key, unit and range, in one table that configuration, console and
// command line share.

#include <optional>
#include <span>
#include <string_view>

#include "base/units.hpp"
#include "model/cue_tuning.hpp"

namespace hexad::cueing {

/// In the unit of files and screens; a number of it times `scale` is SI.
struct TuningRange {
  std::string_view unit;
  double low;
  double high;
  double scale;

  /// NaN is outside.
  bool holds(double si) const noexcept { return si >= low * scale && si <= high * scale; }
};

inline constexpr TuningRange kGainRange{"", 0.0, 1.5, 1.0};
inline constexpr TuningRange kHighPassRange{"rad/s", 0.1, 10.0, 1.0};
inline constexpr TuningRange kTiltGainRange{"", 0.0, 1.0, 1.0};
inline constexpr TuningRange kTiltLowPassRange{"rad/s", 0.2, 10.0, 1.0};
inline constexpr TuningRange kTiltRateRange{"°/s", 0.5, 6.0, kDegree};
inline constexpr TuningRange kPlaceRange{"mm", -5000.0, 5000.0, kMillimetre};  ///< of head and rotation point

/// One number that may be given, or left to the preset.
struct TuningNumber {
  std::string_view key;  ///< "gain.sway", …, "tilt_rate"
  const TuningRange* range;
  std::optional<double>& (*at)(CueTuning&);

  const std::optional<double>& of(const CueTuning& tuning) const noexcept {
    return at(const_cast<CueTuning&>(tuning));
  }
};
std::span<const TuningNumber> tuning_numbers() noexcept;
const TuningNumber* find_number(std::string_view key) noexcept;

/// Every number within its range, every choice one there is.
bool is_valid(const CueTuning& tuning) noexcept;

}  // namespace hexad::cueing
