#include "wire/text_writer.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace hexad::wire {
namespace {

// The longest finite double has 309 digits before the point.
using Digits = std::array<char, 352>;

std::string_view without_sign_of_zero(std::string_view digits) noexcept {
  if (!digits.starts_with('-')) return digits;
  const bool zero = digits.find_first_not_of("-0.") == std::string_view::npos;
  return zero ? digits.substr(1) : digits;
}

std::string_view written(const Digits& digits, const std::to_chars_result& result) noexcept {
  return {digits.data(), static_cast<std::size_t>(result.ptr - digits.data())};
}

}  // namespace

TextWriter& TextWriter::text(std::string_view text) noexcept {
  cut_ = cut_ || text.size() > buffer_.size() - used_;
  if (cut_) return *this;
  std::copy(text.begin(), text.end(), buffer_.begin() + static_cast<std::ptrdiff_t>(used_));
  used_ += text.size();
  return *this;
}

TextWriter& TextWriter::integer(std::int64_t value) noexcept {
  Digits digits;
  return text(written(digits, std::to_chars(digits.begin(), digits.end(), value)));
}

TextWriter& TextWriter::fixed(double value, int decimals) noexcept {
  Digits digits;
  const auto result = std::to_chars(digits.begin(), digits.end(), value, std::chars_format::fixed,
                                    std::clamp(decimals, 0, 20));
  return text(without_sign_of_zero(written(digits, result)));
}

TextWriter& TextWriter::shortest(double value) noexcept {
  Digits digits;
  return text(written(digits, std::to_chars(digits.begin(), digits.end(), value)));
}

TextWriter& TextWriter::shortest(float value) noexcept {
  Digits digits;
  return text(written(digits, std::to_chars(digits.begin(), digits.end(), value)));
}

TextWriter& TextWriter::hex(std::span<const std::byte> bytes) noexcept {
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (const std::byte byte : bytes) {
    const auto value = std::to_integer<std::size_t>(byte);
    const std::array<char, 2> pair{kDigits[value >> 4U], kDigits[value & 15U]};
    text({pair.data(), pair.size()});
  }
  return *this;
}

TextWriter& TextWriter::address(std::uint32_t ipv4) noexcept {
  for (unsigned shift = 32; shift != 0; shift -= 8) {
    integer((ipv4 >> (shift - 8)) & 0xFFU);
    if (shift != 8) text(".");
  }
  return *this;
}

}  // namespace hexad::wire
