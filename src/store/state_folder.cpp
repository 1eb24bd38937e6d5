#include "store/state_folder.hpp"

#include <cctype>
#include <cstdlib>

#include "store/disk.hpp"

namespace hexad::store {
namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// A name that is one folder, whatever the platform is called.
std::string folder_name(std::string_view platform) {
  std::string name;
  for (const char letter : platform)
    name += std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '-' || letter == '_' ? letter
                                                                                                    : '-';
  return name.empty() ? "unnamed" : name;
}

}  // namespace

int make_folder(const std::filesystem::path& folder) { return store::make_folder(folder.string()); }

std::filesystem::path state_folder(const std::string& configured, std::string_view platform) {
  std::filesystem::path root = configured;
  if (root.empty()) {
    const std::string state = variable("XDG_STATE_HOME");
    // The standard says that a path that is not absolute is to be ignored.
    root = state.starts_with('/') ? std::filesystem::path{state} / "hexad"
                                  : std::filesystem::path{variable("HOME")} / ".local/state/hexad";
  }
  return root / folder_name(platform);
}

}  // namespace hexad::store
