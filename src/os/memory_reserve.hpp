#pragma once
// Memory put aside for the way out. A program that has none left cannot say so, and ends in the middle of a
// motion; this one lets go of what it has put aside, so that there is enough to stop, lower and say why.

#include <cstddef>

namespace hexad::inline os {

class MemoryReserve {
 public:
  /// One a program. From now on the first allocation that finds nothing uses the reserve and goes on; what
  /// finds nothing after that gets std::bad_alloc, as ever.
  explicit MemoryReserve(std::size_t bytes = kUsual);
  ~MemoryReserve();
  MemoryReserve(const MemoryReserve&) = delete;
  MemoryReserve& operator=(const MemoryReserve&) = delete;

  /// The memory was used up: time to leave.
  bool used() const noexcept;

 private:
  /// What the descent, its log lines and the last words to hosts and consoles take, many times over.
  static constexpr std::size_t kUsual = 8 * 1024 * 1024;
};

}  // namespace hexad::inline os
