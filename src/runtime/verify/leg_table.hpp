#pragma once
// A pose with its rates, seen by the legs: the table of the verification tool. mm, degrees, kN, Nm, rpm.

#include <array>
#include <string>
#include <vector>

#include "model/limits.hpp"
#include "model/machine.hpp"

namespace hexad::runtime::verify {

struct LegRow {
  double length = 0.0;
  double extension = 0.0;
  double velocity = 0.0;
  double acceleration = 0.0;
  double base_angle = 0.0;
  double platform_angle = 0.0;
  std::array<double, 3> joint{};  ///< platform joint in base axes
  double force = 0.0;
  double torque = 0.0;  ///< not a number where the machine has no screw
  double rpm = 0.0;
};

/// A limit that is broken. Those of the motor are no limits of the core and have their own names.
struct Breach {
  enum class Kind { limit, motor_torque, motor_speed };
  Kind kind = Kind::limit;
  LimitHit hit;  ///< motor: the leg as index, value and bound in Nm or rad/s
  std::string text;
};

struct LegTable {
  std::vector<LegRow> legs;
  bool reachable = false;        ///< the pose; rates and forces may still be past their limits
  std::vector<Breach> breaches;  ///< the pose's first, then the axes', then leg by leg
  double condition = 0.0;        ///< infinite when singular
};

/// `motion` as the machine's guide makes it (kinematics::project); `rotary`: where the cabin has turned to, rad.
LegTable leg_table(const Machine& machine, const Motion& motion, double rotary);

}  // namespace hexad::runtime::verify
