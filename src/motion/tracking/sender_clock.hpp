#pragma once
// The sender's clock, recovered from arrival times alone.
//
// Packet number k leaves at φ + kT and arrives a little earlier or later than expected. The line φ + kT is
// fitted to the arrivals as a growing, then fading memory of m packets (least squares as a recursion):
//   e = arrival − (φ + nT),   φ ← φ + nT + e·2(2m − 1)/(m(m + 1)),   T ← T + (e/n)·6/(m(m + 1)).
// n, the number of periods since the last packet, is inferred from the gap, so a lost packet is seen as n
// = 2.
//
// How long to remember is learned from the errors: for pure network jitter they are white and a long memory
// is best; a sender that sleeps a period after each packet wanders, its errors stay on one side, and the
// memory shrinks until the line follows it. A median interval that no longer agrees with T starts the fit
// anew. So does a line that fits only by counting: with T a fifth too short every fifth packet looks like a
// loss, and all lie well.
//
// Where arrivals scatter by a good part of T, n cannot be inferred; then the number that the sender gave the
// packet says it, if it gave one and counts by about one. Elsewhere the number is no better than the gap: a
// game that misses a frame of the screen does not miss a number.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace hexad::motion {

class SenderClock {
 public:
  enum class Kind {
    first,      // nothing is known but this arrival
    regular,    // the next on the line
    same_slot,  // came with the last one: replaces it
    duplicate,  // is the last one
    gap         // so much is missing, or the clock so different, that what was before says nothing about it
  };
  struct Stamp {
    Kind kind = Kind::first;
    double time = 0.0;  // when it left, on the recovered line, as if the mean delay were zero
  };

  void reset() noexcept;

  /// `time` in seconds, not necessarily growing. `same_value`: it asks for exactly what the last one asked
  /// for. `number`: the sender's own count, if it has one.
  Stamp arrival(double time, bool same_value, std::optional<std::uint32_t> number = {}) noexcept;

  /// 0 before the second packet.
  double period() const noexcept { return period_; }
  /// Mean distance of arrivals from the line.
  double jitter() const noexcept { return jitter_; }
  /// Is the line good enough to look ahead from? 0 = no … 1 = yes.
  double quality() const noexcept;

 private:
  static constexpr std::size_t kIntervals = 11;

  double median_interval() const noexcept;
  double usual_interval(std::size_t newest) const noexcept;
  double periods_since_last(double time, double interval) const noexcept;
  double count(std::optional<std::uint32_t> number) noexcept;
  double usual_scatter() const noexcept;
  void choose_counting() noexcept;
  bool rate_changed(double n, bool on_line) noexcept;
  void start_anew(double time, double period, double memory) noexcept;
  double shortest_memory() const noexcept;
  void learn_memory(double error) noexcept;
  void watch_for_slip(double error) noexcept;
  bool locked_wrongly(double n) noexcept;

  double period_ = 0.0;
  double phase_ = 0.0;  // the newest packet on the line
  double last_arrival_ = 0.0;
  double jitter_ = 0.0;
  double memory_ = 0.0;        // m of the packets so far
  double memory_limit_ = 0.0;  // learned
  double bias_ = 0.0;          // mean of the last few errors
  double last_error_ = 0.0, covariance_ = 0.0, variance_ = 0.0;
  double mean_count_ = 1.0;     // of n, fading
  double mean_interval_ = 0.0;  // of usual_interval(), fading
  double age_ = 0.0;            // packets since the fit began
  std::array<double, kIntervals> intervals_{};
  std::array<double, kIntervals> counts_{};  // by number, of the same packets
  std::size_t interval_count_ = 0;
  std::optional<std::uint32_t> number_;  // of the last packet
  double mean_number_ = 1.0;             // by which it grows, fading
  int numbered_ = 0;                     // packets in a row that had one
  bool by_number_ = false;
  int thinned_ = 0;  // packets in a row for which the sender looked slower than T
  bool known_ = false;
};

}  // namespace hexad::motion
