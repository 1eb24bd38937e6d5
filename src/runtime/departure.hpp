#pragma once
// How the program ends (lifecycle rules 12 and 29): at the first signal the platform is stopped and goes down, at the
// second it only stops. It always ends: a platform that somebody stops on its way down stays where it is, and one that
// takes longer than any descent may is stopped. What is to be asked of the core and when it is over follows from
// signals, snapshots and time alone; the main thread does the waiting.

#include <optional>
#include <utility>

#include "model/telemetry.hpp"

namespace hexad::runtime {

/// Who asks, when a signal does: an operator.
inline constexpr Contract kSignalContract = [] {
  Contract contract;
  contract.lease = LeaseRule::with_motion;
  contract.is_operator = true;
  return contract;
}();

class Departure {
 public:
  static constexpr Duration kUsual = std::chrono::seconds{25};
  /// `longest`: for the descent, in clock time.
  explicit Departure(Duration longest = kUsual) noexcept : longest_{longest} {}

  /// What the core is to be told, if anything.
  std::optional<Control> signal(const Telemetry& newest, TimePoint wall) noexcept {
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

  /// Nothing is left to wait for. To be asked again and again.
  bool complete(const Telemetry& newest, TimePoint wall) noexcept {
    if (signals_ == 0) return false;
    if (signals_ >= 3) return true;
    if (!is_still(newest.state)) stands_ = false;
    if (is_still(newest.state) && !std::exchange(stands_, true)) stands_since_ = wall;
    // The core must have seen the request before a snapshot says anything about it.
    const bool answered = newest.tick >= asked_at_ + 2;
    if (signals_ == 2 && wall - since_ >= kLongestStop) return true;
    if (!answered) return false;
    if (signals_ == 2) return stands_;
    // Who only passes through goes on within a few ticks.
    return is_down(newest.state) ||
           (stands_ && wall - stands_since_ >= kPassing && newest.tick >= asked_at_ + 100);
  }

  /// It is not at the bottom, and nobody will bring it there.
  static constexpr bool stays_raised(State state) noexcept {
    return state != State::init && state != State::powered_up && state != State::origin;
  }

 private:
  static constexpr Duration kLongestStop = std::chrono::seconds{3};
  static constexpr Duration kPassing = std::chrono::seconds{1};

  static constexpr bool is_down(State state) noexcept {
    return !stays_raised(state) || state == State::fault || state == State::emergency;
  }
  static constexpr bool is_still(State state) noexcept {
    return is_down(state) || state == State::ready || state == State::holding;
  }

  Duration longest_;
  int signals_ = 0;
  std::uint64_t asked_at_ = 0;
  TimePoint since_{};
  bool stands_ = false;
  TimePoint stands_since_{};
};

}  // namespace hexad::runtime
