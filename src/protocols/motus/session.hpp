#pragma once
// motus' half of a conversation. A command is a level that hosts repeat at 100 Hz: it is passed on when it
// changes, again while it cannot act yet, and not once its goal is reached. Every valid frame is answered at
// once; a status stream goes on beside that, also when the host has fallen silent.

#include "base/units.hpp"
#include "model/host_timing.hpp"
#include "model/session.hpp"
#include "protocols/motus/unit_guard.hpp"
#include "protocols/motus/view.hpp"
#include "protocols/peer_table.hpp"
#include "protocols/status_clock.hpp"

namespace hexad::protocols::motus {

enum class BringUpRule : std::uint8_t { strict, automatic };

struct Settings {
  Dialect dialect = Dialect::manual;
  Generation1 generation1;
  bool step_from_dofs = false;
  Endpoint host;  ///< gets the status before anybody has spoken
  BringUpRule bring_up = BringUpRule::strict;
  RotationOrder rotation_order = RotationOrder::zyx;
  Duration timeout = std::chrono::milliseconds{200};
  bool timeout_is_fault = false;
  Duration status_period = std::chrono::milliseconds{10};
  bool status_codes_as_commands = false;
  StatusForm form;
  Duration gone_after = std::chrono::seconds{5};
  std::uint16_t scripts = 0;  ///< FileNum 1…scripts
  std::uint32_t version = 0;  ///< 0x00MMmmpp
};

/// What a host repeats. Fields that the command does not use are 0, so that leftovers make no new level.
struct Level {
  std::uint8_t cmd = 0;
  std::uint8_t sub_cmd = 0;
  std::uint8_t file = 0;

  std::uint32_t act() const noexcept {
    return std::uint32_t{1} << 24U | std::uint32_t{file} << 16U | std::uint32_t{sub_cmd} << 8U | cmd;
  }
  friend bool operator==(const Level&, const Level&) = default;
};
Level level_of(const HostFrame& frame) noexcept;

/// What a change of means another motion: target and speeds, or the sines.
using Values = std::array<Six, 3>;
Values values_of(const HostFrame& frame) noexcept;

/// What is remembered of a host. Sockets of one address that send single frames are one host (decision 23):
/// `endpoint` is what the core knows it by, `from` the socket it spoke from last.
struct Peer : LevelClient {
  Peer() noexcept : LevelClient{Level{}.act()} {}

  Endpoint from;
  Level level;
  HostFrame frame;  ///< the newest
  bool first_generation = false;
  bool by_code = false;              ///< decision 11: it sent the status code of following
  Values asked_values{};             ///< of the step or sine that was asked for
  std::optional<HostFrame> stopped;  ///< decision 20: what flowed when 11/3 came
  StreamGuard guard;
  bool doubted = false;      ///< decision 16: what flows is not executed, and that was said
  RecentFrames recent;       ///< valid ones
  bool was_regular = false;  ///< its frames came regularly since the level changed: it is timed (decision 8)
  bool target_due =
      false;  ///< the pose of the frame that asked to follow, not yet given to a platform that follows
  bool jog_due = false;
  bool outputs_known = false;  ///< `outputs` went to the core since the level changed
  std::uint8_t outputs = 0;
  bool replied = false;     ///< since the last poll
  TimePoint last_answer{};  ///< wall time
  bool was_answered = false;
  std::optional<TimePoint> unread_since;  ///< wall time: nobody takes the status
  TimePoint last_unread{};
};

class MotusSession final : public Session {
 public:
  explicit MotusSession(const Settings& settings) noexcept;

  std::string_view name() const noexcept override { return "motus"; }
  void receive(const Datagram& datagram, SessionPort& port) noexcept override;
  void event(const Event& event, SessionPort& port) noexcept override;
  void poll(const Now& now, SessionPort& port) noexcept override;
  void unread(const Endpoint& by, const Now& now, SessionPort& port) noexcept override;

  /// What the core is promised: for motion, and for scripts, which are checked whole.
  const Contract& contract() const noexcept { return contracts_[0]; }
  const Contract& script_contract() const noexcept { return contracts_[1]; }

 private:
  // session.cpp: hosts, status, answers
  std::optional<HostFrame> read(const Datagram& datagram, SessionPort& port) const noexcept;
  Peer& peer_of(const Datagram& datagram, const HostFrame& frame, const Telemetry& telemetry) noexcept;
  void observe(const Telemetry& telemetry) noexcept;
  void note_stop(Peer& peer, const HostFrame& frame, bool after_silence) noexcept;
  bool note_level(Peer& peer, const HostFrame& frame, const Telemetry& telemetry) noexcept;
  bool may_command(Peer& peer, SessionPort& port) noexcept;
  void tell_what_it_looks_like(const Datagram& datagram, const HostFrame& frame,
                               SessionPort& port) const noexcept;
  void end_what_is_gone(Peer& peer, const Now& now, SessionPort& port) noexcept;
  void send_status(const Endpoint& to, bool first_generation, SessionPort& port) const noexcept;
  void stream_status(const Now& now, SessionPort& port) noexcept;

  // commands.cpp: what a frame asks of the core
  void act(Peer& peer, bool changed, TimePoint arrival, SessionPort& port) noexcept;
  bool may_act_now(const Peer& peer, SessionPort& port) const noexcept;
  bool is_executable(const Peer& peer, SessionPort& port) const noexcept;
  bool unit_is_credible(Peer& peer, TimePoint arrival, SessionPort& port) const noexcept;
  static bool wants_to_ask(Peer& peer, TimePoint now) noexcept;
  bool instruct(Peer& peer, TimePoint arrival, SessionPort& port) const noexcept;
  bool ask(Peer& peer, const What& what, TimePoint arrival, SessionPort& port) const noexcept;
  bool follow(Peer& peer, TimePoint arrival, SessionPort& port) noexcept;
  void give_due_target(Peer& peer, SessionPort& port) const noexcept;
  void jog(Peer& peer, SessionPort& port) noexcept;
  void set_outputs(Peer& peer, TimePoint arrival, SessionPort& port) noexcept;
  const Contract& contract_of(const Peer& peer) const noexcept;
  StreamTarget target_of(const Peer& peer, const Machine& machine) const noexcept;
  TranslationUnit unit_of(const Peer& peer) const noexcept;
  AxisValues axes_of(const Peer& peer, const Six& values) const noexcept;
  AxisValues speeds_of(const Peer& peer) const noexcept;

  Settings settings_;
  AxisConvention convention_;
  std::array<Contract, 4> contracts_;  ///< motion; scripts; down, never brings up; decision 11, always does
  PeerTable<Peer> peers_;
  Endpoint last_sender_;
  bool moved_on_ = false;  ///< another command came since the platform stands: 9 and 5 become 3
  StatusClock status_clock_;
};

}  // namespace hexad::protocols::motus
