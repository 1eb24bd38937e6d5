#pragma once
// Where the target is now, from samples of where it was.
//
// Nobody knows beforehand how a sender keeps its time, nor how fast its target will turn; so several answers
// are kept at once, and each counts by its own record, how well it foretold the samples that came:
// - times: the sender's line recovered from all arrivals (right for a steady sender behind a jittering
// network) and
//   the bare arrival (right for a sender that has no steady time). One record for all coordinates.
// - memories: cubics (cubic_fit.hpp) that remember a short, a middle and a long time; the long one is smooth,
// the
//   short one follows what turns fast. A record each coordinate.
// - a swing (harmonic_fit.hpp), beside them: right where a period has few samples.
// Their weighted mean is one curve, made once per packet. Packets closer together than a few milliseconds
// are averaged, time and value, into one sample.
//
// Looking ahead is a privilege. A packet the cubic explains no better than "as the last one" (a step, a
// corner, noise) ends the fit: the goal is then that packet, at rest, until enough good samples have come
// again. When packets stop coming, the cubic is used a little longer (one lost packet is normal), then its
// time slows down to a standstill, and at last the goal fades into the last packet.
//
// The goal lags the newest packet by half a period on average: with that, the target is looked up inside or
// little beyond the samples, where the cubic is good; steps are not delayed.

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

#include "base/vec.hpp"
#include "motion/tracking/cubic_fit.hpp"
#include "motion/tracking/harmonic_fit.hpp"

namespace hexad::motion {

class Predictor {
 public:
  static constexpr std::size_t kClocks = 2;
  static constexpr std::size_t kMemories = 3;
  /// When a packet left, by each clock: line, arrival.
  using Times = std::array<double, kClocks>;

  /// What is known of the sender when a packet comes.
  struct Source {
    double period = 0.0;
    double jitter = 0.0;
    double quality = 0.0;  // 0 … 1: are the times good enough to look ahead?
  };

  /// What moves much faster than the limits is a jump, not a motion to be continued.
  void start(const Vec6& position, const Vec6& velocity, const Vec6& acceleration, const Vec6& jerk) noexcept;

  /// Forget what was before: the next packet begins a new fit.
  void restart() noexcept { fresh_ = true; }

  /// A packet. One that left at the same time as the last one, by some clock, replaces it there.
  void add(const Times& times, const Vec6& position, const Source& source) noexcept;

  /// The last packet is final.
  void hold() noexcept { held_ = true; }

  /// The parts of the goal that all coordinates share; ask once a tick.
  struct Horizon {
    double age = 0.0;                                      // since the newest sample, on the path
    double rate = 1.0, rate_slope = 0.0, rate_bend = 0.0;  // of that time, and its derivatives
    double weight = 0.0, slope = 0.0, bend = 0.0;  // of the cubic against the hold, and its derivatives
  };
  Horizon horizon(double now) const noexcept;
  Goal goal(std::size_t coordinate, const Horizon& horizon) const noexcept;

  /// How much the goal jumps to and fro when samples come, on average: what is noise and not the target's own
  /// turning, which makes jumps to the same side follow on each other. 0 when it holds.
  double surprise(std::size_t coordinate) const noexcept { return std::sqrt(channels_[coordinate].noise); }

  /// 0 = hold … 1 = the cubic.
  double trust(std::size_t coordinate) const noexcept { return channels_[coordinate].trust; }

  /// What it said could not be followed: hold, and come back to the cubic slowly.
  void distrust(std::size_t coordinate) noexcept;

 private:
  struct Channel {
    Curve mixed;  // at time_
    double trust = 0.0;
    double jump = 0.0, jump_before = 0.0;  // of the goal by the last samples
    double noise = 0.0;                    // mean square of what of these jumps goes to and fro
    double error = 0.0;                    // mean distance of packets from what was foretold
    double usual = 0.0;                    // mean size of the difference from packet to packet
    double changed = 0.0;                  // when it last did
    double forgot = -1.0;                  // when the fit last began anew
    double demand = 0.0;                   // most of a limit that it lately took
    int doubts = 0;                        // packets in a row it did not explain
    int samples = 0;
  };
  struct Bucket {  // packets on their way to become one sample
    double begin = 0.0, time = 0.0;
    Vec6 sum = Vec6::Zero();
    double count = 0.0;
    bool committed = true;
  };
  struct Fit {
    std::array<CubicFit, kMemories> cubics{};
    HarmonicFit swing{};
  };
  using Fits = std::array<Fit, 6>;
  /// One opinion about when packets left.
  struct Timeline {
    Fits fits{};
    Fits before{};  // as they were before the newest sample
    Bucket bucket{};
    Vec6 packet = Vec6::Zero();
    double time = 0.0;      // of the newest packet
    double fit_time = 0.0;  // of the newest sample
    double step = 0.0;      // from the sample before it
    double error = 0.0;     // mean square, in seconds of top speed
    int samples = 0;
    bool known = false;
  };

  Vec6 check(const Vec6& packet, const Times& times, const std::array<Curve, 6>& ahead) noexcept;
  std::optional<double> swing_ahead(std::size_t coordinate, const Times& times) const noexcept;
  bool explains(std::size_t coordinate, double ahead, double packet, double difference) const noexcept;
  void forget(std::size_t coordinate, double packet) noexcept;
  bool put(Timeline& line, double time, const Vec6& packet) noexcept;
  void commit(Timeline& line) noexcept;
  Curve opinion(const Timeline& line, std::size_t coordinate, double time) const noexcept;
  void judge(Timeline& line, double time, const Vec6& packet) noexcept;
  void weigh_clocks() noexcept;
  void choose_delay() noexcept;
  void mix(bool sampled) noexcept;
  void rest_what_stands() noexcept;
  double delay() const noexcept;

  std::array<Timeline, kClocks> lines_{};
  std::array<double, kClocks> shares_{1.0, 0.0};
  std::array<Channel, 6> channels_{};
  Vec6 newest_ = Vec6::Zero();
  Vec6 top_speed_ = Vec6::Zero(), top_acceleration_ = Vec6::Zero(), top_jerk_ = Vec6::Zero();
  Source source_{};
  double doubt_ = 0.0;  // periods by which the goal lags more
  double time_ = 0.0;   // of the newest packet, mean of the clocks
  bool held_ = true;
  bool fresh_ = true;  // the next packet begins a new fit
};

}  // namespace hexad::motion
