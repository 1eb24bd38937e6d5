// Six legs: Newton on f_i = (L_i² − |d_i|²)/2, which needs no root. With the step (u, θ) in base axes,
//   d_i·u + (R·b_i × d_i)·θ = f_i,   p ← p + u,   q ← (1, θ/2)·q normalised (Cayley: equal to exp to third
//   order).
// An elimination is used again for as long as two more steps with it are sure to arrive, judged by how the
// last step shrank the residual: a step with an old elimination costs a third of a new one.
//
// Guided machines: Gauss-Newton in heave, pitch, roll on L_i − |d_i|; four legs have one equation too many
// and the fit is the least squares one. What is left there after convergence is the warp.

#include "kinematics/assembly.hpp"

#include <algorithm>
#include <cmath>

#include "kinematics/guide.hpp"
#include "kinematics/leg_solve.hpp"

namespace hexad::kinematics::internal {
namespace {

// A turn larger than this in one step is outside what a linear model says.
constexpr double kLargestTurn = 0.7;

Quat turned(const Quat& q, const Vec3& t) noexcept {
  const Vec3 h = 0.5 * t;
  const double w = q.w() - h.x() * q.x() - h.y() * q.y() - h.z() * q.z();
  const double x = q.x() + h.x() * q.w() + h.y() * q.z() - h.z() * q.y();
  const double y = q.y() + h.y() * q.w() + h.z() * q.x() - h.x() * q.z();
  const double z = q.z() + h.z() * q.w() + h.x() * q.y() - h.y() * q.x();
  const double inverse = 1.0 / std::sqrt(w * w + x * x + y * y + z * z);
  return {w * inverse, x * inverse, y * inverse, z * inverse};
}

/// Factors rows [d, R·b × d]; keeps what the judgement afterwards needs.
bool factor(LegSolve& solve, const LegVectors& v, const Six& squared, Assembly& now) noexcept {
  const Six mx = v.arm_y * v.d_z - v.arm_z * v.d_y;
  const Six my = v.arm_z * v.d_x - v.arm_x * v.d_z;
  const Six mz = v.arm_x * v.d_y - v.arm_y * v.d_x;
  if (!solve.factor(v, mx, my, mz, squared)) return false;
  now.determinant = solve.determinant();
  now.squared_length = squared;
  now.squared_moment = mx * mx + my * my + mz * mz;
  now.moved = now.turned = 0.0;
  return true;
}

}  // namespace

Assembly assemble_six(const Geometry& geometry, const LegLengths& length, const Vec3& centre,
                      const Quat& rotation, int max_iterations) noexcept {
  Assembly now{centre, rotation};
  const Six wanted = length.array().square();
  const Six inverse = length.array().inverse();
  LegSolve solve;
  double before = 0.0;  // residual one step earlier; zero: no elimination yet
  for (;;) {
    const LegVectors vectors = leg_vectors(geometry, now.centre, now.rotation.toRotationMatrix());
    const Six squared = vectors.squared_length();
    const Six error = 0.5 * (wanted - squared);
    now.residual = (error * inverse).abs().maxCoeff();
    if (now.residual <= kTolerance) break;
    if (now.iterations == max_iterations || !std::isfinite(now.residual)) return now;

    const double shrink = before > 0.0 ? 2.0 * now.residual / before : 1.0;
    if (!(now.residual * shrink * shrink <= kTolerance)) {
      if (!factor(solve, vectors, squared, now)) return now;
    }
    before = now.residual;
    Vec6 step = solve.solve(error);
    const double turn = step.tail<3>().norm();
    if (!std::isfinite(turn)) return now;
    if (turn > kLargestTurn) step *= kLargestTurn / turn;
    now.centre += step.head<3>();
    now.rotation = turned(now.rotation, step.tail<3>());
    now.moved += step.head<3>().norm();
    now.turned += turn;
    ++now.iterations;
  }
  now.converged = true;
  return now;
}

Assembly assemble_guided(const Geometry& geometry, const LegLengths& length, const Vec3& centre,
                         const Quat& rotation, int max_iterations) noexcept {
  const GuideFreedoms freedoms = freedoms_of(geometry.mechanism);
  const bool redundant = geometry.mechanism == Mechanism::four_legs;
  Guide guide = guide_of(geometry.mechanism, {Vec3::Zero(), rotation});
  Assembly now{centre, guide.rotation()};
  const auto legs = static_cast<Eigen::Index>(geometry.legs);
  if (legs == 0) {
    now.converged = true;
    return now;
  }
  for (;;) {
    const LegVectors vectors = leg_vectors(geometry, now.centre, now.rotation.toRotationMatrix());
    Eigen::Matrix<double, kGuideLegs, 1> error = Eigen::Matrix<double, kGuideLegs, 1>::Zero();
    for (Eigen::Index i = 0; i < legs; ++i) error[i] = length[i] - vectors.d(i).norm();
    const GuideJacobian rows = guide_jacobian(geometry, vectors, guide.roll);
    GuideVector step;
    const bool solved = solve_normal(rows, freedoms, rows.transpose() * error, step);
    const double largest = error.cwiseAbs().maxCoeff();
    // With a leg too many the fit is done when no freedom can improve it.
    now.residual = redundant && solved ? (rows * step).cwiseAbs().maxCoeff() : largest;
    now.warp = redundant ? largest : 0.0;
    if (now.residual <= kTolerance) break;
    if (now.iterations == max_iterations || !solved || !std::isfinite(largest)) return now;
    const double turn = step.tail<2>().norm();
    if (turn > kLargestTurn) step *= kLargestTurn / turn;
    now.centre.z() += step[0];
    guide.pitch += step[1];
    guide.roll += step[2];
    now.rotation = guide.rotation();
    ++now.iterations;
  }
  now.converged = true;
  return now;
}

}  // namespace hexad::kinematics::internal
