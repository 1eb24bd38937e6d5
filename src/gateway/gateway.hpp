#pragma once
// The gateway with its socket and the thread that carries bytes between both; ends with a word to the far
// controller that leaves the platform where it stands.

#include <memory>
#include <string>
#include <thread>

#include "base/result.hpp"
#include "gateway/gateway_drives.hpp"
#include "net/counterpart.hpp"
#include "os/udp_socket.hpp"

namespace hexad::gateway {

enum class Dialect : std::uint8_t { darren, motus, mdof, lingjing };

std::unique_ptr<FarDrives> make_drives(Dialect dialect, FarForm form, const Machine& machine,
                                       const FarSettings& settings, const Clock& clock);
std::string_view to_string(Dialect dialect) noexcept;
/// How it says a pose; `order` in its own axes.
AxisConvention convention_of(Dialect dialect, RotationOrder order) noexcept;
std::uint16_t usual_port(Dialect dialect) noexcept;

class Gateway final : public DrivePort, private Postman {
 public:
  struct Settings {
    Dialect dialect = Dialect::darren;
    FarForm form;
    net::Address controller;
    std::uint16_t local_port = 0;
    FarSettings drives;
  };

  /// Or why it cannot be had.
  static Result<std::unique_ptr<Gateway>, net::SocketError> open(const Machine& machine,
                                                                 const Settings& settings);
  ~Gateway() override;
  Gateway(const Gateway&) = delete;
  Gateway& operator=(const Gateway&) = delete;

  const Feedback& exchange(const Setpoint& setpoint, TimePoint now, Duration dt) noexcept override {
    return drives_->exchange(setpoint, now, dt);
  }
  void refresh(TimePoint now) noexcept override { drives_->refresh(now); }
  void adopted(const Machine& machine) noexcept override { drives_->adopted(machine); }

 private:
  Gateway(const Machine& machine, const Settings& settings, net::UdpSocket socket);
  void wake() noexcept override { wake_.signal(); }
  void carry();
  void send_newest();
  void receive_all();

  Settings settings_;
  SteadyClock clock_;
  std::unique_ptr<FarDrives> drives_;
  net::UdpSocket socket_;
  net::Counterpart controller_;
  net::WakeUp wake_;
  net::ReceiveBatch batch_;
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

}  // namespace hexad::gateway
