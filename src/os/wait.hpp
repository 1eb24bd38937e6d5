#pragma once
// Waiting for sockets, and for what is waited for like one (WakeUp, Signals).

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>

namespace hexad::inline os {

inline constexpr std::chrono::nanoseconds kForEver = std::chrono::nanoseconds::max();

/// Until one of them has something to read: true. False: the time has passed, or a signal came.
bool wait_readable(std::span<const int> descriptors, std::chrono::nanoseconds most) noexcept;
inline bool wait_readable(int descriptor, std::chrono::nanoseconds most) noexcept {
  return wait_readable(std::span{&descriptor, 1}, most);
}

/// The same for many that stay the same, each with a name. One thread uses it.
class Poller {
 public:
  Poller();
  ~Poller();
  Poller(const Poller&) = delete;
  Poller& operator=(const Poller&) = delete;

  void watch(int descriptor, std::uint64_t name);
  /// How many have something to read; 0 = the time has passed, -1 = a signal came.
  int wait(std::chrono::milliseconds most) noexcept;
  /// Of those that wait() counted.
  std::uint64_t ready(int index) const noexcept;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace hexad::inline os
