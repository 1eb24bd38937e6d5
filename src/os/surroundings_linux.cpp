#include <arpa/inet.h>
#include <ifaddrs.h>
#include <spawn.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <cstring>

#include "os/surroundings.hpp"

namespace hexad::inline os {
namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

std::vector<std::string> arguments(int count, char** given) { return {given, given + count}; }

std::filesystem::path own_program() {
  std::error_code unknown;
  return std::filesystem::read_symlink("/proc/self/exe", unknown);
}

std::filesystem::path share_beside(const std::filesystem::path& program) {
  return program.parent_path().parent_path() / "share" / "hexad";
}

std::filesystem::path state_home() {
  const std::string state = variable("XDG_STATE_HOME");
  // The standard says that a path that is not absolute is to be ignored.
  return state.starts_with('/') ? std::filesystem::path{state} / "hexad"
                                : std::filesystem::path{variable("HOME")} / ".local/state/hexad";
}

std::vector<std::string> own_names() {
  std::vector<std::string> names;
  ifaddrs* list = nullptr;
  if (::getifaddrs(&list) == 0) {
    for (const ifaddrs* one = list; one != nullptr; one = one->ifa_next) {
      if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET) continue;
      sockaddr_in address{};
      std::memcpy(&address, one->ifa_addr, sizeof address);
      std::array<char, INET_ADDRSTRLEN> text{};
      if (::inet_ntop(AF_INET, &address.sin_addr, text.data(), text.size()) != nullptr)
        names.emplace_back(text.data());
    }
    ::freeifaddrs(list);
  }
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) == 0) names.emplace_back(host.data());
  return names;
}

bool has_real_drives() noexcept { return true; }
bool started_by_click() noexcept { return false; }
bool shows_console() noexcept { return false; }

bool show_in_browser(const std::string& url) {
  std::string program = "xdg-open";
  std::string address = url;
  std::array<char*, 3> arguments{program.data(), address.data(), nullptr};
  pid_t child = 0;
  return ::posix_spawnp(&child, program.c_str(), nullptr, nullptr, arguments.data(), environ) == 0;
}

}  // namespace hexad::inline os
