// Ctrl-C, Ctrl-Break, the window that is closed, the user who logs off.

#include "os/signals.hpp"

#include <winsock2.h>
// After winsock2.h.
#include <windows.h>

#include <array>
#include <atomic>
#include <optional>

namespace hexad::inline os {
namespace {

constexpr std::array<std::string_view, 7> kNames{"INT", "BREAK", "CLOSE", "?", "?", "LOGOFF", "SHUTDOWN"};
std::array<std::atomic<int>, kNames.size()> came{};
net::WakeUp* awaited = nullptr;

BOOL WINAPI take_note(DWORD event) {
  if (event >= came.size()) return FALSE;
  came[event].fetch_add(1);
  awaited->signal();
  // Whoever returns from one of the others is ended at once: the program gets the time it is given to end by
  // itself.
  if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT) ::Sleep(INFINITE);
  return TRUE;
}

}  // namespace

Signals::Signals() {
  static net::WakeUp wake;  // the handler may come at any time, also at the very end
  awaited = &wake;
  ::SetConsoleCtrlHandler(nullptr, FALSE);  // who started us may have had Ctrl-C switched off
  ::SetConsoleCtrlHandler(&take_note, TRUE);
}

int Signals::get() const noexcept { return awaited->get(); }

int Signals::take() noexcept {
  for (std::size_t i = 0; i < came.size(); ++i) {
    int count = came[i].load();
    if (count > 0 && came[i].compare_exchange_strong(count, count - 1)) return static_cast<int>(i) + 1;
  }
  (void)awaited->take();
  return 0;
}

std::string_view Signals::name(int number) noexcept { return kNames[static_cast<std::size_t>(number) - 1]; }

}  // namespace hexad::inline os
