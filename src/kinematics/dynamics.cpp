// Inverse dynamics, in base axes, g = (0, 0, −g).
//
// Platform and payload (mass m, centre c and inertia I in platform axes, arm r = R·c, I_w = R·I·Rᵀ):
//   a_c = a + α × r + ω × (ω × r),  F = m·(a_c − g),  M = I_w·α + ω × I_w·ω + r × F.
// A rotary axis carries the payload in its cabin: R·Rz(θ) stands for R in these lines, and only in these;
// joints and guide stay where they are.
//
// A leg of length l and direction s whose platform joint has velocity v_B and acceleration a_B; the cylinder
// (m1, I1 across, centre c1 from the base joint) and the rod (m2, I2, centre c2 from the platform joint, so
// r2 = l − c2 from the base joint) do not spin:
//   w = s × v_B / l,   l' = s·v_B,   l'' = s·a_B + l·w²,   w' = s × a_B / l − 2·(l'/l)·w.
// Moments about the base joint. The rod's centre is at r2·s: its arm is r2 = l − c2 and not c2, also in the
// Coriolis term:
//   τ = (I1 + I2 + m1·c1² + m2·r2²)·w' + 2·m2·r2·l'·w − s × (m1·c1 + m2·r2)·g.
// What the platform must give the leg at its joint, along and across it:
//   h = s·(m2·l'' − m2·r2·w² − m2·g·s) + (τ × s)/l.
// The l'' term is along the leg and is part of what the actuator moves.
//
// The legs push with f: Jᵀ·f = (F, M) + Σ (h, R·b × h). Guided machines: the same over the freedoms q there
// are, J_qᵀ·f = Sᵀ·(…), the guide takes the rest; four legs share it with the smallest Σf².
//
// Motor: screw and belt pass on η of the power that goes through them, so with friction r against the motion
// and n motor radians a metre of leg, τ = (f + r)/(n·η) while the motor drives ((f + r)·l' ≥ 0) and τ = (f +
// r)·η/n while the load does; the rotor's inertia is on the motor's side and comes on top.

#include "kinematics/dynamics.hpp"

#include <cmath>

#include "kinematics/guide.hpp"
#include "kinematics/inverse.hpp"
#include "kinematics/leg_vectors.hpp"
#include "kinematics/solve6.hpp"

namespace hexad::kinematics {

using internal::LegVectors;

namespace {

struct Wrench {
  Vec3 force = Vec3::Zero();
  Vec3 moment = Vec3::Zero();  ///< about the joint-plane centre
};

Wrench payload_wrench(const Payload& payload, const Mat3& rotation, const Motion& motion) noexcept {
  const Vec3& omega = motion.velocity.angular;
  const Vec3& alpha = motion.acceleration.angular;
  const Vec3 arm = rotation * payload.centre;
  const Vec3 acceleration = motion.acceleration.linear + alpha.cross(arm) + omega.cross(omega.cross(arm));
  const Vec3 force = payload.mass * (acceleration + Vec3{0.0, 0.0, kGravity});
  const auto inertia = [&](const Vec3& v) -> Vec3 {
    return rotation * payload.inertia.cwiseProduct(rotation.transpose() * v);
  };
  return {force, inertia(alpha) + omega.cross(inertia(omega)) + arm.cross(force)};
}

/// Force the platform must give a leg at its joint.
Vec3 leg_load(const LegMass& mass, const Vec3& d, const Vec3& v, const Vec3& a) noexcept {
  const Vec3 gravity{0.0, 0.0, -kGravity};
  const double length = d.norm();
  const Vec3 s = d / length;
  const Vec3 w = s.cross(v) / length;
  const double rate = s.dot(v);
  const double w2 = w.squaredNorm();
  const Vec3 w_rate = s.cross(a) / length - (2.0 * rate / length) * w;
  const double stretch = s.dot(a) + length * w2;
  const double rod = length - mass.rod_centre;
  const double inertia = mass.cylinder_inertia + mass.rod_inertia +
                         mass.cylinder_mass * mass.cylinder_centre * mass.cylinder_centre +
                         mass.rod_mass * rod * rod;
  const Vec3 torque = inertia * w_rate + (2.0 * mass.rod_mass * rod * rate) * w -
                      (mass.cylinder_mass * mass.cylinder_centre + mass.rod_mass * rod) * s.cross(gravity);
  const double along = mass.rod_mass * (stretch - rod * w2 - gravity.dot(s));
  return s * along + torque.cross(s) / length;
}

Wrench total_wrench(const Machine& machine, const Motion& motion, const LegVectors& vectors,
                    LegInertia inertia, double cabin) noexcept {
  const Quat turn{Eigen::AngleAxisd{cabin, Vec3::UnitZ()}};
  Wrench total = payload_wrench(machine.payload, (motion.pose.rotation * turn).toRotationMatrix(), motion);
  if (inertia == LegInertia::massless) return total;
  const Vec3& omega = motion.velocity.angular;
  for (std::size_t i = 0; i < machine.geometry.legs; ++i) {
    const Vec3 arm = vectors.arm(static_cast<Eigen::Index>(i));
    const Vec3 turning = omega.cross(arm);
    const Vec3 v = motion.velocity.linear + turning;
    const Vec3 a = motion.acceleration.linear + motion.acceleration.angular.cross(arm) + omega.cross(turning);
    const Vec3 load = leg_load(machine.leg_mass, vectors.d(static_cast<Eigen::Index>(i)), v, a);
    total.force += load;
    total.moment += arm.cross(load);
  }
  return total;
}

LegForces six_forces(const LegVectors& vectors, const Wrench& wrench) noexcept {
  internal::Solve6 solve;  // rows of Jᵀ
  for (Eigen::Index i = 0; i < 6; ++i) {
    const Vec3 s = vectors.d(i).normalized();
    const Vec3 moment = vectors.arm(i).cross(s);
    for (Eigen::Index k = 0; k < 3; ++k) {
      solve.row(static_cast<std::size_t>(k))[i] = s[k];
      solve.row(static_cast<std::size_t>(k + 3))[i] = moment[k];
    }
  }
  if (!solve.factor()) return {};
  Vec6 rhs;
  rhs << wrench.force, wrench.moment;
  const LegForces force{solve.solve(rhs)};
  return force.allFinite() ? force : LegForces{};
}

LegForces guided_forces(const Machine& machine, const Pose& pose, const LegVectors& vectors,
                        const Wrench& wrench) noexcept {
  const double roll = internal::guide_of(machine.geometry.mechanism, pose).roll;
  const internal::GuideFreedoms freedoms = internal::freedoms_of(machine.geometry.mechanism);
  const internal::GuideJacobian rows = internal::guide_jacobian(machine.geometry, vectors, roll);
  const Vec3 pitch_axis{std::cos(roll), 0.0, -std::sin(roll)};
  internal::GuideVector wanted{wrench.force.z(), wrench.moment.dot(pitch_axis), wrench.moment.y()};
  if (!freedoms.heave) wanted[0] = 0.0;
  if (!freedoms.pitch) wanted[1] = 0.0;
  if (!freedoms.roll) wanted[2] = 0.0;
  // f = J·(JᵀJ)⁻¹·Q is the one of smallest norm among those with Jᵀ·f = Q, and the only one without a leg too
  // many.
  internal::GuideVector x;
  if (!internal::solve_normal(rows, freedoms, wanted, x)) return {};
  Vec6 force = Vec6::Zero();
  force.head<internal::kGuideLegs>() = rows * x;
  return LegForces{force};
}

}  // namespace

LegForces leg_forces(const Machine& machine, const Motion& asked, LegInertia inertia, double cabin) noexcept {
  if (machine.geometry.legs == 0) return {};
  const Motion motion = project(machine, asked);
  const LegVectors vectors = internal::leg_vectors(machine, motion.pose);
  const Wrench wrench = total_wrench(machine, motion, vectors, inertia, cabin);
  return internal::six_legs(machine) ? six_forces(vectors, wrench)
                                     : guided_forces(machine, motion.pose, vectors, wrench);
}

MotorLoad motor_load(const Drive& drive, const LegForces& force, const LegSpeeds& velocity,
                     const LegAccelerations& acceleration) noexcept {
  MotorLoad load;
  if (!(drive.screw_lead > 0.0 && drive.belt_ratio > 0.0 && drive.efficiency > 0.0)) return load;
  const double turns = kRevolution * drive.belt_ratio / drive.screw_lead;  // motor rad a metre of leg
  for (Eigen::Index i = 0; i < load.torque.size(); ++i) {
    const double v = velocity[i];
    const double rubbing = v == 0.0 ? 0.0 : std::copysign(drive.friction, v);
    const double pushed = force[i] + rubbing;
    const bool driven_by_load = pushed * v < 0.0;
    load.torque[i] = pushed / turns * (driven_by_load ? drive.efficiency : 1.0 / drive.efficiency) +
                     drive.rotor_inertia * turns * acceleration[i];
  }
  load.speed = MotorSpeeds{velocity.values() * turns};
  return load;
}

}  // namespace hexad::kinematics
