#include "gateway/gateway.hpp"

#include <poll.h>

#include <cstring>

#include "gateway/darren_far.hpp"
#include "gateway/motus_far.hpp"

namespace hexad::gateway {

std::unique_ptr<FarProtocol> make_protocol(Dialect dialect, const FarForm& form) {
  if (dialect == Dialect::motus) return std::make_unique<MotusFar>(form);
  return std::make_unique<DarrenFar>(form);
}

std::uint16_t usual_port(Dialect dialect) noexcept { return dialect == Dialect::motus ? 5000 : 10000; }

Result<std::unique_ptr<Gateway>, std::string> Gateway::open(const Machine& machine,
                                                            const Settings& settings) {
  net::SocketSettings wanted;
  wanted.address = {0, settings.local_port};  // the kernel picks the address that faces the controller
  wanted.allow = {net::Prefix{settings.controller.ip, 32}};
  auto socket = net::UdpSocket::open(wanted);
  if (!socket)
    return Failure{"drives.local_port: no UDP socket on " + net::to_text(socket.error().address) + ": " +
                   std::strerror(socket.error().error)};
  return std::unique_ptr<Gateway>{new Gateway{machine, settings, std::move(*socket)}};
}

Gateway::Gateway(const Machine& machine, const Settings& settings, net::UdpSocket socket)
    : settings_{settings},
      drives_{make_protocol(settings.dialect, settings.form), settings.form, machine, settings.drives,
              clock_},
      socket_{std::move(socket)} {
  drives_.call(this);
  thread_ = std::thread{[this] { carry(); }};
}

Gateway::~Gateway() {
  stopping_.store(true, std::memory_order_relaxed);
  wake_.signal();
  thread_.join();
  socket_.send(settings_.controller, drives_.farewell().span());
  socket_.flush();
}

void Gateway::carry() {
  while (!stopping_.load(std::memory_order_relaxed)) {
    std::array<pollfd, 2> ready{pollfd{wake_.get(), POLLIN, 0}, pollfd{socket_.get(), POLLIN, 0}};
    ::poll(ready.data(), ready.size(), -1);
    (void)wake_.take();
    send_newest();
    receive_all();
  }
  send_newest();
}

void Gateway::send_newest() {
  Mail& mail = drives_.mail();
  if (!mail.out.refresh()) return;
  const Datagram& frame = mail.out.value();
  socket_.send(settings_.controller, frame.span());
  socket_.flush();
  mail.sent_after_ns.store((clock_.now() - frame.time).count(), std::memory_order_relaxed);
}

/// From whatever port of its address: not every controller answers from the port it listens on.
void Gateway::receive_all() {
  while (socket_.receive(batch_) > 0) {
    const TimePoint now = clock_.now();
    const net::MonotonicTime read = std::chrono::steady_clock::now();
    for (const net::Arrival& arrival : batch_.arrivals()) {
      Datagram datagram;
      if (arrival.bytes.size() > datagram.bytes.size()) continue;  // none of these protocols'
      datagram.assign(arrival.bytes);
      datagram.time = now - std::max(Duration{read - arrival.time}, Duration::zero());
      (void)drives_.mail().in.push(datagram);  // full: the loop stands, and nobody reads
    }
  }
}

}  // namespace hexad::gateway
