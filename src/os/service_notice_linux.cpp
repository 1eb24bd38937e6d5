#include "os/service_notice.hpp"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <optional>

namespace hexad::inline os {
namespace {

std::string_view variable(const char* name) {
  const char* const text = std::getenv(name);
  return text == nullptr ? std::string_view{} : std::string_view{text};
}

std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Whom the manager watches is this process, or whoever it did not name.
Duration patience_for_us() {
  const std::string_view who = variable("WATCHDOG_PID");
  if (!who.empty() && number(who) != ::getpid()) return {};
  const std::int64_t microseconds = number(variable("WATCHDOG_USEC")).value_or(0);
  return microseconds > 0 ? Duration{std::chrono::microseconds{microseconds}} : Duration{};
}

/// A path, or a name without a file (an @ in front).
int connected_to(std::string_view name) noexcept {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if ((name.front() != '/' && name.front() != '@') || name.size() >= sizeof address.sun_path) {
    errno = EINVAL;
    return -1;
  }
  std::memcpy(address.sun_path, name.data(), name.size());
  if (name.front() == '@') address.sun_path[0] = '\0';
  const int fd = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return -1;
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
  if (::connect(fd, static_cast<const sockaddr*>(static_cast<const void*>(&address)), length) == 0) return fd;
  const int error = errno;
  ::close(fd);
  errno = error;
  return -1;
}

}  // namespace

ServiceNotice::ServiceNotice() {
  const std::string_view name = variable("NOTIFY_SOCKET");
  if (name.empty()) return;
  socket_ = net::FileDescriptor{connected_to(name)};
  if (!socket_)
    problem_ = fmt::format("{}: {}", name, std::strerror(errno));
  else
    patience_ = patience_for_us();
}

void ServiceNotice::ready(std::string_view status) {
  status_ = status;
  tell(fmt::format("READY=1\nSTATUS={}", status));
}

void ServiceNotice::show(std::string_view status) {
  if (status == status_) return;
  status_ = status;
  tell(fmt::format("STATUS={}", status));
}

void ServiceNotice::lives(TimePoint now) {
  if (patience_ == Duration{} || (told_once_ && now - told_ < patience_ / 4)) return;
  told_ = now;
  told_once_ = true;
  tell("WATCHDOG=1");
}

void ServiceNotice::stopping(Duration longest) {
  const auto microseconds = std::chrono::duration_cast<std::chrono::microseconds>(longest).count();
  tell(fmt::format("STOPPING=1\nEXTEND_TIMEOUT_USEC={}", microseconds));
}

/// A manager that does not take it is not waited for: the platform comes first.
void ServiceNotice::tell(std::string_view lines) noexcept {
  if (socket_) (void)::send(socket_.get(), lines.data(), lines.size(), MSG_NOSIGNAL);
}

}  // namespace hexad::inline os
