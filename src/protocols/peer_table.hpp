#pragma once
// What a session remembers of each host that spoke to it. Bounded: when it is full, the host that has been silent
// longest makes room. A Peer has an `endpoint`, a `last_frame` and the `tag` of what it asked for (0 = nothing).

#include <algorithm>

#include "base/fixed_vector.hpp"
#include "model/request.hpp"

namespace hexad::protocols {

template <class Peer>
class PeerTable {
 public:
  static constexpr std::size_t kMost = 64;

  Peer* find(const Endpoint& endpoint) noexcept {
    const auto found = std::find_if(peers_.begin(), peers_.end(),
                                    [&endpoint](const Peer& peer) { return peer.endpoint == endpoint; });
    return found == peers_.end() ? nullptr : found;
  }

  Peer* find(Tag tag) noexcept {
    if (tag == 0) return nullptr;
    const auto found =
        std::find_if(peers_.begin(), peers_.end(), [tag](const Peer& peer) { return peer.tag == tag; });
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
      if (victim == nullptr || peer.last_frame < victim->last_frame) victim = &peer;
    }
    *victim = fresh;
    return *victim;
  }

  Peer* begin() noexcept { return peers_.begin(); }
  Peer* end() noexcept { return peers_.end(); }

 private:
  FixedVector<Peer, kMost> peers_;
};

}  // namespace hexad::protocols
