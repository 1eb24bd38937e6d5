#pragma once
// A running program as a test rig: orders and telemetry over its websocket, the last word (stop, give) over HTTP.

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "acceptance/rig.hpp"
#include "web/console_client.hpp"
#include "web/socket_client.hpp"

namespace hexad::runtime::acceptance {

/// What /api/status says before anything moves.
struct RigStatus {
  std::string state;
  std::string platform;
  std::string version;
  bool simulated = false;
  double speed = 1.0;
  std::optional<std::uint64_t>
      stops{};                ///< of the operator, so far; none: a program that does not count them
  words::Message in_the_way;  ///< why it cannot be tested now, and what to do
};
/// Throws std::runtime_error when it is no such document.
RigStatus read_status(const std::string& json);
accept::Facts read_facts(const std::string& machine_json);

/// How whoever runs the tests meets them, on their thread.
struct Around {
  /// Why nothing more may be ordered; nothing = it may. Asked at least twenty times a second.
  std::function<words::Message()> interrupted;
  std::function<void(const words::Message& line)> say;
  /// The program that has the platform ends: it sees the platform down itself, nothing may be asked of it any more.
  std::function<bool()> leaves = [] { return false; };
};

/// Between take() and end() this program drives; end() is called by the destructor if need be.
class ConsoleRig final : public accept::Rig {
 public:
  ConsoleRig(ConsoleTarget target, accept::Facts facts, const RigStatus& status, Around around);
  ~ConsoleRig() override;

  /// Connects and waits for the first frame. Throws accept::Interrupted.
  void open();
  /// Takes control.
  void take();
  /// raise, lower, neutral: to its end.
  void act(const std::string& action);
  /// All went well: gives control back.
  void give();
  /// Whatever happened: stops what moves and gives control back, unless somebody else has stopped or held the platform:
  /// that stays. What was done; nothing = there was nothing to do.
  words::Message end() noexcept;

  const accept::Facts& facts() const override { return facts_; }
  accept::Move go(const AxisValues& pose, double speed_share) override;
  accept::Record play(const std::array<std::string, kAxes>& formulas, double seconds) override;
  accept::Record stand(double seconds) override;
  void say(const words::Message& line) override;

  double time() const noexcept;         ///< newest platform time
  double sample_rate() const noexcept;  ///< since open()

 private:
  struct Reply {
    int id = 0;
    std::string result;
    words::Message why;
  };
  /// Sends an order and takes frames until it is answered.
  accept::Move order(std::string order_json);
  void pump();
  void take_message(const std::string& text);
  struct Seen {
    std::string state;
    bool barred = false;
    bool ours = false;
    std::string driver;
    words::Message fault;
  };
  void watch(const Seen& seen);
  words::Message ask_to_end();

  ConsoleTarget target_;
  accept::Facts facts_;
  double speed_;
  std::optional<std::uint64_t> stops_;
  Around around_;
  std::optional<web::SocketClient> socket_;
  std::chrono::steady_clock::time_point heard_{};
  accept::Record* recording_ = nullptr;
  std::optional<accept::Sample> newest_;
  std::optional<Reply> reply_;
  int last_id_ = 0;
  bool driving_ = false;
  bool seen_driving_ = false;
  bool giving_ = false;
  std::size_t frames_ = 0;
  double first_time_ = 0.0;
};

}  // namespace hexad::runtime::acceptance
