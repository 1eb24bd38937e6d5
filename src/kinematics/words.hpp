#pragma once
// Inside this layer: findings in words. Start-up and tool code; it allocates.

#include <cstdarg>
#include <cstdio>
#include <string>
#include <vector>

#include "kinematics/geometry.hpp"

namespace hexad::kinematics::internal {

[[gnu::format(printf, 1, 2)]] inline std::string words(const char* format, ...) {
  char text[256];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return text;
}

inline double mm(double metres) noexcept { return metres / kMillimetre; }
inline double degrees(double radians) noexcept { return radians / kDegree; }

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
