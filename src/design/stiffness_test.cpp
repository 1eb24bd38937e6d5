// Stiffness against the second derivative of the energy in the springs, frequencies against a mass matrix
// written down by hand, sag against the platform that the shortened legs make, tolerances against a machine
// that was built wrongly.

#include "design/stiffness.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include "design/testing/presets.hpp"
#include "design/tolerances.hpp"
#include "design/verdicts.hpp"
#include "kinematics/dynamics.hpp"
#include "kinematics/forward.hpp"
#include "messages/print.hpp"

namespace hexad::design {
namespace {

using namespace testing;

LegSpring constant(double stiffness) {
  LegSpring spring;
  spring.stiffness = stiffness;
  return spring;
}

Pose moved(const Pose& pose, const Vec6& by) {
  return {pose.position + by.head<3>(), from_rotation_vector(by.tail<3>()) * pose.rotation};
}

/// Energy in the springs when the platform is pushed away from a pose at which they are slack.
Mat6 second_derivative(const Machine& machine, const LegSpring& spring, const Pose& pose) {
  const LegLengths slack = kinematics::lengths(machine, pose);
  const Extensions extension = kinematics::extensions(machine, pose);
  const auto energy = [&](const Vec6& by) {
    const LegLengths length = kinematics::lengths(machine, moved(pose, by));
    double sum = 0.0;
    for (Eigen::Index i = 0; i < 6; ++i)
      sum += 0.5 * leg_stiffness(spring, extension[i]) * std::pow(length[i] - slack[i], 2);
    return sum;
  };
  const double h = 1e-5;
  Mat6 k;
  for (Eigen::Index i = 0; i < 6; ++i)
    for (Eigen::Index j = 0; j < 6; ++j) {
      const Vec6 a = h * Vec6::Unit(i), b = h * Vec6::Unit(j);
      k(i, j) = (energy(a + b) - energy(a - b) - energy(b - a) + energy(-a - b)) / (4 * h * h);
    }
  return k;
}

TEST(Stiffness, IsTheSecondDerivativeOfTheEnergy) {
  std::mt19937 random{13};
  const Machine machine = preset("standard-400");
  for (const LegSpring& spring : {constant(20e6), LegSpring{}}) {
    for (int n = 0; n < 5; ++n) {
      const Pose pose = random_pose(machine, random);
      const Mat6 gives = second_derivative(machine, spring, pose).inverse();
      const Stiffness here = stiffness_at(machine, spring, pose);
      for (std::size_t i = 0; i < 6; ++i) {
        const auto k = static_cast<Eigen::Index>(i);
        EXPECT_NEAR(here.axis[i], 1.0 / gives(k, k), 1e-3 / gives(k, k)) << i;
      }
    }
  }
}

TEST(Stiffness, FrequenciesAreThoseOfAMassMatrixByHand) {
  std::mt19937 random{14};
  const Machine machine = preset("standard-400");  // legs without mass
  const LegSpring spring = constant(15e6);
  for (int n = 0; n < 5; ++n) {
    const Pose pose = random_pose(machine, random);
    const Mat3 r = pose.rotation.toRotationMatrix();
    const Vec3 arm = r * machine.payload.centre;
    Mat3 cross;
    cross << 0, -arm.z(), arm.y(), arm.z(), 0, -arm.x(), -arm.y(), arm.x(), 0;
    Mat6 mass;
    mass << machine.payload.mass * Mat3::Identity(), -machine.payload.mass * cross,
        machine.payload.mass * cross,
        r * machine.payload.inertia.asDiagonal() * r.transpose() - machine.payload.mass * cross * cross;
    const Eigen::EigenSolver<Mat6> modes{mass.inverse() * second_derivative(machine, spring, pose)};
    std::vector<double> wanted;
    for (Eigen::Index i = 0; i < 6; ++i)
      wanted.push_back(std::sqrt(modes.eigenvalues()[i].real()) / kRevolution);
    std::sort(wanted.begin(), wanted.end());
    const Stiffness here = stiffness_at(machine, spring, pose);
    ASSERT_EQ(here.frequencies.size(), 6u);
    for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(here.frequencies[i], wanted[i], 1e-3 * wanted[i]);
    for (const AxisValues& mode : here.modes) {
      double sum = 0.0;
      for (const double share : mode) sum += share;
      EXPECT_NEAR(sum, 1.0, 1e-9);
    }
  }
}

TEST(Stiffness, OfAMassOnOneUprightLegIsTheOldFormula) {
  Machine machine = preset("rectangle-4");
  machine.leg_mass = {};
  machine.payload.centre = Vec3{0, 0, 0};
  const double k = 5e6;
  const Stiffness here = stiffness_at(machine, constant(k), Pose{});
  ASSERT_EQ(here.frequencies.size(), 3u);
  EXPECT_NEAR(here.axis[2], 4 * k, 1e-6 * k);  // four legs, upright
  bool heaves = false;
  for (std::size_t i = 0; i < 3; ++i)
    heaves = heaves ||
             std::abs(here.frequencies[i] - std::sqrt(4 * k / machine.payload.mass) / kRevolution) < 1e-6;
  EXPECT_TRUE(heaves);
}

TEST(Stiffness, SagIsWhereShortenedLegsPutThePlatform) {
  const Machine machine = preset("allcontroller-1200");
  const LegSpring spring = constant(8e6);
  std::mt19937 random{15};
  for (int n = 0; n < 5; ++n) {
    const Pose pose = scale_from_neutral(random_pose(machine, random), 0.7);
    Motion standing;
    standing.pose = pose;
    const LegForces force = kinematics::leg_forces(machine, standing);
    Extensions shorter = kinematics::extensions(machine, pose);
    for (Eigen::Index i = 0; i < 6; ++i) shorter[i] -= force[i] / 8e6;
    const kinematics::Forward sunk = kinematics::forward(machine, shorter, pose);
    ASSERT_TRUE(sunk.ok());
    const Vec3 moved = sunk.pose.position - pose.position;
    const Vec3 turned = rotation_vector(sunk.pose.rotation * pose.rotation.conjugate());
    const Stiffness here = stiffness_at(machine, spring, pose);
    for (std::size_t i = 0; i < 3; ++i) {
      const auto k = static_cast<Eigen::Index>(i);
      EXPECT_NEAR(here.sag[i], moved[k], 1e-3 * moved.norm());
      EXPECT_NEAR(here.sag[i + 3], turned[k], 1e-3 * turned.norm() + 1e-9);
    }
  }
}

TEST(Stiffness, PartsOneBehindTheOther) {
  LegSpring spring;
  spring.screw_diameter = 0.025;
  spring.free_length = 0.2;
  spring.nut = 400e6, spring.bearing = 250e6, spring.joint = 350e6, spring.servo = 100e6;
  // E·A/l = 206e9 · 4.9087e-4 / 0.5 = 202.24 N/µm, by hand with the others
  // 1/(1/202.24+1/400+1/250+2/350+1/100)
  EXPECT_NEAR(leg_stiffness(spring, 0.3) / 1e6, 36.82, 0.01);
  spring.stiffness = 12e6;
  EXPECT_EQ(leg_stiffness(spring, 0.3), 12e6);
}

TEST(Stiffness, TheLowestFrequencyIsLowerThanAnyMet) {
  std::mt19937 random{16};
  for (const char* const name : {"standard-400", "allcontroller-3dof-rotary"}) {
    const Machine machine = preset(name);
    const StiffnessOver over = stiffness_over(machine, {});
    EXPECT_GT(over.lowest, 1.0);
    for (int n = 0; n < 100; ++n) {
      const Stiffness here = stiffness_at(machine, {}, random_pose(machine, random));
      EXPECT_GE(here.frequencies.front(), over.lowest * 0.999) << name;
    }
  }
}

TEST(LegMass, IsWhatAForceAlongOneLegMoves) {
  const Machine machine = preset("standard-400");
  const auto masses = leg_masses(machine, Pose{});
  const Vec3& arm = machine.payload.centre;
  Mat3 cross;
  cross << 0, -arm.z(), arm.y(), arm.z(), 0, -arm.x(), -arm.y(), arm.x(), 0;
  Mat6 mass;
  mass << machine.payload.mass * Mat3::Identity(), -machine.payload.mass * cross,
      machine.payload.mass * cross,
      Mat3{machine.payload.inertia.asDiagonal()} - machine.payload.mass * cross * cross;
  for (std::size_t i = 0; i < 6; ++i) {
    const Vec3 joint = machine.geometry.platform[i];
    const Vec3 s = (machine.heights.neutral.position + joint - machine.geometry.base[i]).normalized();
    Vec6 push;
    push << s, joint.cross(s);
    const Vec6 moved = mass.fullPivLu().solve(push);  // acceleration by one newton along this leg
    EXPECT_NEAR(masses[i], 1.0 / push.dot(moved), 1e-6 * masses[i]);
  }
}

TEST(Tolerances, AreWhatAMachineBuiltWronglyDoes) {
  const Machine machine = preset("standard-400");
  const Vec3 point{0.1, -0.2, 0.3};
  const ToleranceReport report = tolerances_of(machine, {}, point);
  ASSERT_EQ(report.effects.size(), 42u);
  const double error = 1e-6;
  double shares = 0.0;
  for (const Effect& effect : report.effects) {
    shares += effect.share;
    const Pose& pose = effect.pose;
    Machine built = machine;
    auto& joints = effect.end == JointEnd::base ? built.geometry.base : built.geometry.platform;
    const Vec3 joint = joints[effect.leg];
    const Vec3 out = Vec3{joint.x(), joint.y(), 0}.normalized();
    if (effect.end == JointEnd::leg) {
      built.geometry.retracted[static_cast<Eigen::Index>(effect.leg)] += error;
    } else {
      joints[effect.leg] += error * (effect.way == ErrorWay::radial     ? out
                                     : effect.way == ErrorWay::vertical ? Vec3{0, 0, 1}
                                                                        : Vec3{-out.y(), out.x(), 0});
    }
    const kinematics::Forward there = kinematics::forward(built, kinematics::extensions(machine, pose), pose);
    ASSERT_LT(there.residual, 1e-11);
    const Vec3 moved =
        there.pose.position + there.pose.rotation * point - pose.position - pose.rotation * point;
    EXPECT_NEAR(moved.norm() / error, effect.translation, 2e-3 * effect.translation + 1e-4)
        << static_cast<int>(effect.end) << static_cast<int>(effect.way) << effect.leg;
    const double turned = angle_between(there.pose.rotation, pose.rotation) / error;
    EXPECT_LE(turned, effect.rotation * 1.002 + 1e-4);
  }
  EXPECT_NEAR(shares, 1.0, 1e-9);
  EXPECT_GT(report.translation.worst, report.translation.rms);
}

TEST(Tolerances, SpreadErrorsGiveTheRmsThatIsSaid) {
  const Machine machine = preset("allcontroller-1200");
  const Tolerances tolerances{0.05e-3, 0.1e-3, 0.2e-3};
  const ToleranceReport report = tolerances_of(machine, tolerances, Vec3::Zero());
  // At the pose of the worst sum the rms is at most what is said, and near it: it was the worst place of both
  // kinds.
  const Pose pose = report.translation.pose;
  std::mt19937 random{17};
  std::uniform_real_distribution<double> spread{-1.0, 1.0};
  double squares = 0.0;
  constexpr int kBuilt = 1500;
  for (int n = 0; n < kBuilt; ++n) {
    Machine built = machine;
    for (std::size_t i = 0; i < 6; ++i) {
      built.geometry.base[i] += tolerances.base * Vec3{spread(random), spread(random), spread(random)};
      built.geometry.platform[i] +=
          tolerances.platform * Vec3{spread(random), spread(random), spread(random)};
      built.geometry.retracted[static_cast<Eigen::Index>(i)] += tolerances.length * spread(random);
    }
    const kinematics::Forward there = kinematics::forward(built, kinematics::extensions(machine, pose), pose);
    squares += (there.pose.position - pose.position).squaredNorm();
  }
  const double rms = std::sqrt(squares / kBuilt);
  EXPECT_LE(rms, report.translation.rms * 1.08);
  EXPECT_GE(rms, report.translation.rms * 0.5);
  EXPECT_LE(rms, report.translation.worst);
}

/// At every place by machines built with one part off at a time: variances of even spreads add up.
TEST(Tolerances, TheRmsIsThatOfTheWorstPlace) {
  const Machine machine = preset("allcontroller-1200");
  const Tolerances tolerances{0.05e-3, 0.1e-3, 0.2e-3};
  const ToleranceReport report = tolerances_of(machine, tolerances, Vec3::Zero());
  constexpr double kOff = 1e-6;
  double worst = 0.0, turned = 0.0;
  for (const Place& place : Workspace{machine}.spread(300)) {
    const Extensions extension = kinematics::extensions(machine, place.pose);
    double moves = 0.0, turns = 0.0;
    const auto add = [&](double& value, double tolerance, const Machine& built) {
      value += kOff;
      const kinematics::Forward there = kinematics::forward(built, extension, place.pose);
      value -= kOff;
      const double share = tolerance * tolerance / (3.0 * kOff * kOff);
      moves += share * (there.pose.position - place.pose.position).squaredNorm();
      turns += share * rotation_vector(there.pose.rotation * place.pose.rotation.conjugate()).squaredNorm();
    };
    Machine built = machine;
    for (std::size_t i = 0; i < 6; ++i) {
      for (Eigen::Index k = 0; k < 3; ++k) {
        add(built.geometry.base[i][k], tolerances.base, built);
        add(built.geometry.platform[i][k], tolerances.platform, built);
      }
      add(built.geometry.retracted[static_cast<Eigen::Index>(i)], tolerances.length, built);
    }
    worst = std::max(worst, std::sqrt(moves));
    turned = std::max(turned, std::sqrt(turns));
  }
  EXPECT_NEAR(report.translation.rms, worst, 1e-3 * worst);
  EXPECT_NEAR(report.rotation.rms, turned, 1e-3 * turned);
}

TEST(Tolerances, WhatIsLooseIsNamed) {
  const Machine machine = preset("standard-400");
  const ToleranceReport report = tolerances_of(machine, {1e-6, 1e-6, 1e-3}, Vec3::Zero());
  EXPECT_EQ(groups_of(report).front().end, JointEnd::leg);
  EXPECT_NE(messages::english(verdict_of(report)).find("leg lengths"), std::string::npos);
}

}  // namespace
}  // namespace hexad::design
