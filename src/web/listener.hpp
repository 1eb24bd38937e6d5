#pragma once
// A TCP socket that listens. Own, so that a port in use has its errno, and a client too many costs nothing.

#include <cstdint>
#include <string>

#include "base/result.hpp"
#include "web/server.hpp"

namespace hexad::web {

class Listener {
 public:
  static Result<Listener, ListenError> open(const std::string& address, std::uint16_t port);
  Listener(Listener&& other) noexcept : fd_{other.release()}, port_{other.port_} {}
  Listener& operator=(Listener&&) = delete;
  ~Listener();

  std::uint16_t port() const noexcept { return port_; }
  int get() const noexcept { return fd_; }
  int release() noexcept;

 private:
  Listener(int fd, std::uint16_t port) noexcept : fd_{fd}, port_{port} {}

  int fd_;
  std::uint16_t port_;
};

}  // namespace hexad::web
