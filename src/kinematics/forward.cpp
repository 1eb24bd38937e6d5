#include "kinematics/forward.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kinematics/assembly.hpp"
#include "kinematics/guide.hpp"
#include "kinematics/singular.hpp"

namespace hexad::kinematics {

using internal::Assembly;
using internal::LegVectors;

namespace {

constexpr double kCosHalf60 = 0.86602540378443864676;

ForwardStatus judge_six(const Machine& machine, const Assembly& found) noexcept {
  const double needed = machine.limits.singular_margin * machine.neutral_singular;
  if (found.iterations > 0) {
    // What the last elimination says holds here too if the pose moved less since than σ_min allows.
    const internal::SingularBound bound = internal::singular_bound(found.determinant, found.squared_length,
                                                                   found.squared_moment, machine.radius);
    const double shortest = machine.geometry.retracted.minCoeff() * 0.5;
    const double change = internal::singular_change(machine, found.moved, found.turned, shortest);
    if (bound.lower - change > needed && bound.lower > change) {
      return bound.sign == machine.neutral_sign ? ForwardStatus::ok : ForwardStatus::other_mode;
    }
  }
  const LegVectors vectors =
      internal::leg_vectors(machine.geometry, found.centre, found.rotation.toRotationMatrix());
  const internal::SingularBound bound = internal::singular_bound(vectors, machine.radius);
  if (bound.sign != machine.neutral_sign) {
    return bound.sign == 0 ? ForwardStatus::near_singular : ForwardStatus::other_mode;
  }
  if (bound.lower > needed) return ForwardStatus::ok;
  return internal::smallest_singular(vectors, machine.radius) > needed ? ForwardStatus::ok
                                                                       : ForwardStatus::near_singular;
}

ForwardStatus judge_guided(const Machine& machine, const Assembly& found) noexcept {
  if (machine.geometry.legs == 0) return ForwardStatus::ok;
  const LegVectors vectors =
      internal::leg_vectors(machine.geometry, found.centre, found.rotation.toRotationMatrix());
  const double roll = internal::guide_of(machine.geometry.mechanism, {Vec3::Zero(), found.rotation}).roll;
  const internal::GuideJacobian rows = internal::guide_jacobian(machine.geometry, vectors, roll);
  const int sign = internal::guide_sign(machine.geometry, rows);
  if (sign != machine.neutral_sign) {
    return sign == 0 ? ForwardStatus::near_singular : ForwardStatus::other_mode;
  }
  const double smallest = internal::guide_smallest_singular(
      rows, internal::freedoms_of(machine.geometry.mechanism), machine.radius);
  return smallest > machine.limits.singular_margin * machine.neutral_singular ? ForwardStatus::ok
                                                                              : ForwardStatus::near_singular;
}

ForwardStatus judge(const Machine& machine, const Assembly& found) noexcept {
  if (!found.converged) return ForwardStatus::no_convergence;
  if (machine.geometry.legs > 0) {
    if (!(found.centre.z() > 0.0)) return ForwardStatus::other_mode;
    if (!(std::abs(found.rotation.w()) >= kCosHalf60)) return ForwardStatus::other_mode;
  }
  return internal::six_legs(machine) ? judge_six(machine, found) : judge_guided(machine, found);
}

Forward solve(const Machine& machine, const Extensions& extension, const Pose& start,
              int max_iterations) noexcept {
  Forward result;
  result.pose = start;
  result.residual = std::numeric_limits<double>::infinity();
  const LegLengths length = machine.geometry.lengths(extension);
  for (std::size_t i = 0; i < machine.geometry.legs; ++i) {
    if (!(length[static_cast<Eigen::Index>(i)] > 0.0)) return result;
  }
  const Assembly found = internal::assemble(
      machine.geometry, length, machine.heights.absolute(start).position, start.rotation, max_iterations);
  if (std::isfinite(found.residual)) result.residual = found.residual;
  result.iterations = found.iterations;
  result.status = judge(machine, found);
  result.warp = found.warp;
  if (found.converged) {
    result.pose = machine.heights.from_neutral({found.centre, found.rotation});
    if (result.pose.rotation.w() < 0.0) result.pose.rotation.coeffs() = -result.pose.rotation.coeffs();
  }
  return result;
}

}  // namespace

Forward forward(const Machine& machine, const Extensions& extension) noexcept {
  return solve(machine, extension, machine.heights.from_neutral(machine.heights.neutral),
               internal::kColdIterations);
}

Forward forward(const Machine& machine, const Extensions& extension, const Pose& start) noexcept {
  const bool usable = is_finite(start) && std::abs(start.rotation.squaredNorm() - 1.0) < 1e-6;
  if (!usable) return forward(machine, extension);
  return solve(machine, extension, start, internal::kWarmIterations);
}

}  // namespace hexad::kinematics
