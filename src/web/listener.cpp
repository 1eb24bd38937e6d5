#include "web/listener.hpp"

#include <cerrno>
#include <utility>

#include "os/tcp.hpp"

namespace hexad::web {

Result<Listener, ListenError> Listener::open(const std::string& address, std::uint16_t port) {
  using Failed = ListenError::Step;
  const auto ip = net::parse_ip(address);
  if (!ip) return Failure{ListenError{Failed::address, EINVAL}};
  Listener listener{tcp::open(), port};
  if (listener.fd_ < 0) return Failure{ListenError{Failed::socket, errno}};
  if (tcp::bind(listener.fd_, {*ip, port}) != 0) return Failure{ListenError{Failed::bind, errno}};
  if (tcp::listen(listener.fd_) != 0) return Failure{ListenError{Failed::listen, errno}};
  listener.port_ = tcp::local_address(listener.fd_).port;
  return listener;
}

Listener::~Listener() {
  if (fd_ >= 0) tcp::close(fd_);
}

int Listener::release() noexcept { return std::exchange(fd_, -1); }

}  // namespace hexad::web
