#pragma once
// Steps its platforms, all of them each tick. The loop knows no thread and no clock of its own: it is told
// what time it is. LoopThread tells it the real one.

#include <span>
#include <vector>

#include "engine/loop/pacer.hpp"
#include "engine/mailbox/statistics.hpp"
#include "engine/platform.hpp"

namespace hexad::inline engine {

class Loop {
 public:
  /// All platforms have the same period. `speed`: seconds of platform time a second of the clock.
  Loop(std::span<Platform* const> platforms, TimePoint start, double speed = 1.0);

  /// From now on.
  void set_speed(double speed) noexcept;
  /// Runs what is due at `now` (platform time); the number of ticks run.
  std::int64_t advance(TimePoint now) noexcept;
  /// One tick, now: the drives woke it.
  void advance_by_drives(TimePoint now) noexcept;
  TimePoint next_wake() const noexcept { return pacer_.wake(); }
  Duration period() const noexcept { return pacer_.period(); }

  /// In clock time: how late a wake came, and how long its work took. Once a second, `wall` being the clock's
  /// time, the platforms' outboxes get the numbers.
  void record(Duration lateness, Duration work, TimePoint wall) noexcept;
  const LoopStatistics& statistics() const noexcept { return statistics_; }

  void switch_off(TimePoint now) noexcept;

 private:
  void run(const Pacer::Due& due) noexcept;

  std::vector<Platform*> platforms_;
  Pacer pacer_;
  double speed_;
  DurationHistogram lateness_;
  DurationHistogram work_;
  LoopStatistics statistics_;
  TimePoint reported_{};
  std::uint64_t reported_ticks_ = 0;
};

}  // namespace hexad::inline engine
