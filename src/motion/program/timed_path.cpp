#include "motion/program/timed_path.hpp"

namespace hexad::motion {

TimedPath::TimedPath(const Machine& machine, std::span<const double> times, std::span<const Vec6> places,
                     Ends ends, ProgramKind kind)
    : Prepared{kind, times.back(), ends == Ends::at_rest ? 0.0 : kRamp},
      spline_{ends == Ends::at_rest ? Spline::at_rest(times, places) : Spline::natural(times, places)},
      guide_{machine} {}

Motion TimedPath::at(double path_time) const noexcept {
  return guide_.apply(motion_of(spline_.at(path_time)));
}

}  // namespace hexad::motion
