#pragma once
// Platforms that come with the program: share/platforms/*.toml. The share folder is the one HEXAD_SHARE
// names, else the one installed beside the program, else the source tree's, else that of the install prefix.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "messages/message.hpp"

namespace hexad::inline config {

inline constexpr std::string_view kDefaultPlatform = "standard-400";

std::vector<std::string> preset_names();
std::optional<std::string> preset_path(std::string_view name);

/// share/motion, found as the platforms are.
std::optional<std::string> shipped_motion_folder();

/// share/manoeuvres, alike.
std::optional<std::string> shipped_manoeuvre_folder();

/// share/motors, alike.
std::optional<std::string> shipped_motor_folder();

/// The console's page: share/console, found as the platforms are, else the one built in the source tree.
std::optional<std::string> shipped_page_folder();

/// Of `--platform NAME|FILE`: names with a slash or ending in .toml are files, others presets first.
bool looks_like_file(std::string_view name);

/// "there is no platform 'x'; known are …; did you mean …?"
messages::Message unknown_preset(std::string_view name);

}  // namespace hexad::inline config
