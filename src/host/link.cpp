#include "host/link.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "os/wait.hpp"

namespace hexad::host {
namespace {

std::string seconds_of(Duration duration) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3g s", to_seconds(duration));
  return text.data();
}

Error cannot_open(const net::SocketError& error) {
  std::string text = "no UDP socket on " + net::to_text(error.address) + ": ";
  if (error.step == net::SocketError::Step::bind && error.error == EADDRINUSE) {
    text += "port " + std::to_string(error.address.port) +
            " is in use, perhaps by another host program. End that one, or take another local port";
  } else {
    text += std::strerror(error.error);
  }
  return {Error::Kind::socket, text, error.address, {}, error.error};
}

}  // namespace

Link::Link(net::UdpSocket socket, const net::Address& controller)
    : socket_{std::move(socket)}, counterpart_{controller}, batch_{std::make_unique<net::ReceiveBatch>()} {}

Result<Link, Error> Link::open(const LinkSettings& settings) {
  net::SocketSettings wanted;
  wanted.address = {0, settings.local_port};  // the kernel picks the address that faces the controller
  wanted.allow = {net::Prefix{settings.controller.ip, 32}};
  auto socket = net::UdpSocket::open(wanted);
  if (!socket) return Failure{cannot_open(socket.error())};
  return Link{std::move(*socket), settings.controller};
}

void Link::send(std::span<const std::byte> bytes) {
  socket_.send(counterpart_.address(), bytes);
  socket_.flush();
}

std::optional<std::span<const std::byte>> Link::receive(Clock::time_point until) {
  for (;;) {
    while (next_ < batch_->arrivals().size()) {
      const net::Arrival& arrival = batch_->arrivals()[next_++];
      if (counterpart_.sent_by_it(arrival.from)) return arrival.bytes;
    }
    next_ = 0;
    if (socket_.receive(*batch_) > 0) continue;
    if (socket_.counters().unreachable != unreachable_) return std::nullopt;
    const auto left = std::chrono::duration_cast<std::chrono::nanoseconds>(until - Clock::now());
    if (left.count() <= 0) return std::nullopt;
    wait_readable(socket_.get(), left);  // a signal only wakes it early
  }
}

bool Link::take_unreachable() noexcept {
  const std::uint64_t before = std::exchange(unreachable_, socket_.counters().unreachable);
  return before != unreachable_;
}

Error no_answer(const Link& link, Duration waited) {
  return {Error::Kind::timed_out,
          "no answer from " + net::to_text(link.controller()) + " within " + seconds_of(waited) +
              ". Is the address right, and may this machine speak to it?",
          link.controller(), waited};
}

Error nobody_there(const Link& link) {
  return {Error::Kind::unreachable,
          "nobody listens at " + net::to_text(link.controller()) + ". Is the controller running?",
          link.controller()};
}

}  // namespace hexad::host
