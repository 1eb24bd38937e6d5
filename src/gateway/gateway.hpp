#pragma once
// The gateway with its socket and the thread that carries bytes between both; ends with a word to the far
// controller that leaves the platform where it stands.

#include <memory>
#include <string>
#include <thread>

#include "base/result.hpp"
#include "gateway/gateway_drives.hpp"
#include "net/udp_socket.hpp"

namespace hexad::gateway {

enum class Dialect : std::uint8_t { darren, motus };

std::unique_ptr<FarProtocol> make_protocol(Dialect dialect, const FarForm& form);
std::uint16_t usual_port(Dialect dialect) noexcept;

class Gateway final : public DrivePort, private Postman {
 public:
  struct Settings {
    Dialect dialect = Dialect::darren;
    FarForm form;
    net::Address controller;
    std::uint16_t local_port = 0;
    GatewayDrives::Settings drives;
  };

  /// Why it cannot be had, in words.
  static Result<std::unique_ptr<Gateway>, std::string> open(const Machine& machine, const Settings& settings);
  ~Gateway() override;
  Gateway(const Gateway&) = delete;
  Gateway& operator=(const Gateway&) = delete;

  const Feedback& exchange(const Setpoint& setpoint, TimePoint now, Duration dt) noexcept override {
    return drives_.exchange(setpoint, now, dt);
  }
  void refresh(TimePoint now) noexcept override { drives_.refresh(now); }
  void adopted(const Machine& machine) noexcept override { drives_.adopted(machine); }

 private:
  Gateway(const Machine& machine, const Settings& settings, net::UdpSocket socket);
  void wake() noexcept override { wake_.signal(); }
  void carry();
  void send_newest();
  void receive_all();

  Settings settings_;
  SteadyClock clock_;
  GatewayDrives drives_;
  net::UdpSocket socket_;
  net::WakeUp wake_;
  net::ReceiveBatch batch_;
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

}  // namespace hexad::gateway
