#pragma once
// When the next frame of a stream is due. Deadlines are absolute: a late one does not shift those that
// follow. Deadlines that have passed altogether are left out and counted; a controller gains nothing from a
// burst.

#include <chrono>
#include <cstdint>

namespace hexad::host {

class Pacer {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Step = std::chrono::nanoseconds;

  explicit Pacer(Step period) noexcept : period_{period} {}

  /// The first frame is due at once.
  Time next(Time now) noexcept {
    if (!started_) {
      started_ = true;
      due_ = now;
    }
    return due_;
  }
  /// A frame has left.
  void sent(Time now) noexcept {
    due_ += period_;
    if (due_ > now) return;
    const auto behind = (now - due_) / period_ + 1;
    missed_ += static_cast<std::uint64_t>(behind);
    due_ += behind * period_;
  }
  std::uint64_t missed() const noexcept { return missed_; }
  Step period() const noexcept { return period_; }

 private:
  Step period_;
  Time due_{};
  bool started_ = false;
  std::uint64_t missed_ = 0;
};

}  // namespace hexad::host
