#include "protocols/darren/peers.hpp"

#include <algorithm>

namespace hexad::protocols::darren {
namespace {

constexpr std::uint32_t kReorderWindow = 32;
constexpr Duration kReorderTime = std::chrono::milliseconds{200};
constexpr Duration kRateTime = std::chrono::seconds{1};

}  // namespace

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
