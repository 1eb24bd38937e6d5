#pragma once
// The fastest motion along a line of places s₀ < s₁ < … < sₙ, from rest to rest, that keeps velocity,
// acceleration and jerk of every channel (axes and legs) within their bounds. With b = s'², which is linear
// in s between two places, the acceleration of a channel is linear in b: α = c₁·s'' + c₂·s'² in the middle of
// a cell. Its jerk is what α changes by from cell to cell over the time between their middles.
//
// How: an interior point method. Of all b that keep every bound, the least of time + μ·barrier, where the
// barrier grows without end towards a bound; μ goes down. Every step solves one system with five diagonals.
// What the jerk bound allows grows with the time a cell takes, which is no convex set; its tangent is one
// inside it. So every b on the way keeps all bounds. Where bounds are taken tighter afterwards, they are
// first as wide as what is there needs, then narrower from step to step. Places far from each other have
// nothing to do with each other: it goes through the line in windows that overlap.
// Worker thread: allocates.

#include <vector>

#include "motion/program/path_rates.hpp"
#include "motion/progress.hpp"

namespace hexad::motion {

/// From one place to the next.
struct SpeedCell {
  /// Channels are divided by their acceleration bound; `speed_share` is c₁ divided by the velocity bound.
  SpeedCell(double cell_length, const Channels& c1, const Channels& c2, const Channels& speed_share)
      : length{cell_length},
        left{0.5 * c2 - c1 / (2.0 * cell_length)},
        right{0.5 * c2 + c1 / (2.0 * cell_length)},
        speed{speed_share} {}

  double length;
  Channels left, right;  ///< acceleration = left·b before it + right·b after it
  Channels speed;
};

/// What of a bound may be used, of a cell and of the place before it.
struct SpeedShare {
  double acceleration = 1.0;
  double jerk = 1.0;
  /// The velocity that a channel still gains while its acceleration dies out counts: this often, at its jerk
  /// bound. 0: not at all.
  double gained = 0.0;
};

class PathSpeed {
 public:
  /// `tick`: about the time of a cell.
  PathSpeed(std::vector<SpeedCell> cells, const PathBounds& bounds, double tick);

  /// `guess`: s'² at each place, 0 at both ends, above 0 between; taken down as a whole until it keeps all
  /// bounds. `most`: what s'² may be. `rough`: within a few percent is enough. `progress` is called with the
  /// share that is done after each window; false ends it, and then false comes back.
  bool plan(std::vector<double> guess, std::vector<double> most, bool rough, const Progress& progress);
  /// After `shares` or `most` were lowered between these places. What follows comes later by a whole number
  /// of `grid`s of time: seen from there nothing has changed.
  void plan_again(std::size_t from, std::size_t to, double grid);

  const std::vector<double>& squares() const noexcept { return b_; }
  std::vector<double>& most() noexcept { return most_; }
  std::vector<SpeedShare>& shares() noexcept { return shares_; }
  double time_between(std::size_t from, std::size_t to) const noexcept;
  double stop_time() const noexcept { return stop_time_; }
  /// Newton steps, each over one place: what it has cost.
  std::size_t work() const noexcept { return work_; }

 private:
  struct Window;

  double admissible_scale();
  void lengthen(std::size_t from, std::size_t to, double time);

  std::vector<SpeedCell> cells_;
  Channels jerk_rate_, jerk_inverse_;  ///< jerk bound over acceleration bound
  Channels gain_;                      ///< acceleration bound² / (2 · jerk bound · velocity limit)
  double stop_time_, tick_;
  std::vector<double> b_, most_;
  std::vector<SpeedShare> shares_;  ///< one a place
  std::size_t work_ = 0;
};

}  // namespace hexad::motion
