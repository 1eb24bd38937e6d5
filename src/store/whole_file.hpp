#pragma once
// A plain file that is there whole or not at all, whatever happens meanwhile: made aside, brought to the
// disk, then given its name. Blocks: workers and tools.

#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "messages/message.hpp"
#include "store/disk.hpp"

namespace hexad::store {

/// `name` in `folder`, which is there; replaces what had that name. What went wrong; nothing = it is there.
messages::Message write_whole(const std::string& folder, const std::string& name, std::string_view text,
                              Disk& disk = real_disk());

/// All of a plain file; nothing where there is none. What is no file (a pipe, which would keep who reads it
/// waiting, a device, a folder) or far too long is said.
Result<std::optional<std::string>, messages::Message> read_whole(const std::string& path,
                                                                 Disk& disk = real_disk());

}  // namespace hexad::store
