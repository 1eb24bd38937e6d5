#include "engine/simulated/simulated_network.hpp"

namespace hexad::inline engine {

void SimulatedNetwork::send(const net::Address& from, const net::Address& to, TimePoint now,
                            std::span<const std::byte> bytes) {
  if (draw() < quality_.loss) {
    ++lost_;
    return;
  }
  dispatch(from, to, now, bytes);
  if (draw() < quality_.duplicate) dispatch(from, to, now, bytes);
}

void SimulatedNetwork::dispatch(const net::Address& from, const net::Address& to, TimePoint now,
                                std::span<const std::byte> bytes) {
  const TimePoint due = now + quality_.delay + from_seconds(draw() * to_seconds(quality_.jitter));
  Packet packet{from, to, due, {bytes.begin(), bytes.end()}};
  if (quality_.truncated > 0.0 || quality_.flipped > 0.0) damage(packet.bytes);
  underway_.push({due, sent_++, std::move(packet)});
}

void SimulatedNetwork::damage(std::vector<std::byte>& bytes) {
  const auto place = [&](std::size_t count) {
    return static_cast<std::size_t>(draw() * static_cast<double>(count));
  };
  if (!bytes.empty() && draw() < quality_.truncated) bytes.resize(place(bytes.size()));
  if (!bytes.empty() && draw() < quality_.flipped)
    bytes[place(bytes.size())] ^= std::byte{1} << static_cast<int>(place(8));
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

// splitmix64; written out so that every library draws the same numbers.
double SimulatedNetwork::draw() noexcept {
  random_ += 0x9E3779B97F4A7C15;
  std::uint64_t z = random_;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  z ^= z >> 31;
  return static_cast<double>(z >> 11) * 0x1.0p-53;
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
