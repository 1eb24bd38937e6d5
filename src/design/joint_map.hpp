#pragma once
// What the universal joints do over the workspace, axis by axis: a joint of two axes has no cone to stay in
// but an angle about each. Tools only: it allocates.

#include <vector>

#include "design/places.hpp"

namespace hexad::design {

/// Which way the fixed yoke of a joint looks: along the leg as it stands at neutral, or straight up.
enum class YokeMount : std::uint8_t { neutral, upright };

struct JointAngles {
  double first = 0.0;   ///< about the axis that stands still
  double second = 0.0;  ///< about the axis that the first one carries
};

struct JointMap {
  bool at_base = true;
  std::size_t leg = 0;
  JointAngles low, high;             ///< rad
  double cone = 0.0;                 ///< the largest angle between leg and yoke
  std::vector<JointAngles> outline;  ///< convex, counter-clockwise
};

/// Base joints first, then those of the platform.
std::vector<JointMap> joint_maps(const Machine& machine, YokeMount mount);

/// The angles of one joint at a pose.
JointAngles joint_angles(const Machine& machine, YokeMount mount, bool at_base, std::size_t leg,
                         const Pose& pose) noexcept;

}  // namespace hexad::design
