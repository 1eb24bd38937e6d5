#include <winsock2.h>
#include <ws2tcpip.h>

#include <algorithm>
#include <cerrno>

#include "os/socket_address.hpp"
#include "os/tcp.hpp"
#include "os/winsock_windows.hpp"

namespace hexad::tcp {
namespace {

constexpr int kBacklog = 64;

SOCKET system(int socket) noexcept { return static_cast<SOCKET>(socket); }
void set(int socket, int level, int name, int value) noexcept {
  ::setsockopt(system(socket), level, name, static_cast<const char*>(static_cast<const void*>(&value)),
               sizeof value);
}
int checked(int result) noexcept { return result == 0 ? 0 : failed_socket(); }
/// Nothing of it waits, and no program that is started inherits it.
int made(SOCKET socket) noexcept {
  if (socket == INVALID_SOCKET) return failed_socket();
  set_not_waiting(socket);
  return static_cast<int>(socket);
}

}  // namespace

int open() noexcept {
  start_sockets();
  return made(::WSASocketW(AF_INET, SOCK_STREAM, IPPROTO_TCP, nullptr, 0,
                           WSA_FLAG_OVERLAPPED | WSA_FLAG_NO_HANDLE_INHERIT));
}
void close(int socket) noexcept { ::closesocket(system(socket)); }

int bind(int socket, const net::Address& address) noexcept {
  // Windows forgets old connections by itself; what it calls SO_REUSEADDR would give the port to several
  // programs.
  set(socket, SOL_SOCKET, SO_EXCLUSIVEADDRUSE, 1);
  sockaddr_in name = to_system(address);
  return checked(::bind(system(socket), generic(name), sizeof name));
}
int listen(int socket) noexcept { return checked(::listen(system(socket), kBacklog)); }

int accept(int listener) noexcept {
  const int client = made(::accept(system(listener), nullptr, nullptr));
  if (client < 0) return -1;
  set(client, IPPROTO_TCP, TCP_NODELAY, 1);
  set(client, SOL_SOCKET, SO_SNDBUF, 64 * 1024);
  return client;
}

bool hung_up(int client) noexcept {
  WSAPOLLFD socket{system(client), POLLRDNORM, 0};
  if (::WSAPoll(&socket, 1, 0) <= 0) return false;
  if ((socket.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0) return true;
  char byte = 0;
  return ::recv(system(client), &byte, 1, MSG_PEEK) == 0;
}

net::Address local_address(int socket) noexcept {
  sockaddr_in address{};
  int length = sizeof address;
  return ::getsockname(system(socket), generic(address), &length) == 0 ? from_system(address)
                                                                       : net::Address{};
}
net::Address peer_address(int socket) noexcept {
  sockaddr_in address{};
  int length = sizeof address;
  return ::getpeername(system(socket), generic(address), &length) == 0 ? from_system(address)
                                                                       : net::Address{};
}

int connect(int socket, const net::Address& address) noexcept {
  sockaddr_in name = to_system(address);
  if (::connect(system(socket), generic(name), sizeof name) == 0) return 0;
  failed_socket();
  if (errno == EAGAIN) errno = EINPROGRESS;
  return -1;
}
int outcome(int socket) noexcept {
  int error = 0;
  int length = sizeof error;
  ::getsockopt(system(socket), SOL_SOCKET, SO_ERROR, static_cast<char*>(static_cast<void*>(&error)), &length);
  if (error == 0) return 0;
  ::WSASetLastError(error);
  failed_socket();
  return errno;
}
std::ptrdiff_t send(int socket, std::string_view bytes) noexcept {
  const int sent = ::send(system(socket), bytes.data(), static_cast<int>(bytes.size()), 0);
  return sent >= 0 ? sent : failed_socket();
}
std::ptrdiff_t receive(int socket, std::span<char> into) noexcept {
  const int got = ::recv(system(socket), into.data(), static_cast<int>(into.size()), 0);
  return got >= 0 ? got : failed_socket();
}

// select, not WSAPoll, which says nothing of a connection that was refused.
bool wait(int socket, Until until, std::chrono::steady_clock::time_point end) noexcept {
  fd_set wanted{};
  wanted.fd_count = 1;
  wanted.fd_array[0] = system(socket);
  fd_set broken = wanted;
  const auto left = std::chrono::ceil<std::chrono::microseconds>(end - std::chrono::steady_clock::now());
  const auto most = std::max<std::int64_t>(left.count(), 0);
  timeval time{static_cast<long>(most / 1'000'000), static_cast<long>(most % 1'000'000)};
  return ::select(0, until == Until::readable ? &wanted : nullptr,
                  until == Until::writable ? &wanted : nullptr, &broken, &time) > 0;
}

}  // namespace hexad::tcp
