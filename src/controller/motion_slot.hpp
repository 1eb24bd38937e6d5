#pragma once
// Who owns the running motion, and what its end is. A motion is reserved (while it is prepared) or under way,
// may be marked to end once the platform stands, and is answered exactly once: end() is the only way back to
// free. It knows nothing of states or legs.

#include <optional>

#include "model/event.hpp"

namespace hexad::controller {

class MotionSlot {
 public:
  struct Final {
    Tag tag = 0;
    Endpoint driver;
    LimitHit hit;
    const Prepared* program = nullptr;  ///< to be given back
  };

  void begin(Tag tag, const Endpoint& driver) noexcept {
    *this = {};
    stage_ = Stage::under_way;
    final_.tag = tag;
    final_.driver = driver;
  }
  void reserve(Tag tag, const Endpoint& driver) noexcept {
    begin(tag, driver);
    stage_ = Stage::reserved;
  }
  /// What was reserved is ready to run. False when this is not who reserved, or something has ended it.
  bool fill(Tag tag, const Endpoint& driver, const Prepared* program) noexcept {
    if (!is_reserved_by(tag, driver)) return false;
    stage_ = Stage::under_way;
    final_.program = program;
    return true;
  }
  /// Answered with `outcome` when the platform stands; what came first counts.
  void end_at_standstill(Outcome outcome, const LimitHit& hit = {}) noexcept {
    if (stage_ == Stage::free || stage_ == Stage::ending) return;
    stage_ = Stage::ending;
    ends_ = outcome;
    final_.hit = hit;
  }
  /// The final answer is due; nothing when there is no motion.
  std::optional<Final> end() noexcept {
    if (stage_ == Stage::free) return std::nullopt;
    const Final final = final_;
    *this = {};
    return final;
  }

  bool busy() const noexcept { return stage_ != Stage::free; }
  bool under_way() const noexcept { return stage_ == Stage::under_way; }
  bool ending() const noexcept { return stage_ == Stage::ending; }
  bool is_reserved_by(Tag tag, const Endpoint& driver) const noexcept {
    return stage_ == Stage::reserved && final_.tag == tag && final_.driver == driver;
  }
  Outcome ends() const noexcept { return ends_; }
  Tag tag() const noexcept { return final_.tag; }
  const Endpoint& driver() const noexcept { return final_.driver; }
  const Prepared* program() const noexcept { return final_.program; }

 private:
  enum class Stage : std::uint8_t { free, reserved, under_way, ending };
  Stage stage_ = Stage::free;
  Outcome ends_ = Outcome::stopped;
  Final final_;
};

}  // namespace hexad::controller
