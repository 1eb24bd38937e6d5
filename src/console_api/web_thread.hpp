#pragma once
// The web thread: HTTP for `hexad status`, `hexad ctl` and the console in a browser, websockets for the
// latter. Meets the others in mailboxes: an inbox and an outbox of the platform, what the network thread
// knows of its hosts and shows of their datagrams, orders to the preparation, what is done to simulated
// drives, the log.

#include <atomic>
#include <memory>

#include "acceptance/acceptance.hpp"
#include "commission/commissioning.hpp"
#include "config/load.hpp"
#include "console_api/access.hpp"
#include "console_api/console.hpp"
#include "console_api/manoeuvres.hpp"
#include "console_api/preview.hpp"
#include "console_api/settings.hpp"
#include "console_api/status_report.hpp"
#include "console_api/telemetry_history.hpp"
#include "engine/platform.hpp"
#include "operation/desk.hpp"
#include "operation/order_line.hpp"
#include "recorder/alarm_book.hpp"
#include "recorder/fault_archive.hpp"
#include "recorder/maintenance.hpp"
#include "web/server.hpp"
#include "web/task_pool.hpp"

namespace hexad::inline console_api {

/// Who sent a request that is no page's.
inline Asker asker_of(const web::Request& request) { return {0, request.role, request.peer}; }

/// What it is connected to; all of it outlives the thread.
struct WebContext {
  Platform& platform;
  HostsBox& hosts;
  InjectionBox* injections;
  SteadyClock& platform_clock;
  const SteadyClock& wall_clock;
  RecentLog& log;
  const FaultArchive& faults;
  AlarmBook& alarms;
  Maintenance& maintenance;
  PacketTap& tap;
  PreparationChannel preparation{};
  std::size_t films = 0;
  const FileRepository* repository = nullptr;
  std::string page{};   ///< the folder of the console's files; empty = there is none
  std::string state{};  ///< the folder of what survives; empty = where the system keeps such things
  CueTuning cueing{};   ///< how the cueing is tuned at the start
  Sources sources{};    ///< what the program was started with
  commission::Wired wired{};
};

class WebThread {
 public:
  /// Has the port; serves nobody yet.
  static Result<std::unique_ptr<WebThread>, messages::Message> open(const ConsoleSettings& settings,
                                                                    const Access& access,
                                                                    const WebContext& context);

  const std::string& url() const noexcept { return url_; }

  static constexpr std::size_t kMostClients = 48;
  /// Before start().
  void limit_clients(std::size_t most) { server_->limit_clients(most); }
  void start(Identity identity);
  /// The program is about to end: what orders on its own (an acceptance) orders nothing more.
  void leave() noexcept {
    acceptance_.leave();
    commissioning_.leave();
  }
  void stop();
  /// When its thread last looked at everything, in the wall clock's time. From any thread.
  TimePoint last_beat() const noexcept { return TimePoint{Duration{beat_.load(std::memory_order_relaxed)}}; }

 private:
  /// `roles`: clients are asked who they are.
  WebThread(std::unique_ptr<web::Server> server, std::string url, bool roles, const WebContext& context);
  std::chrono::milliseconds pulse();
  std::string status();
  StatusReport report();
  void control(web::ExchangeId exchange, const web::Request& request);
  void order(const OperatorOrder& order, const Asker& who, Operator::Done done);
  /// What it needs from the disk is brought by a task; then it is ordered.
  void fetch(OperatorOrder wanted, Operator::Done done);
  void tell_order(const Asker& who, const std::string& said, const OperatorReply& reply);
  /// Something that is no order was done by somebody.
  void tell_service(const Asker& who, const messages::Message& told);
  void add_routes();
  void add_file_routes();
  void add_history_route();
  void add_verify_routes();
  void add_cueing_routes();
  void add_calibrate_routes();
  void add_accept_routes();
  void add_commission_routes();
  template <class Keeper>
  void serve_reports(const std::string& path, const Keeper& keeper);
  void add_service_routes();
  void add_settings_routes();
  void add_relay_routes();
  void drop_unawaited();
  /// Answered when it has been done, elsewhere.
  void send(web::TaskPool::Kind kind, web::ExchangeId exchange, web::TaskPool::Work work);
  PreviewContext context();

  std::unique_ptr<web::Server> server_;
  std::string url_;
  bool roles_;
  Platform& platform_;
  HostsBox& hosts_;
  const SteadyClock& wall_clock_;
  RecentLog& log_;
  const FaultArchive& faults_;
  AlarmBook& alarms_;
  Maintenance& maintenance_;
  Settings settings_;
  std::optional<net::Address> relay_;  ///< where one is told
  OrderDesk desk_;
  Operator operator_;
  TelemetryHistory history_;
  Console console_;
  web::TaskPool tasks_;
  OrderLine accepting_;  ///< what acceptance and commissioning order
  acceptance::Acceptance acceptance_;
  commission::Commissioning commissioning_;
  const FileRepository* repository_;
  KeptTunings tunings_;
  Manoeuvres manoeuvres_;
  std::string state_;
  std::size_t films_;
  Identity identity_;
  std::atomic<std::int64_t> beat_{0};
};

}  // namespace hexad::inline console_api
