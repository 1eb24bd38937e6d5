#pragma once
// Packets that come late or in bursts are let wait, so that all of them go on in the rhythm they were sent
// in.
//
// Packet n was sent at φ + nT, and arrives d later, which differs from packet to packet. φ and T are those of
// the line through all arrivals (as in sender_clock.hpp, remembering a few seconds: so long that the sawtooth
// of bursts averages out); d₀, the least that a packet was late against that line, is learned from those that
// came at once and forgotten slowly. It goes on at φ + nT + d₀ + buffer: none that is at most `buffer` later
// than the quickest is late. n is the sender's own number, where it counts its packets; else one a packet,
// and T is what it is on average, losses included.
//
// What is too late nevertheless goes on at once; what is farther from the line than makes sense, or comes
// after a silence, begins a new one. Packets never overtake each other. Never: an allocation, a clock.

#include <array>
#include <cstdint>
#include <optional>

#include "base/vec.hpp"

namespace hexad::motion {

class JitterBuffer {
 public:
  struct Packet {
    Vec6 position = Vec6::Zero();
    double time = 0.0;  // when it goes on
    std::optional<std::uint32_t> number;
  };

  /// In seconds; 0 = nothing waits. Forgets everything.
  void start(double buffer) noexcept;
  /// What waits and what is known of the sender; what went on stays so.
  void forget() noexcept { start(buffer_); }
  bool on() const noexcept { return buffer_ > 0.0; }

  void add(const Vec6& position, double arrival, std::optional<std::uint32_t> number) noexcept;
  /// The next that goes on by `now`.
  std::optional<Packet> next(double now) noexcept;

 private:
  static constexpr std::size_t kMost = 512;

  double count(std::optional<std::uint32_t> number) noexcept;
  void begin(double arrival) noexcept;
  void learn(double arrival, double n) noexcept;

  std::array<Packet, kMost> waiting_{};
  std::size_t first_ = 0, size_ = 0;
  double buffer_ = 0.0;
  double phase_ = 0.0;                           // of the newest packet on the line
  double period_ = 0.0;                          // T
  double memory_ = 0.0;                          // packets that the line remembers
  double least_ = 0.0;                           // d₀
  double more_phase_ = 0.0, more_period_ = 0.0;  // that the newest arrivals move the line by
  double origin_ = 0.0, since_origin_ = 0.0;     // the first arrival, packets since
  double last_arrival_ = 0.0;
  double last_time_ = 0.0;  // when the newest goes on
  std::optional<std::uint32_t> number_;
  bool known_ = false;
};

}  // namespace hexad::motion
