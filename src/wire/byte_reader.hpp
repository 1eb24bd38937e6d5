#pragma once
// Reads little-endian numbers one after the other. A read past the end gives zero, and from then on `ok()` is
// false: a caller checks once, at the end, and no byte outside the datagram is ever touched.

#include "wire/little_endian.hpp"

namespace hexad::wire {

class ByteReader {
 public:
  explicit constexpr ByteReader(std::span<const std::byte> bytes) noexcept : rest_{bytes} {}

  template <Scalar T>
  constexpr T read() noexcept {
    if (rest_.size() < sizeof(T)) {
      fail();
      return T{};
    }
    const T value = load_little<T>(rest_.first<sizeof(T)>());
    rest_ = rest_.subspan(sizeof(T));
    return value;
  }

  /// `count` raw bytes; empty when there are not that many.
  constexpr std::span<const std::byte> take(std::size_t count) noexcept {
    if (rest_.size() < count) {
      fail();
      return {};
    }
    const auto taken = rest_.first(count);
    rest_ = rest_.subspan(count);
    return taken;
  }

  constexpr void skip(std::size_t count) noexcept { (void)take(count); }
  constexpr std::size_t left() const noexcept { return rest_.size(); }
  constexpr bool ok() const noexcept { return ok_; }

 private:
  constexpr void fail() noexcept {
    ok_ = false;
    rest_ = {};
  }

  std::span<const std::byte> rest_;
  bool ok_ = true;
};

}  // namespace hexad::wire
