#pragma once
// Looks at a program from its edges: datagrams at its ports, what the core is asked and says, what the drives
// do. Every tick goes to the drill's observer; what only shows on the wire is looked at here. The numbers
// I14… are the invariants of docs/testing.md.

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "calibration/calibration.hpp"
#include "drill/observer.hpp"
#include "drill/trace_hash.hpp"
#include "engine/simulated/simulated_platform.hpp"
#include "plant/simulated_drives.hpp"
#include "protocols/csfi/groups.hpp"
#include "stack/console_book.hpp"
#include "stack/ledger.hpp"

namespace hexad::stack {

class Witness final : public PortWatcher, public TickWatcher {
 public:
  Witness() : ledger_{report_}, consoles_{report_} {}

  struct Seen {
    std::shared_ptr<const Machine> machine;
    const plant::SimulatedDrives* drives = nullptr;
    Duration idle_return{};
    bool plain = true;  ///< nothing of the calibration changes what a pose means
  };
  /// Another program, or the same with another machine: what was known of the core's conversations is gone.
  void begin(const Seen& seen);
  /// What a program found on its disk when it started.
  void found(const CalibrationSet& set, bool trusted);
  /// The program has ended, one way or the other.
  void end();
  /// Nothing more is to come, and everybody was answered.
  void close() { ledger_.close(); }
  /// `text` was ordered on the console: what stops must be in the next tick.
  void ordered(Control control) { expect(kOperatorProtocol, control); }
  /// The disk has failed or was full: what was not confirmed may be gone.
  void disk_failed() { unconfirmed_ = true; }
  /// Nothing can be written meanwhile.
  void disk_full(bool full) { full_ = full; }
  void exit_complete(bool complete) { exit_complete_ = complete; }
  void look_by(std::function<void(const drill::Tick&)> look) { look_ = std::move(look); }

  void arrived(const Endpoint& from, std::span<const std::byte> bytes) override;
  void left(const Endpoint& to, std::span<const std::byte> bytes) noexcept override;
  void saw(const SeenTick& tick) noexcept override;

  drill::Report& report() { return report_; }
  std::vector<drill::Violation> violations() const;
  std::uint32_t revision() const { return now_.revision; }
  const Telemetry& telemetry() const { return now_; }
  const Ledger& ledger() const { return ledger_; }
  ConsoleBook& consoles() { return consoles_; }
  std::uint64_t events_hash() const { return events_.value(); }
  std::uint64_t setpoints_hash() const { return setpoints_.value(); }
  std::uint64_t ticks() const { return ticks_; }
  std::uint64_t moves() const { return moves_; }
  std::uint64_t faults() const { return faults_; }

 private:
  static constexpr ProtocolId kOperatorProtocol = 254;
  struct Heave {
    TimePoint at{};
    double z = 0.0;  ///< m from neutral
  };
  /// What is known of a host that streams, by its datagrams.
  struct Host {
    std::uint32_t sequence = 0;  ///< of the last status it was sent
    std::uint32_t newest = 0;    ///< its own newest
    TimePoint newest_at{};
    bool counts = false;   ///< it has sent a number
    bool watched = false;  ///< darren: it streams while it drives (darren decision 7)
    int word = -1;         ///< the act it repeats: word, and the file or sub-command that belongs to it
    int heard = 0;         ///< frames since the last tick
    bool several = false;  ///< … with more than one act
    TimePoint word_changed{};
    std::array<TimePoint, 3> frames{};  ///< the newest three
    std::vector<Heave> heaves;          ///< the newest few
    int unanswered = 0;                 ///< motus: frames
  };
  struct Expected {
    ProtocolId protocol;
    Control control;
  };

  Host& host(const Endpoint& endpoint) { return hosts_[endpoint]; }
  void expect(ProtocolId protocol, Control control) { expected_.push_back({protocol, control}); }
  void heard_darren(const Endpoint& from, std::span<const std::byte> bytes);
  void heard_motus(const Endpoint& from, std::span<const std::byte> bytes);
  void heard_lingjing(const Endpoint& from, std::span<const std::byte> bytes);
  void heard_csfi(std::span<const std::byte> bytes);
  void note_frame(Host& host, int word, std::optional<double> heave);
  void told_darren(const Endpoint& to, std::span<const std::byte> bytes);
  void told_motus(const Endpoint& to, std::span<const std::byte> bytes);
  void told_csfi(std::span<const std::byte> bytes);
  void check_group(const protocols::csfi::Group& group, const char* where);
  void note_time_for_writes();
  void check_pose(const char* whose, std::span<const float> position, double unit);
  void check_stops(std::span<const Request> requests);
  void check_requests(std::span<const Request> requests);
  void check_resumed(const SeenTick& tick);
  void check_alive();
  void check_drives(const SeenTick& tick);
  const Outputs& numbered(const SeenTick& tick);
  Tag number(const Endpoint& driver, Tag tag);

  drill::Report report_;
  std::vector<drill::Violation> before_;  ///< what earlier observers found
  Ledger ledger_;
  ConsoleBook consoles_;
  std::unique_ptr<drill::Observer> observer_;
  Seen seen_;
  Telemetry now_;
  Telemetry last_;
  Outputs numbered_;
  std::vector<Request> requests_;
  std::map<std::pair<ProtocolId, Tag>, Tag> tags_;
  Tag last_tag_ = 0;
  std::map<Endpoint, Host> hosts_;
  std::vector<Expected> expected_;
  struct Written {
    std::vector<std::byte> answer;  ///< that shows it
    bool may_be_taken = false;      ///< there was a moment for it since
  };
  /// Of each group: what was seen last, then what was written since.
  std::array<std::vector<Written>, protocols::csfi::kGroups> groups_;
  std::array<bool, protocols::csfi::kGroups> reads_{};  ///< somebody has asked for it
  bool unconfirmed_ = false;
  bool full_ = false;
  bool exit_complete_ = false;
  TimePoint held_since_{};  ///< that its driver was lost
  TimePoint resumed_{};     ///< by the operator or by a word of mdof
  int silent_ticks_ = 0;    ///< without a status of darren
  int broken_ticks_ = 0, chain_ticks_ = 0, locked_ticks_ = 0;
  bool darren_spoke_ = false;
  drill::TraceHash events_, setpoints_;
  std::uint64_t ticks_ = 0, moves_ = 0, faults_ = 0;
  std::function<void(const drill::Tick&)> look_;
};

/// What darren and motus have to show of a snapshot, by the table of the lifecycle; motus may have several.
int darren_shows(const Telemetry& telemetry);
std::vector<int> motus_shows(const Telemetry& telemetry);

}  // namespace hexad::stack
