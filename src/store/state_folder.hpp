#pragma once
// Where things are kept that survive a restart: one folder a platform, for its owner's eyes only, made when
// there is something to keep.

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace hexad::store {

/// `configured`, or $XDG_STATE_HOME/hexad, or ~/.local/state/hexad; and in it the platform's folder.
std::filesystem::path state_folder(const std::string& configured, std::string_view platform);

/// With every folder above it; what is new is its owner's alone. 0 or errno.
int make_folder(const std::filesystem::path& folder);

}  // namespace hexad::store
