#include "engine/loop/loop.hpp"

#include <cmath>

namespace hexad::inline engine {
namespace {

// More wakes a second than this gain nothing: hosts send at most a thousand frames a second.
constexpr double kMostWakes = 4000.0;

int ticks_per_wake(Duration period, double speed) {
  const double wakes = speed / to_seconds(period);
  return wakes <= kMostWakes ? 1 : static_cast<int>(std::ceil(wakes / kMostWakes));
}

}  // namespace

Loop::Loop(std::span<Platform* const> platforms, TimePoint start, double speed)
    : platforms_{platforms.begin(), platforms.end()},
      pacer_{start, platforms_.front()->period(), ticks_per_wake(platforms_.front()->period(), speed)},
      speed_{speed} {}

void Loop::set_speed(double speed) noexcept {
  if (speed == speed_) return;
  speed_ = speed;
  pacer_.set_ticks_per_wake(ticks_per_wake(pacer_.period(), speed));
}

std::int64_t Loop::advance(TimePoint now) noexcept {
  const Pacer::Due due = pacer_.due(now);
  run(due);
  return due.ticks;
}

void Loop::advance_by_drives(TimePoint now) noexcept { run(pacer_.due_now(now)); }

void Loop::run(const Pacer::Due& due) noexcept {
  statistics_.ticks += static_cast<std::uint64_t>(due.ticks);
  statistics_.slipped += static_cast<std::uint64_t>(due.slipped);
  if (due.overrun) ++statistics_.overruns;
  for (std::int64_t i = 0; i < due.ticks; ++i)
    for (Platform* const platform : platforms_)
      platform->step(due.first + i * pacer_.period(), statistics_.slipped,
                     i == 0 && due.hole ? Platform::Wake::after_hole : Platform::Wake::in_time);
}

void Loop::record(Duration lateness, Duration work, TimePoint wall) noexcept {
  lateness_.add(lateness);
  work_.add(work);
  const Duration since = wall - reported_;
  if (since < std::chrono::seconds{1}) return;
  statistics_.rate_hz = static_cast<double>(statistics_.ticks - reported_ticks_) / to_seconds(since);
  statistics_.lateness_p99 = lateness_.percentile(0.99);
  statistics_.lateness_max = lateness_.largest();
  statistics_.lateness = lateness_counts(lateness_);
  statistics_.step_p99 = work_.percentile(0.99);
  statistics_.step_max = work_.largest();
  reported_ = wall;
  reported_ticks_ = statistics_.ticks;
  for (Platform* const platform : platforms_) platform->publish(statistics_);
}

void Loop::switch_off(TimePoint now) noexcept {
  for (Platform* const platform : platforms_) platform->switch_off(now);
}

}  // namespace hexad::inline engine
