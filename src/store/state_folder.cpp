#include "store/state_folder.hpp"

#include <cctype>

#include "os/surroundings.hpp"
#include "store/disk.hpp"

namespace hexad::store {
namespace {

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
  const std::filesystem::path root = configured.empty() ? state_home() : std::filesystem::path{configured};
  return root / folder_name(platform);
}

}  // namespace hexad::store
