#pragma once
// Every way a six-legged platform can be put together with given leg lengths: all real solutions of forward
// kinematics, by following the complex solutions of a system that is easy to solve into those of this one
// (homotopy continuation). A tool's function: it allocates and takes its time (well under a second).
//
// In Study's coordinates of a rigid motion (a quaternion e and a second one g = t·e/2) each leg is one
// quadric, and with e·g = 0 there are seven in seven-dimensional projective space: 128 paths. At most 40 end
// in solutions, the others where e = 0, which is no motion.

#include <vector>

#include "model/machine.hpp"

namespace hexad::kinematics {

struct AssemblyMode {
  AbsolutePose absolute;
  double residual = 0.0;  ///< largest error of a leg length, m
};

struct AssemblyModes {
  std::vector<AssemblyMode> real;
  int complex = 0;  ///< solutions found, real ones included; 40 for a platform without symmetry
  int lost = 0;     ///< paths that could not be followed to their end, twice
  /// Paths that end where solutions are not isolated but make up curves, most of them complex: no modes to be
  /// listed.
  int on_curves = 0;
};

/// `length`: joint to joint. `progress` is called with the share of paths done, from this thread.
AssemblyModes all_assembly_modes(const Geometry& geometry, const LegLengths& length,
                                 void (*progress)(double) = nullptr);

}  // namespace hexad::kinematics
