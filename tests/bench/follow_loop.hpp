#pragma once
// For the tests of the follower: runs it in virtual time and checks the limits at every tick, from the
// differences of the positions and not only from what the follower says about itself.

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "bench/stream_experiment.hpp"
#include "motion/program/follow.hpp"

namespace hexad::motion::testing_follow {

using namespace hexad::bench;

struct Rates {
  double v, a, j;
};
inline constexpr Rates kSlow{0.25, 2.0, 50.0};
inline constexpr Rates kFast{0.4, 4.0, 50.0};

inline TimePoint at(double seconds) { return TimePoint{from_seconds(seconds)}; }

/// One follower with its own time. Coordinate 0 gets the values, coordinate 1 minus half of them with half
/// the limits, coordinate 2 has no limits and must not move.
class Rig {
 public:
  explicit Rig(Rates rates = kSlow, double dt = 1e-3, State6 from = {})
      : rates_{rates}, dt_{dt}, from_{from} {
    const Vec6 share{1.0, 0.5, 0.0, 1.0, 1.0, 1.0};
    follow.start(from, rates.v * share, rates.a * share, rates.j * share);
    positions.push_back(from.position[0]);
    last_ = from;
  }

  void send(double value, double arrival, std::optional<std::uint32_t> number = {}) {
    follow.target(Vec6{value, -0.5 * value, value, 0.0, 0.1 * value, value}, at(arrival), number);
  }

  void run_until(double end) {
    while (now_ + 0.5 * dt_ < end) tick();
  }

  /// `numbered`: one that a newer one has overtaken is dropped, as a session does.
  void play(const std::vector<Packet>& packets, double end, bool numbered = false) {
    std::size_t next = 0;
    std::uint32_t newest = 0;
    while (now_ + 0.5 * dt_ < end) {
      while (next < packets.size() && packets[next].arrival <= now_ + dt_) {
        const Packet& packet = packets[next++];
        if (!numbered) {
          send(packet.value, packet.arrival);
        } else if (packet.number > newest) {
          send(packet.value, packet.arrival, newest = packet.number);
        }
      }
      tick();
    }
  }

  void tick() {
    ++count_;
    now_ = static_cast<double>(count_) * dt_;
    const State6 s = follow.advance(at(now_), from_seconds(dt_));
    positions.push_back(s.position[0]);
    ASSERT_TRUE(s.position.allFinite() && s.velocity.allFinite() && s.acceleration.allFinite())
        << "at " << now_;
    ASSERT_LE(std::abs(s.velocity[0]), rates_.v + 1e-9) << "at " << now_;
    ASSERT_LE(std::abs(s.acceleration[0]), rates_.a + 1e-9) << "at " << now_;
    ASSERT_LE(std::abs(s.acceleration[0] - last_.acceleration[0]), rates_.j * dt_ + 1e-9) << "at " << now_;
    ASSERT_NEAR(s.position[1] - from_.position[1], -0.5 * (s.position[0] - from_.position[0]), 1e-9);
    ASSERT_EQ(s.position[2], from_.position[2]);
    last_ = s;
  }

  void expect_limits_kept() const {
    const Extremes e = extremes(positions, dt_);
    const double rounding = 1e-15 / (dt_ * dt_ * dt_);
    EXPECT_LE(e.velocity, rates_.v * (1.0 + 1e-9));
    EXPECT_LE(e.acceleration, rates_.a * (1.0 + 1e-6));
    EXPECT_LE(e.jerk, rates_.j * (1.0 + 1e-6) + rounding);
  }

  double position() const { return last_.position[0]; }
  double now() const { return now_; }
  const State6& state() const { return last_; }
  /// Without the first, which is the start.
  std::vector<double> output() const { return {positions.begin() + 1, positions.end()}; }

  Follow follow;
  std::vector<double> positions;

 private:
  Rates rates_;
  double dt_;
  State6 from_;
  State6 last_;
  double now_ = 0.0;
  std::size_t count_ = 0;
};

}  // namespace hexad::motion::testing_follow
