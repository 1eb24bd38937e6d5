#pragma once
// Orders that are repeated while a button is held or a slider dragged (jog, follow). What somebody else's
// stop, hold or fault ended must not begin again because the orders keep flowing: they count again after a
// second of silence, as a host's stream does (lifecycle rule 3).

#include "base/time.hpp"

namespace hexad::inline operation {

class RepeatGate {
 public:
  enum class Verdict : std::uint8_t { goes_on, begins, cut_off };

  /// `ends_after`: the silence that ends the motion by itself.
  explicit RepeatGate(Duration ends_after) noexcept : ends_after_{ends_after} {}

  /// An order came. `under_way`: what it asks for is being done, or has been asked for.
  Verdict heard(TimePoint now, bool under_way) noexcept {
    const Duration silence = now - last_;
    const bool flowing = ever_ && silence < kSilence;
    const bool was_on = on_ && silence < ends_after_;
    ever_ = true;
    last_ = now;
    if (cut_ && flowing) return Verdict::cut_off;
    cut_ = false;
    if (under_way) {
      on_ = true;
      return Verdict::goes_on;
    }
    if (was_on) {  // it was under way, orders kept coming, and it is not any more
      cut();
      return Verdict::cut_off;
    }
    on_ = true;
    return Verdict::begins;
  }
  /// Something ended it.
  void cut() noexcept {
    cut_ = true;
    on_ = false;
  }
  /// It was let go: the next order begins anew, at once.
  void release() noexcept { on_ = false; }

 private:
  static constexpr Duration kSilence = std::chrono::seconds{1};

  Duration ends_after_;
  TimePoint last_{};
  bool ever_ = false;
  bool on_ = false;
  bool cut_ = false;
};

}  // namespace hexad::inline operation
