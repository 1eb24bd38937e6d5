#pragma once
// What the time between a host's frames says, for whoever must know: core, sessions, desk.

#include <array>

#include "base/time.hpp"

namespace hexad::inline model {

/// Makes the next frame a new act (lifecycle rule 3).
inline constexpr Duration kSilenceThatRearms = std::chrono::seconds{1};

/// Whether a host sends regularly: its last three frames within a time. By that its silence begins to count
/// (motus decision 8), and by that it is back after it was lost (lifecycle rule 5).
class RecentFrames {
 public:
  static constexpr Duration kRegular = std::chrono::milliseconds{150};
  static constexpr Duration kBack = std::chrono::milliseconds{100};

  void clear() noexcept { count_ = 0; }
  /// Requests of one frame have one arrival, and count once.
  void add(TimePoint arrival) noexcept {
    if (count_ > 0 && times_[2] == arrival) return;
    times_ = {times_[1], times_[2], arrival};
    if (count_ < 3) ++count_;
  }
  bool three_within(Duration time, TimePoint now) const noexcept {
    return count_ == 3 && now - times_[0] <= time;
  }

 private:
  std::array<TimePoint, 3> times_{};
  int count_ = 0;
};

}  // namespace hexad::inline model
