#pragma once
// Where time comes from, for everything outside the core.

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>

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

/// CLOCK_MONOTONIC since construction, scaled: `--speed 10` makes ten platform seconds of one. The speed may
/// change while others read: time goes on from where it is, and never back. Readers wait for nobody.
class SteadyClock final : public Clock {
 public:
  using Wall = std::chrono::steady_clock;

  explicit SteadyClock(double speed = 1.0) noexcept { lines_[0].set({Wall::now(), TimePoint{}, speed}); }

  TimePoint now() const noexcept override {
    const std::int64_t time = present_line().at(Wall::now()).time_since_epoch().count();
    // Whoever still saw a faster line has been further ahead: time then stands until this one is there, too.
    std::int64_t newest = newest_.load(std::memory_order_relaxed);
    while (newest < time && !newest_.compare_exchange_weak(newest, time, std::memory_order_relaxed)) {
    }
    return TimePoint{Duration{std::max(newest, time)}};
  }
  Wall::time_point wall_time_of(TimePoint time) const noexcept {
    const Line line = present_line();
    const double since = static_cast<double>((time - line.time).count()) / line.speed;
    return line.wall + std::chrono::nanoseconds{static_cast<std::int64_t>(since)};
  }
  double speed() const noexcept { return present_line().speed; }

  /// By one thread.
  void set_speed(double speed) noexcept {
    const std::uint32_t present = present_.load(std::memory_order_relaxed);
    const Line before = lines_[present % 2].get();
    const Wall::time_point wall = Wall::now();
    lines_[(present + 1) % 2].set({wall, before.at(wall), speed});
    present_.store(present + 1, std::memory_order_release);
  }

 private:
  /// Platform time as a function of the clock's.
  struct Line {
    Wall::time_point wall;
    TimePoint time;
    double speed;

    TimePoint at(Wall::time_point now) const noexcept {
      const std::chrono::nanoseconds elapsed = now - wall;
      if (speed == 1.0) return time + elapsed;
      return time + Duration{static_cast<std::int64_t>(static_cast<double>(elapsed.count()) * speed)};
    }
  };
  class SharedLine {
   public:
    void set(const Line& line) noexcept {
      wall_.store(line.wall.time_since_epoch().count(), std::memory_order_relaxed);
      time_.store(line.time.time_since_epoch().count(), std::memory_order_relaxed);
      speed_.store(line.speed, std::memory_order_relaxed);
    }
    Line get() const noexcept {
      return {Wall::time_point{Wall::duration{wall_.load(std::memory_order_relaxed)}},
              TimePoint{Duration{time_.load(std::memory_order_relaxed)}},
              speed_.load(std::memory_order_relaxed)};
    }

   private:
    std::atomic<std::int64_t> wall_{0};
    std::atomic<std::int64_t> time_{0};
    std::atomic<double> speed_{1.0};
  };
  Line present_line() const noexcept {
    for (;;) {
      const std::uint32_t present = present_.load(std::memory_order_acquire);
      const Line line = lines_[present % 2].get();
      if (present_.load(std::memory_order_acquire) == present) return line;
    }
  }

  // The line in force and the one before it: a writer touches only the one that nobody is meant to read.
  std::array<SharedLine, 2> lines_;
  std::atomic<std::uint32_t> present_{0};
  mutable std::atomic<std::int64_t> newest_{0};
};

}  // namespace hexad::inline base
