#pragma once
// A pose with its rates, seen by the legs: the table of the verification tool. mm, degrees, kN, Nm, rpm.

#include <array>
#include <vector>

#include "motion/judge/judge.hpp"

namespace hexad::verification {

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

struct LegTable {
  std::vector<LegRow> legs;
  bool reachable = false;          ///< the pose; rates and forces may still be past their limits
  std::vector<LimitHit> breaches;  ///< motion::breaches, with the full stroke
  motion::Coverage coverage;
  double condition = 0.0;  ///< infinite when singular
};

/// `motion` as the machine's guide makes it (kinematics::project); `rotary`: where the cabin has turned to,
/// rad.
LegTable leg_table(const Machine& machine, const Motion& motion, double rotary);

}  // namespace hexad::verification
