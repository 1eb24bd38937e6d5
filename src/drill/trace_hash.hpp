#pragma once
// One number for all that a life has put out, so that two builds can be compared life by life.

#include <cstdint>

#include "model/outputs.hpp"

namespace hexad::drill {

class TraceHash {
 public:
  void add(std::uint64_t word) noexcept {
    value_ = (value_ ^ word) * 0x100000001B3ULL;
    value_ ^= value_ >> 29;  // the multiplication alone never lets high bits change low ones
  }
  std::uint64_t value() const noexcept { return value_; }

 private:
  std::uint64_t value_ = 0xCBF29CE484222325ULL;
};

/// The state, and of each event its kind, tag, endpoint and what it says in enumerations and flags.
void add(TraceHash& hash, const Outputs& out) noexcept;
void add(TraceHash& hash, const Setpoint& setpoint) noexcept;

}  // namespace hexad::drill
