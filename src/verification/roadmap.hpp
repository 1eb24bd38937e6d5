#pragma once
// A table of poses, seen by the legs and judged. With times that rise it is a motion: the curve the platform
// would play through the poses, at rest at both ends, against every limit. Without, each pose is looked at
// standing.

#include "motion/files/motion_file.hpp"
#include "motion/prepare/preflight.hpp"
#include "verification/leg_table.hpp"

namespace hexad::verification {

struct RoadmapLook {
  bool timed = false;
  /// A row a pose. Timed: place and angles at the pose, of rates and loads the largest since the pose before.
  std::vector<std::vector<LegRow>> rows;
  std::vector<LimitHit> hits;  ///< of each row the first limit that is broken there, or on the way to it
  motion::PreflightReport report;
  std::size_t violation_row = 0;  ///< where the report's violation is, from 0
};
RoadmapLook look_at_roadmap(const Machine& machine, const std::vector<motion::files::RoadmapRow>& rows);

/// "at 0.012 s leg 1 velocity …", "pose 3: leg …", or that all is kept.
messages::Message verdict_of(const RoadmapLook& look);

/// Every row and leg as CSV, with the pose it belongs to.
std::string roadmap_csv(const std::vector<motion::files::RoadmapRow>& rows, const RoadmapLook& look);

}  // namespace hexad::verification
