#pragma once
// The other end of the line: a host with a plain socket, and what it says in mdof and darren. Written against
// the protocols' tables, not with the program's own encoders.

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "daemon_process.hpp"

namespace hexad::system_test {

class HostSocket {
 public:
  HostSocket();  ///< on 127.0.0.1, any free port
  ~HostSocket();
  HostSocket(const HostSocket&) = delete;
  HostSocket& operator=(const HostSocket&) = delete;

  std::uint16_t port() const { return port_; }
  void send(std::uint16_t to, std::string_view bytes) const;
  /// The next datagram, if one comes in time.
  std::optional<std::string> receive(std::chrono::milliseconds patience = kPatience) const;

 private:
  int fd_ = -1;
  std::uint16_t port_ = 0;
};

class MdofHost {
 public:
  explicit MdofHost(std::uint16_t platform) : platform_{platform} {}

  void send(std::string_view text) const { socket_.send(platform_, text); }
  std::string receive() const { return socket_.receive().value_or("no answer"); }
  std::string ask(std::string_view text) const {
    send(text);
    return receive();
  }
  /// `24`: X Y Z RX RY RZ in mm and degrees.
  std::array<double, 6> pose() const;

 private:
  HostSocket socket_;
  std::uint16_t platform_;
};

struct DarrenStatus {
  std::uint32_t length = 0;
  std::uint32_t sequence = 0;
  std::uint32_t id = 0;
  std::uint16_t state = 0;
  std::uint32_t warnings = 0;
  std::array<float, 6> pose{};  ///< pitch roll yaw sway surge heave
};

class DarrenHost {
 public:
  /// A host hears from the platform when it was told this host's port, or has heard it.
  void call(std::uint16_t platform) { platform_ = platform; }
  std::uint16_t port() const { return socket_.port(); }
  /// 128 bytes; the sequence counts by itself.
  void send(std::uint32_t id, std::uint16_t word, const std::array<float, 6>& values = {});
  std::optional<DarrenStatus> receive(std::chrono::milliseconds patience = kPatience) const;
  /// The newest that has come; waits when there is none.
  std::optional<DarrenStatus> newest(std::chrono::milliseconds patience = kPatience) const;

 private:
  HostSocket socket_;
  std::uint16_t platform_ = 0;
  std::uint32_t sequence_ = 0;
};

}  // namespace hexad::system_test
