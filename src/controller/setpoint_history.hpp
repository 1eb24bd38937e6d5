#pragma once
// What was sent lately: what the drives report is compared with the setpoint it can be an answer to, which
// with real drives is some milliseconds old.

#include <array>
#include <cstddef>

#include "model/drives.hpp"

namespace hexad::controller {

class SetpointHistory {
 public:
  struct Place {
    double extension = 0.0;
    double velocity = 0.0;
  };

  /// Nothing from before counts.
  void clear() noexcept { count_ = 0; }
  /// `at`: when the legs shall be there.
  void add(const Setpoint& setpoint, TimePoint at) noexcept {
    newest_ = (newest_ + 1) % kKept;
    entries_[newest_] = {at, setpoint.extension, setpoint.velocity};
    if (count_ < kKept) ++count_;
  }
  /// Of the newest one not after `time`, or the oldest there is; false = there is none.
  bool look_up(TimePoint time) noexcept {
    if (count_ == 0) return false;
    found_ = newest_;
    for (std::size_t i = 1; i < count_ && entries_[found_].at > time; ++i)
      found_ = found_ == 0 ? kKept - 1 : found_ - 1;
    const Duration since = time - entries_[found_].at;
    since_ = since > Duration::zero() && since < kLongestStep ? to_seconds(since) : 0.0;
    return true;
  }
  /// Where that leg should have been then.
  Place of_leg(std::size_t leg) const noexcept {
    const auto i = static_cast<Eigen::Index>(leg);
    const Entry& entry = entries_[found_];
    return {entry.extension[i] + since_ * entry.velocity[i], entry.velocity[i]};
  }

 private:
  static constexpr std::size_t kKept = 1024;                               // 0.25 s at the fastest loop
  static constexpr Duration kLongestStep = std::chrono::milliseconds{10};  // between two ticks

  struct Entry {
    TimePoint at{};
    Extensions extension = Extensions::Zero();
    LegSpeeds velocity = LegSpeeds::Zero();
  };
  std::array<Entry, kKept> entries_{};
  std::size_t newest_ = 0;
  std::size_t count_ = 0;
  std::size_t found_ = 0;
  double since_ = 0.0;
};

}  // namespace hexad::controller
