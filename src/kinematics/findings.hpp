#pragma once
// Inside this layer: what finds something. Start-up and tool code; it allocates.

#include <vector>

#include "kinematics/geometry.hpp"

namespace hexad::kinematics::internal {

inline bool has_error(const std::vector<Finding>& findings) noexcept {
  for (const Finding& finding : findings) {
    if (finding.kind == Finding::Kind::error) return true;
  }
  return false;
}

/// What makes a geometry useless before anything is computed from it.
void find_broken(const Machine& machine, std::vector<Finding>& findings);

/// derive() in place; false when it added errors.
bool derive_into(Machine& machine, std::vector<Finding>& findings);

}  // namespace hexad::kinematics::internal
