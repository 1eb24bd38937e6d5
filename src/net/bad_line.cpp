#include "net/bad_line.hpp"

#include <algorithm>

namespace hexad::net {

TimePoint BadLine::due(TimePoint now) noexcept {
  TimePoint due = now + quality_.delay + from_seconds(draw() * to_seconds(quality_.jitter));
  if (quality_.in_order) last_due_ = due = std::max(due, last_due_);
  if (quality_.reordered > 0.0 && draw() < quality_.reordered) {
    ++counters_.reordered;
    due += quality_.behind;
  }
  return due;
}

std::vector<std::byte> BadLine::copied(std::span<const std::byte> bytes) {
  std::vector<std::byte> copy{bytes.begin(), bytes.end()};
  if (quality_.truncated == 0.0 && quality_.flipped == 0.0) return copy;
  bool damaged = false;
  if (!copy.empty() && draw() < quality_.truncated) {
    copy.resize(place(copy.size()));
    damaged = true;
  }
  if (!copy.empty() && draw() < quality_.flipped) {
    copy[place(copy.size())] ^= std::byte{1} << static_cast<int>(place(8));
    damaged = true;
  }
  counters_.damaged += damaged ? 1 : 0;
  return copy;
}

std::size_t BadLine::place(std::size_t count) noexcept {
  return static_cast<std::size_t>(draw() * static_cast<double>(count));
}

// splitmix64; written out so that every library draws the same numbers.
double BadLine::draw() noexcept {
  random_ += 0x9E3779B97F4A7C15;
  std::uint64_t z = random_;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  z ^= z >> 31;
  return static_cast<double>(z >> 11) * 0x1.0p-53;
}

}  // namespace hexad::net
