#pragma once
// Inside this layer: one pose looked at once, for every limit that depends on the pose alone. The limits are
// written as slacks, so that zero is the limit and NaN fails:
//   extension − low,  high − extension                                       (m)
//   d·z − l·cos(limit),  d·Rz − l·cos(limit): joint angles at both ends      (m)
//   rotation limit − rotation angle                                          (rad)
//   σ_min − margin·(σ_min at neutral), scaled                                (-)

#include "kinematics/inverse.hpp"
#include "kinematics/leg_vectors.hpp"

namespace hexad::kinematics::internal {

/// The numbers a machine's limits come to, computed once for many poses.
struct Bounds {
  Bounds(const Machine& machine, StrokeUse stroke) noexcept;

  double low;
  double high;
  double joint_cosine;
  double half_turn_cosine;  ///< of half the rotation limit: |w| must not be below it
  double singular;          ///< needed σ_min; zero: no limit
};

/// Rounding must not make the ends of the stroke unreachable (m).
inline constexpr double kTouch = 1e-10;

struct Look {
  Look(const Machine& machine, const Pose& projected) noexcept;

  Pose pose;
  LegVectors vectors;
  Six length;
  Six extension;
  Six along_platform;  ///< d·Rz

  Six base_slack(const Bounds& b) const noexcept { return vectors.d_z - length * b.joint_cosine; }
  Six platform_slack(const Bounds& b) const noexcept { return along_platform - length * b.joint_cosine; }
  bool turned_too_far(const Bounds& b) const noexcept {
    return !(std::abs(pose.rotation.w()) >= b.half_turn_cosine);
  }
};

/// True when every limit but the singular one is kept.
bool within(const Machine& machine, const Bounds& bounds, const Look& look) noexcept;

/// σ_min, or a lower bound of it that is above `needed` already.
double singular_at_least(const Machine& machine, const Look& look, double needed) noexcept;

}  // namespace hexad::kinematics::internal
