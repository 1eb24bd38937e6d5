#pragma once
// What passes the network thread, shown to the web thread: copies of the datagrams somebody wants to see, in
// a bounded queue, and when the driver was last heard. Without anybody looking it costs two loads a datagram.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <span>
#include <string_view>

#include "base/spsc_queue.hpp"
#include "base/time.hpp"
#include "model/endpoint.hpp"

namespace hexad::inline engine {

struct TappedPacket {
  enum class Way : std::uint8_t { in, out };
  static constexpr std::size_t kMostBytes = 1024;

  Endpoint peer;
  Way way = Way::in;
  TimePoint time{};            ///< clock time
  std::string_view verdict{};  ///< static text: why it was not acted on
  std::uint32_t size = 0;      ///< of the datagram
  std::uint16_t kept = 0;      ///< of its bytes
  std::array<std::byte, kMostBytes> bytes{};

  std::span<const std::byte> content() const noexcept { return std::span{bytes}.first(kept); }
};

class PacketTap {
 public:
  // ---- the network thread's side

  void passed(const Endpoint& peer, TappedPacket::Way way, TimePoint wall, std::span<const std::byte> bytes,
              std::string_view verdict) noexcept {
    if ((wanted_.load(std::memory_order_relaxed) & bit(peer.protocol)) == 0) return;
    packet_.peer = peer;
    packet_.way = way;
    packet_.time = wall;
    packet_.verdict = verdict;
    packet_.size = static_cast<std::uint32_t>(bytes.size());
    packet_.kept = static_cast<std::uint16_t>(std::min(bytes.size(), TappedPacket::kMostBytes));
    std::copy_n(bytes.begin(), packet_.kept, packet_.bytes.begin());
    if (!packets_.push(packet_)) left_out_.fetch_add(1, std::memory_order_relaxed);
  }
  void driver_heard(TimePoint wall) noexcept {
    heard_.store(wall.time_since_epoch().count(), std::memory_order_relaxed);
  }

  // ---- the web thread's side

  /// Which protocols somebody wants to see, a bit each; 0 = nobody looks.
  void want(std::uint32_t protocols) noexcept { wanted_.store(protocols, std::memory_order_relaxed); }
  std::uint32_t wanted() const noexcept { return wanted_.load(std::memory_order_relaxed); }
  bool take(TappedPacket& packet) noexcept { return packets_.pop(packet); }
  /// Since the last call.
  std::uint64_t take_left_out() noexcept { return left_out_.exchange(0, std::memory_order_relaxed); }
  TimePoint driver_heard() const noexcept {
    return TimePoint{Duration{heard_.load(std::memory_order_relaxed)}};
  }

  static constexpr std::uint32_t bit(ProtocolId protocol) noexcept {
    return protocol < 32 ? std::uint32_t{1} << protocol : 0;
  }

 private:
  std::atomic<std::uint32_t> wanted_{0};
  std::atomic<std::uint64_t> left_out_{0};
  std::atomic<std::int64_t> heard_{0};
  SpscQueue<TappedPacket, 256> packets_;
  alignas(64) TappedPacket packet_;  // the network thread's
};

}  // namespace hexad::inline engine
