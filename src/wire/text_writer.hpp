#pragma once
// Text into a buffer of the caller's: no locale, no allocation. An item that does not fit is left out whole,
// and everything after it: a number is never cut in half.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace hexad::wire {

class TextWriter {
 public:
  explicit TextWriter(std::span<char> buffer) noexcept : buffer_{buffer} {}

  TextWriter& text(std::string_view text) noexcept;
  TextWriter& integer(std::int64_t value) noexcept;
  /// As printf's %.*f, except that a value which rounds to zero has no sign.
  TextWriter& fixed(double value, int decimals) noexcept;
  /// The fewest digits that read back as the same value.
  TextWriter& shortest(double value) noexcept;
  TextWriter& shortest(float value) noexcept;
  /// Two lower-case digits a byte.
  TextWriter& hex(std::span<const std::byte> bytes) noexcept;
  /// a.b.c.d of an address in host byte order.
  TextWriter& address(std::uint32_t ipv4) noexcept;

  std::string_view view() const noexcept { return {buffer_.data(), used_}; }
  std::span<const std::byte> bytes() const noexcept {
    return std::as_bytes(std::span<const char>{buffer_.first(used_)});
  }
  bool cut() const noexcept { return cut_; }
  void clear() noexcept {
    used_ = 0;
    cut_ = false;
  }

 private:
  std::span<char> buffer_;
  std::size_t used_ = 0;
  bool cut_ = false;
};

/// A TextWriter that brings its own buffer.
template <std::size_t N>
class TextBuffer {
 public:
  TextWriter& writer() noexcept { return writer_; }
  std::string_view view() const noexcept { return writer_.view(); }
  TextBuffer() noexcept = default;
  TextBuffer(const TextBuffer&) = delete;
  TextBuffer& operator=(const TextBuffer&) = delete;

 private:
  char storage_[N]{};
  TextWriter writer_{storage_};
};

}  // namespace hexad::wire
