#pragma once
// motus' half of a conversation. A command is a level that hosts repeat at 100 Hz: it is passed on when it changes,
// again while it cannot act yet, and not once its goal is reached. Every valid frame is answered at once; a status
// stream goes on beside that, also when the host has fallen silent.

#include "base/units.hpp"
#include "model/session.hpp"
#include "protocols/motus/request.hpp"
#include "protocols/motus/status.hpp"
#include "protocols/peer_table.hpp"
#include "protocols/status_clock.hpp"

namespace hexad::protocols::motus {

enum class BringUpRule : std::uint8_t { strict, automatic };

struct Settings {
  TranslationUnit unit = TranslationUnit::metre;
  BringUpRule bring_up = BringUpRule::strict;
  RotationOrder rotation_order = RotationOrder::zyx;
  Duration timeout = std::chrono::milliseconds{200};
  bool timeout_is_fault = false;
  Duration status_period = std::chrono::milliseconds{10};
  bool status_codes_as_commands = false;
  StatusCodes status_codes;
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

/// What is remembered of a host.
struct Peer : LevelClient {
  Peer() noexcept : LevelClient{Level{}.act()} {}

  Level level;
  HostFrame frame;                      ///< the newest
  bool by_code = false;                 ///< decision 11: it sent the status code of following
  std::array<Six, 3> asked_values{};    ///< of the step or sine that was asked for
  std::array<TimePoint, 3> arrivals{};  ///< of the last three valid frames, as a ring
  std::size_t next_arrival = 0;
  bool was_regular = false;  ///< its frames came regularly since the level changed: it is timed (decision 8)
  bool target_due =
      false;  ///< the pose of the frame that asked to follow, not yet given to a platform that follows
  bool jog_due = false;
  bool outputs_known = false;  ///< `outputs` went to the core since the level changed
  std::uint8_t outputs = 0;
  bool replied = false;     ///< since the last poll
  TimePoint last_answer{};  ///< wall time
  bool was_answered = false;

  void note_arrival(TimePoint arrival) noexcept;
  /// The last three valid frames came within this time.
  bool regular(TimePoint now, Duration within) const noexcept;
};

class MotusSession final : public Session {
 public:
  explicit MotusSession(const Settings& settings) noexcept;

  std::string_view name() const noexcept override { return "motus"; }
  void receive(const Datagram& datagram, SessionPort& port) noexcept override;
  void event(const Event& event, SessionPort& port) noexcept override;
  void poll(const Now& now, SessionPort& port) noexcept override;

  /// What the core is promised: for motion, and for scripts, which are checked whole.
  const Contract& contract() const noexcept { return contracts_[0]; }
  const Contract& script_contract() const noexcept { return contracts_[1]; }

 private:
  // session.cpp: hosts, status, answers
  void reject(Problem problem, const Datagram& datagram, SessionPort& port) const noexcept;
  void observe(const Telemetry& telemetry) noexcept;
  bool note_level(Peer& peer, const HostFrame& frame, const Telemetry& telemetry) noexcept;
  bool may_command(Peer& peer, SessionPort& port) noexcept;
  void send_status(const Endpoint& to, SessionPort& port) const noexcept;
  Endpoint status_receiver(const Telemetry& telemetry) noexcept;
  void stream_status(const Now& now, SessionPort& port) noexcept;
  void explain_refusal(const Peer& peer, const Answer& answer, SessionPort& port) const noexcept;

  // commands.cpp: what a frame asks of the core
  void act(Peer& peer, bool changed, TimePoint arrival, SessionPort& port) noexcept;
  bool brings_up(const Peer& peer) const noexcept;
  bool may_act_now(const Peer& peer, SessionPort& port) const noexcept;
  bool is_executable(const Peer& peer, SessionPort& port) const noexcept;
  static bool wants_to_ask(Peer& peer, TimePoint now) noexcept;
  bool instruct(Peer& peer, TimePoint arrival, SessionPort& port) const noexcept;
  bool ask(Peer& peer, const What& what, TimePoint arrival, SessionPort& port) const noexcept;
  bool follow(Peer& peer, TimePoint arrival, SessionPort& port) noexcept;
  void give_due_target(Peer& peer, SessionPort& port) const noexcept;
  void jog(Peer& peer, SessionPort& port) noexcept;
  void set_outputs(Peer& peer, TimePoint arrival, SessionPort& port) noexcept;
  const Contract& contract_of(const Peer& peer) const noexcept;
  StreamTarget target_of(const HostFrame& frame, const Machine& machine) const noexcept;
  AxisValues axes_of(const Six& values) const noexcept;

  Settings settings_;
  AxisConvention convention_;
  std::array<Contract, 4> contracts_;  ///< motion; scripts; down, never brings up; decision 11, always does
  PeerTable<Peer> peers_;
  Endpoint last_sender_;
  bool moved_on_ = false;  ///< another command came since the platform stands: 9 and 5 become 3
  StatusClock status_clock_;
};

}  // namespace hexad::protocols::motus
