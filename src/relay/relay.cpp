#include "relay/relay.hpp"

#include <algorithm>
#include <utility>

#include "relay/quality_text.hpp"

namespace hexad::inline relay {
namespace {

using net::MonotonicTime;

constexpr int kVisitorBuffer = 1 << 20;
/// More would be a flood that only eats memory; what does not fit is lost, as on any line.
constexpr std::size_t kMostUnderway = 100'000;

TimePoint platform_time(MonotonicTime time) { return TimePoint{time.time_since_epoch()}; }
MonotonicTime clock_time(TimePoint time) { return MonotonicTime{time.time_since_epoch()}; }

}  // namespace

Result<Relay, net::SocketError> Relay::open(std::span<const RelayedLine> lines,
                                            const std::vector<net::Prefix>& allow, std::uint64_t seed) {
  Relay relay;
  for (const RelayedLine& ends : lines) {
    auto front = net::UdpSocket::open({.address = ends.listen, .allow = allow});
    if (!front) return Failure{front.error()};
    RelayedLine bound = ends;
    bound.listen = front->address();
    const std::uint64_t up = seed + 2 * relay.lines_.size();
    relay.lines_.push_back(
        {bound, std::move(*front), net::BadLine{up, kClearLine}, net::BadLine{up + 1, kClearLine}, {}, 0, 0});
  }
  return relay;
}

bool Relay::apply(const LineOrder& order) noexcept {
  if (order.line > lines_.size()) return false;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (order.line != 0 && order.line != i + 1) continue;
    if (order.up) lines_[i].up.set_quality(order.quality);
    if (order.down) lines_[i].down.set_quality(order.quality);
  }
  return true;
}

void Relay::work() {
  for (std::size_t i = 0; i < lines_.size(); ++i) take(i);
  send_due(std::chrono::steady_clock::now());
}

void Relay::take(std::size_t index) {
  Line& line = lines_[index];
  while (line.front.receive(batch_) > 0) {
    for (const net::Arrival& arrival : batch_.arrivals()) {
      Visitor* const host = visitor(line, arrival.from, arrival.time);
      if (!host) {
        ++line.no_room;
        continue;
      }
      host->heard = arrival.time;
      offer(index, true, arrival.from, arrival);
    }
  }
  for (auto& [address, host] : line.visitors) {
    while (host.socket.receive(batch_) > 0) {
      for (const net::Arrival& arrival : batch_.arrivals()) {
        if (arrival.from != line.ends.to) continue;  // a stranger that guessed the port
        host.heard = arrival.time;
        offer(index, false, address, arrival);
      }
    }
    line.unreachable += host.socket.take_unreached().size();
  }
}

void Relay::offer(std::size_t index, bool up, const net::Address& host, const net::Arrival& arrival) {
  net::BadLine& line = up ? lines_[index].up : lines_[index].down;
  line.send(platform_time(arrival.time), arrival.bytes, [&](TimePoint due, std::vector<std::byte> bytes) {
    if (underway_.size() >= kMostUnderway) {
      ++lines_[index].no_room;
      return;
    }
    underway_.push({clock_time(due), number_++, index, up, host, std::move(bytes)});
  });
}

Relay::Visitor* Relay::visitor(Line& line, const net::Address& host, MonotonicTime now) {
  if (const auto known = line.visitors.find(host); known != line.visitors.end()) return &known->second;
  if (line.visitors.size() >= kMostHosts) {
    const auto oldest =
        std::min_element(line.visitors.begin(), line.visitors.end(),
                         [](const auto& a, const auto& b) { return a.second.heard < b.second.heard; });
    if (now - oldest->second.heard < kIdle) return nullptr;
    line.visitors.erase(oldest);
  }
  // From loopback only loopback can be reached; towards anywhere else the system chooses the way.
  const bool near = net::kLoopbackOnly.contains(line.ends.to.ip);
  auto socket = net::UdpSocket::open({.address = {near ? net::kLoopback : 0, 0},
                                      .allow = {net::Prefix{line.ends.to.ip, 32}},
                                      .receive_buffer = kVisitorBuffer});
  if (!socket) return nullptr;
  return &line.visitors.emplace(host, Visitor{std::move(*socket), now}).first->second;
}

void Relay::send_due(MonotonicTime now) {
  for (; !underway_.empty() && underway_.top().due <= now; underway_.pop()) {
    const Underway& one = underway_.top();
    Line& line = lines_[one.line];
    if (!one.up) {
      line.front.send(one.host, one.bytes);
      continue;
    }
    if (const auto host = line.visitors.find(one.host); host != line.visitors.end()) {
      host->second.socket.send(line.ends.to, one.bytes);
      host->second.socket.flush();
    }
  }
  for (Line& line : lines_) line.front.flush();
}

MonotonicTime Relay::next_due() const noexcept {
  return underway_.empty() ? MonotonicTime::max() : underway_.top().due;
}

void Relay::add_descriptors(std::vector<int>& awaited) const {
  for (const Line& line : lines_) {
    awaited.push_back(line.front.get());
    for (const auto& [address, host] : line.visitors) awaited.push_back(host.socket.get());
  }
}

LineReport Relay::report(std::size_t index) const {
  const Line& line = lines_[index];
  LineReport report{line.ends,          {},
                    line.up.quality(),  line.down.quality(),
                    line.up.counters(), line.down.counters(),
                    line.unreachable,   line.no_room};
  for (const auto& [address, host] : line.visitors) report.hosts.push_back(address);
  return report;
}

}  // namespace hexad::inline relay
