#include <poll.h>
#include <signal.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <atomic>

#include "os/terminal.hpp"

namespace hexad::inline os {
namespace {

std::atomic<int> interrupts{0};
extern "C" void count_interrupt(int) { interrupts.fetch_add(1, std::memory_order_relaxed); }

constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
std::array<struct sigaction, kSignals.size()> former{};

}  // namespace

bool is_terminal(Stream stream) noexcept { return ::isatty(static_cast<int>(stream)) == 1; }

void prepare_streams() noexcept {}

struct RawTerminal::Before {
  termios settings{};
};

RawTerminal::RawTerminal() : before_{std::make_unique<Before>()} {
  ::tcgetattr(STDIN_FILENO, &before_->settings);
  termios raw = before_->settings;
  raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  raw.c_cc[VMIN] = 0;
  raw.c_cc[VTIME] = 0;
  ::tcsetattr(STDIN_FILENO, TCSANOW, &raw);
}
RawTerminal::~RawTerminal() { ::tcsetattr(STDIN_FILENO, TCSANOW, &before_->settings); }

void RawTerminal::wait(int other, std::chrono::milliseconds most) const noexcept {
  std::array<pollfd, 2> ready{pollfd{STDIN_FILENO, POLLIN, 0}, pollfd{other, POLLIN, 0}};
  ::poll(ready.data(), ready.size(), static_cast<int>(most.count()));
}

std::string RawTerminal::read() const {
  std::array<char, 64> letters{};
  const ssize_t count = ::read(STDIN_FILENO, letters.data(), letters.size());
  return {letters.data(), count > 0 ? static_cast<std::size_t>(count) : 0};
}

Interrupt::Interrupt() {
  interrupts = 0;
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    struct sigaction action {};
    action.sa_handler = kSignals[i] == SIGPIPE ? SIG_IGN : &count_interrupt;
    ::sigaction(kSignals[i], nullptr, &former[i]);
    // nohup means it.
    if (kSignals[i] == SIGHUP && former[i].sa_handler == SIG_IGN) continue;
    ::sigaction(kSignals[i], &action, nullptr);
  }
}

Interrupt::~Interrupt() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &former[i], nullptr);
}

int Interrupt::count() const noexcept { return interrupts.load(std::memory_order_relaxed); }

}  // namespace hexad::inline os
