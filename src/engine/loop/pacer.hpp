#pragma once
// Which ticks are due. After a late wake the missed ticks are made up for, five at most; what is missing
// beyond that is left out: platform time goes on with the clock, the path stays behind by as much (lifecycle
// rule 14).

#include <cstdint>

#include "base/time.hpp"

namespace hexad::inline engine {

class Pacer {
 public:
  static constexpr std::int64_t kMaxCatchUp = 5;

  /// `ticks_per_wake`: more than one where a faster platform time leaves less than a wake a tick. Catch-up is
  /// counted in wakes then.
  Pacer(TimePoint first, Duration period, int ticks_per_wake = 1) noexcept
      : next_{first}, period_{period}, ticks_per_wake_{ticks_per_wake} {}

  struct Due {
    std::int64_t ticks = 0;    ///< to be run now
    std::int64_t slipped = 0;  ///< left out before them
    TimePoint first{};         ///< time of the first of them; the others follow a period apart
    bool overrun = false;
    bool hole = false;  ///< more were left out than are ever made up for
  };

  Due due(TimePoint now) noexcept {
    if (now < wake()) return {};
    const std::int64_t behind = (now - next_) / period_ + 1;
    const std::int64_t most = ticks_per_wake_ * (1 + kMaxCatchUp);
    Due due;
    due.overrun = behind >= 2 * ticks_per_wake_;
    due.slipped = behind > most ? behind - most : 0;
    due.hole = due.slipped > 0;
    due.ticks = behind - due.slipped;
    due.first = next_ + due.slipped * period_;
    next_ += behind * period_;
    return due;
  }

  /// Woken by the drives' own tick: one tick is due, now; whole periods beyond that are left out.
  Due due_now(TimePoint now) noexcept {
    Due due;
    const std::int64_t behind = now > next_ ? (now - next_ + period_ / 2) / period_ : 0;
    due.ticks = 1;
    due.slipped = behind;
    due.overrun = behind >= 1;
    due.hole = behind > kMaxCatchUp;
    due.first = now > last_ ? now : last_ + Duration{1};
    last_ = due.first;
    next_ = due.first + period_;
    return due;
  }

  void set_ticks_per_wake(int ticks) noexcept { ticks_per_wake_ = ticks; }
  /// When the loop should look again.
  TimePoint wake() const noexcept { return next_ + (ticks_per_wake_ - 1) * period_; }
  Duration period() const noexcept { return period_; }

 private:
  TimePoint next_;
  TimePoint last_{};
  Duration period_;
  std::int64_t ticks_per_wake_;
};

}  // namespace hexad::inline engine
