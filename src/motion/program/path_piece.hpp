#pragma once
// One piece of a path in time: from rest at one cusp to rest at the next. Worker thread: allocates.

#include <optional>

#include "motion/program/path_curve.hpp"
#include "motion/program/path_rates.hpp"
#include "motion/program/path_speed.hpp"

namespace hexad::motion {

/// What is used of the bounds at a moment, as shares of them.
struct PathUse {
  double time = 0.0;
  double velocity = 0.0, acceleration = 0.0, jerk = 0.0;
  Limit no_stop = Limit::none;  ///< what a stop from there would break

  /// More than the last bit of what is planned with: well inside of the limits themselves.
  bool is_over() const noexcept { return velocity > 1.002 || acceleration > 1.005 || jerk > 1.01; }
};

class PathPiece {
 public:
  /// From `time` on until `until`.
  struct Stretch {
    double time = 0.0, until = 0.0;
  };

  /// The fastest motion over the curve from knot `first` to knot `last`, with a place about every `interval`
  /// of time. None when `progress`, which hears what share of it is done, has said no.
  static std::optional<PathPiece> plan(const Machine& machine, const PathCurve& curve,
                                       const PathBounds& bounds, std::size_t first, std::size_t last,
                                       double interval, const Progress& progress);

  double duration() const noexcept { return times_.back(); }
  /// Where it is every `interval` from the beginning on, the end last.
  std::vector<double> every(double interval) const;
  /// Tighter bounds where something is too much (times of this piece), and the fastest motion within them: it
  /// has changed over these times, and what follows has moved by a whole number of `grid`s.
  std::vector<Stretch> tighten(std::span<const PathUse> too_much, double grid);
  std::size_t work() const noexcept { return work_ + speed_.work(); }

 private:
  PathPiece(std::vector<double> places, PathSpeed speed)
      : places_{std::move(places)}, speed_{std::move(speed)} {}
  static std::optional<PathPiece> over(std::vector<double> places, const Machine& machine,
                                       const PathCurve& curve, const PathBounds& bounds, std::size_t first,
                                       std::size_t last, double interval, bool rough,
                                       const Progress& progress);
  void clock();
  void tighten_at(std::size_t place, const PathUse& use);

  std::vector<double> places_;
  PathSpeed speed_;
  std::vector<double> times_;  ///< at the places
  std::size_t work_ = 0;
};

}  // namespace hexad::motion
