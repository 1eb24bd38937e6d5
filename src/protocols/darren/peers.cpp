#include "protocols/darren/peers.hpp"

#include <algorithm>

namespace hexad::protocols::darren {
namespace {

constexpr std::uint32_t kReorderWindow = 32;
constexpr Duration kReorderTime = std::chrono::milliseconds{200};
constexpr Duration kRateTime = std::chrono::seconds{1};

}  // namespace

bool Peer::note_word(std::uint16_t value) noexcept {
  if (has_word && value == word) return false;
  has_word = true;
  word = value;
  standing = Standing::fresh;
  tag = 0;
  disarmed = false;
  watched = false;
  return true;
}

std::uint32_t Peer::missing_before(std::uint32_t sequence, TimePoint arrival) const noexcept {
  const std::uint32_t ahead = sequence - newest_sequence;
  if (!has_sequence || arrival - newest_arrival >= kReorderTime) return 0;
  return ahead >= 2 && ahead <= kReorderWindow ? ahead - 1 : 0;
}

bool Peer::note_sequence(std::uint32_t sequence, TimePoint arrival) noexcept {
  const std::uint32_t behind = newest_sequence - sequence;  // wraps as the counter does
  if (has_sequence && behind >= 1 && behind <= kReorderWindow && arrival - newest_arrival < kReorderTime) {
    reordered = true;
    reordered_at = arrival;
    return true;
  }
  has_sequence = true;
  newest_sequence = sequence;
  newest_arrival = arrival;
  return false;
}

Peer* Peers::find(const Endpoint& endpoint) noexcept {
  const auto found = std::find_if(peers_.begin(), peers_.end(),
                                  [&endpoint](const Peer& peer) { return peer.endpoint == endpoint; });
  return found == peers_.end() ? nullptr : found;
}

Peer* Peers::find(Tag tag) noexcept {
  if (tag == 0) return nullptr;
  const auto found =
      std::find_if(peers_.begin(), peers_.end(), [tag](const Peer& peer) { return peer.tag == tag; });
  return found == peers_.end() ? nullptr : found;
}

Peer& Peers::find_or_add(const Endpoint& endpoint, const Endpoint& kept) noexcept {
  if (Peer* peer = find(endpoint)) return *peer;
  Peer fresh;
  fresh.endpoint = endpoint;
  if (peers_.push_back(fresh)) return peers_.back();
  Peer* victim = nullptr;
  for (Peer& peer : peers_) {
    if (peer.endpoint == kept) continue;
    const bool better = victim == nullptr || (victim->held_slot && !peer.held_slot) ||
                        (victim->held_slot == peer.held_slot && peer.last_frame < victim->last_frame);
    if (better) victim = &peer;
  }
  *victim = fresh;
  return *victim;
}

void FrameRate::restart(TimePoint now) noexcept {
  counted_ = 0;
  next_ = 0;
  since_ = now;
}

void FrameRate::count(TimePoint arrival) noexcept {
  arrivals_[next_] = arrival;
  next_ = (next_ + 1) % kFramesASecond;
  counted_ = std::min(counted_ + 1, kFramesASecond);
}

bool FrameRate::is_slow(TimePoint now) const noexcept {
  if (now - since_ < kRateTime) return false;
  return counted_ < kFramesASecond || now - arrivals_[next_] > kRateTime;
}

}  // namespace hexad::protocols::darren
