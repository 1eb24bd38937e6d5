#pragma once
// Text that came from elsewhere – a damaged file, a name on a disk – as UTF-8 that whoever reads it can take.

#include <cstdint>
#include <string>
#include <string_view>

namespace hexad::inline base {

/// The same; every byte that belongs to no character (RFC 3629) is a '?'.
inline std::string well_formed(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xC2 ? 0
                               : lead < 0xE0 ? 2
                               : lead < 0xF0 ? 3
                               : lead < 0xF5 ? 4
                                             : 0;
    bool whole = length > 0 && i + length <= text.size();
    for (std::size_t k = 1; whole && k < length; ++k) {
      const auto next = static_cast<unsigned char>(text[i + k]);
      // Not twice as long as need be, no half of a pair, nothing beyond the last character.
      const unsigned lowest = k > 1 ? 0x80U : lead == 0xE0 ? 0xA0U : lead == 0xF0 ? 0x90U : 0x80U;
      const unsigned highest = k > 1 ? 0xBFU : lead == 0xED ? 0x9FU : lead == 0xF4 ? 0x8FU : 0xBFU;
      whole = next >= lowest && next <= highest;
    }
    if (!whole) {
      result += '?';
      ++i;
      continue;
    }
    result += text.substr(i, length);
    i += length;
  }
  return result;
}

}  // namespace hexad::inline base
