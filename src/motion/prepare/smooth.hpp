#pragma once
// A track that shakes too hard, filtered: a Gaussian low pass over its whole length, forwards and backwards
// at once, so that nothing comes later. Its gain at a frequency f is exp(-(ln 2 / 2) (f / cut)²): -3 dB at
// the cut. Worker and tools: it allocates.

#include <span>
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

/// Numbers that were rounded when they were written make a curve through them tremble. Of all tracks that
/// would have been written so, no farther than `half_digit` from any row, nearly the one with the least third
/// differences, which is jerk; first and last row stay. `times` grow.
void take_out_rounding(std::span<const double> times, std::vector<Vec6>& places, const Vec6& half_digit);

}  // namespace hexad::motion
