#pragma once
// Whether an emergency stop is asserted (lifecycle rule 2): a button is in, or a frame asked for one within
// the last second. The state it leads to is the table's.

#include <optional>

#include "base/time.hpp"

namespace hexad::controller {

class EmergencyLatch {
 public:
  void press(TimePoint now) noexcept {
    console_button_ = true;
    pressed_ = now;
  }
  void release() noexcept { console_button_ = false; }
  void see(bool machine_button) noexcept { machine_button_ = machine_button; }
  void frame(TimePoint now) noexcept { frame_ = now; }

  bool asserted(TimePoint now) const noexcept {
    return console_button_ || machine_button_ || pressed_ == now || (frame_ && now - *frame_ < kFrameCounts);
  }

 private:
  static constexpr Duration kFrameCounts = std::chrono::seconds{1};

  bool console_button_ = false;
  bool machine_button_ = false;
  std::optional<TimePoint> pressed_;  ///< on that tick it is asserted, whatever follows
  std::optional<TimePoint> frame_;
};

}  // namespace hexad::controller
