#pragma once
// Platform time: what the core is told by its caller. It has no `now()` on purpose; the daemon derives it
// from a monotonic clock, tests and the drill make it up.

#include <chrono>
#include <cstdint>

namespace hexad::inline base {

using Duration = std::chrono::nanoseconds;

struct PlatformTime {
  using rep = Duration::rep;
  using period = Duration::period;
  using duration = Duration;
  using time_point = std::chrono::time_point<PlatformTime>;
  static constexpr bool is_steady = true;
};
using TimePoint = PlatformTime::time_point;

constexpr double to_seconds(Duration duration) noexcept {
  return 1e-9 * static_cast<double>(duration.count());
}

constexpr Duration from_seconds(double seconds) noexcept {
  return Duration{static_cast<std::int64_t>(seconds * 1e9 + (seconds < 0 ? -0.5 : 0.5))};
}

constexpr Duration from_milliseconds(double milliseconds) noexcept {
  return from_seconds(milliseconds * 1e-3);
}

}  // namespace hexad::inline base
