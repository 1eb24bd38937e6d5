#include "capture/packet.hpp"

#include "messages/say.hpp"

namespace hexad::capture {
namespace {

constexpr std::uint32_t kIpv4 = 0x0800;
constexpr std::uint32_t kIpv6 = 0x86DD;
constexpr std::uint32_t kUdp = 17;

/// Network byte order; the caller has checked the size.
std::uint32_t big(Bytes bytes, std::size_t at, std::size_t count) noexcept {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < count; ++i) value = value << 8U | std::to_integer<std::uint32_t>(bytes[at + i]);
  return value;
}

using Failed = Failure<PacketProblem>;
using Found = Result<Bytes, PacketProblem>;

Found ip_of(std::uint32_t ether_type, Bytes rest) noexcept {
  // 802.1Q, 802.1ad and the old double tag; each is four bytes, more than four of them is no network.
  for (int tags = 0; tags < 4; ++tags) {
    if (ether_type != 0x8100 && ether_type != 0x88A8 && ether_type != 0x9100) break;
    if (rest.size() < 4) return Failed{{NotUdp::cut}};
    ether_type = big(rest, 2, 2);
    rest = rest.subspan(4);
  }
  if (ether_type == kIpv6) return Failed{{NotUdp::ipv6}};
  if (ether_type != kIpv4) return Failed{{NotUdp::not_ip, ether_type}};
  return rest;
}

Found cooked(Bytes packet, std::size_t type_at, std::size_t header) noexcept {
  if (packet.size() < header) return Failed{{NotUdp::cut}};
  return ip_of(big(packet, type_at, 2), packet.subspan(header));
}

/// Four bytes of address family in the byte order of whoever captured; 2 is IPv4 everywhere.
Found loopback(Bytes packet) noexcept {
  if (packet.size() < 4) return Failed{{NotUdp::cut}};
  const std::uint32_t family = big(packet, 0, 4);
  if (family == 2 || family == 0x02000000) return packet.subspan(4);
  const std::uint32_t small = family > 0xFFFF ? family >> 24U : family;
  if (small == 10 || small == 24 || small == 28 || small == 30) return Failed{{NotUdp::ipv6}};
  return Failed{{NotUdp::not_ip, family}};
}

Found strip_link(Link link, Bytes packet) noexcept {
  switch (link) {
    case Link::ethernet:
      return cooked(packet, 12, 14);
    case Link::linux_cooked:
      return cooked(packet, 14, 16);
    case Link::linux_cooked_2:
      return cooked(packet, 0, 20);
    case Link::null:
    case Link::loop:
      return loopback(packet);
    case Link::raw:
    case Link::raw_12:
    case Link::raw_14:
    case Link::ipv4:
      break;
  }
  return packet;
}

}  // namespace

std::string to_text(const End& end) {
  std::string text;
  for (unsigned shift = 24;; shift -= 8) {
    text += std::to_string(end.ip >> shift & 0xFFU);
    if (shift == 0) break;
    text += '.';
  }
  return text + ":" + std::to_string(end.port);
}

bool is_read(int link) noexcept {
  for (const Link known : {Link::null, Link::ethernet, Link::raw_12, Link::raw_14, Link::raw, Link::loop,
                           Link::linux_cooked, Link::ipv4, Link::linux_cooked_2}) {
    if (static_cast<int>(known) == link) return true;
  }
  return false;
}

messages::Message describe(const PacketProblem& problem) {
  using messages::Id;
  using messages::say;
  const std::string number = std::to_string(problem.number);
  switch (problem.reason) {
    case NotUdp::cut:
      return Id::packet_cut;
    case NotUdp::not_ip:
      return say<Id::packet_not_ip>(number);
    case NotUdp::ipv6:
      return Id::packet_ipv6;
    case NotUdp::bad_ip:
      return say<Id::packet_no_ipv4>(number);
    case NotUdp::not_udp:
      return say<Id::packet_not_udp>(number + (problem.number == 6   ? " (TCP)"
                                               : problem.number == 1 ? " (ICMP)"
                                                                     : ""));
    case NotUdp::fragment:
      return say<Id::packet_fragment>(number);
    case NotUdp::bad_length:
      break;
  }
  return say<Id::packet_length>(number);
}

Result<Datagram, PacketProblem> find_datagram(Link link, Bytes captured) noexcept {
  const Found found = strip_link(link, captured);
  if (!found) return Failed{found.error()};
  Bytes ip = *found;
  if (ip.empty()) return Failed{{NotUdp::cut}};
  const std::uint32_t first = big(ip, 0, 1);
  if (first >> 4U == 6) return Failed{{NotUdp::ipv6}};
  const std::size_t header = std::size_t{first & 15U} * 4;
  if (first >> 4U != 4 || header < 20) return Failed{{NotUdp::bad_ip, first}};
  if (ip.size() < header) return Failed{{NotUdp::cut}};
  if (big(ip, 9, 1) != kUdp) return Failed{{NotUdp::not_udp, big(ip, 9, 1)}};
  const std::uint32_t flags = big(ip, 6, 2);
  if ((flags & 0x3FFFU) != 0) return Failed{{NotUdp::fragment, (flags & 0x1FFFU) * 8}};
  // A total length of 0 is what a card leaves that splits packets itself.
  const std::size_t total = big(ip, 2, 2) == 0 ? ip.size() : big(ip, 2, 2);
  if (total < header + 8) return Failed{{NotUdp::bad_length, static_cast<std::uint32_t>(total)}};
  if (ip.size() < header + 8) return Failed{{NotUdp::cut}};
  const Bytes udp = ip.subspan(header);
  const std::size_t length = big(udp, 4, 2);
  if (length < 8 || length > total - header)
    return Failed{{NotUdp::bad_length, static_cast<std::uint32_t>(length)}};
  if (udp.size() < length) return Failed{{NotUdp::cut}};
  Datagram datagram;
  datagram.from = {big(ip, 12, 4), static_cast<std::uint16_t>(big(udp, 0, 2))};
  datagram.to = {big(ip, 16, 4), static_cast<std::uint16_t>(big(udp, 2, 2))};
  datagram.bytes = udp.subspan(8, length - 8);
  return datagram;
}

}  // namespace hexad::capture
