#pragma once
// Commissionings, whoever began them, the console or `hexad commission`: one at a time. A thread of its own
// looks at the platform and says what is next; a leg moves only by a beat of the button that the operator's
// thread turns into a jog (Operator::commission), so that letting go is decided in the core as everywhere.

#include <atomic>
#include <chrono>
#include <filesystem>
#include <future>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "acceptance/report_repository.hpp"
#include "commission/report.hpp"
#include "engine/mailbox/outbox.hpp"
#include "operation/order_line.hpp"
#include "os/log.hpp"

namespace hexad::commission {

class Commissioning {
 public:
  struct Settings {
    OrderLine& orders;
    Outbox& outbox;  ///< of commissionings alone
    std::filesystem::path folder;
    std::string key;  ///< with which a page shows a report
    Wired wired{};    ///< as the drives are said to be
    Log* log = nullptr;
  };
  /// Who asks, and how things are.
  struct Moment {
    const Telemetry& telemetry;
    const Machine& machine;
    double period = 1e-3;
    std::string version{};
    std::string platform{};
    std::uint64_t stops = 0;
    std::string who{};
  };

  explicit Commissioning(Settings settings);
  ~Commissioning();

  // ---- the operator's thread: none of it waits

  /// POST /api/commission: {"legs": [1, 2], "distance_mm": 5, "speed_mm_s": 5, "torque_percent": 100,
  /// "place": "", "operator": "", "confirm": true}
  web::Response start(const std::string& body, const Moment& moment);
  /// POST /api/commission/answer: {"leg": 1, "longer": true, "distance_mm": 5.0}
  web::Response answer(const std::string& body);
  /// POST /api/commission/next, /repeat
  web::Response go_on(bool repeat);
  /// POST /api/commission/cancel
  web::Response cancel(const std::string& who);
  /// GET /api/commission
  std::string text() const;
  bool running() const;
  /// A beat of the button: what it moves.
  Commissioned beat(std::uint64_t press);
  const std::string& key() const noexcept { return settings_.key; }

  // ---- any thread

  web::Response report(const std::string& name) const;
  void leave() noexcept { leaves_.store(true); }
  void stop();

 private:
  using WallClock = std::chrono::steady_clock;
  enum class State : std::uint8_t { none, running, done, ended };

  void run();
  /// One look; false = it is over.
  bool turn();
  void carry_out(Procedure::Order order);
  messages::Message interrupted(const Telemetry& telemetry) const;
  void finish(const messages::Message& reason);
  void give_back();
  void look_at_results();
  OperatorOrder ordered(std::string_view action) const;

  Settings settings_;
  acceptance::ReportRepository repository_;
  std::atomic<bool> leaves_{false};
  std::thread thread_;  ///< the operator's thread's

  mutable std::mutex mutex_;  ///< of what follows
  State state_ = State::none;
  std::optional<Procedure> procedure_;
  std::optional<Machine> machine_;
  Report report_;
  std::uint64_t stops_ = 0;
  WallClock::time_point beat_{};
  std::uint64_t press_ = 0;  ///< whose beats came last
  mutable WallClock::time_point asked_{};
  messages::Message cancelled_;
  messages::Message reason_;
  messages::Message refused_;  ///< what an order was answered with
  std::string kept_;
  Telemetry seen_;
  std::vector<acceptance::KeptReport> list_;

  std::future<OperatorReply> pending_;  ///< its own thread's
  WallClock::time_point ordered_at_{};
};

}  // namespace hexad::commission
