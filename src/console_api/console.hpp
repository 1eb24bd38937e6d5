#pragma once
// The consoles that are connected: what each wants to see, and when it is sent. Lives on the web thread;
// makes each text once, whoever many get it. Telemetry is offered (the newest replaces what has not left),
// everything else is sent.

#include <deque>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>

#include "base/clock.hpp"
#include "console_api/messages.hpp"
#include "console_api/telemetry_text.hpp"
#include "engine/platform.hpp"
#include "web/server.hpp"

namespace hexad::inline console_api {

/// What it is connected to; all of it outlives the console.
struct ConsoleContext {
  web::Server& server;
  Operator& desk;
  HostsBox& hosts;
  PacketTap& tap;
  RecentLog& log;
  MachineRepository& machines;
  const Clock& wall_clock;
  OrderDesk& control;  ///< which console is in control
};

class Console {
 public:
  /// An order of a client, already understood; the answer may come later.
  using Order = std::function<void(const OperatorOrder&, const Asker& who, Operator::Done)>;
  /// The status as it is now, without log and hosts' remarks.
  using Report = std::function<StatusReport()>;

  Console(const ConsoleContext& context, Order order, Report report);

  void start(const Identity& identity, std::size_t films);

  // ---- what the server says
  void opened(web::SocketId socket, const std::string& peer, Role role);
  void message(web::SocketId socket, std::string_view text, bool excess);
  void closed(web::SocketId socket);
  /// An event of the core.
  void heard(const Event& event);
  /// What somebody did.
  void heard(const DeskEvent& event);
  /// Another console is in control, or none.
  void control_changed();

  /// Sends what is due; how long until the next.
  std::chrono::milliseconds pulse();

  /// GET /api/machine
  /// What the snapshot itself does not know.
  TelemetryContext beside(TimePoint now) const;
  std::string machine();
  const Machine& present_machine();

 private:
  struct Client {
    Asker who{};
    Duration period{};
    TimePoint due{};
    std::uint32_t protocols = 0;  ///< whose packets it wants
    bool cue = false;             ///< telemetry with what the cueing does
  };

  void subscribe(Client& client, const nlohmann::json& document);
  void ordered(web::SocketId socket, const Client& client, nlohmann::json& document, bool excess);
  void send_all(std::string text);
  void send_telemetry(TimePoint now);
  /// Something that decides what an operator does has changed since the last time.
  bool situation_changed();
  void send_changes(TimePoint now);
  void send_reports(TimePoint now);
  void send_packets(TimePoint now);
  void send_log();
  /// For who comes later.
  void remember(std::string text);
  void want_packets();
  Legal legal_now();
  void tell_legal(web::SocketId socket, const Client& client);
  double unix_now() const;

  web::Server& server_;
  Operator& desk_;
  HostsBox& hosts_;
  PacketTap& tap_;
  RecentLog& log_;
  MachineRepository& machines_;
  const Clock& wall_clock_;
  OrderDesk& desk_control_;
  Order order_;
  Report report_;
  Identity identity_;
  std::size_t films_ = 0;
  std::map<web::SocketId, Client> clients_;
  std::shared_ptr<const Machine> machine_;
  std::deque<std::string> past_;  ///< the last events, as they are told who comes later
  RepeatFilter repeats_;
  std::uint64_t log_seen_ = 0;
  Legal legal_{};
  bool legal_known_ = false;
  Ranges ranges_;
  Pose ranges_pose_;
  bool ranges_known_ = false;
  Situation told_situation_{};
  bool told_button_ = false;
  bool told_host_lost_ = false;
  double told_speed_ = 1.0;
  bool told_simulated_ = true;
  TimePoint ranges_due_{}, hosts_due_{}, loop_due_{}, packets_due_{}, changes_due_{};
  std::uint64_t packets_left_out_ = 0;
};

}  // namespace hexad::inline console_api
