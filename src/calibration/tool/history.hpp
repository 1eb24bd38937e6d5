#pragma once
// What a board had before each write from this computer, by time: a file a write, in the form of a binary
// export, so that each can be written back. The oldest go when there are too many. Reads and writes the disk:
// workers and tools.

#include <chrono>
#include <filesystem>

#include "calibration/tool/fields.hpp"

namespace hexad::inline calibration::tool {

inline constexpr std::size_t kMostCopies = 50;  ///< a board

struct Copy {
  std::string id;  ///< the time in UTC, 20260102T030405.678Z: also its file's name, with .bin
  Groups groups;
};

/// Its id; that of the newest one when nothing has changed since. Words when it cannot be kept.
Result<std::string, messages::Message> keep_in_history(const std::filesystem::path& folder,
                                                       const Groups& groups,
                                                       std::chrono::system_clock::time_point now);
/// Newest first; files that hold no groups are left out.
std::vector<Copy> read_history(const std::filesystem::path& folder);
/// `id` may be anything: only what is called as a copy is looked for.
std::optional<Copy> find_in_history(const std::filesystem::path& folder, const std::string& id);

}  // namespace hexad::inline calibration::tool
