#pragma once
// Inside this layer: mechanisms with a passive guide. Their freedoms are q = (heave, pitch, roll), of which a
// machine has some; x = y = 0 and R = Ry(roll)·Rx(pitch), so with c, s of the roll:
//   angular velocity  ω = pitch'·(c, 0, −s) + roll'·(0, 1, 0)
//   its derivative    α = pitch''·(c, 0, −s) + roll''·(0, 1, 0) + pitch'·roll'·(−s, 0, −c).
// The guide turns about Z by itself (ω_z = −s·pitch'); this is why a twist is projected and not just cut.

#include "kinematics/leg_vectors.hpp"

namespace hexad::kinematics::internal {

inline constexpr int kGuideFreedoms = 3;
inline constexpr int kGuideLegs = 4;

struct Guide {
  double heave = 0.0;  ///< from neutral
  double pitch = 0.0;
  double roll = 0.0;

  Quat rotation() const noexcept;
  Pose pose() const noexcept { return {Vec3{0.0, 0.0, heave}, rotation()}; }
};

struct GuideFreedoms {
  bool heave = false;
  bool pitch = false;
  bool roll = false;

  int count() const noexcept { return int{heave} + int{pitch} + int{roll}; }
};

GuideFreedoms freedoms_of(Mechanism mechanism) noexcept;

/// The guide position of a pose: what the machine does not have is dropped.
Guide guide_of(Mechanism mechanism, const Pose& pose) noexcept;

/// Columns heave, pitch, roll; columns and rows that do not exist are zero.
using GuideJacobian = Eigen::Matrix<double, kGuideLegs, kGuideFreedoms>;
GuideJacobian guide_jacobian(const Geometry& geometry, const LegVectors& vectors, double roll) noexcept;

using GuideVector = Eigen::Matrix<double, kGuideFreedoms, 1>;
/// Solves (JᵀJ)·x = rhs over the freedoms there are (the others stay zero). False when there is no rank for
/// it.
bool solve_normal(const GuideJacobian& jacobian, GuideFreedoms freedoms, const GuideVector& rhs,
                  GuideVector& x) noexcept;

/// The twist of guide speeds.
Twist twist_of(const GuideVector& speeds, double roll) noexcept;

/// Sign of the determinant over the freedoms there are (four legs: of the first three).
int guide_sign(const Geometry& geometry, const GuideJacobian& jacobian) noexcept;

double guide_smallest_singular(const GuideJacobian& jacobian, GuideFreedoms freedoms, double radius) noexcept;

}  // namespace hexad::kinematics::internal
