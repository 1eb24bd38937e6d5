#pragma once
// The platform as Simbody sees it: a free body on six rods of given length. Plain arrays only, because
// Simbody's and Eigen's headers do not get along in one source file.

namespace oracle {

struct Platform {
  double base[6][3];
  double platform[6][3];
  double mass;
  double centre[3];
  double inertia[3];  ///< principal, about the centre of mass
};

struct Found {
  bool assembled = false;
  double position[3]{};
  double rotation[4]{};  ///< w x y z
  double push[6]{};      ///< N, standing still under gravity
  double rod_error = 0;  ///< m
};

/// Assembles from a level platform at `start_height`.
Found assemble(const Platform& platform, const double (&length)[6], double start_height, double gravity);

}  // namespace oracle
