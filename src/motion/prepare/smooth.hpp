#pragma once
// A track that shakes too hard, filtered: a Gaussian low pass over its whole length, forwards and backwards
// at once, so that nothing comes later. Its gain at a frequency f is exp(-(ln 2 / 2) (f / cut)²): -3 dB at
// the cut. Worker and tools: it allocates.

#include <vector>

#include "model/prepared.hpp"
#include "motion/prepare/prepare.hpp"

namespace hexad::motion {

struct SmoothTrack {
  std::vector<double> times;
  std::vector<Vec6> places;
  Smoothing lost;
};

/// The program's poses every 10 ms, filtered; outside of it it counts as standing.
SmoothTrack low_passed(const Prepared& written, double cut_hz);

}  // namespace hexad::motion
