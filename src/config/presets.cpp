#include "config/presets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "messages/say.hpp"
#include "os/surroundings.hpp"
#include "text/nearest.hpp"

namespace hexad::inline config {
namespace {

namespace fs = std::filesystem;

/// The first share folder that has this part.
std::optional<fs::path> folder_of(const char* part) {
  std::vector<fs::path> candidates;
  if (const char* share = std::getenv("HEXAD_SHARE"); share != nullptr && *share != '\0') {
    candidates.emplace_back(share);  // named explicitly: no silent fall-back to another
  } else {
    if (const fs::path program = own_program(); !program.empty()) candidates.push_back(share_beside(program));
    candidates.emplace_back(HEXAD_SOURCE_SHARE);
    candidates.emplace_back(HEXAD_INSTALL_SHARE);
  }
  std::error_code error;
  for (const fs::path& share : candidates)
    if (fs::is_directory(share / part, error)) return share / part;
  return std::nullopt;
}

std::optional<fs::path> platforms_folder() { return folder_of("platforms"); }

}  // namespace

std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  const auto folder = platforms_folder();
  if (!folder) return names;
  std::error_code error;
  for (fs::directory_iterator file{*folder, error}, end; !error && file != end; file.increment(error))
    if (file->path().extension() == ".toml") names.push_back(file->path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::optional<std::string> preset_path(std::string_view name) {
  const auto folder = platforms_folder();
  if (!folder || name.empty() || name.find('/') != std::string_view::npos) return std::nullopt;
  const fs::path path = *folder / (std::string{name} + ".toml");
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  return path.string();
}

std::optional<std::string> shipped_motion_folder() {
  const auto folder = folder_of("motion");
  return folder ? std::optional{folder->string()} : std::nullopt;
}

std::optional<std::string> shipped_manoeuvre_folder() {
  const auto folder = folder_of("manoeuvres");
  return folder ? std::optional{folder->string()} : std::nullopt;
}

std::optional<std::string> shipped_motor_folder() {
  const auto folder = folder_of("motors");
  return folder ? std::optional{folder->string()} : std::nullopt;
}

std::optional<std::string> shipped_page_folder() {
  if (const auto folder = folder_of("console")) return folder->string();
  if (const char* share = std::getenv("HEXAD_SHARE"); share != nullptr && *share != '\0') return std::nullopt;
  const fs::path built = fs::path{HEXAD_SOURCE_SHARE}.parent_path() / "console" / "dist";
  std::error_code error;
  return fs::is_directory(built, error) ? std::optional{built.string()} : std::nullopt;
}

bool looks_like_file(std::string_view name) {
  if (name.find('/') != std::string_view::npos || name.ends_with(".toml")) return true;
  std::error_code error;
  return !preset_path(name) && fs::is_regular_file(fs::path{name}, error);
}

messages::Message unknown_preset(std::string_view name) {
  const std::vector<std::string> names = preset_names();
  if (names.empty()) return messages::say<messages::Id::no_platforms>(name);
  return messages::say<messages::Id::no_such_platform>(name, nearest(name, names),
                                                       fmt::format("{}", fmt::join(names, ", ")));
}

}  // namespace hexad::inline config
