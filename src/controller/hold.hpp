#pragma once
// A motion that is frozen: whose hold it is, what goes on when it is resumed, and when the driver's new word has stood
// long enough to end it (lifecycle rules 15, 21 and 28). Begins when the platform slows down for a hold, is cleared when
// the platform leaves that state. It never moves anything: only a resume or an accepted order does.

#include <optional>

#include "lifecycle/transitions.hpp"
#include "model/contract.hpp"
#include "model/situation.hpp"

namespace hexad::controller {

class Hold {
 public:
  /// `word`: what the frozen driver asked for when somebody else held it; nothing when it holds by itself: then the
  /// word of the hold is the one that must change.
  void freeze(HoldBy by, const Endpoint& held_by, const Endpoint& driver, lifecycle::Goal goal,
              std::optional<std::uint32_t> word, TimePoint now) noexcept {
    *this = {};
    by_ = by;
    held_by_ = held_by;
    frozen_driver_ = driver;
    goal_ = goal;
    word_ = word;
    asked_ = now;
    heard_ = now;
  }
  /// Asked for again: a resume on the same tick does not count (rule 15). The operator's hold takes over a host's.
  void repeat(const Endpoint& by, bool is_operator, TimePoint now) noexcept {
    asked_ = now;
    resume_asked_ = false;
    if (!is_operator) return;
    by_ = HoldBy::by_operator;
    held_by_ = by;
  }
  /// A stop ended what was frozen; the hold stays (rule 28).
  void drop_motion() noexcept {
    goal_ = lifecycle::Goal::none;
    has_motion_ = false;
  }
  void clear() noexcept { *this = {}; }

  /// False on the tick of the hold itself.
  bool may_resume(TimePoint now) const noexcept { return now > asked_; }
  void resume_at_standstill() noexcept { resume_asked_ = true; }
  bool resume_asked() const noexcept { return resume_asked_; }

  /// A frame of the frozen driver. Another word that stands for half a second ends the hold, where the contract knows
  /// words; else a second of silence does.
  void hear(const Contract& contract, std::uint32_t word, TimePoint arrival, bool standing) noexcept {
    const Duration silence = arrival - heard_;
    heard_ = arrival;
    if (!contract.rearm_by_change) {
      if (standing && contract.rearm_by_silence && silence >= kSilence) released_ = true;
      return;
    }
    if (!word_) word_ = word;
    if (word == *word_ || !standing) {
      other_since_.reset();
      return;
    }
    if (!other_since_) other_since_ = arrival;
    if (arrival - *other_since_ >= kStands) released_ = true;
  }

  HoldBy by() const noexcept { return by_; }
  const Endpoint& held_by() const noexcept { return held_by_; }
  const Endpoint& frozen_driver() const noexcept { return frozen_driver_; }
  bool released() const noexcept { return released_; }
  bool has_motion() const noexcept { return has_motion_; }
  lifecycle::Goal goal() const noexcept { return goal_; }
  void set_goal(lifecycle::Goal goal) noexcept { goal_ = goal; }

 private:
  static constexpr Duration kStands = std::chrono::milliseconds{500};  // rule 21
  static constexpr Duration kSilence = std::chrono::seconds{1};

  HoldBy by_ = HoldBy::nobody;
  Endpoint held_by_;
  Endpoint frozen_driver_;
  lifecycle::Goal goal_ = lifecycle::Goal::none;
  std::optional<std::uint32_t> word_;
  TimePoint asked_{};
  TimePoint heard_{};
  std::optional<TimePoint> other_since_;
  bool released_ = false;
  bool has_motion_ = true;
  bool resume_asked_ = false;
};

}  // namespace hexad::controller
