#pragma once
// The newest value from one producer thread to one consumer thread: three slots, one atomic word that says
// which of them is in the middle. Neither side ever waits, and no byte of a slot is shared while it is used.

#include <array>
#include <atomic>
#include <cstdint>

namespace hexad::inline base {

template <class T>
class LatestValue {
 public:
  void publish(const T& value) noexcept {
    slots_[back_] = value;
    back_ = middle_.exchange(back_ | kFresh, std::memory_order_acq_rel) & kIndex;
  }

  /// True when something was published since the last take; `value()` is then the newest.
  bool refresh() noexcept {
    if ((middle_.load(std::memory_order_relaxed) & kFresh) == 0) return false;
    front_ = middle_.exchange(front_, std::memory_order_acq_rel) & kIndex;
    return true;
  }

  /// The consumer's slot; stays as it is until the next refresh().
  const T& value() const noexcept { return slots_[front_]; }

 private:
  static constexpr std::uint32_t kFresh = 4;
  static constexpr std::uint32_t kIndex = 3;

  std::array<T, 3> slots_{};
  alignas(64) std::atomic<std::uint32_t> middle_{1};
  alignas(64) std::uint32_t back_ = 0;   // producer's
  alignas(64) std::uint32_t front_ = 2;  // consumer's
};

}  // namespace hexad::inline base
