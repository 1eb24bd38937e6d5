#include "runtime/config/address.hpp"

#include <arpa/inet.h>

#include <charconv>

namespace hexad::runtime {
namespace {

std::optional<int> parse_whole(std::string_view text, int high) {
  int value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end || value < 0 || value > high) return std::nullopt;
  return value;
}

}  // namespace

std::optional<std::uint32_t> parse_address(std::string_view text) {
  in_addr parsed{};
  if (inet_pton(AF_INET, std::string{text}.c_str(), &parsed) != 1) return std::nullopt;
  return ntohl(parsed.s_addr);
}

std::optional<SocketAddress> parse_socket_address(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto address = parse_address(text.substr(0, colon));
  const auto port = parse_whole(text.substr(colon + 1), 65535);
  if (!address || !port) return std::nullopt;
  return SocketAddress{*address, static_cast<std::uint16_t>(*port)};
}

std::optional<Network> parse_network(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto address = parse_address(text.substr(0, slash));
  if (!address) return std::nullopt;
  if (slash == std::string_view::npos) return Network{*address, 32};
  const auto prefix = parse_whole(text.substr(slash + 1), 32);
  if (!prefix) return std::nullopt;
  return Network{*address, *prefix};
}

}  // namespace hexad::runtime
