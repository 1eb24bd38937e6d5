#pragma once
// The web thread: HTTP for `hexad status`, `hexad ctl` and the console in a browser, websockets for the
// latter. Meets the others in mailboxes: an inbox and an outbox of the platform, what the network thread
// knows of its hosts and shows of their datagrams, orders to the preparation, what is done to simulated
// drives, the log.

#include <atomic>
#include <memory>

#include "acceptance/acceptance.hpp"
#include "config/config.hpp"
#include "console_api/console.hpp"
#include "console_api/preview.hpp"
#include "console_api/status_report.hpp"
#include "console_api/telemetry_history.hpp"
#include "engine/platform.hpp"
#include "operation/order_line.hpp"
#include "recorder/fault_archive.hpp"
#include "web/server.hpp"
#include "web/task_pool.hpp"

namespace hexad::inline console_api {

/// What it is connected to; all of it outlives the thread.
struct WebContext {
  Platform& platform;
  HostsBox& hosts;
  InjectionBox* injections;
  SteadyClock& platform_clock;
  const SteadyClock& wall_clock;
  RecentLog& log;
  const FaultArchive& faults;
  PacketTap& tap;
  PreparationChannel preparation{};
  std::size_t films = 0;
  const FileRepository* repository = nullptr;
  std::string page{};   ///< the folder of the console's files; empty = there is none
  std::string state{};  ///< the folder of what survives; empty = where the system keeps such things
  CueTuning cueing{};   ///< how the cueing is tuned at the start
};

class WebThread {
 public:
  /// Has the port; serves nobody yet. What cannot be done is said in words. `token`: asked of every client
  /// unless empty.
  static Result<std::unique_ptr<WebThread>, std::string> open(const ConsoleSettings& settings,
                                                              const std::string& token,
                                                              const WebContext& context);

  const std::string& url() const noexcept { return url_; }

  static constexpr std::size_t kMostClients = 48;
  /// Before start().
  void limit_clients(std::size_t most) { server_->limit_clients(most); }
  void start(Identity identity);
  /// The program is about to end: what orders on its own (an acceptance) orders nothing more.
  void leave() noexcept { acceptance_.leave(); }
  void stop();
  /// When its thread last looked at everything, in the wall clock's time. From any thread.
  TimePoint last_beat() const noexcept { return TimePoint{Duration{beat_.load(std::memory_order_relaxed)}}; }

 private:
  WebThread(std::unique_ptr<web::Server> server, std::string url, const WebContext& context);
  std::chrono::milliseconds pulse();
  std::string status();
  StatusReport report();
  void control(web::ExchangeId exchange, const web::Request& request);
  void order(const OperatorOrder& order, const std::string& who, Operator::Done done);
  void add_routes();
  void add_file_routes();
  void add_history_route();
  void add_verify_routes();
  void add_cueing_routes();
  void add_calibrate_routes();
  void add_accept_routes();
  /// Answered when it has been done, elsewhere.
  void send(web::TaskPool::Kind kind, web::ExchangeId exchange, web::TaskPool::Work work);
  PreviewContext context();

  std::unique_ptr<web::Server> server_;
  std::string url_;
  Platform& platform_;
  HostsBox& hosts_;
  const SteadyClock& wall_clock_;
  RecentLog& log_;
  const FaultArchive& faults_;
  Operator operator_;
  TelemetryHistory history_;
  Console console_;
  web::TaskPool tasks_;
  OrderLine accepting_;  ///< what the acceptance orders
  acceptance::Acceptance acceptance_;
  const FileRepository* repository_;
  std::string state_;
  std::size_t films_;
  Identity identity_;
  std::atomic<std::int64_t> beat_{0};
};

}  // namespace hexad::inline console_api
