#include "wire/number.hpp"

#include <charconv>
#include <cmath>

namespace hexad::wire {
namespace {

int hex_digit(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::optional<double> parse_number(std::string_view token) noexcept {
  if (token.starts_with('+')) {
    token.remove_prefix(1);
    if (token.starts_with('-')) return std::nullopt;
  }
  double value = 0.0;
  const char* const end = token.data() + token.size();
  const auto [stop, error] = std::from_chars(token.data(), end, value);
  if (error != std::errc{} || stop != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<std::uint32_t> parse_count(std::string_view token) noexcept {
  if (token.size() > 1 && token.starts_with('0')) return std::nullopt;
  std::uint32_t value = 0;
  const char* const end = token.data() + token.size();
  const auto [stop, error] = std::from_chars(token.data(), end, value);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

std::optional<std::size_t> parse_hex(std::string_view text, std::span<std::byte> out) noexcept {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == ' ') {
      ++i;
      continue;
    }
    if (i + 1 == text.size() || count == out.size()) return std::nullopt;
    const int high = hex_digit(text[i]);
    const int low = hex_digit(text[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    out[count++] = static_cast<std::byte>(16 * high + low);
    i += 2;
  }
  return count;
}

}  // namespace hexad::wire
