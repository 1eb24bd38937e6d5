#pragma once
// Whether a host sends regularly: three frames within a time.

#include <array>

#include "base/time.hpp"

namespace hexad::controller {

class RecentFrames {
 public:
  void clear() noexcept { count_ = 0; }
  /// Requests of one frame have one arrival, and count once.
  void add(TimePoint arrival) noexcept {
    if (count_ > 0 && times_[2] == arrival) return;
    times_ = {times_[1], times_[2], arrival};
    if (count_ < 3) ++count_;
  }
  bool three_within(Duration time) const noexcept { return count_ == 3 && times_[2] - times_[0] <= time; }

 private:
  std::array<TimePoint, 3> times_{};
  int count_ = 0;
};

}  // namespace hexad::controller
