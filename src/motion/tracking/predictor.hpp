#pragma once
// Where the target is now, from samples of where it was.
//
// Each coordinate keeps a cubic through its samples: a growing, then fading memory least squares fit as a
// recursion. With Δ the step to the new sample, r = sample − prediction, and θ the forgetting per step:
//   x += (1 − θ⁴)·r,  Δ·v += (1 − θ)²(11 + 14θ + 11θ²)/6·r,  Δ²·a += 2(1 − θ)³(1 + θ)·r,  Δ³·j += (1 − θ)⁴·r;
// the first samples use the gains of the growing fit (1: the point, 2: the line, 3: the parabola, then the cubic).
// Packets closer together than a few milliseconds are averaged, time and value, into one sample.
//
// Looking ahead is a privilege. A packet the cubic explains no better than "as the last one" (a step, a corner,
// noise) ends the fit: the goal is then that packet, at rest, until enough good samples have come again.
// When packets stop coming, the cubic is used a little longer (one lost packet is normal) and then fades, with
// two continuous derivatives, into the last packet.
//
// The goal lags the newest packet by half a period on average: with that, the target is looked up inside or
// little beyond the samples, where the cubic is good; steps are not delayed.

#include <array>
#include <cstddef>

#include "base/vec.hpp"
#include "motion/tracking/jerk_tracker.hpp"

namespace hexad::motion {

class Predictor {
 public:
  /// What is known of the sender when a packet comes.
  struct Source {
    double period = 0.0;
    double jitter = 0.0;
    double quality = 0.0;  // 0 … 1: are the times good enough to look ahead?
  };

  /// `top_speed`: what moves much faster is a jump, not a motion to be continued.
  void start(const Vec6& position, const Vec6& top_speed) noexcept;

  /// Forget what was before: the next packet begins a new fit.
  void restart() noexcept { fresh_ = true; }

  /// A packet at its time on the sender's line.
  void add(double time, const Vec6& position, const Source& source) noexcept;

  /// The newest packet again, with another value.
  void replace(const Vec6& position) noexcept;

  /// The last packet is final.
  void hold() noexcept { held_ = true; }

  /// The parts of the goal that all coordinates share; ask once a tick.
  struct Horizon {
    double age = 0.0;                              // since the newest sample of the fit
    double weight = 0.0, slope = 0.0, bend = 0.0;  // of the cubic against the hold, and its derivatives
  };
  Horizon horizon(double now) const noexcept;
  TrackPoint goal(std::size_t coordinate, const Horizon& horizon) const noexcept;

  /// How much the goal jumps when a sample comes, on average; 0 when it holds.
  double surprise(std::size_t coordinate) const noexcept { return fits_[coordinate].surprise; }

  /// 0 = hold … 1 = the cubic.
  double trust(std::size_t coordinate) const noexcept { return fits_[coordinate].trust; }

 private:
  struct Fit {
    double x = 0.0, v = 0.0, a = 0.0, j = 0.0;
    double trust = 0.0;
    double surprise = 0.0;  // mean error of the prediction of the next sample
    int samples = 0;
    int doubts = 0;  // packets in a row it did not explain
  };
  struct Bucket {  // packets on their way to become one sample
    double begin = 0.0, time = 0.0;
    Vec6 sum = Vec6::Zero();
    double count = 0.0;
    bool committed = true;
  };
  bool explains(const Fit& fit, double ahead, double packet, double usual, double top_speed) const noexcept;
  Vec6 check(const Vec6& packet) noexcept;
  void commit() noexcept;
  void rest_what_stands() noexcept;
  void update(Fit& fit, double sample, double top_speed) const noexcept;

  std::array<Fit, 6> fits_{};
  std::array<Fit, 6> before_{};  // as they were before the newest sample
  Bucket bucket_{};
  Vec6 newest_ = Vec6::Zero();
  Vec6 usual_ = Vec6::Zero();    // mean size of the difference from packet to packet
  Vec6 changed_ = Vec6::Zero();  // when each coordinate last did
  Vec6 top_speed_ = Vec6::Zero();
  Source source_{};
  double time_ = 0.0;      // of the newest packet
  double fit_time_ = 0.0;  // of the newest sample
  double step_ = 0.0;      // from the sample before it
  bool held_ = true;
  bool fresh_ = true;  // the next packet begins a new fit
};

}  // namespace hexad::motion
