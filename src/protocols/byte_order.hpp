#pragma once
// Numbers whose bytes stand the wrong way round: read as they should be they make no sense, reversed they do.

#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

namespace hexad::protocols {

/// Whether every number that is not 0 makes sense only reversed. Nothing but zeros: no.
inline bool reads_reversed(std::span<const float> values) noexcept {
  const auto sensible = [](float value) { return std::abs(value) >= 1e-6F && std::abs(value) <= 1e6F; };
  bool any = false;
  for (const float value : values) {
    if (value == 0.0F) continue;
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t reversed =
        bits >> 24U | (bits >> 8U & 0xFF00U) | (bits << 8U & 0xFF0000U) | bits << 24U;
    if (sensible(value) || !sensible(std::bit_cast<float>(reversed))) return false;
    any = true;
  }
  return any;
}

}  // namespace hexad::protocols
