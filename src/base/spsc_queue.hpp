#pragma once
// One producer thread, one consumer thread, no lock, no allocation after construction.
// A full queue refuses; the producer counts it and answers "busy".

#include <array>
#include <atomic>
#include <cstddef>

namespace hexad::inline base {

template <class T, std::size_t N>
class SpscQueue {
  static_assert((N & (N - 1)) == 0, "capacity is a power of two");

 public:
  [[nodiscard]] bool push(const T& value) noexcept {
    const std::size_t tail = tail_.load(std::memory_order_relaxed);
    if (tail - head_.load(std::memory_order_acquire) == N) return false;
    items_[tail & (N - 1)] = value;
    tail_.store(tail + 1, std::memory_order_release);
    return true;
  }

  [[nodiscard]] bool pop(T& value) noexcept {
    const std::size_t head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_acquire)) return false;
    value = items_[head & (N - 1)];
    head_.store(head + 1, std::memory_order_release);
    return true;
  }

  /// As far as the caller's side can know.
  std::size_t size() const noexcept {
    const std::size_t head = head_.load(std::memory_order_acquire);
    return tail_.load(std::memory_order_acquire) - head;
  }
  bool empty() const noexcept {
    return head_.load(std::memory_order_acquire) == tail_.load(std::memory_order_acquire);
  }

 private:
  alignas(64) std::atomic<std::size_t> head_{0};
  alignas(64) std::atomic<std::size_t> tail_{0};
  alignas(64) std::array<T, N> items_{};
};

}  // namespace hexad::inline base
