#pragma once
// darren's half of a conversation. The command word is a level that hosts repeat with every frame; it is
// passed on when it changes, and again while it is refused. One host has the slot; others may only hold,
// reset and stop in an emergency. Status flows at 100 Hz from power-up, without a handshake.

#include "base/units.hpp"
#include "model/session.hpp"
#include "protocols/darren/contract.hpp"
#include "protocols/darren/peers.hpp"
#include "protocols/darren/request.hpp"
#include "protocols/darren/view.hpp"
#include "protocols/peer_table.hpp"
#include "protocols/status_clock.hpp"

namespace hexad::protocols::darren {

struct Settings {
  Endpoint host;  ///< gets status before anybody has spoken; empty = nobody
  ValuesAt values_at = ValuesAt::byte_32;
  RotationOrder rotation_order = RotationOrder::zyx;
  double sine_max_hz = 3.0;  ///< of 107; above it a sine is not started
  Duration status_period = std::chrono::milliseconds{10};
};

class DarrenSession final : public Session {
 public:
  explicit DarrenSession(const Settings& settings) noexcept;

  std::string_view name() const noexcept override { return "darren"; }
  void receive(const Datagram& datagram, SessionPort& port) noexcept override;
  void event(const Event& event, SessionPort& port) noexcept override;
  void poll(const Now& now, SessionPort& port) noexcept override;

 private:
  // session.cpp: who is connected, and what the platform's news mean for that.
  void observe(const Telemetry& telemetry) noexcept;
  void take_slot(Peer& peer, TimePoint now) noexcept;
  void free_slot() noexcept;
  void free_silent_slot(TimePoint now, const Telemetry& telemetry) noexcept;
  bool moves_by_itself(const Peer& owner, const Telemetry& telemetry) const noexcept;
  void connect(Peer& peer, const Datagram& datagram, SessionPort& port) noexcept;
  void disconnect(Peer& peer, const Datagram& datagram, SessionPort& port) noexcept;
  void send_status(Peer& peer, TimePoint now, SessionPort& port) noexcept;
  std::uint32_t warnings_for(const Peer& peer, TimePoint now, const Telemetry& telemetry) const noexcept;
  Endpoint status_receiver() const noexcept;
  void explain_unknown_word(const Peer& peer, std::uint16_t word, SessionPort& port) const noexcept;
  void explain_second_host(const Peer& peer, SessionPort& port) const noexcept;

  // commands.cpp: what a frame asks of the core.
  bool act_at_once(Peer& peer, const HostFrame& frame, SessionPort& port) noexcept;
  void act_by_word(Peer& peer, bool changed, const Datagram& datagram, SessionPort& port) noexcept;
  void act_by_values(Peer& peer, const HostFrame& frame, const Datagram& datagram,
                     SessionPort& port) noexcept;
  void go(Peer& peer, Step step, const Datagram& datagram, SessionPort& port) noexcept;
  StreamTarget target_of(const HostFrame& frame, const Machine& machine) const noexcept;

  // programs.cpp: motions that go on by themselves: files (word 6), point to point (106), sines (107).
  void play_file(Peer& peer, const Datagram& datagram, SessionPort& port) noexcept;
  bool act_by_program(Peer& peer, const HostFrame& frame, const Datagram& datagram,
                      SessionPort& port) noexcept;
  void start_program(Peer& peer, const HostFrame& frame, const Datagram& datagram,
                     SessionPort& port) noexcept;
  void end_program(Peer& peer, const HostFrame& frame, const Datagram& datagram, SessionPort& port) noexcept;
  bool too_fast(const Peer& peer, const HostFrame& frame, SessionPort& port) const noexcept;
  void program_answered(Peer& peer, const Answer& answer, SessionPort& port) noexcept;

  Settings settings_;
  AxisConvention convention_;
  PeerTable<Peer> peers_;
  Endpoint owner_;  ///< who has the slot; empty = nobody
  Endpoint spoke_last_;
  bool owner_drove_ = false;  ///< at the last look the owner also had the lease
  FrameRate rate_;

  std::optional<std::uint64_t> slipped_ticks_;  ///< at the last look
  std::optional<TimePoint> slipped_at_;
  StatusClock status_clock_;
};

}  // namespace hexad::protocols::darren
