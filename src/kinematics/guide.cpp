#include "kinematics/guide.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace hexad::kinematics::internal {

Quat Guide::rotation() const noexcept {
  const double cp = std::cos(0.5 * pitch), sp = std::sin(0.5 * pitch);
  const double cr = std::cos(0.5 * roll), sr = std::sin(0.5 * roll);
  return {cr * cp, cr * sp, sr * cp, -sr * sp};
}

GuideFreedoms freedoms_of(Mechanism mechanism) noexcept {
  switch (mechanism) {
    case Mechanism::four_legs:
    case Mechanism::three_legs:
      return {true, true, true};
    case Mechanism::two_legs:
      return {false, true, true};
    case Mechanism::heave_roll:
      return {true, false, true};
    case Mechanism::one_leg:
      return {true, false, false};
    case Mechanism::six_legs:
    case Mechanism::rotary_only:
      break;
  }
  return {};
}

Guide guide_of(Mechanism mechanism, const Pose& pose) noexcept {
  const GuideFreedoms freedoms = freedoms_of(mechanism);
  Guide guide;
  if (freedoms.heave) guide.heave = pose.position.z();
  if (freedoms.pitch || freedoms.roll) {
    const Mat3 r = pose.rotation.toRotationMatrix();  // Rz(dropped)·Ry(roll)·Rx(pitch)
    if (freedoms.pitch) guide.pitch = std::atan2(r(2, 1), r(2, 2));
    if (freedoms.roll) guide.roll = std::asin(std::clamp(-r(2, 0), -1.0, 1.0));
  }
  return guide;
}

GuideJacobian guide_jacobian(const Geometry& geometry, const LegVectors& vectors, double roll) noexcept {
  const GuideFreedoms freedoms = freedoms_of(geometry.mechanism);
  const Vec3 pitch_axis{std::cos(roll), 0.0, -std::sin(roll)};
  GuideJacobian jacobian = GuideJacobian::Zero();
  for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(geometry.legs) && i < kGuideLegs; ++i) {
    const Vec3 s = vectors.d(i).normalized();
    const Vec3 moment = vectors.arm(i).cross(s);
    if (freedoms.heave) jacobian(i, 0) = s.z();
    if (freedoms.pitch) jacobian(i, 1) = moment.dot(pitch_axis);
    if (freedoms.roll) jacobian(i, 2) = moment.y();
  }
  return jacobian;
}

bool solve_normal(const GuideJacobian& jacobian, GuideFreedoms freedoms, const GuideVector& rhs,
                  GuideVector& x) noexcept {
  // A freedom that does not exist has a zero column: a one on the diagonal keeps the rest regular.
  Mat3 normal = jacobian.transpose() * jacobian;
  if (!freedoms.heave) normal(0, 0) = 1.0;
  if (!freedoms.pitch) normal(1, 1) = 1.0;
  if (!freedoms.roll) normal(2, 2) = 1.0;
  const double determinant = normal.determinant();
  const double scale = normal.diagonal().prod();
  if (!(determinant > 1e-14 * scale)) return false;
  x = normal.inverse() * rhs;
  return x.allFinite();
}

Twist twist_of(const GuideVector& speeds, double roll) noexcept {
  return {Vec3{0.0, 0.0, speeds[0]},
          Vec3{speeds[1] * std::cos(roll), speeds[2], -speeds[1] * std::sin(roll)}};
}

int guide_sign(const Geometry& geometry, const GuideJacobian& jacobian) noexcept {
  double determinant = 0.0;
  switch (geometry.mechanism) {
    case Mechanism::four_legs:
    case Mechanism::three_legs:
      determinant = jacobian.topRows<3>().determinant();
      break;
    case Mechanism::two_legs:
      determinant = jacobian.block<2, 2>(0, 1).determinant();
      break;
    case Mechanism::heave_roll:
      determinant = jacobian(0, 0) * jacobian(1, 2) - jacobian(0, 2) * jacobian(1, 0);
      break;
    case Mechanism::one_leg:
      determinant = jacobian(0, 0);
      break;
    case Mechanism::six_legs:
    case Mechanism::rotary_only:
      break;
  }
  return determinant > 0.0 ? 1 : determinant < 0.0 ? -1 : 0;
}

double guide_smallest_singular(const GuideJacobian& jacobian, GuideFreedoms freedoms,
                               double radius) noexcept {
  const Mat3 scale = Vec3{1.0, 1.0 / radius, 1.0 / radius}.asDiagonal();
  const Mat3 normal = scale * (jacobian.transpose() * jacobian) * scale;
  if (freedoms.count() < 2) return freedoms.heave ? std::sqrt(normal(0, 0)) : 0.0;
  if (freedoms.count() == 2) {
    const Eigen::Index a = freedoms.heave ? 0 : 1, b = freedoms.roll ? 2 : 1;
    // Smaller root of a 2 × 2 symmetric matrix, written so that it does not cancel.
    const double half_trace = 0.5 * (normal(a, a) + normal(b, b));
    const double determinant = normal(a, a) * normal(b, b) - normal(a, b) * normal(a, b);
    const double larger = half_trace + std::sqrt(std::max(half_trace * half_trace - determinant, 0.0));
    return larger > 0.0 ? std::sqrt(std::max(determinant / larger, 0.0)) : 0.0;
  }
  Eigen::SelfAdjointEigenSolver<Mat3> solver;
  solver.computeDirect(normal, Eigen::EigenvaluesOnly);
  const double smallest = solver.eigenvalues()[0];
  return smallest > 0.0 ? std::sqrt(smallest) : 0.0;
}

}  // namespace hexad::kinematics::internal
