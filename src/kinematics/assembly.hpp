#pragma once
// Inside this layer: the solver under forward(), without its judgement. Works in absolute poses so that it
// can also find the heights a Machine does not have yet.

#include "kinematics/leg_vectors.hpp"

namespace hexad::kinematics::internal {

struct Assembly {
  Vec3 centre = Vec3::Zero();  ///< absolute
  Quat rotation = Quat::Identity();
  double residual = 0.0;
  int iterations = 0;
  bool converged = false;
  double warp = 0.0;
  // Six legs: what the last elimination knew about singularity, and how far the pose has moved since.
  double determinant = 0.0;
  Six squared_length = Six::Ones();
  Six squared_moment = Six::Zero();
  double moved = 0.0;
  double turned = 0.0;
};

/// 1e-9 mm.
inline constexpr double kTolerance = 1e-12;
inline constexpr int kWarmIterations = 8;
inline constexpr int kColdIterations = 12;

Assembly assemble_six(const Geometry& geometry, const LegLengths& length, const Vec3& centre,
                      const Quat& rotation, int max_iterations) noexcept;
/// Machines with a guide; two legs keep the height of the start.
Assembly assemble_guided(const Geometry& geometry, const LegLengths& length, const Vec3& centre,
                         const Quat& rotation, int max_iterations) noexcept;

inline Assembly assemble(const Geometry& geometry, const LegLengths& length, const Vec3& centre,
                         const Quat& rotation, int max_iterations) noexcept {
  return geometry.mechanism == Mechanism::six_legs
             ? assemble_six(geometry, length, centre, rotation, max_iterations)
             : assemble_guided(geometry, length, centre, rotation, max_iterations);
}

}  // namespace hexad::kinematics::internal
