#pragma once
// A motion that is frozen: whose hold it is, what goes on when it is resumed, and when the driver's new word
// has stood long enough to end it (lifecycle rules 15, 21 and 28). Begins when the platform slows down for a
// hold, is cleared when the platform leaves that state. It never moves anything: only a resume or an accepted
// order does.

#include <optional>
#include <utility>

#include "lifecycle/transitions.hpp"
#include "model/contract.hpp"
#include "model/host_timing.hpp"
#include "model/situation.hpp"

namespace hexad::controller {

class Hold {
 public:
  /// `word`: what the frozen driver asked for when somebody else held it; nothing when it holds by itself:
  /// then the word of the hold is the one that must change.
  void freeze(HoldBy by, const Endpoint& held_by, const Endpoint& driver, lifecycle::Goal goal,
              std::optional<std::uint32_t> word, TimePoint now) noexcept {
    *this = {};
    by_ = by;
    held_by_ = held_by;
    frozen_driver_ = driver;
    goal_ = goal;
    driver_.word = word;
    asked_ = driver_.heard = holder_.heard = now;
  }
  /// Asked for again: a resume on the same tick does not count (rule 15). The operator's hold takes over any
  /// other, any hold that somebody asked for that of a lost host. One that was resumed already, while the
  /// platform still slows down for it, is over: the next one belongs to whoever asks for it.
  void repeat(HoldBy by, const Endpoint& from, TimePoint now) noexcept {
    asked_ = now;
    const bool over = std::exchange(resume_asked_, false);
    if (over) driver_ = holder_ = {.heard = now};
    if (!over && by != HoldBy::by_operator && by_ != HoldBy::lost) return;
    by_ = by;
    held_by_ = from;
  }
  /// A stop ended what was frozen; the hold stays (rule 28).
  void drop_motion() noexcept {
    goal_ = lifecycle::Goal::none;
    has_motion_ = false;
  }
  void clear() noexcept { *this = {}; }
  /// What is frozen was accepted in a hold and has not begun: a resume lets it begin, not what was frozen
  /// before it.
  void not_begun() noexcept { begun_ = false; }
  bool begun() const noexcept { return begun_; }
  void begins() noexcept {
    drop_motion();
    begun_ = true;
    resume_asked_ = false;
  }

  /// False on the tick of the hold itself.
  bool may_resume(TimePoint now) const noexcept { return now > asked_; }
  void resume_at_standstill() noexcept { resume_asked_ = true; }
  bool resume_asked() const noexcept { return resume_asked_; }

  /// A frame of whoever may end the hold by a new word: the frozen driver, or the one that asked for it.
  void hear(const Endpoint& from, const Contract& contract, std::uint32_t word, TimePoint arrival,
            bool standing) noexcept {
    if (from == frozen_driver_) driver_.hear(contract, word, arrival, standing);
    if (from == held_by_) holder_.hear(contract, word, arrival, standing);
  }

  HoldBy by() const noexcept { return by_; }
  const Endpoint& held_by() const noexcept { return held_by_; }
  const Endpoint& frozen_driver() const noexcept { return frozen_driver_; }
  bool released_by_driver() const noexcept { return driver_.released; }
  bool released_by_holder() const noexcept { return holder_.released; }
  bool has_motion() const noexcept { return has_motion_; }
  lifecycle::Goal goal() const noexcept { return goal_; }
  void set_goal(lifecycle::Goal goal) noexcept { goal_ = goal; }

 private:
  /// Another word that stands for half a second releases, where the contract knows words; else a second of
  /// silence does.
  struct Words {
    static constexpr Duration kStands = std::chrono::milliseconds{500};  // rule 21

    std::optional<std::uint32_t> word{};
    std::optional<TimePoint> other_since{};
    TimePoint heard{};
    bool released = false;

    void hear(const Contract& contract, std::uint32_t now, TimePoint arrival, bool standing) noexcept {
      const Duration silence = arrival - heard;
      heard = arrival;
      if (!contract.rearm_by_change) {
        if (standing && contract.rearm_by_silence && silence >= kSilenceThatRearms) released = true;
        return;
      }
      if (!word) word = now;
      if (now == *word || !standing) return other_since.reset();
      if (!other_since) other_since = arrival;
      if (arrival - *other_since >= kStands) released = true;
    }
  };

  HoldBy by_ = HoldBy::nobody;
  Endpoint held_by_;
  Endpoint frozen_driver_;
  lifecycle::Goal goal_ = lifecycle::Goal::none;
  TimePoint asked_{};
  Words driver_;
  Words holder_;
  bool has_motion_ = true;
  bool begun_ = true;
  bool resume_asked_ = false;
};

}  // namespace hexad::controller
