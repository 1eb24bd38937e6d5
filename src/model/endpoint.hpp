#pragma once
// Who speaks: a protocol, an IPv4 address and a port. The core only compares endpoints; what the numbers mean
// is known to the layers that own sockets. Console and command line are endpoints too.

#include <compare>
#include <cstdint>

namespace hexad::inline model {

/// A number the runtime gave to each protocol it opened; 0 = nobody.
using ProtocolId = std::uint8_t;

struct Endpoint {
  ProtocolId protocol = 0;
  std::uint32_t address = 0;  ///< host byte order
  std::uint16_t port = 0;

  explicit operator bool() const noexcept { return protocol != 0; }
  friend auto operator<=>(const Endpoint&, const Endpoint&) = default;
};

}  // namespace hexad::inline model
