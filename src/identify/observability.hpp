#pragma once
// What the measurements tell about the geometry and what they do not. The singular values of A (fit.hpp) say
// by how much the readings know each combination of parameters better than the tolerances did: below 1 they
// add less than was known before, and the fit leaves that combination near the nominal.

#include <vector>

#include "identify/fit.hpp"

namespace hexad::identify {

struct Observability {
  std::vector<double> strength;  ///< of each combination, tolerance over reading, largest first
  std::size_t told = 0;          ///< at least ten times better than the tolerance
  std::size_t partly = 0;        ///< better than the tolerance
  std::size_t untold = 0;        ///< no better
  /// The untold ones: rigid moves, sizes, then what is left by its largest parts.
  std::vector<messages::Message> cannot_be_told;
};

Observability observability(const Machine& nominal, const Fit& fit);

}  // namespace hexad::identify
