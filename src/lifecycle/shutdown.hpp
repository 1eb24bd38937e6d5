#pragma once
// How the program ends (lifecycle rules 12 and 29): at the first signal the platform is stopped and goes
// down, at the second it only stops. It always ends: a platform that somebody stops on its way down stays
// where it is, and one that takes longer than any descent may is stopped. What is to be asked of the core and
// when it is over follows from signals, snapshots and time alone; the main thread does the waiting.

#include <optional>

#include "model/telemetry.hpp"

namespace hexad::lifecycle {

class Shutdown {
 public:
  static constexpr Duration kUsual = std::chrono::seconds{25};
  /// `longest`: for the descent, in clock time.
  explicit Shutdown(Duration longest = kUsual) noexcept : longest_{longest} {}

  /// What the core is to be told, if anything.
  std::optional<Control> signal(const Telemetry& newest, TimePoint wall) noexcept {
    if (signals_ == 0) was_raised_ = is_up(newest);
    ++signals_;
    since_ = wall;
    asked_at_ = newest.tick;
    if (signals_ == 1) return Control::exit;
    if (signals_ == 2) return Control::stop;
    return std::nullopt;
  }
  /// The same, when the descent takes too long.
  std::optional<Control> overdue(const Telemetry& newest, TimePoint wall) noexcept {
    if (signals_ != 1 || wall - since_ < longest_) return std::nullopt;
    return signal(newest, wall);
  }

  bool begun() const noexcept { return signals_ > 0; }

  /// Nothing is left to wait for.
  bool complete(const Telemetry& newest, TimePoint wall) const noexcept {
    if (signals_ == 0) return false;
    if (signals_ >= 3 || (signals_ == 2 && wall - since_ >= kLongestStop)) return true;
    // The core must have seen the request before a snapshot says anything about it.
    return newest.tick >= asked_at_ + 2 && newest.exit_over;
  }

  /// It is not at the bottom, as far as anybody knows, and nobody will bring it there. One that forgot its
  /// zero on the way down (mdof 2) is where it was.
  bool stays_raised(const Telemetry& newest) const noexcept {
    const bool unknown = newest.state == State::init || (newest.state == State::powered_up && !newest.zeroed);
    return unknown ? was_raised_ : newest.state != State::origin && !newest.at_bottom;
  }

 private:
  static bool is_up(const Telemetry& at) noexcept {
    return at.zeroed && at.state != State::origin && !at.at_bottom;
  }

  static constexpr Duration kLongestStop = std::chrono::seconds{3};

  Duration longest_;
  int signals_ = 0;
  bool was_raised_ = false;  ///< when the first signal came
  std::uint64_t asked_at_ = 0;
  TimePoint since_{};
};

}  // namespace hexad::lifecycle
