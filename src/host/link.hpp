#pragma once
// A host's socket: one controller at the other end, and only what it sends is taken (net/counterpart.hpp).
// No thread: whoever calls receive() waits.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/result.hpp"
#include "base/time.hpp"
#include "host/error.hpp"
#include "net/address.hpp"
#include "net/counterpart.hpp"
#include "os/udp_socket.hpp"

namespace hexad::host {

using Clock = std::chrono::steady_clock;

struct LinkSettings {
  net::Address controller;
  std::uint16_t local_port = 0;  ///< 0: any free one
};

class Link {
 public:
  static Result<Link, Error> open(const LinkSettings& settings);

  void send(std::span<const std::byte> bytes);
  /// The next datagram, if one comes before `until`; good until the next call.
  std::optional<std::span<const std::byte>> receive(Clock::time_point until);
  /// True once after the network said that nobody listens at the controller's address.
  bool take_unreachable() noexcept;

  const net::Address& controller() const noexcept { return counterpart_.address(); }
  net::Address local() const noexcept { return socket_.address(); }
  /// For programs with an event loop of their own: readable when receive() has something.
  int descriptor() const noexcept { return socket_.get(); }

 private:
  Link(net::UdpSocket socket, const net::Address& controller);

  net::UdpSocket socket_;
  net::Counterpart counterpart_;
  std::unique_ptr<net::ReceiveBatch> batch_;
  std::size_t next_ = 0;  ///< of the batch, not yet handed out
  std::uint64_t unreachable_ = 0;
};

/// "no answer from 10.0.0.1:1100 within 2 s" with what to look at.
Error no_answer(const Link& link, Duration waited);
Error nobody_there(const Link& link);

}  // namespace hexad::host
