#pragma once
// A relay between hosts and a controller that makes the line as bad as one likes. To the controller each host
// is an address of its own, so that it tells them apart as before; what the controller sends there goes back
// to that host. One thread uses it; it has no timers but the ones its owner waits with.
//
//   hosts → listen ─ BadLine up ──→ one socket a host → controller
//   hosts ← listen ←─ BadLine down ─ one socket a host ← controller

#include <cstdint>
#include <map>
#include <queue>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "net/bad_line.hpp"
#include "os/udp_socket.hpp"
#include "relay/order.hpp"

namespace hexad::inline relay {

struct RelayedLine {
  net::Address listen;
  net::Address to;
};

/// What one line did so far.
struct LineReport {
  RelayedLine line;
  std::vector<net::Address> hosts;
  net::LineQuality up;
  net::LineQuality down;
  net::LineCounters sent_up;
  net::LineCounters sent_down;
  std::uint64_t unreachable = 0;  ///< datagrams for a controller that is not there
  std::uint64_t no_room = 0;      ///< of hosts beyond the number that a line takes
};

class Relay {
 public:
  static constexpr std::size_t kMostHosts = 32;  ///< a line
  /// A host that nothing came from or went to for so long gives its place to another one.
  static constexpr std::chrono::seconds kIdle{10};

  /// `allow`: who may be a host. The seed decides everything that happens to datagrams, direction by
  /// direction.
  static Result<Relay, net::SocketError> open(std::span<const RelayedLine> lines,
                                              const std::vector<net::Prefix>& allow, std::uint64_t seed);

  /// False: there is no such line.
  bool apply(const LineOrder& order) noexcept;
  /// Takes what came and sends what is due.
  void work();
  /// When work() has something to do though nothing comes; max = never.
  net::MonotonicTime next_due() const noexcept;
  /// What to wait for, added to `awaited`.
  void add_descriptors(std::vector<int>& awaited) const;

  std::size_t lines() const noexcept { return lines_.size(); }
  LineReport report(std::size_t line) const;

 private:
  struct Visitor {
    net::UdpSocket socket;
    net::MonotonicTime heard{};
  };
  struct Line {
    RelayedLine ends;
    net::UdpSocket front;
    net::BadLine up;
    net::BadLine down;
    std::map<net::Address, Visitor> visitors;
    std::uint64_t unreachable = 0;
    std::uint64_t no_room = 0;
  };
  struct Underway {
    net::MonotonicTime due;
    std::uint64_t number = 0;  ///< of those due at the same time, the one sent first
    std::size_t line = 0;
    bool up = false;
    net::Address host;
    std::vector<std::byte> bytes;
  };
  struct Later {
    bool operator()(const Underway& a, const Underway& b) const noexcept {
      return a.due != b.due ? a.due > b.due : a.number > b.number;
    }
  };

  Relay() = default;
  void take(std::size_t line);
  void offer(std::size_t line, bool up, const net::Address& host, const net::Arrival& arrival);
  Visitor* visitor(Line& line, const net::Address& host, net::MonotonicTime now);
  void send_due(net::MonotonicTime now);

  std::vector<Line> lines_;
  std::priority_queue<Underway, std::vector<Underway>, Later> underway_;
  std::uint64_t number_ = 0;
  net::ReceiveBatch batch_;
};

/// Says what the relay does in one JSON document; `request` is `status` or an order.
std::string answer(Relay& relay, std::string_view request);

}  // namespace hexad::inline relay
