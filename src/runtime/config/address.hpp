#pragma once
// IPv4 addresses as people write them, for settings and options.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hexad::runtime {

struct SocketAddress {
  std::uint32_t address = 0;  ///< host byte order
  std::uint16_t port = 0;

  friend bool operator==(const SocketAddress&, const SocketAddress&) = default;
};

struct Network {
  std::uint32_t address = 0;  ///< host byte order
  int prefix = 32;

  bool contains(std::uint32_t host) const noexcept {
    return prefix == 0 || ((host ^ address) >> (32 - prefix)) == 0;
  }
};

std::optional<std::uint32_t> parse_address(std::string_view text);         ///< "127.0.0.1"
std::optional<SocketAddress> parse_socket_address(std::string_view text);  ///< "127.0.0.1:8600"
std::optional<Network> parse_network(std::string_view text);               ///< "192.168.1.0/24", "10.0.0.7"

}  // namespace hexad::runtime
