#pragma once
// Acceptances that the console starts: one at a time, on a thread of its own. The tests speak to this program as `hexad
// accept` does, over its own endpoint: what the operator sees, stops and is refused is the same, whoever began it.

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "acceptance/conduct.hpp"
#include "acceptance/report_shelf.hpp"
#include "os/log.hpp"
#include "web/console_client.hpp"
#include "web/http.hpp"

namespace hexad::runtime::acceptance {

/// What a screen shows of the acceptance that runs or ran last.
struct Shown {
  enum class Phase : std::uint8_t { none, running, cancelling, done, ended };
  Phase phase = Phase::none;
  std::vector<std::string> tests{};
  bool quick = false;
  std::string against{};
  std::vector<words::Message> lines{};
  words::Message reason{};  ///< why it was ended
  std::string report{};     ///< name of the one it made
  std::string result{};     ///< JSON; empty = none
  std::vector<KeptReport> kept{};

  bool running() const noexcept { return phase == Phase::running || phase == Phase::cancelling; }
};
/// GET /api/accept
std::string to_json(const Shown& shown, const std::string& key);

class Acceptance {
 public:
  struct Settings {
    ConsoleTarget target{};  ///< this program's own console
    std::filesystem::path folder{};
    std::string key{};  ///< with which a page shows a report: it cannot send a token
    Log* log = nullptr;
  };
  /// Who asks, and how things are.
  struct Moment {
    std::string status{};   ///< as GET /api/status
    std::string machine{};  ///< as GET /api/machine
    std::string who{};
  };

  explicit Acceptance(Settings settings);
  ~Acceptance();

  // ---- the web thread's side: none of it waits

  /// POST /api/accept: {"tests": ["reach"], "quick": true, "against": NAME, "confirm": true}
  web::Response start(const std::string& body, const Moment& moment);
  /// POST /api/accept/cancel
  web::Response cancel(const std::string& who);
  /// GET /api/accept
  std::string text() const;
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
    std::vector<accept::TestInfo> tests;
    std::vector<accept::Bound> bounds;
    bool quick = false;
    std::string against;
    RigStatus status;
    accept::Report report;
    std::string who;
  };

  Result<Wanted, web::Response> read(const std::string& body, const Moment& moment) const;
  void run(Wanted wanted);
  void finish(Wanted& wanted, const words::Message& ended);
  void say(const words::Message& line);
  words::Message interrupted() const;
  bool is_kept(const std::string& name) const;

  Settings settings_;
  ReportShelf shelf_;
  std::atomic<bool> leaves_{false};
  std::atomic<bool> cancelled_{false};
  std::thread thread_;  ///< the web thread's

  mutable std::mutex mutex_;  ///< of what follows
  Shown shown_;
};

}  // namespace hexad::runtime::acceptance
