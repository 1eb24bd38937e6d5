#include "capture/identify.hpp"

#include <algorithm>

#include "messages/print.hpp"
#include "messages/say.hpp"

namespace hexad::capture {
namespace {

using messages::Id;
using messages::say;

std::string names_of(const std::vector<Protocol>& protocols) {
  std::string text;
  for (std::size_t i = 0; i < protocols.size(); ++i) {
    const bool english = messages::language() == messages::Language::english;
    if (i != 0) text += !english ? "、" : i + 1 == protocols.size() ? " and " : ", ";
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
messages::Message suggestion(const Datagram& datagram) {
  const Candidates found = candidates_of(datagram.bytes);
  if (found.fitting.size() != 1) return say<Id::decode_no_port>(datagram.bytes.size());
  const Protocol protocol = found.fitting.front();
  const bool to = read(protocol, datagram.bytes).direction == Direction::to_controller;
  const std::string name{to_string(protocol)};
  return say<Id::decode_no_port_fits>(
      datagram.bytes.size(), name,
      "--port " + name + "=" + std::to_string(to ? datagram.to.port : datagram.from.port));
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
  if (by_port.empty()) return Failure{suggestion(datagram)};
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
  const messages::Message fits =
      fitting.empty() ? messages::Message{Id::decode_none_of_them} : say<Id::as_told>(names_of(fitting));
  return Failure{say<Id::decode_which_port>(names_of(by_port), fits)};
}

Identified identify(Bytes bytes) {
  const Candidates found = candidates_of(bytes);
  if (found.fitting.size() == 1) return read(found.fitting.front(), bytes);
  if (found.fitting.size() > 1) return Failure{say<Id::decode_fits_several>(names_of(found.fitting))};
  if (found.resembling.size() == 1) return read(found.resembling.front(), bytes);
  if (found.resembling.empty()) return Failure{say<Id::decode_fits_none>(bytes.size())};
  messages::Message all = Id::decode_fits_no_protocol;
  for (const Protocol protocol : found.resembling) {
    const Reading reading = read(protocol, bytes);
    all = say<Id::decode_and_as>(
        all, to_string(protocol),
        reading.why ? say<Id::decode_refused>(reading.why) : say<Id::as_told>(reading.text));
  }
  return Failure{all};
}

}  // namespace hexad::capture
