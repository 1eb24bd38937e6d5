#pragma once
// A thread that does not get on is a condition of its own: the console's stop does not work, the platform has
// no control. Whoever looks at its beats notices; knows no clock and no thread.

#include <cstdint>

#include "base/time.hpp"

namespace hexad::inline os {

class BeatWatch {
 public:
  static constexpr Duration kSilence = std::chrono::seconds{2};
  enum class Notice : std::uint8_t { none, silent, back };

  /// Silence counts when it was seen twice: after a stall of the whole program the thread needs a moment,
  /// too.
  Notice look(TimePoint last_beat, TimePoint now) noexcept {
    const bool silent = now - last_beat >= kSilence;
    const bool again = silent && doubted_;
    doubted_ = silent;
    if (again && !silent_) {
      silent_ = true;
      ++times_;
      return Notice::silent;
    }
    if (silent || !silent_) return Notice::none;
    silent_ = false;
    return Notice::back;
  }
  bool silent() const noexcept { return silent_; }
  std::uint64_t times() const noexcept { return times_; }

 private:
  bool doubted_ = false;
  bool silent_ = false;
  std::uint64_t times_ = 0;
};

}  // namespace hexad::inline os
