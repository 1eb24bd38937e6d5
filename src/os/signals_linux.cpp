#include "os/signals.hpp"

#include <pthread.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

namespace hexad::inline os {

Signals::Signals() {
  for (const int number : {SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSTKFLT,
                           SIGXFSZ, SIGTSTP, SIGTTIN, SIGTTOU})
    std::signal(number, SIG_IGN);
  for (int number = SIGRTMIN; number <= SIGRTMAX; ++number) std::signal(number, SIG_IGN);
  sigset_t set;
  ::sigemptyset(&set);
  for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGXCPU}) ::sigaddset(&set, number);
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
  fd_ = net::FileDescriptor{::signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC)};
  if (!fd_) throw std::system_error{errno, std::generic_category(), "signalfd"};
}

int Signals::get() const noexcept { return fd_.get(); }

int Signals::take() noexcept {
  signalfd_siginfo info{};
  if (::read(fd_.get(), &info, sizeof info) != static_cast<ssize_t>(sizeof info)) return 0;
  return static_cast<int>(info.ssi_signo);
}

std::string_view Signals::name(int number) noexcept {
  const char* const known = ::sigabbrev_np(number);
  return known == nullptr ? "?" : known;
}

}  // namespace hexad::inline os
