#pragma once
// What a session remembers of each host that spoke to it. Bounded: when it is full, one that has never driven
// makes room first, then the one that has been silent longest. A Peer is a LevelClient.

#include <algorithm>

#include "base/fixed_vector.hpp"
#include "protocols/level_client.hpp"

namespace hexad::protocols {

template <class Peer>
class PeerTable {
 public:
  static constexpr std::size_t kMost = 64;

  Peer* find(const Endpoint& endpoint) noexcept {
    return find_if([&endpoint](const Peer& peer) { return peer.endpoint == endpoint; });
  }
  Peer* find(Tag tag) noexcept {
    return find_if([tag](const Peer& peer) { return tag != 0 && peer.tag() == tag; });
  }
  template <class Test>
  Peer* find_if(Test test) noexcept {
    const auto found = std::find_if(peers_.begin(), peers_.end(), test);
    return found == peers_.end() ? nullptr : found;
  }

  /// Never makes room by forgetting `kept`.
  Peer& find_or_add(const Endpoint& endpoint, const Endpoint& kept) noexcept {
    if (Peer* peer = find(endpoint)) return *peer;
    Peer fresh;
    fresh.endpoint = endpoint;
    if (peers_.push_back(fresh)) return peers_.back();
    Peer* victim = nullptr;
    for (Peer& peer : peers_) {
      if (peer.endpoint == kept) continue;
      if (victim == nullptr || goes_before(peer, *victim)) victim = &peer;
    }
    *victim = fresh;
    return *victim;
  }

  /// Looks at the newest snapshot: true when hosts were disarmed since the last look (lifecycle rule 3). A
  /// lease that just ran out disarms nobody.
  bool disarmed_by(const Telemetry& telemetry) noexcept {
    const bool disarmed = disarms_ && *disarms_ != telemetry.disarms;
    disarms_ = telemetry.disarms;
    return disarmed;
  }

  Peer* begin() noexcept { return peers_.begin(); }
  Peer* end() noexcept { return peers_.end(); }

 private:
  static bool goes_before(const Peer& a, const Peer& b) noexcept {
    if (a.has_driven() != b.has_driven()) return b.has_driven();
    return a.last_frame() < b.last_frame();
  }

  FixedVector<Peer, kMost> peers_;
  std::optional<std::uint32_t> disarms_;  ///< at the last look
};

}  // namespace hexad::protocols
