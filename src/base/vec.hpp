#pragma once
// The fixed-size linear algebra every layer shares. Heavy Eigen headers (solvers) stay in the few sources
// that solve something.

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace hexad::inline base {

using Vec3 = Eigen::Vector3d;
using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat3 = Eigen::Matrix3d;
using Mat6 = Eigen::Matrix<double, 6, 6>;
using Quat = Eigen::Quaterniond;

}  // namespace hexad::inline base
