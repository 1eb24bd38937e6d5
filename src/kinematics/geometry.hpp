#pragma once
// Makes a Machine whole: counts legs and freedoms, derives heights and the numbers at neutral, and says
// what is wrong or odd about a geometry.

#include <vector>

#include "base/result.hpp"
#include "messages/message.hpp"
#include "model/machine.hpp"

namespace hexad::kinematics {

/// Joints on a circle, in pairs: the second way of describing a platform (csfi tool, "mode 2").
/// Pairs stand at `pair_centres` (angles from +X); the two joints of a pair are `pair_angle` apart.
struct CircleJoints {
  double diameter = 0.0;
  double pair_angle = 0.0;
};
/// The pair angle of two joints `distance` apart on the circle.
double pair_angle_from_distance(double diameter, double distance) noexcept;

/// Six joints each, in the numbering of the default platform: base pairs at 30°, 150°, 270°, platform pairs
/// at 90°, 210°, 330°, leg 1 joining the base pair at 150° with the platform pair at 90°, clockwise from
/// above.
void joints_from_circles(const CircleJoints& base, const CircleJoints& platform, Geometry& geometry) noexcept;

/// The circle of that form that is nearest to six joints, and how far the farthest of them lies from its
/// place on it: 0 for what joints_from_circles made.
struct NearestCircle {
  CircleJoints circle;
  double off = 0.0;
};
NearestCircle nearest_circle(const std::array<Vec3, kMaxLegs>& joints, bool platform) noexcept;

/// What was found about a geometry. An error makes the machine unusable, a warning is worth a look.
struct Finding {
  enum class Kind { error, warning, note };
  Kind kind;
  messages::Message what;
};

/// csfi decision 5: which legs exist follows from which joints are not all zero. Sets `legs` and `mechanism`;
/// the note says which rule decided. `has_rotary` for machines without legs.
std::vector<Finding> count_legs(Geometry& geometry, bool has_rotary);

/// Every finding about a machine: finite numbers, coincident joints, symmetry pair by pair, equal
/// height, leg length against projection, stroke against length, rank and conditioning at neutral, joint
/// angles.
std::vector<Finding> check(const Machine& machine);

/// Fills `heights`, `neutral_singular`, `neutral_sign`, `radius`. Errors: what keeps this machine from having
/// a neutral.
Result<Machine, std::vector<Finding>> derive(Machine machine);

}  // namespace hexad::kinematics
