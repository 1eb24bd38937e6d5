#include "web/listener.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

namespace hexad::web {
namespace {

constexpr int kBacklog = 64;

sockaddr* generic(sockaddr_in& address) noexcept {
  return static_cast<sockaddr*>(static_cast<void*>(&address));
}

std::string to_text(const sockaddr_in& address) {
  std::array<char, INET_ADDRSTRLEN> text{};
  if (::inet_ntop(AF_INET, &address.sin_addr, text.data(), text.size()) == nullptr) return {};
  return text.data();
}

}  // namespace

Result<Listener, ListenError> Listener::open(const std::string& address, std::uint16_t port) {
  using Failed = ListenError::Step;
  sockaddr_in wanted{};
  wanted.sin_family = AF_INET;
  wanted.sin_port = htons(port);
  if (::inet_pton(AF_INET, address.c_str(), &wanted.sin_addr) != 1)
    return Failure{ListenError{Failed::address, EINVAL}};
  Listener listener{::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), port};
  if (listener.fd_ < 0) return Failure{ListenError{Failed::socket, errno}};
  // Without it a program that is started again waits for the old one's connections to be forgotten.
  const int on = 1;
  ::setsockopt(listener.fd_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (::bind(listener.fd_, generic(wanted), sizeof wanted) != 0)
    return Failure{ListenError{Failed::bind, errno}};
  if (::listen(listener.fd_, kBacklog) != 0) return Failure{ListenError{Failed::listen, errno}};
  socklen_t length = sizeof wanted;
  if (::getsockname(listener.fd_, generic(wanted), &length) != 0)
    return Failure{ListenError{Failed::listen, errno}};
  listener.port_ = ntohs(wanted.sin_port);
  return listener;
}

Listener::~Listener() {
  if (fd_ >= 0) ::close(fd_);
}

int Listener::release() noexcept { return std::exchange(fd_, -1); }

int accept_client(int listener) noexcept {
  const int client = ::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (client < 0) return -1;
  const int on = 1;
  ::setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  // What waits here is replaced by newer telemetry; what the kernel has taken is not.
  const int room = 64 * 1024;
  ::setsockopt(client, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
  return client;
}

std::string local_address(int client) {
  sockaddr_in address{};
  socklen_t length = sizeof address;
  return ::getsockname(client, generic(address), &length) == 0 ? to_text(address) : std::string{};
}

std::string peer_address(int client) {
  sockaddr_in address{};
  socklen_t length = sizeof address;
  return ::getpeername(client, generic(address), &length) == 0 ? to_text(address) : std::string{};
}

}  // namespace hexad::web
