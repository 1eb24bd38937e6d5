#include "engine/simulated/simulated_network.hpp"

namespace hexad::inline engine {

void SimulatedNetwork::send(const net::Address& from, const net::Address& to, TimePoint now,
                            std::span<const std::byte> bytes) {
  line_.send(now, bytes, [&](TimePoint due, std::vector<std::byte> copy) {
    underway_.push({due, sent_++, Packet{from, to, due, std::move(copy)}});
  });
}

void SimulatedNetwork::advance(TimePoint now) {
  while (!underway_.empty() && underway_.top().due <= now) {
    const Packet& packet = underway_.top().packet;
    add_to_hash(packet);
    ++delivered_;
    // Nobody bound there: as on a real network, gone.
    if (const auto inbox = inboxes_.find(packet.to); inbox != inboxes_.end()) inbox->second.push_back(packet);
    underway_.pop();
  }
}

bool SimulatedNetwork::receive(const net::Address& address, Packet& packet) {
  const auto inbox = inboxes_.find(address);
  if (inbox == inboxes_.end() || inbox->second.empty()) return false;
  packet = std::move(inbox->second.front());
  inbox->second.pop_front();
  return true;
}

// FNV-1a over time, addresses and bytes.
void SimulatedNetwork::add_to_hash(const Packet& packet) noexcept {
  const auto add = [this](std::uint64_t word) {
    for (int shift = 0; shift < 64; shift += 8) hash_ = (hash_ ^ ((word >> shift) & 0xFF)) * 0x100000001B3;
  };
  add(static_cast<std::uint64_t>(packet.arrival.time_since_epoch().count()));
  add(std::uint64_t{packet.from.ip} << 16 | packet.from.port);
  add(std::uint64_t{packet.to.ip} << 16 | packet.to.port);
  for (const std::byte byte : packet.bytes)
    hash_ = (hash_ ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001B3;
}

}  // namespace hexad::inline engine
