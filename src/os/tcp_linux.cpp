#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "os/socket_address.hpp"
#include "os/tcp.hpp"

namespace hexad::tcp {
namespace {

constexpr int kBacklog = 64;

void set(int socket, int level, int name, int value) noexcept {
  ::setsockopt(socket, level, name, &value, sizeof value);
}

}  // namespace

int open() noexcept { return ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0); }
void close(int socket) noexcept { ::close(socket); }

int bind(int socket, const net::Address& address) noexcept {
  set(socket, SOL_SOCKET, SO_REUSEADDR, 1);
  sockaddr_in name = to_system(address);
  return ::bind(socket, generic(name), sizeof name);
}
int listen(int socket) noexcept { return ::listen(socket, kBacklog); }

int accept(int listener) noexcept {
  const int client = ::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (client < 0) return -1;
  set(client, IPPROTO_TCP, TCP_NODELAY, 1);
  // What waits here is replaced by newer telemetry; what the kernel has taken is not.
  set(client, SOL_SOCKET, SO_SNDBUF, 64 * 1024);
  return client;
}

bool hung_up(int client) noexcept {
  pollfd socket{client, POLLRDHUP, 0};
  return ::poll(&socket, 1, 0) != 0;
}

net::Address local_address(int socket) noexcept {
  sockaddr_in address{};
  socklen_t length = sizeof address;
  return ::getsockname(socket, generic(address), &length) == 0 ? from_system(address) : net::Address{};
}
net::Address peer_address(int socket) noexcept {
  sockaddr_in address{};
  socklen_t length = sizeof address;
  return ::getpeername(socket, generic(address), &length) == 0 ? from_system(address) : net::Address{};
}

int connect(int socket, const net::Address& address) noexcept {
  sockaddr_in name = to_system(address);
  return ::connect(socket, generic(name), sizeof name);
}
int outcome(int socket) noexcept {
  int error = 0;
  socklen_t length = sizeof error;
  ::getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &length);
  return error;
}
std::ptrdiff_t send(int socket, std::string_view bytes) noexcept {
  return ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
}
std::ptrdiff_t receive(int socket, std::span<char> into) noexcept {
  return ::recv(socket, into.data(), into.size(), 0);
}

bool wait(int socket, Until until, std::chrono::steady_clock::time_point end) noexcept {
  pollfd ready{socket, static_cast<short>(until == Until::readable ? POLLIN : POLLOUT), 0};
  for (;;) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
    const int count = ::poll(&ready, 1, static_cast<int>(std::clamp<std::int64_t>(left, 0, 1'000'000)));
    if (count > 0) return true;
    if (count == 0 && left <= 0) return false;
    if (count < 0 && errno != EINTR) return false;
  }
}

}  // namespace hexad::tcp
