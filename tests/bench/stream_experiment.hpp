#pragma once
// The stream experiment: a signal is sent at a rate, packets are late, early, lost; something follows at the
// rate of the controller in virtual time; what came out is compared with the signal. Deterministic: own
// generator, fixed seed.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/time.hpp"
#include "base/units.hpp"

namespace hexad::bench {

using Signal = std::function<double(double)>;

inline Signal sine(double amplitude, double frequency) {
  return [=](double t) { return amplitude * std::sin(2.0 * kPi * frequency * t); };
}

/// Uniform numbers that are the same on every compiler and library.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_{seed * 0x9E3779B97F4A7C15ull + 1} {}
  double unit() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<double>(state_ >> 11) * 0x1.0p-53;
  }
  double between(double low, double high) { return low + (high - low) * unit(); }

 private:
  std::uint64_t state_;
};

struct Packet {
  double sent;
  double arrival;
  double value;
  std::uint32_t number = 0;  // the sender's own count
};

struct StreamSettings {
  double rate = 100.0;   // Hz
  double jitter = 2e-3;  // ± s, uniform
  double loss = 0.01;
  double duration = 20.0;   // s
  double drift = 0.0;       // sender clock: +0.01 = sends 1 % slower
  double wander = 0.0;      // ± s added to each interval and never made up for: a sender that sleeps
  double resolution = 0.0;  // values rounded to multiples of it
  double gap_begin = -1.0, gap_end = -1.0;  // nothing arrives
  std::uint64_t seed = 1;
};

/// In order of arrival.
inline std::vector<Packet> stream(const Signal& signal, const StreamSettings& s) {
  Dice dice{s.seed};
  std::vector<Packet> packets;
  const double period = (1.0 + s.drift) / s.rate;
  std::uint32_t number = 0;
  for (double t = 0.0; t < s.duration; t += period + s.wander * (2.0 * dice.unit() - 1.0)) {
    const double arrival = std::max(0.0, t + dice.between(-s.jitter, s.jitter));
    const bool lost = dice.unit() < s.loss || (t >= s.gap_begin && t < s.gap_end);
    ++number;
    if (lost) continue;
    double value = signal(t);
    if (s.resolution > 0.0) value = s.resolution * std::round(value / s.resolution);
    packets.push_back({t, arrival, value, number});
  }
  std::stable_sort(packets.begin(), packets.end(),
                   [](const Packet& a, const Packet& b) { return a.arrival < b.arrival; });
  return packets;
}

/// What follows: told of packets as they arrive, asked for a position each tick.
struct Follower {
  std::function<void(const Packet&)> receive;
  std::function<double(double now, double dt)> advance;
};

/// Positions at dt, 2dt, …; packets that arrived up to a tick are given before it.
inline std::vector<double> run(const std::vector<Packet>& packets, const Follower& follower, double duration,
                               double dt = 1e-3) {
  std::vector<double> out;
  std::size_t next = 0;
  const auto ticks = static_cast<std::size_t>(std::llround(duration / dt));
  for (std::size_t k = 1; k <= ticks; ++k) {
    const double now = static_cast<double>(k) * dt;
    while (next < packets.size() && packets[next].arrival <= now) follower.receive(packets[next++]);
    out.push_back(follower.advance(now, dt));
  }
  return out;
}

struct Extremes {
  double velocity = 0.0, acceleration = 0.0, jerk = 0.0;
};

/// From differences of the positions alone. `from`, `to` in seconds.
inline Extremes extremes(const std::vector<double>& p, double dt, double from = 0.0, double to = 1e9) {
  Extremes e;
  for (std::size_t k = 3; k < p.size(); ++k) {
    const double t = static_cast<double>(k + 1) * dt;
    if (t < from || t > to) continue;
    e.velocity = std::max(e.velocity, std::abs(p[k] - p[k - 1]) / dt);
    e.acceleration =
        std::max(e.acceleration, std::abs((p[k] - p[k - 1]) - (p[k - 1] - p[k - 2])) / (dt * dt));
    const double third = (p[k] - p[k - 3]) - 3.0 * (p[k - 1] - p[k - 2]);
    e.jerk = std::max(e.jerk, std::abs(third) / (dt * dt * dt));
  }
  return e;
}

struct Comparison {
  double rms = 0.0;       // against the signal as it is
  double lag = 0.0;       // the delay of the signal that fits best, s
  double residual = 0.0;  // rms after that delay
};

inline double rms_with_delay(const std::vector<double>& p, double dt, const Signal& signal, double delay,
                             double from) {
  double sum = 0.0;
  std::size_t count = 0;
  for (std::size_t k = 0; k < p.size(); ++k) {
    const double t = static_cast<double>(k + 1) * dt;
    if (t < from) continue;
    const double e = p[k] - signal(t - delay);
    sum += e * e;
    ++count;
  }
  return std::sqrt(sum / static_cast<double>(std::max<std::size_t>(count, 1)));
}

/// Delay by scan (0.5 ms) and golden section.
inline Comparison compare(const std::vector<double>& p, double dt, const Signal& signal, double from) {
  const auto at = [&](double delay) { return rms_with_delay(p, dt, signal, delay, from); };
  double best = 0.0;
  double best_rms = at(0.0);
  for (double d = -0.05; d <= 0.6; d += 2.5e-3) {
    const double r = at(d);
    if (r < best_rms) {
      best_rms = r;
      best = d;
    }
  }
  double low = best - 2.5e-3;
  double high = best + 2.5e-3;
  for (int i = 0; i < 20; ++i) {
    const double a = low + 0.382 * (high - low);
    const double b = low + 0.618 * (high - low);
    if (at(a) < at(b)) {
      high = b;
    } else {
      low = a;
    }
  }
  const double lag = 0.5 * (low + high);
  return {at(0.0), lag, at(lag)};
}

}  // namespace hexad::bench
