#pragma once
// The 12 relays and 8 digital outputs. They belong to whoever set them: another driver finds them off (lifecycle rule 10).

#include "model/request.hpp"

namespace hexad::controller {

class OutputBank {
 public:
  void set(const SetOutputs& outputs, const Endpoint& by) noexcept {
    by_ = by;
    if (outputs.set_relays) relays_ = outputs.relays & 0x0FFF;
    if (outputs.set_digital) digital_ = outputs.digital;
  }
  void driven_by(const Endpoint& driver) noexcept {
    if (by_ != driver) drop();
  }
  void drop() noexcept { *this = {}; }

  std::uint16_t relays() const noexcept { return relays_; }
  std::uint8_t digital() const noexcept { return digital_; }

 private:
  Endpoint by_;
  std::uint16_t relays_ = 0;
  std::uint8_t digital_ = 0;
};

}  // namespace hexad::controller
