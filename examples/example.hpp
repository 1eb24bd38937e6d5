#pragma once
// What every example here needs: the controller's address from the command line, and an end with a reason.

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "host/error.hpp"
#include "net/address.hpp"

namespace example {

/// ADDRESS:PORT as the first argument; this machine and the protocol's own port without one.
inline hexad::net::Address controller(int argc, char** argv, std::uint16_t port) {
  hexad::net::Address address{hexad::net::kLoopback, port};
  if (argc < 2) return address;
  const std::string_view text{argv[1]};
  const std::size_t colon = text.find(':');
  const auto ip = hexad::net::parse_ip(text.substr(0, colon));
  if (!ip) {
    std::fprintf(stderr, "usage: %s [ADDRESS[:PORT]]\n", argv[0]);
    std::exit(2);
  }
  address.ip = *ip;
  if (colon != std::string_view::npos)
    address.port = static_cast<std::uint16_t>(std::atoi(argv[1] + colon + 1));
  return address;
}

[[noreturn]] inline void fail(const hexad::host::Error& error) {
  std::fprintf(stderr, "%s\n", error.text.c_str());
  std::exit(1);
}

/// The value, or the end.
template <class T>
auto must(T&& result) {
  if (!result) fail(result.error());
  return *std::forward<T>(result);
}

}  // namespace example
