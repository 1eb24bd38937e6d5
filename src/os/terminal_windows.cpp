#include "os/terminal.hpp"

#include <conio.h>
#include <fcntl.h>
#include <io.h>
#include <windows.h>
// After windows.h.
#include <timeapi.h>

#include <array>
#include <atomic>

#include "os/wait.hpp"

namespace hexad::inline os {
namespace {

std::atomic<int> interrupts{0};
BOOL WINAPI count_interrupt(DWORD event) {
  interrupts.fetch_add(1, std::memory_order_relaxed);
  // Whoever returns from one of the others is ended at once: the program gets the time it is given to end by
  // itself.
  if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT) ::Sleep(INFINITE);
  return TRUE;
}

constexpr std::chrono::milliseconds kLook{5};

}  // namespace

bool is_terminal(Stream stream) noexcept { return ::_isatty(static_cast<int>(stream)) != 0; }

void prepare_streams() noexcept {
  ::SetConsoleOutputCP(CP_UTF8);
  ::SetConsoleCP(CP_UTF8);
  for (const int stream : {0, 1, 2}) ::_setmode(stream, _O_BINARY);
  // Colours and the line that is written again.
  for (const DWORD which : {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE}) {
    DWORD mode = 0;
    const HANDLE handle = ::GetStdHandle(which);
    if (::GetConsoleMode(handle, &mode) != 0)
      ::SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
  }
  // Otherwise every wait of the program is up to 16 ms longer.
  ::timeBeginPeriod(1);
}

struct RawTerminal::Before {
  DWORD mode = 0;
};

RawTerminal::RawTerminal() : before_{std::make_unique<Before>()} {
  const HANDLE in = ::GetStdHandle(STD_INPUT_HANDLE);
  ::GetConsoleMode(in, &before_->mode);
  ::SetConsoleMode(in, before_->mode & ~static_cast<DWORD>(ENABLE_LINE_INPUT | ENABLE_ECHO_INPUT));
}
RawTerminal::~RawTerminal() { ::SetConsoleMode(::GetStdHandle(STD_INPUT_HANDLE), before_->mode); }

void RawTerminal::wait(int other, std::chrono::milliseconds most) const noexcept {
  const auto end = std::chrono::steady_clock::now() + most;
  while (::_kbhit() == 0 && std::chrono::steady_clock::now() < end)
    if (wait_readable(other, kLook)) return;
}

std::string RawTerminal::read() const {
  std::string letters;
  while (letters.size() < 64 && ::_kbhit() != 0) letters += static_cast<char>(::_getch());
  return letters;
}

Interrupt::Interrupt() {
  interrupts = 0;
  ::SetConsoleCtrlHandler(&count_interrupt, TRUE);
}
Interrupt::~Interrupt() { ::SetConsoleCtrlHandler(&count_interrupt, FALSE); }
int Interrupt::count() const noexcept { return interrupts.load(std::memory_order_relaxed); }

}  // namespace hexad::inline os
