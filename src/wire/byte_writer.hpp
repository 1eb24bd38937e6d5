#pragma once
// Writes little-endian numbers one after the other into a buffer of the caller's. What does not fit is not
// written, and from then on `ok()` is false.

#include "wire/little_endian.hpp"

namespace hexad::wire {

class ByteWriter {
 public:
  explicit constexpr ByteWriter(std::span<std::byte> buffer) noexcept : buffer_{buffer} {}

  template <Scalar T>
  constexpr void write(T value) noexcept {
    if (!fits(sizeof(T))) return;
    store_little<T>(buffer_.subspan(used_).template first<sizeof(T)>(), value);
    used_ += sizeof(T);
  }

  constexpr void write(std::span<const std::byte> bytes) noexcept {
    if (!fits(bytes.size())) return;
    for (const std::byte byte : bytes) buffer_[used_++] = byte;
  }

  constexpr void zeros(std::size_t count) noexcept {
    if (!fits(count)) return;
    for (std::size_t i = 0; i < count; ++i) buffer_[used_++] = std::byte{0};
  }

  constexpr std::span<const std::byte> written() const noexcept { return buffer_.first(used_); }
  constexpr bool ok() const noexcept { return ok_; }

 private:
  constexpr bool fits(std::size_t count) noexcept {
    ok_ = ok_ && count <= buffer_.size() - used_;
    return ok_;
  }

  std::span<std::byte> buffer_;
  std::size_t used_ = 0;
  bool ok_ = true;
};

}  // namespace hexad::wire
