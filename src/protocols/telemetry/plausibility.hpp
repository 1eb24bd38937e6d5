#pragma once
// Whether what a game sends can be what a vehicle does. Looked at before anything else sees it.

#include <optional>

#include "base/time.hpp"
#include "protocols/telemetry_source.hpp"

namespace hexad::protocols::telemetry {

enum class Trouble : std::uint8_t { none, menu, not_finite, too_strong, frozen, clock_stands };

messages::Id id_of(Trouble trouble) noexcept;

class Plausibility {
 public:
  static constexpr double kMostAcceleration = 5.0 * 9.80665;  ///< m/s²
  static constexpr double kMostRate = 10.0;                   ///< rad/s, 573 °/s
  static constexpr Duration kFrozen = std::chrono::seconds{1};
  static constexpr Duration kClockStands = std::chrono::milliseconds{250};
  // A vehicle that stands still may well send the same numbers again and again: those that ask for nothing
  // are not frozen.
  static constexpr double kStillAcceleration = 0.5;  ///< m/s²
  static constexpr double kStillRate = 0.01;         ///< rad/s

  /// Each sample once, in turn.
  Trouble look(const VehicleSample& sample, TimePoint arrival) noexcept;

 private:
  bool frozen(const VehicleSample& sample, TimePoint arrival) noexcept;
  bool clock_stands(const VehicleSample& sample, TimePoint arrival) noexcept;

  std::optional<VehicleSample> last_;
  TimePoint changed_{};
  TimePoint clock_went_{};
};

}  // namespace hexad::protocols::telemetry
