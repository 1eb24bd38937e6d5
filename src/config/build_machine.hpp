#pragma once
// From settings to the Machine the core lives by: joints from circles where need be, legs counted, heights
// derived, and what is wrong or odd about it said in words.

#include <optional>

#include "config/load.hpp"

namespace hexad::inline config {

struct BuiltMachine {
  std::optional<Machine> machine;  ///< none when there is an error
  Problems problems;
};

BuiltMachine build_machine(const Loaded& loaded);

/// Joints, lengths and stroke alone; legs are not counted yet.
Geometry geometry_of(const GeometrySettings& settings);

/// load() and build_machine() in one, all problems in one list.
struct LoadedPlatform {
  Config config;
  std::optional<Machine> machine;
  Problems problems;
};
LoadedPlatform load_platform(const Sources& sources);

}  // namespace hexad::inline config
