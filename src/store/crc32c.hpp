#pragma once
// CRC-32C (Castagnoli): reflected polynomial 0x82F63B78, start and end inverted. Finds every burst of up to
// 32 bits, and every error of up to five bits in files as short as these.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace hexad::store {

namespace detail {
inline constexpr std::array<std::uint32_t, 256> kCrcTable = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = (value & 1) != 0 ? (value >> 1) ^ 0x82F63B78u : value >> 1;
    table[i] = value;
  }
  return table;
}();
}  // namespace detail

constexpr std::uint32_t crc32c(std::span<const std::byte> bytes) noexcept {
  std::uint32_t crc = ~std::uint32_t{0};
  for (const std::byte byte : bytes)
    crc = (crc >> 8) ^ detail::kCrcTable[(crc ^ std::to_integer<std::uint32_t>(byte)) & 0xFF];
  return ~crc;
}

}  // namespace hexad::store
