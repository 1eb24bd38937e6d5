#include "capture/identify.hpp"

#include <algorithm>

namespace hexad::capture {
namespace {

std::string names_of(const std::vector<Protocol>& protocols) {
  std::string text;
  for (std::size_t i = 0; i < protocols.size(); ++i) {
    if (i != 0) text += i + 1 == protocols.size() ? " and " : ", ";
    text += to_string(protocols[i]);
  }
  return text;
}

std::optional<Direction> direction_of(Protocol protocol, const Datagram& datagram, const Ports& ports) {
  const bool to = ports.is_controller(protocol, datagram.to.port);
  const bool from = ports.is_controller(protocol, datagram.from.port);
  if (to == from) return std::nullopt;
  return to ? Direction::to_controller : Direction::from_controller;
}

/// Controller's port on one side and the usual port of its hosts on the other.
bool is_usual_pair(Protocol protocol, const Datagram& datagram, const Ports& ports) {
  const std::uint16_t host = host_port(protocol);
  return host != 0 && ((ports.is_controller(protocol, datagram.from.port) && datagram.to.port == host) ||
                       (ports.is_controller(protocol, datagram.to.port) && datagram.from.port == host));
}

/// What the bytes could be, for someone who has to choose a port.
std::string suggestion(const Datagram& datagram) {
  const Candidates found = candidates_of(datagram.bytes);
  if (found.fitting.size() != 1) return "";
  const Protocol protocol = found.fitting.front();
  const bool to = read(protocol, datagram.bytes).direction == Direction::to_controller;
  const std::string name{to_string(protocol)};
  return "; the bytes fit " + name + ": --port " + name + "=" +
         std::to_string(to ? datagram.to.port : datagram.from.port);
}

}  // namespace

Ports::Ports() {
  for (const Protocol protocol : kProtocols) add(protocol, controller_port(protocol));
}

bool Ports::is_controller(Protocol protocol, std::uint16_t port) const noexcept {
  return std::any_of(rows_.begin(), rows_.end(),
                     [=](const Row& row) { return row.protocol == protocol && row.port == port; });
}

Reading read_as(Protocol protocol, const Datagram& datagram, const Ports& ports) {
  return read(protocol, datagram.bytes, direction_of(protocol, datagram, ports));
}

Identified identify(const Datagram& datagram, const Ports& ports) {
  std::vector<Protocol> by_port;
  for (const Protocol protocol : kProtocols) {
    if (ports.is_controller(protocol, datagram.from.port) || ports.is_controller(protocol, datagram.to.port))
      by_port.push_back(protocol);
  }
  if (by_port.size() == 1) return read_as(by_port.front(), datagram, ports);
  if (by_port.empty()) {
    return Failure{std::to_string(datagram.bytes.size()) + " bytes at no known port" + suggestion(datagram)};
  }
  // A motus host's own port is darren's controller port: 5000 to 10000 has both.
  std::vector<Protocol> fitting;
  for (const Protocol protocol : by_port) {
    if (read_as(protocol, datagram, ports).valid) fitting.push_back(protocol);
  }
  if (fitting.size() == 1) return read_as(fitting.front(), datagram, ports);
  std::vector<Protocol> usual;
  for (const Protocol protocol : by_port) {
    if (is_usual_pair(protocol, datagram, ports)) usual.push_back(protocol);
  }
  if (fitting.empty() && usual.size() == 1) return read_as(usual.front(), datagram, ports);
  return Failure{"the ports are those of " + names_of(by_port) + ", the bytes fit " +
                 (fitting.empty() ? "none of them" : names_of(fitting)) + "; choose with --protocol"};
}

Identified identify(Bytes bytes) {
  const Candidates found = candidates_of(bytes);
  if (found.fitting.size() == 1) return read(found.fitting.front(), bytes);
  if (found.fitting.size() > 1)
    return Failure{"fits " + names_of(found.fitting) + "; choose with --protocol"};
  if (found.resembling.size() == 1) return read(found.resembling.front(), bytes);
  if (found.resembling.empty())
    return Failure{std::to_string(bytes.size()) +
                   " bytes that fit no protocol: lingjing is @...#, mdof text, csfi "
                   "begins with EB 90, motus has 180 or 108 bytes and begins with 37, darren has 128 or 124"};
  std::string text = "fits no protocol";
  for (const Protocol protocol : found.resembling)
    text += "; " + std::string{to_string(protocol)} + " " + read(protocol, bytes).text;
  return Failure{text};
}

}  // namespace hexad::capture
