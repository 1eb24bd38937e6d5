#pragma once
// IPv4 addresses, ports and networks as numbers in host byte order, and as people write them.

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace hexad::net {

struct Address {
  std::uint32_t ip = 0;
  std::uint16_t port = 0;

  friend auto operator<=>(const Address&, const Address&) = default;
};

inline constexpr std::uint32_t kLoopback = 0x7F000001;

/// The addresses whose first `length` bits are those of `ip`.
struct Prefix {
  std::uint32_t ip = 0;
  std::uint8_t length = 32;

  constexpr std::uint32_t mask() const noexcept {
    return length == 0 ? 0 : ~std::uint32_t{0} << (32 - length);
  }
  constexpr bool contains(std::uint32_t address) const noexcept {
    return (address & mask()) == (ip & mask());
  }
  friend auto operator<=>(const Prefix&, const Prefix&) = default;
};

inline constexpr Prefix kLoopbackOnly{0x7F000000, 8};

enum class PrefixError : std::uint8_t {
  not_an_address,
  bad_length,  ///< not a number from 0 to 32
  host_bits    ///< 192.168.1.5/24: a network, or this one host?
};

std::optional<std::uint32_t> parse_ip(std::string_view text) noexcept;  ///< "127.0.0.1"
std::optional<Address> parse_address(std::string_view text) noexcept;   ///< "127.0.0.1:1100"
/// "192.168.1.0/24", or "192.168.1.7" for one host. Bits beyond the length must be zero: a list of who may
/// move a machine is not guessed at.
Result<Prefix, PrefixError> parse_prefix(std::string_view text) noexcept;

std::string to_text(std::uint32_t ip);
std::string to_text(const Address& address);  ///< "127.0.0.1:1100"
std::string to_text(const Prefix& prefix);

}  // namespace hexad::net
