#pragma once
// Streams as hosts really send them: with frames shown twice, in bursts, with stalls, at changing rates.

#include <array>

#include "bench/stream_experiment.hpp"

namespace hexad::bench {

struct FieldStream {
  const char* name;
  double rate = 100.0;  // Hz
  double jitter = 0.0;  // ± s, in order
  double loss = 0.0;
  double drift = 0.0;    // of the sender's clock
  double wander = 0.0;   // ± s added to each interval
  double doubled = 0.0;  // share of frames that take two periods
  double burst = 0.0;    // s: everything sent within it arrives at its end
  double stall = 0.0;    // s: at the end of every 1.5 s …
  bool late = true;      // … what is sent in it arrives after it, or never
  bool halving = false;  // half the rate for two of every six seconds
};

inline constexpr std::array kFieldStreams{
    FieldStream{"100 Hz, clean"},
    FieldStream{.name = "60 Hz vsync, 3 % double frames", .rate = 60.0, .jitter = 0.3e-3, .doubled = 0.03},
    FieldStream{.name = "100 Hz ±2 ms, 1 % loss", .jitter = 2e-3, .loss = 0.01},
    FieldStream{.name = "bursts of ten each 100 ms", .burst = 0.1},
    FieldStream{.name = "100 Hz, 100 ms stalls, late", .stall = 0.1},
    FieldStream{.name = "100 Hz, 100 ms stalls, lost", .stall = 0.1, .late = false},
    FieldStream{.name = "20 Hz ±5 ms", .rate = 20.0, .jitter = 5e-3},
    FieldStream{.name = "50 Hz ±1 ms, 5 % loss", .rate = 50.0, .jitter = 1e-3, .loss = 0.05},
    FieldStream{.name = "200 Hz ±2 ms", .rate = 200.0, .jitter = 2e-3},
    FieldStream{.name = "250 Hz ±3 ms, 3 % loss", .rate = 250.0, .jitter = 3e-3, .loss = 0.03},
    FieldStream{.name = "100 Hz ±1 ms, clock +0.5 %", .jitter = 1e-3, .drift = 0.005},
    FieldStream{.name = "60 → 30 → 60 Hz", .rate = 60.0, .jitter = 0.3e-3, .halving = true},
    FieldStream{.name = "64 Hz (Sleep(10))", .rate = 64.0, .jitter = 0.2e-3},
    FieldStream{.name = "60 Hz loop, intervals ±3 ms", .rate = 60.0, .jitter = 0.3e-3, .wander = 3e-3},
};

/// In order of arrival.
inline std::vector<Packet> field_stream(const Signal& signal, const FieldStream& s, double duration,
                                        std::uint64_t seed) {
  constexpr double kStallEvery = 1.5;
  Dice dice{seed};
  std::vector<Packet> packets;
  const double period = (1.0 + s.drift) / s.rate;
  double last = 0.0;
  std::uint32_t number = 0;
  for (double t = 0.0; t < duration;) {
    double arrival = std::max(0.0, t + dice.between(-s.jitter, s.jitter));
    bool lost = dice.unit() < s.loss;
    const double left = kStallEvery - std::fmod(t, kStallEvery);
    if (t > 1.0 && left <= s.stall) {
      lost = lost || !s.late;
      arrival = std::max(arrival, t + left);
    }
    if (s.burst > 0.0) arrival = std::ceil(t / s.burst + 1e-9) * s.burst;
    ++number;
    if (!lost) {
      last = std::max(arrival, last + 1e-6);
      packets.push_back({t, last, signal(t), number});
    }
    const bool half = s.halving && std::fmod(t, 6.0) >= 2.0 && std::fmod(t, 6.0) < 4.0;
    const double frames = half || dice.unit() < s.doubled ? 2.0 : 1.0;
    t += frames * period + s.wander * (2.0 * dice.unit() - 1.0);
  }
  return packets;
}

}  // namespace hexad::bench
