// Leg forces against what they must be whatever the formulas: the power of the legs is the rate of the
// energy.

#include "kinematics/dynamics.hpp"

#include <cstdio>

#include "kinematics/jacobian.hpp"
#include "kinematics/testing/machines.hpp"

namespace hexad::kinematics::testing {
namespace {

/// Kinetic and potential energy of payload and legs, straight from masses and velocities.
double energy(const Machine& machine, const Motion& asked, bool massive, double cabin) {
  const Motion motion = project(machine, asked);
  const Mat3 r = motion.pose.rotation.toRotationMatrix();
  const Vec3 centre = machine.heights.neutral.position + motion.pose.position;
  const Payload& load = machine.payload;
  const Mat3 turned = r * Eigen::AngleAxisd{cabin, Vec3::UnitZ()}.toRotationMatrix();
  const Vec3 arm = turned * load.centre;
  const Vec3 v = motion.velocity.linear + motion.velocity.angular.cross(arm);
  const Vec3 body = turned.transpose() * motion.velocity.angular;
  double sum = 0.5 * load.mass * v.squaredNorm() + 0.5 * body.dot(load.inertia.cwiseProduct(body)) +
               load.mass * kGravity * (centre + arm).z();
  if (!massive) return sum;
  const LegMass& mass = machine.leg_mass;
  for (std::size_t i = 0; i < machine.geometry.legs; ++i) {
    const Vec3 b = r * machine.geometry.platform[i];
    const Vec3 d = centre + b - machine.geometry.base[i];
    const Vec3 vb = motion.velocity.linear + motion.velocity.angular.cross(b);
    const double l = d.norm();
    const Vec3 s = d / l;
    const double rate = s.dot(vb);
    const Vec3 w = s.cross(vb) / l;
    const Vec3 v1 = w.cross(mass.cylinder_centre * s);
    const Vec3 v2 = rate * s + w.cross((l - mass.rod_centre) * s);
    sum += 0.5 * mass.cylinder_mass * v1.squaredNorm() + 0.5 * mass.rod_mass * v2.squaredNorm() +
           0.5 * (mass.cylinder_inertia + mass.rod_inertia) * w.squaredNorm() +
           kGravity * (mass.cylinder_mass * (machine.geometry.base[i] + mass.cylinder_centre * s).z() +
                       mass.rod_mass * (machine.geometry.base[i] + (l - mass.rod_centre) * s).z());
  }
  return sum;
}

/// The motion a moment later, by its own velocity and acceleration.
Motion later(const Machine& machine, const Motion& motion, double dt) {
  Motion next = motion;
  next.pose.position += dt * motion.velocity.linear + 0.5 * dt * dt * motion.acceleration.linear;
  next.pose.rotation =
      from_rotation_vector(dt * motion.velocity.angular + 0.5 * dt * dt * motion.acceleration.angular) *
      motion.pose.rotation;
  next.velocity.linear += dt * motion.acceleration.linear;
  next.velocity.angular += dt * motion.acceleration.angular;
  return project(machine, next);
}

std::vector<Machine> loaded_machines() {
  std::vector<Machine> machines{standard_400(), allcontroller_1200(), rectangle_4(), three_legs(),
                                two_legs(),     heave_roll(),         one_leg()};
  for (Machine& machine : machines) {
    machine.payload = test_payload();
    machine.leg_mass = {85, 0.2, 1.6, 22, 0.25, 0.41};  // heavy, so that their terms weigh
  }
  return machines;
}

TEST(Dynamics, ThePowerOfTheLegsIsTheRateOfTheEnergy) {
  std::puts("seed 53");
  for (const Machine& machine : loaded_machines()) {
    PoseSource random{machine, 53};
    for (int i = 0; i < 500; ++i) {
      const Motion motion = project(machine, Motion{random.reachable(),
                                                    {random.vector(0.8), random.vector(1.5)},
                                                    {random.vector(4), random.vector(6)}});
      for (const bool massive : {false, true}) {
        const double cabin = 0.37 * (i % 17);
        const LegForces force =
            leg_forces(machine, motion, massive ? LegInertia::massive : LegInertia::massless, cabin);
        const double power = force.values().dot(leg_rates(machine, motion).velocity.values());
        const double h = 1e-4;
        const double rate = (energy(machine, later(machine, motion, h), massive, cabin) -
                             energy(machine, later(machine, motion, -h), massive, cabin)) /
                            (2 * h);
        ASSERT_NEAR(power, rate, 1e-5 * (std::abs(rate) + 1000))
            << machine.name << ' ' << i << ' ' << massive;
      }
    }
  }
}

TEST(Dynamics, StandingStillSixLegsCarryTheWeight) {
  const Machine machine = standard_400();
  const LegForces force = leg_forces(machine, {}, LegInertia::massless);
  EXPECT_NEAR((jacobian(machine, {}).transpose() * force.values())[2], 500 * kGravity, 1e-9);
  EXPECT_GT(force.minCoeff(), 0.0) << "they push";
}

TEST(Dynamics, FourLegsShareTheLoadWithTheLeastForces) {
  const Machine machine = rectangle_4();
  Machine centred = machine;
  centred.payload.centre = {0, 0, 0.3};
  const LegForces even = leg_forces(centred, {}, LegInertia::massless);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(even[i], 500 * kGravity / 4, 1e-9);
  EXPECT_EQ(even[4], 0.0);
  // Adding the one combination that moves nothing (corners against each other) only makes it larger.
  const LegForces force = leg_forces(machine, {}, LegInertia::massless);
  EXPECT_NEAR(force.values().dot(Vec6{1, -1, 1, -1, 0, 0}), 0.0, 1e-9);
}

TEST(Dynamics, TwoLegsCarryMomentsNotTheWeight) {
  Machine machine = two_legs();
  machine.payload.centre = {0, 0, 0.3};
  EXPECT_LT(leg_forces(machine, {}, LegInertia::massless).norm(), 1e-9) << "balanced on the pivot";
  machine.payload.centre = {0, 0.3, 0};
  const LegForces force = leg_forces(machine, {}, LegInertia::massless);
  EXPECT_NEAR(force[0], 250 * kGravity, 1e-9);
  EXPECT_NEAR(force[1], 250 * kGravity, 1e-9);
}

TEST(Dynamics, UprightLegsBalanceThePayloadWhereverTheCabinHasTurnedIt) {
  for (Machine machine : {three_legs(), rectangle_4()}) {
    machine.payload.centre = {0.05, 0.1, 0.3};
    for (const double degrees : {0.0, 30.0, 90.0, 180.0, -135.0}) {
      const LegForces force = leg_forces(machine, {}, LegInertia::massless, degrees * kDegree);
      const double weight = machine.payload.mass * kGravity;
      const double c = std::cos(degrees * kDegree), s = std::sin(degrees * kDegree);
      Vec3 sum = Vec3::Zero();  // of forces, and of their moments about the middle
      for (std::size_t i = 0; i < machine.geometry.legs; ++i) {
        const Vec3& joint = machine.geometry.platform[i];
        sum += force[static_cast<Eigen::Index>(i)] * Vec3{1.0, joint.x(), joint.y()};
      }
      EXPECT_NEAR(sum[0], weight, 1e-9) << machine.name << ' ' << degrees;
      EXPECT_NEAR(sum[1], weight * (c * 0.05 - s * 0.1), 1e-9) << machine.name << ' ' << degrees;
      EXPECT_NEAR(sum[2], weight * (s * 0.05 + c * 0.1), 1e-9) << machine.name << ' ' << degrees;
    }
  }
}

TEST(Dynamics, EfficiencyAndFrictionGoTheWayThePowerGoes) {
  Drive drive;
  drive.screw_lead = 0.005;
  drive.belt_ratio = 1.5;
  drive.efficiency = 0.5;
  drive.friction = 200.0;
  const double arm = 0.005 / (2 * kPi * 1.5);
  const auto torque = [&](double force, double velocity) {
    return motor_load(drive, LegForces::Constant(force), LegSpeeds::Constant(velocity), {}).torque[2];
  };
  EXPECT_NEAR(torque(1000, 0.1), (1000 + 200) * arm / 0.5, 1e-12) << "up: the motor pays for everything";
  EXPECT_NEAR(torque(1000, -0.1), (1000 - 200) * arm * 0.5, 1e-12)
      << "down: screw and friction help to brake";
  EXPECT_NEAR(torque(100, -0.1), (100 - 200) * arm / 0.5, 1e-12) << "too light to drive: it is pushed down";
  EXPECT_NEAR(torque(-1000, -0.1), (-1000 - 200) * arm / 0.5, 1e-12) << "pulling down drives";
  EXPECT_NEAR(torque(1000, 0.0), 1000 * arm / 0.5, 1e-12) << "holding: as if it were to begin";
  // What goes in comes out as work, friction and loss of the screw: never less.
  for (const double force : {-1500.0, -100.0, 50.0, 900.0})
    for (const double velocity : {-0.2, 0.05}) {
      const double in = torque(force, velocity) * velocity / arm;
      EXPECT_GE(in, force * velocity + 200 * std::abs(velocity) - 1e-9) << force << ' ' << velocity;
    }
}

TEST(Dynamics, MotorLoadIsForceThroughTheScrewPlusTheRotor) {
  Drive drive;
  drive.screw_lead = 0.01;
  drive.belt_ratio = 2;
  drive.efficiency = 0.8;
  drive.rotor_inertia = 2e-4;
  const MotorLoad load =
      motor_load(drive, LegForces::Constant(1000), LegSpeeds::Constant(0.5), LegAccelerations::Constant(-3));
  const double turns = 2 * kPi * 2 / 0.01;
  EXPECT_NEAR(load.torque[0], 1000 * 0.01 / (2 * kPi * 2 * 0.8) - 2e-4 * 3 * turns, 1e-12);
  EXPECT_NEAR(load.speed[5], 0.5 * turns, 1e-9);
  EXPECT_EQ(motor_load(Drive{}, LegForces::Constant(1), LegSpeeds::Constant(1), LegAccelerations::Constant(1))
                .torque,
            MotorTorques{})
      << "no screw";
}

}  // namespace
}  // namespace hexad::kinematics::testing
