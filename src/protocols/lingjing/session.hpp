#pragma once
// lingjing's half of a conversation. There is no start, stop or state: the first valid pose zeroes the
// platform and from then on it is followed. Nothing is answered. A frame is a level: while the platform does
// not follow its sender, every frame asks for that again.

#include "base/units.hpp"
#include "model/session.hpp"
#include "protocols/lingjing/contract.hpp"
#include "protocols/lingjing/request.hpp"
#include "protocols/peer_table.hpp"
#include "protocols/status_clock.hpp"

namespace hexad::protocols::lingjing {

/// Which way roll and pitch turn. `table` is the left-handed frame of the manual, `aircraft` what pilots
/// expect.
enum class Signs : std::uint8_t { table, aircraft };

struct Settings {
  ZeroReference z_reference = ZeroReference::bottom;  ///< decision 5
  Signs signs = Signs::table;
  RotationOrder rotation_order = RotationOrder::zyx;  ///< in lingjing's own frame
  bool feedback = false;                              ///< @A6 of the actual pose to the last sender
  Duration feedback_period = std::chrono::milliseconds{50};
  std::uint16_t films = 0;  ///< how many the playlist has
};

/// lingjing's frame: X forward, Y right, Z up, left-handed.
AxisConvention convention_of(const Settings& settings) noexcept;

/// The actual pose in the words of a host's own frame: what feedback sends.
Request feedback_of(const Telemetry& telemetry, const Machine& machine,
                    const AxisConvention& convention) noexcept;

/// What is remembered of a host.
struct Peer : LevelClient {
  StreamTarget target;       ///< the newest it sent
  bool target_due = false;   ///< not yet given to a platform that follows
  std::uint16_t relays = 0;  ///< the newest it sent
  bool relays_due = false;
  TimePoint last_travel{};  ///< arrival of its newest A6T
  Duration last_gap{};      ///< between its two newest ones; 0 = there was only one
  bool travelled = false;
  std::optional<TimePoint> at_bottom_since;  ///< its targets are the bottom
  bool followed_down = false;  ///< … it was followed there, and nothing else has happened since
  bool let_down = false;       ///< … and the platform was asked to go there
  int swings = 0;              ///< how often Z went through 0
  bool above = false;

  /// Decision 7: A6T sent as a stream, a frame each travel time or faster, is followed like A6; so are frames
  /// that come later than their time, but regularly.
  bool streams(const Request& frame, TimePoint arrival) noexcept;
  /// Z has gone through 0 both ways.
  bool swings_about_zero(const Request& frame) noexcept;
};

class LingjingSession final : public Session {
 public:
  explicit LingjingSession(const Settings& settings) noexcept;

  std::string_view name() const noexcept override { return "lingjing"; }
  void receive(const Datagram& datagram, SessionPort& port) noexcept override;
  void event(const Event& event, SessionPort& port) noexcept override;
  void poll(const Now& now, SessionPort& port) noexcept override;

 private:
  // session.cpp: poses and legs
  void observe(const Telemetry& telemetry) noexcept;
  Peer& greet(const Datagram& datagram, const Telemetry& telemetry) noexcept;
  bool may_command(Peer& peer, SessionPort& port) noexcept;
  bool suits_machine(const Request& frame, const Endpoint& from, SessionPort& port) const noexcept;
  StreamTarget target_of(const Request& frame, const Machine& machine) const noexcept;
  void follow(Peer& peer, TimePoint arrival, SessionPort& port) noexcept;
  bool is_bottom(const StreamTarget& target, const Machine& machine) const noexcept;
  void settle_at_bottom(Peer& peer, SessionPort& port) noexcept;
  void ask_to_follow(Peer& peer, TimePoint arrival, SessionPort& port) noexcept;
  void set_relays(Peer& peer, TimePoint arrival, SessionPort& port) noexcept;
  static bool follows(const Peer& peer, const Telemetry& telemetry) noexcept;
  void send_feedback(const Now& now, SessionPort& port) noexcept;

  // films.cpp: MV
  void film(Film what, Peer& peer, const Datagram& datagram, SessionPort& port) noexcept;
  void play(Peer& peer, const Datagram& datagram, SessionPort& port) noexcept;
  void start_film(const Peer& peer, const Datagram& datagram, SessionPort& port) noexcept;
  void stop_film(const Peer& peer, const Datagram& datagram, SessionPort& port) noexcept;
  void film_event(const Answer& answer, SessionPort& port) noexcept;
  bool film_active() const noexcept { return film_tag_ != 0; }

  Settings settings_;
  AxisConvention convention_;
  PeerTable<Peer> peers_;
  Endpoint last_sender_;
  StatusClock feedback_clock_;

  std::uint16_t film_ = 1;     ///< selected, from 1
  std::uint16_t playing_ = 0;  ///< the one that film_tag_ stands for
  Tag film_tag_ = 0;           ///< of a film that has not ended
  Endpoint film_host_;
};

}  // namespace hexad::protocols::lingjing
