#pragma once
// Where to measure next, and how well the platform's pose is known everywhere.
//
// A new row of readings with derivatives B (over their deviations, in units of the tolerance) makes the
// covariance C − C·Bᵀ(1 + B·C·Bᵀ)⁻¹B·C and shrinks its determinant by det(1 + B·C·Bᵀ): the candidate with the
// largest is the next pose (D-optimal).

#include <vector>

#include "identify/fit.hpp"

namespace hexad::identify {

/// Poses all over the reach of a machine, many of them near its limits; stroke less the margin.
std::vector<Pose> reachable_poses(const Machine& machine, std::size_t count, std::uint64_t seed);

struct NextPose {
  Pose pose;  ///< from the nominal neutral
  Extensions
      extension;      ///< of the nominal machine at this pose: what a controller that knows only it would set
  double gain = 0.0;  ///< logarithm of what the determinant shrinks by
};

/// The covariance after a row of these quantities at a pose.
Eigen::MatrixXd covariance_after(const Machine& nominal, const Fit& fit, const Eigen::MatrixXd& covariance,
                                 const std::vector<Quantity>& quantities, const Pose& pose);

/// One after the other, each knowing what the earlier ones will tell; the same pose is not chosen twice.
std::vector<NextPose> next_poses(const Machine& nominal, const Fit& fit,
                                 const std::vector<Quantity>& quantities, std::size_t count,
                                 const std::vector<Pose>& candidates);

/// Standard deviation of where the platform stands for given extensions, root mean square over poses:
/// sway surge heave (m), then turns about X Y Z (rad).
AxisValues pose_sigma(const Machine& nominal, const Fit& fit, const Eigen::MatrixXd& covariance,
                      const std::vector<Pose>& poses);
/// At one pose: the whole 6×6 covariance of (u, ω).
Mat6 pose_covariance(const Machine& nominal, const Fit& fit, const Eigen::MatrixXd& covariance,
                     const Pose& pose);

}  // namespace hexad::identify
