#pragma once
// From a captured packet to the UDP datagram inside: link layer, VLAN tags, IPv4, UDP. A function of bytes.

#include <cstdint>
#include <span>
#include <string>

#include "base/result.hpp"
#include "capture/reading.hpp"

namespace hexad::capture {

struct End {
  std::uint32_t ip = 0;  ///< host byte order
  std::uint16_t port = 0;
};
std::string to_text(const End& end);  ///< "127.0.0.1:1100"

struct Datagram {
  End from;
  End to;
  Bytes bytes;  ///< of the packet it was found in
};

/// The link types that are read; values as in a capture file.
enum class Link : std::uint16_t {
  null = 0,  ///< BSD loopback
  ethernet = 1,
  raw_12 = 12,
  raw_14 = 14,
  raw = 101,
  loop = 108,
  linux_cooked = 113,
  ipv4 = 228,
  linux_cooked_2 = 276
};
bool is_read(int link) noexcept;

enum class NotUdp : std::uint8_t {
  cut,     ///< ends inside a header
  not_ip,  ///< `number`: EtherType or family
  ipv6,
  bad_ip,     ///< `number`: the first byte
  not_udp,    ///< `number`: IP protocol
  fragment,   ///< `number`: its offset in bytes
  bad_length  ///< `number`: what the UDP header says
};
struct PacketProblem {
  NotUdp reason = NotUdp::cut;
  std::uint32_t number = 0;
};
messages::Message describe(const PacketProblem& problem);

/// `captured` may be less than the packet had on the wire: a datagram that is not whole is `cut`.
Result<Datagram, PacketProblem> find_datagram(Link link, Bytes captured) noexcept;

}  // namespace hexad::capture
