#pragma once
// A host that speaks lingjing: text frames, one way. There is no start, no stop and no state.
//
//   auto client = LingjingClient::open({{ip, 9800}});
//   client->pose({.z = 100});                         // every frame from now on: A6
//   for (;;) client->tick();                          // one frame every 10 ms
//   client->move({.z = 100}, 2s);                     // one A6T: be there in two seconds
//
// Degrees and millimetres in the manual's own left-handed frame: X forward, Y right, Z up **from the
// bottom**. The last target is kept when frames end: that is all the stop this protocol has. A controller may
// be set up to send its pose back (`lingjing.feedback` of hexad); feedback() is the newest of these.

#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "host/link.hpp"
#include "host/pacer.hpp"
#include "protocols/lingjing/request.hpp"

namespace hexad::host {

struct LingjingSettings {
  net::Address controller{net::kLoopback, 9800};
  std::uint16_t local_port = 0;
  double rate_hz = 100.0;
};

struct LingjingPose {
  double roll = 0.0;              ///< °
  double pitch = 0.0;             ///< °
  double yaw = 0.0;               ///< °
  double x = 0.0;                 ///< mm, + forward
  double y = 0.0;                 ///< mm, + right
  double z = 0.0;                 ///< mm above the bottom
  std::optional<double> angle{};  ///< ° of the rotary axis, where there is one: A7
};

struct LingjingCounters {
  std::uint64_t sent = 0;
  std::uint64_t late = 0;      ///< deadlines that passed without a frame: this program was kept from running
  std::uint64_t received = 0;  ///< poses that came back
  std::uint64_t foreign = 0;   ///< datagrams that are none
};

class LingjingClient {
 public:
  using Request = protocols::lingjing::Request;
  using Film = protocols::lingjing::Film;

  static Result<LingjingClient, Error> open(const LingjingSettings& settings);

  /// What every frame carries from now on.
  void pose(const LingjingPose& pose) noexcept;
  /// Extensions from 0 to the stroke: three (C3) or six (C6), mm. False for another number.
  bool legs(std::span<const double> extensions) noexcept;
  /// Bit 0 = relay 1; without a value frames leave the relays as they are.
  void relays(std::optional<std::uint16_t> bits) noexcept { frame_.relays = bits; }

  /// Waits for the next deadline, taking what arrives, then sends one frame.
  void tick();
  /// Sends one frame now, outside the stream.
  void send();
  void move(const LingjingPose& pose, Duration travel);
  void film(Film what);
  /// Any text, as it is: a frame of another dialect.
  void send_text(std::string_view text);

  /// Takes what arrives, without sending; true as soon as a newer pose has come.
  bool poll(Duration timeout);
  /// The newest pose that came back.
  const std::optional<LingjingPose>& feedback() const noexcept { return feedback_; }
  Duration feedback_age() const noexcept;
  /// True once after the network said that nobody listens there: all that is ever known without feedback.
  bool take_unreachable() noexcept { return std::exchange(unreachable_, false); }

  const LingjingCounters& counters() const noexcept { return counters_; }
  Link& link() noexcept { return link_; }
  const LingjingSettings& settings() const noexcept { return settings_; }

 private:
  LingjingClient(Link link, const LingjingSettings& settings);
  void send(const Request& frame);
  void take(std::span<const std::byte> bytes);

  Link link_;
  LingjingSettings settings_;
  Pacer pacer_;
  Request frame_;
  std::optional<LingjingPose> feedback_;
  Clock::time_point feedback_time_{};
  bool unreachable_ = false;
  LingjingCounters counters_;
};

}  // namespace hexad::host
