#pragma once
// Where time comes from, for everything outside the core.

#include "base/time.hpp"

namespace hexad::inline base {

class Clock {
 public:
  virtual ~Clock() = default;
  virtual TimePoint now() const noexcept = 0;
};

/// Time that passes only when told to: hours of platform life in a second of test.
class ManualClock final : public Clock {
 public:
  TimePoint now() const noexcept override { return now_; }
  void advance(Duration step) noexcept { now_ += step; }

 private:
  TimePoint now_{};
};

/// CLOCK_MONOTONIC since construction, scaled: `--speed 10` makes ten platform seconds of one.
class SteadyClock final : public Clock {
 public:
  explicit SteadyClock(double speed = 1.0) noexcept
      : start_{std::chrono::steady_clock::now()}, speed_{speed} {}

  TimePoint now() const noexcept override {
    const auto elapsed = std::chrono::steady_clock::now() - start_;
    if (speed_ == 1.0) return TimePoint{std::chrono::duration_cast<Duration>(elapsed)};
    return TimePoint{Duration{static_cast<std::int64_t>(static_cast<double>(elapsed.count()) * speed_)}};
  }
  std::chrono::steady_clock::time_point wall_time_of(TimePoint time) const noexcept {
    const double since = static_cast<double>(time.time_since_epoch().count()) / speed_;
    return start_ + std::chrono::nanoseconds{static_cast<std::int64_t>(since)};
  }
  double speed() const noexcept { return speed_; }

 private:
  std::chrono::steady_clock::time_point start_;
  double speed_;
};

}  // namespace hexad::inline base
