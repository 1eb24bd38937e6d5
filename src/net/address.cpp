#include "net/address.hpp"

#include <charconv>

namespace hexad::net {
namespace {

/// A decimal number of the whole text; no sign, no blank, no leading zero (some programs read 010 as 8).
std::optional<unsigned> parse_number(std::string_view text, unsigned largest) noexcept {
  if (text.empty() || text.size() > 5 || (text.size() > 1 && text[0] == '0')) return std::nullopt;
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value > largest) return std::nullopt;
  return value;
}

}  // namespace

std::optional<std::uint32_t> parse_ip(std::string_view text) noexcept {
  std::uint32_t ip = 0;
  for (int part = 0; part < 4; ++part) {
    const std::size_t dot = text.find('.');
    if ((dot == std::string_view::npos) != (part == 3)) return std::nullopt;
    const std::optional<unsigned> value = parse_number(text.substr(0, dot), 255);
    if (!value) return std::nullopt;
    ip = (ip << 8) | *value;
    if (part < 3) text.remove_prefix(dot + 1);
  }
  return ip;
}

std::optional<Address> parse_address(std::string_view text) noexcept {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::optional<std::uint32_t> ip = parse_ip(text.substr(0, colon));
  const std::optional<unsigned> port = parse_number(text.substr(colon + 1), 65535);
  if (!ip || !port) return std::nullopt;
  return Address{*ip, static_cast<std::uint16_t>(*port)};
}

Result<Prefix, PrefixError> parse_prefix(std::string_view text) noexcept {
  const std::size_t slash = text.find('/');
  const std::optional<std::uint32_t> ip = parse_ip(text.substr(0, slash));
  if (!ip) return Failure{PrefixError::not_an_address};
  Prefix prefix{*ip, 32};
  if (slash != std::string_view::npos) {
    const std::optional<unsigned> length = parse_number(text.substr(slash + 1), 32);
    if (!length) return Failure{PrefixError::bad_length};
    prefix.length = static_cast<std::uint8_t>(*length);
  }
  if ((prefix.ip & ~prefix.mask()) != 0) return Failure{PrefixError::host_bits};
  return prefix;
}

std::string to_text(std::uint32_t ip) {
  std::string text;
  for (int shift = 24; shift >= 0; shift -= 8) {
    text += std::to_string((ip >> shift) & 0xFF);
    if (shift > 0) text += '.';
  }
  return text;
}

std::string to_text(const Address& address) {
  return to_text(address.ip) + ':' + std::to_string(address.port);
}

std::string to_text(const Prefix& prefix) {
  return to_text(prefix.ip) + '/' + std::to_string(static_cast<unsigned>(prefix.length));
}

}  // namespace hexad::net
