#pragma once
// A host that speaks motus: frames of 180 bytes at 100 Hz, a command that is repeated with each of them, and
// a status of 108 bytes that answers each and flows beside.
//
//   auto client = MotusClient::open({{ip, 5000}});
//   client->command(Cmd::zero);   client->wait_for(DofStatus::zeroed, 60s);
//   client->command(Cmd::raise);  client->wait_for(DofStatus::risen, 60s);
//   for (;;) { client->follow({.pitch = …}); client->tick(); … client->pose() … }
//   client->soft_stop();
//
// No thread: tick() waits for the next deadline, takes what has arrived meanwhile and sends one frame. A
// controller stops the platform when a stream falls silent for 200 ms; a host that means to stop says so
// (soft_stop) and goes on sending until it sees it.
//
// Poses are millimetres here whatever is on the wire: `unit` is what the controller was built for, and the
// manual (metres) and most programs in the field (millimetres) do not agree.

#include <array>
#include <optional>

#include "host/link.hpp"
#include "host/pacer.hpp"
#include "host/pose.hpp"
#include "protocols/motus/generation1.hpp"

namespace hexad::host {

using MotusPose = PitchFirstPose;

struct MotusSettings {
  net::Address controller{net::kLoopback, 5000};
  std::uint16_t local_port = 10000;  ///< where controllers expect the host; 0 = any free one
  double rate_hz = 100.0;
  protocols::motus::TranslationUnit unit = protocols::motus::TranslationUnit::metre;
  protocols::motus::Dialect dialect = protocols::motus::Dialect::manual;
  protocols::motus::Generation1
      generation1{};  ///< served: frames of 52 bytes are spoken; `unit` is theirs, too
  bool once = false;  ///< a frame is sent when it says something new, not repeated
};

/// Amplitude, Hz and phase of an axis, in the order pitch roll yaw sway surge heave; ° and mm.
struct MotusSine {
  std::array<double, 6> amplitude{};
  std::array<double, 6> frequency{};
  std::array<double, 6> phase{};
};

struct MotusCounters {
  std::uint64_t sent = 0;
  std::uint64_t late = 0;      ///< deadlines that passed without a frame: this program was kept from running
  std::uint64_t received = 0;  ///< statuses
  std::uint64_t foreign = 0;   ///< datagrams that are none
};

class MotusClient {
 public:
  using Cmd = protocols::motus::Cmd;
  using DofStatus = protocols::motus::DofStatus;
  using Status = protocols::motus::StatusFrame;

  static Result<MotusClient, Error> open(const MotusSettings& settings);

  /// What every frame carries from now on. Values of another command are cleared.
  void command(Cmd command) noexcept;
  void idle() noexcept;  ///< Cmd 0: asks for nothing, and makes the next command a new one
  void follow(const MotusPose& pose) noexcept;
  void step(const MotusPose& target, const MotusPose& speed = {}) noexcept;  ///< a speed of 0: the default
  void sine(const MotusSine& sine) noexcept;
  void soft_stop() noexcept;
  void script(std::uint8_t number) noexcept;
  /// Legs by hand, while frames keep coming: bit 0 = leg 1, mm/s.
  void jog(std::uint8_t legs, std::int16_t speed) noexcept;
  void outputs(std::uint8_t bits) noexcept { outputs_ = bits; }

  /// Waits for the next deadline, taking what arrives, then sends one frame.
  void tick();
  /// Sends one frame now, outside the stream.
  void send();
  /// Takes what arrives, without sending; true as soon as a newer status has come.
  bool poll(Duration timeout);

  /// The newest status, if one has come, as it stands on the wire.
  const std::optional<Status>& status() const noexcept { return status_; }
  MotusPose pose() const noexcept;  ///< of that status, in mm
  Duration status_age() const noexcept;

  /// Ticks until a status that came after a frame of now shows `wanted`. An emergency or fault (unless
  /// wanted), silence of the controller for a second, or the time-out end it.
  Result<Status, Error> wait_for(DofStatus wanted, Duration timeout);
  /// Ticks until any status has come: afterwards the present command has reached the controller.
  Result<Status, Error> wait_for_status(Duration timeout);

  const MotusCounters& counters() const noexcept { return counters_; }
  Link& link() noexcept { return link_; }
  const MotusSettings& settings() const noexcept { return settings_; }

 private:
  MotusClient(Link link, const MotusSettings& settings);
  void take(std::span<const std::byte> bytes);
  void begin(std::uint8_t cmd, std::uint8_t sub_cmd = 0) noexcept;
  /// `mm`: of one on the wire.
  static protocols::motus::Six on_the_wire(const MotusPose& pose, double mm) noexcept;
  double millimetres() const noexcept;  ///< of one on the wire
  Error gone_or_silent();

  Link link_;
  MotusSettings settings_;
  Pacer pacer_;
  protocols::motus::HostFrame frame_;
  std::optional<protocols::motus::HostFrame> said_;  ///< the newest that was sent
  std::uint8_t outputs_ = 0;
  std::optional<Status> status_;
  Clock::time_point opened_ = Clock::now();
  Clock::time_point status_time_{};
  MotusCounters counters_;
};

}  // namespace hexad::host
