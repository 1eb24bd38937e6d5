#pragma once
// A motion that is known whole before it begins: a path, a file, a formula. Built and checked by a worker
// (motion/prepare), run by the core along its own path time, freed elsewhere.

#include <limits>

#include "model/pose.hpp"
#include "model/state.hpp"

namespace hexad::inline model {

inline constexpr double kEndless = std::numeric_limits<double>::infinity();

class Prepared {
 public:
  virtual ~Prepared() = default;

  /// Where the platform is to be at `path_time` (s, 0…duration), derivatives with respect to path time.
  /// Continuous in position, velocity and acceleration; before 0 and after duration() the ends, at rest when
  /// rests() is true. A value that is not finite ends the program by a controlled stop.
  virtual Motion at(double path_time) const noexcept = 0;

  ProgramKind kind() const noexcept { return kind_; }
  double duration() const noexcept { return duration_; }  ///< kEndless = until stopped
  /// Over this time the rate of path time goes from 0 to 1 at the beginning and back at the end; 0 when the
  /// motion itself begins and ends at rest.
  double ramp() const noexcept { return ramp_; }

 protected:
  Prepared(ProgramKind kind, double duration, double ramp) noexcept
      : kind_{kind}, duration_{duration}, ramp_{ramp} {}

 private:
  ProgramKind kind_;
  double duration_;
  double ramp_;
};

}  // namespace hexad::inline model
