#pragma once
// The board tool's config_<project>.csv where a platform file is expected.

#include <optional>
#include <string>

#include "verification/parameter_set.hpp"

namespace hexad::cli {

bool is_config_csv(const std::string& path);
/// With its findings; none, with every problem on stderr, when it cannot be read.
std::optional<verification::CheckedSet> open_config_csv(const std::string& path);
/// "config_second.csv" is the set called "second".
std::string project_of(const std::string& path);

}  // namespace hexad::cli
