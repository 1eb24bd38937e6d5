#pragma once
// Acceptances, whoever began them, the console or `hexad accept`: one at a time, on a thread of its own. The
// tests order what an operator would: what people see, stop and are refused is the same.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "acceptance/conduct.hpp"
#include "acceptance/report_repository.hpp"
#include "os/log.hpp"
#include "web/http.hpp"

namespace hexad::acceptance {

/// What a screen shows of the acceptance that runs or ran last.
struct Shown {
  enum class Phase : std::uint8_t { none, running, cancelling, done, ended };
  Phase phase = Phase::none;
  std::vector<std::string> tests{};
  bool quick = false;
  std::string against{};
  std::vector<messages::Message> lines{};
  std::size_t test = 0;        ///< which of `tests` runs, from 1; 0 = none yet
  double left_s = 0.0;         ///< about how much longer, by the clock
  messages::Message reason{};  ///< why it was ended
  std::string report{};        ///< name of the one it made
  std::string result{};        ///< JSON; empty = none
  std::vector<KeptReport> kept{};

  bool running() const noexcept { return phase == Phase::running || phase == Phase::cancelling; }
};
/// GET /api/accept
std::string to_json(const Shown& shown, const std::string& key);

class Acceptance {
 public:
  struct Settings {
    OrderLine& orders;
    Outbox& outbox;  ///< of the acceptances alone
    std::filesystem::path folder;
    std::string key;  ///< with which a page shows a report: it cannot send a token
    Log* log = nullptr;
  };
  /// Who asks, and how things are.
  struct Moment {
    const Telemetry& telemetry;
    const ProtocolNames& names;
    std::string version{};
    double speed = 1.0;
    std::uint64_t stops = 0;
    std::string machine{};  ///< as GET /api/machine
    std::string platform{};
    bool simulated = true;
    std::string who{};
  };

  explicit Acceptance(Settings settings);
  ~Acceptance();

  // ---- the web thread's side: none of it waits

  /// POST /api/accept: {"tests": ["reach"], "quick": true, "against": NAME, "confirm": true, …}
  web::Response start(const std::string& body, const Moment& moment);
  /// POST /api/accept/cancel
  web::Response cancel(const std::string& who);
  /// GET /api/accept
  std::string text() const;
  bool running() const;
  const std::string& key() const noexcept { return settings_.key; }

  // ---- any thread

  /// GET /accept/NAME; reads a file.
  web::Response report(const std::string& name) const;
  /// The program ends: what runs orders nothing more.
  void leave() noexcept { leaves_.store(true); }
  /// After leave(): joins.
  void stop();

 private:
  struct Wanted {
    std::vector<acceptance::TestInfo> tests;
    std::vector<acceptance::Bound> bounds;
    acceptance::Plan plan;
    bool attended = false;  ///< ends when nobody asks how far it is
    std::string against;
    State state = State::init;
    std::uint64_t stops = 0;
    ProtocolNames names;
    acceptance::Report report;
    std::string who;
  };

  Result<Wanted, web::Response> read(const std::string& body, const Moment& moment) const;
  void run(Wanted wanted);
  void finish(Wanted& wanted, const messages::Message& ended);
  void say(const messages::Message& line);
  void begins(const Wanted& wanted, std::size_t test, double used);
  messages::Message interrupted() const;
  bool is_kept(const std::string& name) const;

  Settings settings_;
  ReportRepository repository_;
  std::atomic<bool> leaves_{false};
  std::atomic<bool> cancelled_{false};
  std::atomic<bool> attended_{false};
  mutable std::atomic<std::chrono::steady_clock::time_point> asked_{};
  std::thread thread_;  ///< the web thread's

  mutable std::mutex mutex_;  ///< of what follows
  Shown shown_;
  std::chrono::steady_clock::time_point left_since_{};  ///< when what is left was known
};

}  // namespace hexad::acceptance
