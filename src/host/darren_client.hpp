#pragma once
// A host that speaks darren: 128-byte frames at 100 Hz, a command word that is repeated with each of them,
// and a status that flows back.
//
//   auto client = DarrenClient::open({{ip, 10000}});
//   client->command(Word::run);
//   client->wait_for(StatusWord::running, 60s);      // zeroes, rises, runs
//   for (;;) { client->target({.pitch = …}); client->tick(); … client->status() … }
//   client->command(Word::hold);
//
// No thread: tick() waits for the next deadline, takes what has arrived meanwhile and sends one frame.
// Deadlines are absolute, so that the rate is kept on the average. A controller stops the platform when no
// frame comes for 200 ms; a host that means to stop says so (hold, descend) and goes on sending until it sees
// it.
//
// Nothing is assumed about the controller beyond the frames: connect() is optional (some controllers do not
// know it), status may begin before the first frame, come from another port of its machine
// (net/counterpart.hpp) and from the time before this program started.

#include <array>
#include <optional>

#include "host/link.hpp"
#include "host/pacer.hpp"
#include "host/pose.hpp"
#include "protocols/darren/request.hpp"
#include "protocols/darren/status.hpp"

namespace hexad::host {

struct DarrenSettings {
  net::Address controller{net::kLoopback, 10000};
  std::uint16_t local_port = 10010;  ///< where controllers expect the host; 0 = any free one
  double rate_hz = 100.0;
  std::uint32_t idle_id = 0;  ///< message ID of frames without values; only their command word counts
  bool once = false;          ///< a frame is sent when it says something new, not repeated
};

using DarrenPose = PitchFirstPose;

/// What a vehicle does, in its own axes: rates in °/s, accelerations to the right, forward, up in m/s².
struct DarrenVehicle {
  double pitch_rate = 0.0;
  double roll_rate = 0.0;
  double yaw_rate = 0.0;
  double sway = 0.0;
  double surge = 0.0;
  double heave = 0.0;
};

struct DarrenCounters {
  std::uint64_t sent = 0;
  std::uint64_t late = 0;      ///< deadlines that passed without a frame: this program was kept from running
  std::uint64_t received = 0;  ///< statuses
  std::uint64_t lost = 0;      ///< gaps in the controller's sequence
  std::uint64_t foreign = 0;   ///< datagrams that are no answer of this protocol
};

class DarrenClient {
 public:
  using Word = protocols::darren::Word;
  using Status = protocols::darren::StatusFrame;
  using StatusWord = protocols::darren::StatusWord;

  static Result<DarrenClient, Error> open(const DarrenSettings& settings);

  /// What every frame carries from now on.
  void command(Word word) noexcept { frame_.word = static_cast<std::uint16_t>(word); }
  void target(const DarrenPose& pose) noexcept;
  void actuators(const std::array<double, 6>& from_neutral) noexcept;  ///< mm
  void cue(const DarrenVehicle& motion) noexcept;                      ///< becomes motion of the platform
  void no_values() noexcept;

  /// Waits for the next deadline, taking what arrives, then sends one frame.
  void tick();
  /// Sends one frame now, outside the stream.
  void send();
  /// Takes what arrives, without sending; true as soon as a newer status has come.
  bool poll(Duration timeout);

  /// The newest status, if one has come.
  const std::optional<Status>& status() const noexcept { return status_; }
  Duration status_age() const noexcept;

  /// Ticks until the status shows `wanted`. A fault, an emergency (unless wanted), silence of the controller
  /// for a second, or the time-out end it.
  Result<Status, Error> wait_for(StatusWord wanted, Duration timeout);
  /// Ticks until any status has come: afterwards the present word has reached the controller.
  Result<Status, Error> wait_for_status(Duration timeout);

  /// True: acknowledged, false: refused because another host is connected. No answer is an error that may
  /// mean no more than that this controller does not know the message.
  Result<bool, Error> connect(Duration timeout);
  Result<bool, Error> disconnect(Duration timeout);

  const DarrenCounters& counters() const noexcept { return counters_; }
  Link& link() noexcept { return link_; }
  const DarrenSettings& settings() const noexcept { return settings_; }

 private:
  DarrenClient(Link link, const DarrenSettings& settings);
  void values(protocols::darren::MessageId id, const std::array<double, 6>& values) noexcept;
  void take(std::span<const std::byte> bytes);
  bool note_sequence(std::uint32_t sequence) noexcept;  ///< false: older than the newest
  Result<bool, Error> handshake(protocols::darren::MessageId id, Duration timeout);
  Error gone_or_silent(Duration waited);

  Link link_;
  DarrenSettings settings_;
  Pacer pacer_;
  protocols::darren::HostFrame frame_;
  std::optional<protocols::darren::HostFrame> said_;  ///< the newest that was sent
  std::optional<Status> status_;
  std::optional<protocols::darren::Reply> reply_;
  Clock::time_point status_time_{};
  bool has_sequence_ = false;
  std::uint32_t newest_ = 0;
  DarrenCounters counters_;
};

}  // namespace hexad::host
