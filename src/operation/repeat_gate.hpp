#pragma once
// Orders that are repeated while a button is held or a slider dragged (jog, follow). What somebody else's
// stop, hold or fault ended must not begin again because the orders keep flowing: they count again after a
// second of silence, as a host's stream does (lifecycle rule 3). Where each order names the press of the
// button it belongs to, a press that has ended never begins again, after any silence: it takes another one.

#include "model/host_timing.hpp"

namespace hexad::inline operation {

class RepeatGate {
 public:
  enum class Verdict : std::uint8_t { goes_on, begins, cut_off };
  /// A button that is held sends a beat every 50 ms; with three of them missing it counts as let go.
  static constexpr Duration kHold = std::chrono::milliseconds{150};

  /// `ends_after`: the silence that ends the motion by itself.
  explicit RepeatGate(Duration ends_after) noexcept : ends_after_{ends_after} {}

  /// An order came. `under_way`: what it asks for is being done, or has been asked for.
  Verdict heard(TimePoint now, bool under_way, std::uint64_t press = 0) noexcept {
    if (press != 0) return held(now, under_way, press);
    const Duration silence = now - last_;
    const bool flowing = ever_ && silence < kSilenceThatRearms;
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
  Verdict held(TimePoint now, bool under_way, std::uint64_t press) noexcept {
    const bool another = press != press_;
    if (!another && now - last_ >= kHold) cut();  // though it may still be slowing down
    ever_ = true;
    last_ = now;
    press_ = press;
    if (another) cut_ = false;
    if (cut_ || (!another && !under_way)) {
      cut();
      return Verdict::cut_off;
    }
    on_ = true;
    return under_way ? Verdict::goes_on : Verdict::begins;
  }

  Duration ends_after_;
  TimePoint last_{};
  std::uint64_t press_ = 0;  ///< the last
  bool ever_ = false;
  bool on_ = false;
  bool cut_ = false;
};

}  // namespace hexad::inline operation
