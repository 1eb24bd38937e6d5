#pragma once
// Places along one piece of a curve, from its first knot to its last, about one every `interval` of the time
// that a motion along it takes: where the fastest motion that velocity and acceleration allow would be,
// averaged over the time that an acceleration takes to build up under the jerk limit. At both ends, where it
// stands, they lie ever closer. Worker thread: allocates.

#include <vector>

#include "motion/program/path_curve.hpp"
#include "motion/program/path_rates.hpp"

namespace hexad::motion {

std::vector<double> path_places(const Machine& machine, const PathCurve& curve, const PathBounds& bounds,
                                std::size_t first, std::size_t last, double interval);

}  // namespace hexad::motion
