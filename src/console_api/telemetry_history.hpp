#pragma once
// The last ten minutes of motion, twenty samples a second: a page that is opened later sees what happened
// before. Lives on the web thread; asks for its memory once.

#include <array>
#include <string>
#include <vector>

#include "base/ring.hpp"
#include "model/telemetry.hpp"

namespace hexad::inline console_api {

class TelemetryHistory {
 public:
  static constexpr Duration kEvery = std::chrono::milliseconds{50};  ///< of the clock
  static constexpr Duration kLength = std::chrono::minutes{10};

  struct Sample {
    double time = 0.0;  ///< platform s
    /// mm and °: pose (NaN while it is not trusted), commanded; then extension mm, speed mm/s and torque Nm
    /// of each leg.
    std::array<float, 2 * kAxes + 3 * kMaxLegs> values{};
  };

  TelemetryHistory() : samples_{static_cast<std::size_t>(kLength / kEvery)} {}

  /// Called at least that often; what comes earlier is not kept. `now`: of the clock.
  void take(const Telemetry& telemetry, double neutral_above_bottom, TimePoint now);
  /// The newest so many seconds of platform time, oldest first.
  std::vector<Sample> last(double seconds) const;

 private:
  Ring<Sample> samples_;
  TimePoint due_{};
  double newest_ = -1.0;  ///< platform s
};

/// A row a sample, units in the header; what is not known is empty.
std::string csv_text(const std::vector<TelemetryHistory::Sample>& samples, std::size_t legs);

}  // namespace hexad::inline console_api
