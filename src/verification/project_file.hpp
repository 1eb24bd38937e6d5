#pragma once
// A project of the verification as a platform file (TOML): every number as it was typed, also when it makes
// no machine yet. What `hexad ik`, `check`, `run` take as a platform is this file.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "config/build_machine.hpp"
#include "config/config_csv.hpp"
#include "verification/parameter_set.hpp"

namespace hexad::verification {

struct Project {
  std::string name{};
  std::string notes{};  ///< `description` of the platform file
  ParameterSet set{};
  std::vector<CsvRemark> marks{};  ///< of reading: what the file has and a project has no place for
};

std::string write_project(const Project& project);

/// Of any platform file: also one that builds on a preset, or has circles for joints. `file`: for messages.
/// Or every problem.
Result<Project, std::vector<CsvRemark>> read_project(std::string_view text, const std::string& file);

/// As set_of(machine), and direct drives (-1) and a rotary axis as they stand in the file.
ParameterSet set_of(const Config& config, const Machine& machine);

}  // namespace hexad::verification
