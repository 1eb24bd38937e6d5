#pragma once
// What a machine shows at given extensions, and how that changes with its geometry.
//
// With d_i = p + R·b_i − a_i, s_i = d_i/|d_i|, every leg says |d_i| = L_i + e_i. Moving joints and lengths by
// (δa, δb, δL) with the extensions held moves the platform by the twist (u, ω) that keeps all six true:
//   s_i·u + (R·b_i × s_i)·ω = s_i·δa_i − (Rᵀs_i)·δb_i + δL_i,   that is   J·(u, ω) = K·δ,   (u, ω) = J⁻¹K·δ.

#include "base/result.hpp"
#include "identify/frames.hpp"
#include "identify/measurement.hpp"
#include "identify/parameters.hpp"
#include "kinematics/forward.hpp"

namespace hexad::identify {

/// The nominal machine with another geometry. Its heights stay the nominal ones: they are the zero that
/// measured poses are counted from, whatever the geometry turns out to be.
Machine with_geometry(const Machine& nominal, const Geometry& geometry);

/// Of an end of a distance, from the base's joint-plane centre, base axes.
Vec3 place_of(const Place& place, const Machine& machine, const Pose& pose, const Frames& frames);

/// From one end of a distance to the other.
Vec3 along(const Quantity& quantity, const Machine& machine, const Pose& pose, const Frames& frames);

/// The twist (base axes, m and rad) per metre of each parameter, extensions held.
using Sensitivity = Eigen::Matrix<double, 6, kParameters>;
Sensitivity pose_sensitivity(const Machine& machine, const Pose& pose);

double value_of(const Quantity& quantity, const Machine& machine, const Pose& pose,
                const Frames& frames = {});

using Gradient = Eigen::Matrix<double, 1, kParameters>;
Gradient gradient_of(const Quantity& quantity, const Machine& machine, const Pose& pose,
                     const Sensitivity& sensitivity, const Frames& frames = {});

/// d(angle)/dω of R = Rz·Ry·Rx.
Vec3 turn_gradient(Axis axis, const Quat& rotation);

/// Why there is no pose, in a word.
messages::Id word_of(kinematics::ForwardStatus status) noexcept;

}  // namespace hexad::identify
