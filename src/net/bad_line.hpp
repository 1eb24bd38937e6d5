#pragma once
// One direction of a line that loses, delays, doubles, reorders and damages datagrams as its seed wills. It
// has no clock and no socket: same seed and same calls, same deliveries, bit for bit. The simulated network
// and `hexad relay` send through it.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/time.hpp"

namespace hexad::net {

/// What happens to datagrams on their way. Shares are of all datagrams, 0 to 1.
struct LineQuality {
  Duration delay{};
  Duration jitter{};  ///< added, evenly between 0 and this
  double loss = 0.0;
  double duplicate = 0.0;
  double truncated = 0.0;  ///< loses its end
  double flipped = 0.0;    ///< one bit of it is the other way round
  double reordered = 0.0;  ///< kept back for `behind` more, so that later ones overtake it
  Duration behind = std::chrono::milliseconds{20};
  bool in_order = false;  ///< jitter alone lets none overtake another

  friend bool operator==(const LineQuality&, const LineQuality&) = default;
};

struct LineCounters {
  std::uint64_t offered = 0;
  std::uint64_t lost = 0;
  std::uint64_t duplicated = 0;
  std::uint64_t reordered = 0;
  std::uint64_t damaged = 0;  ///< truncated or flipped, copies counted each
};

class BadLine {
 public:
  explicit BadLine(std::uint64_t seed, const LineQuality& quality = {}) noexcept
      : quality_{quality}, random_{seed} {}

  const LineQuality& quality() const noexcept { return quality_; }
  void set_quality(const LineQuality& quality) noexcept { quality_ = quality; }
  const LineCounters& counters() const noexcept { return counters_; }

  /// Calls `deliver(due, bytes)` for what becomes of the datagram: not at all, once or twice.
  template <class Deliver>
  void send(TimePoint now, std::span<const std::byte> bytes, Deliver&& deliver) {
    ++counters_.offered;
    if (draw() < quality_.loss) {
      ++counters_.lost;
      return;
    }
    pass_on(now, bytes, deliver);
    if (draw() < quality_.duplicate) {
      ++counters_.duplicated;
      pass_on(now, bytes, deliver);
    }
  }

 private:
  template <class Deliver>
  void pass_on(TimePoint now, std::span<const std::byte> bytes, Deliver& deliver) {
    const TimePoint when = due(now);  // drawn before the damage
    deliver(when, copied(bytes));
  }
  double draw() noexcept;  ///< 0 ≤ x < 1
  std::size_t place(std::size_t count) noexcept;
  TimePoint due(TimePoint now) noexcept;
  std::vector<std::byte> copied(std::span<const std::byte> bytes);

  LineQuality quality_;
  std::uint64_t random_;
  TimePoint last_due_{};
  LineCounters counters_;
};

}  // namespace hexad::net
