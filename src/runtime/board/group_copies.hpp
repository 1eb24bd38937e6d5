#pragma once
// What a board had before this computer wrote to it: a copy a group, in a folder a board. For `hexad calibrate
// restore`.

#include <filesystem>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "protocols/csfi/groups.hpp"

namespace hexad::runtime {

/// Words when it cannot be kept.
Result<bool, std::string> keep_copy(const std::filesystem::path& folder, const protocols::csfi::Group& group);
/// None when there is none that can be read.
std::optional<protocols::csfi::Group> read_copy(const std::filesystem::path& folder, std::uint8_t group);

}  // namespace hexad::runtime
