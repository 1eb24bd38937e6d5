#pragma once
// When the drives are on (csfi decision 4). After a reset they are adopted: for a few ticks the setpoint is
// wherever the legs are. At the bottom they rest after a while, and are switched on a few ticks before the
// next motion.

#include "base/time.hpp"

namespace hexad::controller {

class Standby {
 public:
  /// The drives are about to be switched on where the legs then are.
  void adopt() noexcept { adopting_ = kTicks; }
  void adopted() noexcept { adopting_ = 0; }
  bool adopting() const noexcept { return adopting_ > 0; }
  void count_adoption() noexcept { --adopting_; }

  /// `idle`: at the bottom with nothing to do. `after`: how long that may last; 0 = for ever.
  void look(bool idle, Duration after, TimePoint now) noexcept {
    if (!idle) idle_since_ = now;
    const bool rests = idle && after > Duration::zero() && now - idle_since_ >= after;
    if (resting_ && !rests) waking_ = kTicks;
    resting_ = rests;
  }
  bool resting() const noexcept { return resting_; }
  /// Switched on again, and not yet ready to move. Counts a tick.
  bool wakes() noexcept { return waking_ > 0 && waking_-- > 0; }

 private:
  static constexpr int kTicks = 3;  // for a switch-on to reach the drives and their answer to come back

  int adopting_ = 0;
  int waking_ = 0;
  bool resting_ = false;
  TimePoint idle_since_{};
};

}  // namespace hexad::controller
