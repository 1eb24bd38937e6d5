#pragma once
// To be at each pose at its time (mdof decision 8, files): a cubic spline in time through the coordinates (x
// y z φ) of the poses, continuous in velocity and acceleration. Two ends:
//   at rest: velocity and acceleration zero at both, what an order of poses means;
//   moving: as the neighbouring poses have it (natural spline), for tracks that are cut out of something
//   longer; path time then begins and ends with a ramp.

#include "model/prepared.hpp"
#include "motion/program/path.hpp"
#include "motion/program/spline.hpp"

namespace hexad::motion {

/// Over which path time of a program that does not rest at its ends gets going (s; mdof decision 7).
inline constexpr double kRamp = 0.5;

class TimedPath final : public Prepared {
 public:
  enum class Ends { at_rest, moving };

  /// Times strictly increasing from 0, two or more, as many as places.
  TimedPath(const Machine& machine, std::span<const double> times, std::span<const Vec6> places, Ends ends,
            ProgramKind kind);
  Motion at(double path_time) const noexcept override;

 private:
  Spline spline_;
  Guide guide_;
};

}  // namespace hexad::motion
