#pragma once
// How punctual the loop is: a histogram of fixed size that the real-time thread can feed, and the few numbers
// made of it.

#include <array>
#include <bit>
#include <cstdint>

#include "base/time.hpp"

namespace hexad::inline engine {

/// Counts of durations, eight buckets an octave: a percentile is exact within one eighth.
class DurationHistogram {
 public:
  void add(Duration duration) noexcept {
    const auto value = static_cast<std::uint64_t>(duration.count() < 0 ? 0 : duration.count());
    ++counts_[bucket_of(value)];
    ++total_;
    if (duration > largest_) largest_ = duration;
  }

  std::uint64_t total() const noexcept { return total_; }
  Duration largest() const noexcept { return largest_; }

  /// How many were shorter than `end`, as exactly as a bucket is wide.
  std::uint64_t below(Duration end) const noexcept {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < counts_.size() && upper_end(i) < static_cast<std::uint64_t>(end.count()); ++i)
      count += counts_[i];
    return count;
  }

  /// No more than a share of 1 - `share` of all durations is longer than this.
  Duration percentile(double share) const noexcept {
    if (total_ == 0) return Duration::zero();
    const auto wanted = static_cast<std::uint64_t>(share * static_cast<double>(total_) + 0.999999);
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      seen += counts_[i];
      if (seen >= wanted) {
        const Duration end{static_cast<std::int64_t>(upper_end(i))};
        return end < largest_ ? end : largest_;
      }
    }
    return largest_;
  }

 private:
  static constexpr unsigned kFineBits = 3;
  static constexpr std::uint64_t kFine = 1u << kFineBits;

  static constexpr std::size_t bucket_of(std::uint64_t value) noexcept {
    if (value < kFine) return static_cast<std::size_t>(value);
    const unsigned shift = static_cast<unsigned>(std::bit_width(value)) - 1 - kFineBits;
    return static_cast<std::size_t>(shift * kFine + (value >> shift));
  }
  /// The largest value in bucket i.
  static constexpr std::uint64_t upper_end(std::size_t i) noexcept {
    if (i < 2 * kFine) return i;
    const std::uint64_t shift = i / kFine - 1;
    return ((i - shift * kFine + 1) << shift) - 1;
  }

  std::array<std::uint64_t, (64 - kFineBits + 1) * kFine> counts_{};
  std::uint64_t total_ = 0;
  Duration largest_{};
};

/// Where the counts of late wakes begin anew.
inline constexpr std::array kLatenessEdges{std::chrono::microseconds{10},   std::chrono::microseconds{20},
                                           std::chrono::microseconds{50},   std::chrono::microseconds{100},
                                           std::chrono::microseconds{200},  std::chrono::microseconds{500},
                                           std::chrono::microseconds{1000}, std::chrono::microseconds{2000},
                                           std::chrono::microseconds{5000}, std::chrono::microseconds{10000}};
using LatenessCounts = std::array<std::uint64_t, kLatenessEdges.size() + 1>;

inline LatenessCounts lateness_counts(const DurationHistogram& histogram) noexcept {
  LatenessCounts counts{};
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < kLatenessEdges.size(); ++i) {
    const std::uint64_t below = histogram.below(kLatenessEdges[i]);
    counts[i] = below - before;
    before = below;
  }
  counts.back() = histogram.total() - before;
  return counts;
}

/// Since the start, but for the rate.
struct LoopStatistics {
  double rate_hz = 0.0;  ///< ticks a second of clock time, over the last second
  Duration lateness_p99{};
  Duration lateness_max{};
  Duration step_p99{};  ///< what the work of one wake takes
  Duration step_max{};
  std::uint64_t ticks = 0;
  std::uint64_t overruns = 0;  ///< wakes that came a period or more too late
  std::uint64_t slipped = 0;   ///< ticks that were never made up for
  LatenessCounts lateness{};   ///< wakes by how late they came
};

}  // namespace hexad::inline engine
