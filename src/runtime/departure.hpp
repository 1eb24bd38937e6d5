#pragma once
// How the program ends (lifecycle rule 12): at the first signal the platform is stopped and goes down, at the
// second it only stops. What is to be asked of the core and when it is over follows from signals and snapshots
// alone; the main thread does the waiting.

#include <optional>

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
  /// What the core is to be told, if anything.
  std::optional<Control> signal(const Telemetry& newest, TimePoint wall) noexcept {
    ++signals_;
    since_ = wall;
    asked_at_ = newest.tick;
    if (signals_ == 1) return Control::exit;
    if (signals_ == 2) return Control::stop;
    return std::nullopt;
  }

  bool begun() const noexcept { return signals_ > 0; }

  /// Nothing is left to wait for.
  bool complete(const Telemetry& newest, TimePoint wall) const noexcept {
    if (signals_ == 0) return false;
    if (signals_ >= 3) return true;
    // The core must have seen the request before a snapshot says anything about it.
    const bool answered = newest.tick >= asked_at_ + 2;
    if (signals_ == 2 && wall - since_ >= kLongestStop) return true;
    return answered && (signals_ == 1 ? is_down(newest.state) : is_still(newest.state));
  }

 private:
  static constexpr Duration kLongestStop = std::chrono::seconds{3};

  static constexpr bool is_down(State state) noexcept {
    return state == State::init || state == State::powered_up || state == State::origin ||
           state == State::fault || state == State::emergency;
  }
  static constexpr bool is_still(State state) noexcept {
    return is_down(state) || state == State::ready || state == State::holding;
  }

  int signals_ = 0;
  std::uint64_t asked_at_ = 0;
  TimePoint since_{};
};

}  // namespace hexad::runtime
