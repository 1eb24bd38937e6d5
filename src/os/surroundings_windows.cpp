#include "os/surroundings.hpp"

#include <winsock2.h>
#include <ws2tcpip.h>
// After winsock2.h.
#include <iphlpapi.h>
#include <shellapi.h>
#include <shlobj.h>

#include <array>
#include <cstdlib>

#include "os/winsock_windows.hpp"

namespace hexad::inline os {

std::vector<std::string> arguments(int count, char** given) {
  int found = 0;
  wchar_t** const typed = ::CommandLineToArgvW(::GetCommandLineW(), &found);
  if (typed == nullptr) return {given, given + count};
  std::vector<std::string> words;
  for (int i = 0; i < found; ++i) words.push_back(narrow(typed[i]));
  ::LocalFree(typed);
  return words;
}

std::filesystem::path own_program() {
  std::array<wchar_t, 4096> path{};
  const DWORD length = ::GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size()));
  return length == 0 || length >= path.size() ? std::filesystem::path{} : std::filesystem::path{path.data()};
}

std::filesystem::path share_beside(const std::filesystem::path& program) {
  return program.parent_path() / "share";
}

std::filesystem::path state_home() {
  const wchar_t* const local = ::_wgetenv(L"LOCALAPPDATA");
  return (local == nullptr ? own_program().parent_path() : std::filesystem::path{local}) / "hexad";
}

std::vector<std::string> own_names() {
  start_sockets();
  std::vector<std::string> names;
  std::array<char, 256> host{};
  if (::gethostname(host.data(), static_cast<int>(host.size()) - 1) != 0) return names;
  addrinfo wanted{};
  wanted.ai_family = AF_INET;
  addrinfo* found = nullptr;
  if (::getaddrinfo(host.data(), nullptr, &wanted, &found) == 0) {
    for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
      std::array<char, 64> text{};
      if (::getnameinfo(one->ai_addr, static_cast<socklen_t>(one->ai_addrlen), text.data(),
                        static_cast<DWORD>(text.size()), nullptr, 0, NI_NUMERICHOST) == 0)
        names.emplace_back(text.data());
    }
    ::freeaddrinfo(found);
  }
  names.emplace_back(host.data());
  return names;
}

bool has_real_drives() noexcept { return false; }

bool started_by_click() noexcept {
  std::array<DWORD, 2> processes{};
  return ::GetConsoleProcessList(processes.data(), static_cast<DWORD>(processes.size())) == 1;
}

bool shows_console() noexcept { return true; }

bool show_in_browser(const std::string& url) {
  const HINSTANCE shown =
      ::ShellExecuteW(nullptr, L"open", wide(url).c_str(), nullptr, nullptr, SW_SHOWNORMAL);
  return reinterpret_cast<std::intptr_t>(shown) > 32;
}

}  // namespace hexad::inline os
