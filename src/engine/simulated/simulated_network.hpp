#pragma once
// A network that exists only in memory and in made-up time: datagrams are late, lost, doubled and out of
// order as its seed wills. Same seed and same calls, same deliveries, bit for bit.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <queue>
#include <span>
#include <vector>

#include "model/session.hpp"
#include "net/address.hpp"
#include "net/bad_line.hpp"

namespace hexad::inline engine {

struct Packet {
  net::Address from;
  net::Address to;
  TimePoint arrival{};
  std::vector<std::byte> bytes;
};

class SimulatedNetwork {
 public:
  explicit SimulatedNetwork(std::uint64_t seed, const net::LineQuality& quality = {}) noexcept
      : line_{seed, quality} {}

  void set_quality(const net::LineQuality& quality) noexcept { line_.set_quality(quality); }
  void bind(const net::Address& address) { inboxes_[address]; }
  /// Nobody is there any more; what lies there is gone.
  void unbind(const net::Address& address) { inboxes_.erase(address); }
  void send(const net::Address& from, const net::Address& to, TimePoint now,
            std::span<const std::byte> bytes);
  /// Delivers what is due at `now`, in the order of arrival.
  void advance(TimePoint now);
  /// The next packet that has arrived at `address`.
  bool receive(const net::Address& address, Packet& packet);

  /// Counts and contents of everything that was delivered, in one number.
  std::uint64_t trace_hash() const noexcept { return hash_; }
  std::uint64_t lost() const noexcept { return line_.counters().lost; }
  std::uint64_t delivered() const noexcept { return delivered_; }

 private:
  struct Underway {
    TimePoint due{};
    std::uint64_t number = 0;  ///< of those due at the same time, the one sent first
    Packet packet;
  };
  struct Later {
    bool operator()(const Underway& a, const Underway& b) const noexcept {
      return a.due != b.due ? a.due > b.due : a.number > b.number;
    }
  };

  void add_to_hash(const Packet& packet) noexcept;

  net::BadLine line_;
  std::uint64_t sent_ = 0;
  std::uint64_t delivered_ = 0;
  std::uint64_t hash_ = 0xCBF29CE484222325;
  std::priority_queue<Underway, std::vector<Underway>, Later> underway_;
  std::map<net::Address, std::deque<Packet>> inboxes_;
};

}  // namespace hexad::inline engine
