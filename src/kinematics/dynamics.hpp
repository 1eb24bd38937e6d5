#pragma once
// Leg forces from motion (inverse dynamics) with payload and massive legs, and what the motors do for them.
// The derivation is written out in dynamics.cpp.

#include "model/machine.hpp"

namespace hexad::kinematics {

enum class LegInertia { massless, massive };

/// Force along each leg, N; positive pushes the platform away from the base. Friction is not in it. `cabin`:
/// where the rotary axis has turned the payload to, rad.
LegForces leg_forces(const Machine& machine, const Motion& motion, LegInertia inertia = LegInertia::massive,
                     double cabin = 0.0) noexcept;

struct MotorLoad {
  MotorTorques torque = MotorTorques::Zero();
  MotorSpeeds speed = MotorSpeeds::Zero();
};
/// Force and friction through screw and belt, efficiency the way the power goes (a leg at rest: as if the
/// motor drove, and no friction), and the rotor's own acceleration.
MotorLoad motor_load(const Drive& drive, const LegForces& force, const LegSpeeds& velocity,
                     const LegAccelerations& acceleration) noexcept;

}  // namespace hexad::kinematics
