#pragma once
// Inside the search: what a shape comes to over every pose that is required.

#include <vector>

#include "design/requirement.hpp"

namespace hexad::design::internal {

inline constexpr double kStrokeMargin = 1.0 * kMillimetre;

struct Shape {
  double base_diameter, base_pair, platform_diameter, platform_pair, height;
};

struct Look {
  double neutral_length = 0.0;
  double stroke = 0.0;  ///< not rounded
  double speed = 0.0, force = 0.0, standing = 0.0;
  double joint_angle = 0.0;
  double singular = 0.0;  ///< smallest, of that at neutral
  double condition = 0.0;
  double clearance = 0.0;
};

/// Neutral, each axis at its ends, and all together at their corners.
std::vector<Pose> required_poses(const Requirement& requirement);
/// Enough of a machine for lengths, forces and speeds; stroke and limits come later.
Machine raw_machine(const Requirement& requirement, const Shape& shape);
Look look_at(const Machine& machine, const Requirement& requirement, const std::vector<Pose>& poses);
/// Between any two legs; `retracted`: of a leg.
double least_distance(const Machine& machine, const Requirement& requirement, double retracted,
                      const std::vector<Pose>& poses);

/// Round numbers, then everything by the program's own machine. None when it does not do what is required.
std::optional<Design> finished(const Requirement& requirement, const Shape& wanted,
                               const std::vector<Pose>& poses, const std::vector<Motor>& motors);

}  // namespace hexad::design::internal
