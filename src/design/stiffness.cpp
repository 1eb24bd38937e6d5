// Leg forces f = k·Δl, Δl = J·δ, so the platform answers a displacement δ with K·δ, K = Jᵀ·diag(k)·J (what
// the legs' own forces add by turning is left out: it is f/l against k). The mass matrix M comes from the
// inverse dynamics every tool here uses: Jᵀ·(f(a) − f(0)) = M·a for an acceleration a from standing, with the
// legs' own masses in it. Modes of K·x = (2πν)²·M·x. A load w gives way by K⁻¹·w; the weight is w = −Jᵀ·f(0).
// A spring of parts: 1/k = l/(E·A) + 1/nut + 1/bearing + 2/joint + 1/servo.

#include "design/stiffness.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

#include "kinematics/dynamics.hpp"

namespace hexad::design {
namespace {

constexpr std::size_t kBetweenSprings = 300;

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6>;
using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 6, 1>;

/// Legs and masses over the freedoms a machine has.
struct Model {
  std::vector<std::size_t> axes;
  Matrix jacobian;  ///< legs by freedoms
  Matrix mass;
  Vector weight;  ///< that the legs carry, over the freedoms
};

Twist unit_twist(std::size_t axis) {
  Twist twist;
  (axis < 3 ? twist.linear : twist.angular)[static_cast<Eigen::Index>(axis % 3)] = 1.0;
  return twist;
}

Model model_of(const Machine& machine, const Pose& asked) {
  Model model;
  model.axes = freedoms_of(machine);
  const auto n = static_cast<Eigen::Index>(model.axes.size());
  const auto legs = static_cast<Eigen::Index>(machine.geometry.legs);
  model.jacobian.resize(legs, n);
  Matrix inertial(legs, n);
  Motion standing;
  standing.pose = kinematics::project(machine, asked);
  const LegForces still = kinematics::leg_forces(machine, standing);
  for (Eigen::Index k = 0; k < n; ++k) {
    const Twist twist = unit_twist(model.axes[static_cast<std::size_t>(k)]);
    Motion moving = standing;
    moving.velocity = twist;
    model.jacobian.col(k) = kinematics::leg_rates(machine, moving).velocity.head(legs);
    Motion pushed = standing;
    pushed.acceleration = twist;
    inertial.col(k) = (kinematics::leg_forces(machine, pushed) - still).head(legs);
  }
  const Matrix mass = model.jacobian.transpose() * inertial;
  model.mass = 0.5 * (mass + mass.transpose());
  model.weight = model.jacobian.transpose() * still.head(legs);
  return model;
}

Matrix spring_matrix(const Machine& machine, const LegSpring& spring, const Pose& pose, const Model& model,
                     std::array<double, kMaxLegs>& leg) {
  const Extensions extension = kinematics::extensions(machine, pose);
  Vector k(model.jacobian.rows());
  for (Eigen::Index i = 0; i < k.size(); ++i) {
    k[i] = leg_stiffness(spring, extension[i]);
    leg[static_cast<std::size_t>(i)] = k[i];
  }
  return model.jacobian.transpose() * k.asDiagonal() * model.jacobian;
}

/// Small enough to be rounding beside the others: there is nothing on this freedom.
bool has_mass(const Matrix& mass) {
  return mass.size() > 0 && mass.ldlt().isPositive() && mass.diagonal().minCoeff() > 0.0;
}

}  // namespace

double leg_stiffness(const LegSpring& spring, double extension) noexcept {
  if (spring.stiffness > 0.0) return spring.stiffness;
  const double area = 0.25 * kPi * spring.screw_diameter * spring.screw_diameter;
  double gives = (spring.free_length + std::max(extension, 0.0)) / (kSteelModulus * area);
  const auto add = [&](double part, double count) {
    if (part > 0.0) gives += count / part;
  };
  add(spring.nut, 1.0);
  add(spring.bearing, 1.0);
  add(spring.joint, 2.0);
  add(spring.servo, 1.0);
  return 1.0 / gives;
}

Stiffness stiffness_at(const Machine& machine, const LegSpring& spring, const Pose& pose) {
  Stiffness result;
  const Model model = model_of(machine, pose);
  const Matrix k = spring_matrix(machine, spring, pose, model, result.leg);
  const Eigen::LLT<Matrix> solver{k};
  if (k.size() == 0 || solver.info() != Eigen::Success) return result;
  const Matrix gives = solver.solve(Matrix::Identity(k.rows(), k.cols()));
  const Vector sag = -gives * model.weight;
  for (Eigen::Index i = 0; i < k.rows(); ++i) {
    const std::size_t axis = model.axes[static_cast<std::size_t>(i)];
    result.axis[axis] = 1.0 / gives(i, i);
    result.sag[axis] = sag[i];
  }
  if (!has_mass(model.mass)) return result;
  const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> modes{k, model.mass};
  if (modes.info() != Eigen::Success) return result;
  for (Eigen::Index m = 0; m < k.rows(); ++m) {
    result.frequencies.push_back(std::sqrt(std::max(modes.eigenvalues()[m], 0.0)) / kRevolution);
    const Vector shape = modes.eigenvectors().col(m);
    const Vector energy = shape.cwiseProduct(model.mass * shape);  // sums to 1
    AxisValues shares{};
    double sum = 0.0;
    for (Eigen::Index i = 0; i < energy.size(); ++i) sum += std::abs(energy[i]);
    for (Eigen::Index i = 0; i < energy.size(); ++i)
      shares[model.axes[static_cast<std::size_t>(i)]] = sum > 0.0 ? std::abs(energy[i]) / sum : 0.0;
    result.modes.push_back(shares);
  }
  return result;
}

StiffnessOver stiffness_over(const Machine& machine, const LegSpring& spring) {
  StiffnessOver over;
  over.lowest = std::numeric_limits<double>::infinity();
  const Workspace workspace{machine};
  const std::vector<Place> places = workspace.spread(kBetweenSprings);
  over.places = places.size();
  Place lowest;
  for (const Place& place : places) {
    const Stiffness here = stiffness_at(machine, spring, place.pose);
    if (!here.frequencies.empty() && here.frequencies.front() < over.lowest) {
      over.lowest = here.frequencies.front();
      lowest = place;
    }
    for (std::size_t i = 0; i < kAxes; ++i)
      if (here.axis[i] > 0.0 && (!over.softest[i] || here.axis[i] < over.softest[i]->value))
        over.softest[i] = {here.axis[i], place.pose};
  }
  if (!std::isfinite(over.lowest)) return over;
  const auto frequency = [&](const Pose& pose) {
    const Stiffness here = stiffness_at(machine, spring, pose);
    return here.frequencies.empty() ? over.lowest : here.frequencies.front();
  };
  lowest = workspace.lowered(lowest, frequency);
  over.lowest = frequency(lowest.pose);
  over.lowest_pose = lowest.pose;
  return over;
}

std::array<double, kMaxLegs> leg_masses(const Machine& machine, const Pose& pose) {
  std::array<double, kMaxLegs> masses{};
  const Model model = model_of(machine, pose);
  if (!has_mass(model.mass)) return masses;
  // A force along one leg accelerates it by s·M⁻¹·s of its row s of J.
  const Matrix answer = model.jacobian * model.mass.ldlt().solve(model.jacobian.transpose());
  for (Eigen::Index i = 0; i < answer.rows(); ++i)
    if (answer(i, i) > 0.0) masses[static_cast<std::size_t>(i)] = 1.0 / answer(i, i);
  return masses;
}

}  // namespace hexad::design
