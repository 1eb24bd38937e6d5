#pragma once
// The 12 relays and 8 digital outputs. They belong to whoever set them: another driver finds them off
// (lifecycle rule 10).

#include "model/request.hpp"

namespace hexad::controller {

class OutputBank {
 public:
  void set(const SetOutputs& outputs, const Endpoint& by, TimePoint now) noexcept {
    if (stopped_ == now) return;
    by_ = by;
    if (outputs.set_relays) relays_ = outputs.relays & 0x0FFF;
    if (outputs.set_digital) digital_ = outputs.digital;
  }
  void driven_by(const Endpoint& driver) noexcept {
    if (by_ != driver) drop();
  }
  void drop() noexcept { relays_ = digital_ = 0; }
  /// What is set on the same tick stays off, too: a stop comes before the rest (rule 1).
  void stop(TimePoint now) noexcept {
    drop();
    stopped_ = now;
  }

  std::uint16_t relays() const noexcept { return relays_; }
  std::uint8_t digital() const noexcept { return digital_; }

 private:
  Endpoint by_;
  std::uint16_t relays_ = 0;
  std::uint8_t digital_ = 0;
  std::optional<TimePoint> stopped_;
};

}  // namespace hexad::controller
