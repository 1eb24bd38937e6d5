#pragma once
// Whether the driver's silence counts, and whether a host was lost by it. Armed by a stream or by regular
// frames, as the contract says; a host that was lost may come back by three frames within 100 ms where its
// contract allows it.

#include <array>

#include "base/time.hpp"

namespace hexad::controller {

/// Whether a host sends regularly: three frames within a time.
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

class SilenceWatch {
 public:
  bool armed() const noexcept { return armed_; }
  void arm() noexcept { armed_ = true; }
  void disarm() noexcept { armed_ = false; }

  bool host_lost() const noexcept { return lost_; }
  void lose() noexcept {
    lost_ = true;
    armed_ = false;
    recent_.clear();
  }
  void found() noexcept { lost_ = false; }
  void new_command() noexcept { recent_.clear(); }

  /// A frame of the driver: true when the last three came regularly enough to be watched.
  bool sends_regularly(TimePoint arrival) noexcept {
    recent_.add(arrival);
    return recent_.three_within(kToArm);
  }
  /// A frame of the lost host: true when it is back.
  bool is_back(TimePoint arrival) noexcept {
    recent_.add(arrival);
    return recent_.three_within(kToResume);
  }

 private:
  static constexpr Duration kToArm = std::chrono::milliseconds{150};     // motus decision 8
  static constexpr Duration kToResume = std::chrono::milliseconds{100};  // lifecycle rule 5

  bool armed_ = false;
  bool lost_ = false;
  RecentFrames recent_;
};

}  // namespace hexad::controller
