#pragma once
// A program played otherwise than it was written: smaller, or again and again. Worker thread: allocates.

#include "motion/prepare/prepare.hpp"

namespace hexad::motion {

/// Scaled about neutral (translation and rotation vector), and checked whole: at a smaller size other limits
/// may be the first.
Result<Preparation, Rejection> scaled(Preparation laid_out, double scale, const Machine& machine,
                                      double period);

/// From its end back to its beginning by the quickest of a few ways that keep every limit, and so on until
/// somebody stops it. One without an end is left as it is.
Result<Preparation, Rejection> repeated(Preparation once, const Machine& machine, double period);

}  // namespace hexad::motion
