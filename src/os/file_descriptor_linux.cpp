#include "os/file_descriptor.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace hexad::net {

FileDescriptor::~FileDescriptor() {
  if (fd_ >= 0) ::close(fd_);
}

WakeUp::WakeUp() : fd_{::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)} {
  if (!fd_) throw std::system_error{errno, std::generic_category(), "eventfd"};
}

void WakeUp::signal() noexcept {
  const std::uint64_t one = 1;
  // Fails only when 2^64 - 1 signals are waiting; the thread is then awake anyway.
  [[maybe_unused]] const auto written = ::write(fd_.get(), &one, sizeof one);
}

std::uint64_t WakeUp::take() noexcept {
  std::uint64_t count = 0;
  if (::read(fd_.get(), &count, sizeof count) != static_cast<ssize_t>(sizeof count)) return 0;
  return count;
}

}  // namespace hexad::net
