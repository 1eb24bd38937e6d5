#pragma once
// Numbers as little-endian bytes, whatever the byte order of the machine. The spans have the size of the
// number: there is no length to get wrong.

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace hexad::wire {

template <class T>
concept Scalar = (std::integral<T> || std::floating_point<T>)&&!std::same_as<T, bool> && sizeof(T) <= 8;

template <std::size_t kBytes>
using UnsignedOf =
    std::conditional_t<kBytes == 1, std::uint8_t,
                       std::conditional_t<kBytes == 2, std::uint16_t,
                                          std::conditional_t<kBytes == 4, std::uint32_t, std::uint64_t>>>;

template <Scalar T>
constexpr T load_little(std::span<const std::byte, sizeof(T)> bytes) noexcept {
  using Bits = UnsignedOf<sizeof(T)>;
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) bits |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
  return std::bit_cast<T>(static_cast<Bits>(bits));
}

template <Scalar T>
constexpr void store_little(std::span<std::byte, sizeof(T)> bytes, T value) noexcept {
  const std::uint64_t bits = std::bit_cast<UnsignedOf<sizeof(T)>>(value);
  for (std::size_t i = 0; i < sizeof(T); ++i) bytes[i] = static_cast<std::byte>((bits >> (8 * i)) & 0xFFU);
}

}  // namespace hexad::wire
