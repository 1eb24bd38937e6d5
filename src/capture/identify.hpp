#pragma once
// Which protocol a datagram is of: by its ports, and where they leave a doubt by its bytes.

#include <string>
#include <vector>

#include "capture/packet.hpp"
#include "capture/reading.hpp"

namespace hexad::capture {

/// Ports that count as a controller's: every protocol's own, and what is added.
class Ports {
 public:
  Ports();
  void add(Protocol protocol, std::uint16_t port) { rows_.push_back({protocol, port}); }
  bool is_controller(Protocol protocol, std::uint16_t port) const noexcept;

 private:
  struct Row {
    Protocol protocol;
    std::uint16_t port;
  };
  std::vector<Row> rows_;
};

/// A reading, or why there is none.
using Identified = Result<Reading, messages::Message>;

/// A datagram of a capture. Ports of exactly one protocol decide, even when its codec refuses the bytes.
Identified identify(const Datagram& datagram, const Ports& ports);
/// Bytes without any ports: the one protocol that accepts them, or that they look like.
Identified identify(Bytes bytes);
/// As one protocol, whatever the ports; they still tell who spoke.
Reading read_as(Protocol protocol, const Datagram& datagram, const Ports& ports);

}  // namespace hexad::capture
