#pragma once
// A dead-man's key in a terminal. A terminal tells no release: a key that is held repeats, after a delay of
// 250 to 660 ms, ten to thirty times a second. So nothing begins with the first letter: the second one, at
// most a second later, says that the key is held, and every one after it is a beat. One that stays away for
// longer than a beat counts is the release, and the next is a first one again. Letters that come in one read
// were kept back by somebody on the way, and are one.

#include <chrono>
#include <cstdint>
#include <optional>

#include "operation/repeat_gate.hpp"

namespace hexad::cli {

class HeldKey {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kDelay{1000};  ///< before a held key repeats, at most

  /// The key was read. The press that a beat is of; nothing = no beat.
  std::optional<std::uint64_t> read(Clock::time_point now) noexcept {
    const auto gap = ever_ ? now - last_ : kDelay;
    ever_ = true;
    last_ = now;
    if (held_ && gap >= RepeatGate::kHold) {
      held_ = false;
      return std::nullopt;  // the first letter of another press
    }
    if (!held_ && gap >= kDelay) return std::nullopt;
    if (!held_) press_ = static_cast<std::uint64_t>(now.time_since_epoch().count() / 1000);
    held_ = true;
    return press_;
  }
  bool held(Clock::time_point now) const noexcept { return held_ && now - last_ < RepeatGate::kHold; }

 private:
  Clock::time_point last_{};
  std::uint64_t press_ = 0;
  bool ever_ = false;
  bool held_ = false;
};

}  // namespace hexad::cli
