// The smallest singular value of A (6 × 6): with M = (AᵀA)⁻¹, whose largest eigenvalue is 1/σ_min²,
//   λ_max^k ≤ tr(M^k) ≤ n·λ_max^k,  so  σ_min ≥ tr(M^k)^(−1/2k) ≥ n^(−1/2k)·σ_min,
// n being how many eigenvalues are as large as the largest. M³² comes from five squarings and its squared
// norm is tr(M⁶⁴): the result is never above σ_min and below it by at most 0.54 % for a double value (the
// usual case on symmetric platforms), 1.4 % for a sixfold one. No iteration, no start vector to be unlucky
// with.

#include "kinematics/jacobian.hpp"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>

#include "kinematics/guide.hpp"
#include "kinematics/inverse.hpp"
#include "kinematics/leg_solve.hpp"
#include "kinematics/singular.hpp"

namespace hexad::kinematics {
namespace internal {
namespace {

/// [d, R·b × d] by columns.
Mat6 unscaled_rows(const LegVectors& v) noexcept {
  Mat6 rows;
  rows.col(0) = v.d_x.matrix();
  rows.col(1) = v.d_y.matrix();
  rows.col(2) = v.d_z.matrix();
  rows.col(3) = (v.arm_y * v.d_z - v.arm_z * v.d_y).matrix();
  rows.col(4) = (v.arm_z * v.d_x - v.arm_x * v.d_z).matrix();
  rows.col(5) = (v.arm_x * v.d_y - v.arm_y * v.d_x).matrix();
  return rows;
}

/// Inverse of a symmetric positive definite matrix: N = L·D·Lᵀ, N⁻¹ = L⁻ᵀ·D⁻¹·L⁻¹. False when it is not one.
bool invert_positive(const Mat6& n, Mat6& inverse) noexcept {
  double l[6][6];  // below the diagonal L, then L⁻¹
  double reciprocal[6];
  for (int j = 0; j < 6; ++j) {
    double scaled[6];  // D·Lᵀ of the columns before
    double pivot = n(j, j);
    for (int k = 0; k < j; ++k) {
      scaled[k] = l[j][k];
      l[j][k] *= reciprocal[k];
      pivot -= scaled[k] * l[j][k];
    }
    if (!(pivot > 0.0)) return false;
    reciprocal[j] = 1.0 / pivot;
    for (int i = j + 1; i < 6; ++i) {
      double sum = n(i, j);
      for (int k = 0; k < j; ++k) sum -= l[i][k] * l[j][k];
      l[i][j] = sum;
    }
  }
  for (int j = 0; j < 5; ++j) {
    for (int i = j + 1; i < 6; ++i) {
      double sum = -l[i][j];
      for (int k = j + 1; k < i; ++k) sum -= l[i][k] * l[k][j];
      l[i][j] = sum;
    }
  }
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j <= i; ++j) {
      double sum = i == j ? reciprocal[i] : l[i][j] * reciprocal[i];
      for (int k = i + 1; k < 6; ++k) sum += l[k][i] * l[k][j] * reciprocal[k];
      inverse(i, j) = inverse(j, i) = sum;
    }
  }
  return true;
}

}  // namespace

SingularBound singular_bound(double determinant, const Six& squared_length, const Six& squared_moment,
                             double radius) noexcept {
  const double norm = 6.0 + (squared_moment / squared_length).sum() / (radius * radius);
  const double scaled = std::abs(determinant) / (std::sqrt(squared_length.prod()) * radius * radius * radius);
  const double share = 5.0 / norm;
  return {scaled * share * share * std::sqrt(share), determinant > 0.0 ? 1 : determinant < 0.0 ? -1 : 0};
}

SingularBound singular_bound(const LegVectors& v, double radius) noexcept {
  const Six mx = v.arm_y * v.d_z - v.arm_z * v.d_y;
  const Six my = v.arm_z * v.d_x - v.arm_x * v.d_z;
  const Six mz = v.arm_x * v.d_y - v.arm_y * v.d_x;
  const Six squared = v.squared_length();
  LegSolve solve;
  if (!solve.factor(v, mx, my, mz, squared)) return {};
  return singular_bound(solve.determinant(), squared, mx * mx + my * my + mz * mz, radius);
}

double smallest_singular(const LegVectors& vectors, double radius) noexcept {
  Mat6 a = unscaled_rows(vectors);
  const Six inverse_length = vectors.squared_length().sqrt().inverse();
  const Six moment_scale = inverse_length / radius;
  for (int c = 0; c < 3; ++c) a.col(c).array() *= inverse_length;
  for (int c = 3; c < 6; ++c) a.col(c).array() *= moment_scale;
  Mat6 n;
  n.noalias() = a.transpose() * a;
  Mat6 m;
  if (!invert_positive(n, m)) return 0.0;
  const double scale = m.trace();
  m *= 1.0 / scale;  // λ_max now within 1/6…1: no power of it over- or underflows
  Mat6 square;
  for (int i = 0; i < 5; ++i) {
    square.noalias() = m.lazyProduct(m);
    m = square;
  }
  const double trace = m.squaredNorm();
  const double eighth = std::sqrt(std::sqrt(std::sqrt(trace)));
  const double largest = std::sqrt(std::sqrt(std::sqrt(eighth))) * scale;
  return largest > 0.0 && std::isfinite(largest) ? 1.0 / std::sqrt(largest) : 0.0;
}

double singular_change(const Machine& machine, double translation, double angle, double shortest) noexcept {
  double squared_arm = 0.0;
  for (std::size_t i = 0; i < machine.geometry.legs; ++i) {
    squared_arm = std::max(squared_arm, machine.geometry.platform[i].squaredNorm());
  }
  const double arm = std::sqrt(squared_arm);
  const double direction = (translation + angle * arm) / shortest;
  const double moment = (angle + direction) * arm / machine.radius;
  return std::sqrt(static_cast<double>(machine.geometry.legs) * (direction * direction + moment * moment));
}

}  // namespace internal

using internal::GuideFreedoms;
using internal::GuideJacobian;
using internal::GuideVector;
using internal::LegVectors;
using internal::Six;

namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6>;

/// The Jacobian over the freedoms the mechanism has, rotations scaled; its storage is inside (at most 6 × 6).
Rows scaled(const Machine& machine, const Pose& pose) noexcept {
  const double inverse_radius = 1.0 / machine.radius;
  if (internal::six_legs(machine)) {
    Rows rows = jacobian(machine, pose);
    rows.rightCols(3) *= inverse_radius;
    return rows;
  }
  const GuideFreedoms freedoms = internal::freedoms_of(machine.geometry.mechanism);
  const internal::Guide guide = internal::guide_of(machine.geometry.mechanism, pose);
  GuideJacobian all =
      internal::guide_jacobian(machine.geometry, internal::leg_vectors(machine, guide.pose()), guide.roll);
  all.rightCols<2>() *= inverse_radius;
  const auto legs = static_cast<Eigen::Index>(machine.geometry.legs);
  if (!freedoms.pitch && freedoms.roll) all.col(1) = all.col(2);
  return all.block(0, freedoms.heave ? 0 : 1, legs, freedoms.count());
}

Twist twist_from(const Machine& machine, const Pose& pose, const Vec6& legs) noexcept {
  if (internal::six_legs(machine)) {
    const Mat6 rows = jacobian(machine, pose);
    internal::Solve6 solve;
    for (std::size_t i = 0; i < 6; ++i) solve.row(i) = rows.row(static_cast<Eigen::Index>(i)).transpose();
    if (!solve.factor()) return {};
    const Vec6 twist = solve.solve(legs);
    if (!twist.allFinite()) return {};
    return {twist.head<3>(), twist.tail<3>()};
  }
  const Mechanism mechanism = machine.geometry.mechanism;
  const internal::Guide guide = internal::guide_of(mechanism, pose);
  const GuideJacobian rows =
      internal::guide_jacobian(machine.geometry, internal::leg_vectors(machine, guide.pose()), guide.roll);
  GuideVector speeds;
  if (!internal::solve_normal(rows, internal::freedoms_of(mechanism),
                              rows.transpose() * legs.head<internal::kGuideLegs>(), speeds)) {
    return {};
  }
  return internal::twist_of(speeds, guide.roll);
}

}  // namespace

Mat6 jacobian(const Machine& machine, const Pose& asked) noexcept {
  const Pose pose = project(machine, asked);
  const LegVectors vectors = internal::leg_vectors(machine, pose);
  Mat6 rows = internal::unscaled_rows(vectors);
  const Six inverse_length = vectors.squared_length().sqrt().inverse();
  for (int c = 0; c < 6; ++c) rows.col(c).array() *= inverse_length;
  for (std::size_t i = machine.geometry.legs; i < kMaxLegs; ++i)
    rows.row(static_cast<Eigen::Index>(i)).setZero();
  return rows;
}

Conditioning conditioning(const Machine& machine, const Pose& pose) noexcept {
  Conditioning result;
  const Rows rows = scaled(machine, pose);
  if (rows.size() == 0 || !rows.allFinite()) {
    result.condition = std::numeric_limits<double>::infinity();
    return result;
  }
  const Eigen::JacobiSVD<Rows> svd{rows};
  result.largest = svd.singularValues()[0];
  result.smallest = svd.singularValues()[svd.singularValues().size() - 1];
  result.condition =
      result.smallest > 0.0 ? result.largest / result.smallest : std::numeric_limits<double>::infinity();
  if (internal::six_legs(machine)) {
    const Mat6 full = jacobian(machine, pose);
    internal::Solve6 solve;
    for (std::size_t i = 0; i < 6; ++i) solve.row(i) = full.row(static_cast<Eigen::Index>(i)).transpose();
    result.determinant = solve.factor() ? solve.determinant() : 0.0;
  }
  return result;
}

double smallest_singular(const Machine& machine, const Pose& pose) noexcept {
  if (internal::six_legs(machine)) {
    return internal::smallest_singular(internal::leg_vectors(machine, pose), machine.radius);
  }
  const Mechanism mechanism = machine.geometry.mechanism;
  const internal::Guide guide = internal::guide_of(mechanism, pose);
  return internal::guide_smallest_singular(
      internal::guide_jacobian(machine.geometry, internal::leg_vectors(machine, guide.pose()), guide.roll),
      internal::freedoms_of(mechanism), machine.radius);
}

Twist twist_from_leg_rates(const Machine& machine, const Pose& pose, const LegSpeeds& legs) noexcept {
  return twist_from(machine, pose, legs.values());
}

Twist twist_from_leg_rates(const Machine& machine, const Pose& pose, const LegAccelerations& legs) noexcept {
  return twist_from(machine, pose, legs.values());
}

}  // namespace hexad::kinematics
