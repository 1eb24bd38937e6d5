#include "gateway/gateway.hpp"

#include <cstring>

#include "gateway/darren_far.hpp"
#include "gateway/mdof_far.hpp"
#include "gateway/motus_far.hpp"
#include "gateway/open_loop_drives.hpp"
#include "os/wait.hpp"
#include "protocols/lingjing/session.hpp"

namespace hexad::gateway {

std::unique_ptr<FarDrives> make_drives(Dialect dialect, FarForm form, const Machine& machine,
                                       const FarSettings& settings, const Clock& clock) {
  form.bottom = -machine.heights.neutral_above_bottom();
  form.lowest = form.bottom + 2.0 * machine.limits.stroke_margin;
  if (dialect == Dialect::lingjing) return std::make_unique<OpenLoopDrives>(form, machine, settings, clock);
  std::unique_ptr<FarProtocol> protocol;
  if (dialect == Dialect::motus)
    protocol = std::make_unique<MotusFar>(form);
  else if (dialect == Dialect::mdof)
    protocol = std::make_unique<MdofFar>(form);
  else
    protocol = std::make_unique<DarrenFar>(form);
  return std::make_unique<GatewayDrives>(std::move(protocol), form, machine, settings, clock);
}

std::uint16_t usual_port(Dialect dialect) noexcept {
  constexpr std::array<std::uint16_t, 4> kPorts{10000, 5000, 1100, 9800};
  return kPorts[static_cast<std::size_t>(dialect)];
}

std::string_view to_string(Dialect dialect) noexcept {
  constexpr std::array<std::string_view, 4> kNames{"darren", "motus", "mdof", "lingjing"};
  return kNames[static_cast<std::size_t>(dialect)];
}

AxisConvention convention_of(Dialect dialect, RotationOrder order) noexcept {
  if (dialect == Dialect::lingjing) {
    protocols::lingjing::Settings settings;
    settings.rotation_order = order;
    return protocols::lingjing::convention_of(settings);
  }
  AxisConvention convention = dialect == Dialect::mdof ? kXyzConvention : kPitchFirstConvention;
  convention.order = order;
  return convention;
}

Result<std::unique_ptr<Gateway>, net::SocketError> Gateway::open(const Machine& machine,
                                                                 const Settings& settings) {
  net::SocketSettings wanted;
  wanted.address = {0, settings.local_port};  // the kernel picks the address that faces the controller
  wanted.allow = {net::Prefix{settings.controller.ip, 32}};
  auto socket = net::UdpSocket::open(wanted);
  if (!socket) return Failure{socket.error()};
  return std::unique_ptr<Gateway>{new Gateway{machine, settings, std::move(*socket)}};
}

Gateway::Gateway(const Machine& machine, const Settings& settings, net::UdpSocket socket)
    : settings_{settings},
      drives_{make_drives(settings.dialect, settings.form, machine, settings.drives, clock_)},
      socket_{std::move(socket)},
      controller_{settings.controller} {
  drives_->call(this);
  thread_ = std::thread{[this] { carry(); }};
}

Gateway::~Gateway() {
  stopping_.store(true, std::memory_order_relaxed);
  wake_.signal();
  thread_.join();
  socket_.send(settings_.controller, drives_->farewell().span());
  socket_.flush();
}

void Gateway::carry() {
  while (!stopping_.load(std::memory_order_relaxed)) {
    wait_readable(std::array{wake_.get(), socket_.get()}, kForEver);
    (void)wake_.take();
    send_newest();
    receive_all();
  }
  send_newest();
}

void Gateway::send_newest() {
  Mail& mail = drives_->mail();
  if (!mail.out.refresh()) return;
  const Frame& frame = mail.out.value();
  socket_.send(settings_.controller, frame.span());
  socket_.flush();
  mail.sent_after_ns.store((clock_.now() - frame.time).count(), std::memory_order_relaxed);
}

void Gateway::receive_all() {
  while (socket_.receive(batch_) > 0) {
    const TimePoint now = clock_.now();
    const net::MonotonicTime read = std::chrono::steady_clock::now();
    for (const net::Arrival& arrival : batch_.arrivals()) {
      Datagram datagram;
      if (!controller_.sent_by_it(arrival.from)) continue;
      if (arrival.bytes.size() > datagram.bytes.size()) continue;  // none of these protocols'
      datagram.assign(arrival.bytes);
      datagram.time = now - std::max(Duration{read - arrival.time}, Duration::zero());
      (void)drives_->mail().in.push(datagram);  // full: the loop stands, and nobody reads
    }
  }
}

}  // namespace hexad::gateway
