#pragma once
// A plain file that is there whole or not at all, whatever happens meanwhile: made aside, brought to the
// disk, then given its name. Blocks: workers and tools.

#include <optional>
#include <string>
#include <string_view>

#include "store/disk.hpp"

namespace hexad::store {

/// `name` in `folder`, which is there; replaces what had that name. What went wrong, in words.
std::optional<std::string> write_whole(const std::string& folder, const std::string& name,
                                       std::string_view text, Disk& disk = real_disk());

}  // namespace hexad::store
