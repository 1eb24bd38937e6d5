#pragma once
// The platform of this program as a test platform: orders go to the operator, as a person's do, and what the
// drives report is read from an outbox of its own.

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "acceptance/tested_platform.hpp"
#include "engine/mailbox/outbox.hpp"
#include "operation/order_line.hpp"
#include "words/event_text.hpp"

namespace hexad::acceptance {

/// What keeps an acceptance from beginning, and what to do; nothing when it may.
messages::Message in_the_way(const Telemetry& telemetry, const ProtocolNames& names);

/// What the tests look at, of a snapshot.
acceptance::Sample sample_of(const Telemetry& telemetry, std::size_t legs);

/// Of GET /api/machine. Throws std::runtime_error when it is no such document.
acceptance::Facts read_facts(const std::string& machine_json);

/// How whoever runs the tests meets them, on their thread.
struct Callbacks {
  OrderLine& orders;
  Outbox& outbox;
  ProtocolNames names{};
  std::uint64_t stops = 0;  ///< of the operator, when the acceptance was asked for
  /// Why nothing more may be ordered; nothing = it may. Asked a hundred times a second.
  std::function<messages::Message()> interrupted;
  std::function<void(const messages::Message& line)> say;
  /// The program ends: it sees the platform down itself, nothing may be asked of it any more.
  std::function<bool()> leaves;
};

/// Between take() and end() the acceptance drives; end() is called by the destructor if need be.
class OperatorRig final : public acceptance::TestedPlatform {
 public:
  OperatorRig(acceptance::Facts facts, Callbacks around);
  ~OperatorRig() override { (void)end(); }

  /// Takes control.
  void take();
  /// raise, lower, neutral: to its end.
  void act(std::string_view action);
  /// All went well: gives control back.
  void give();
  /// Whatever happened: stops what moves and gives control back, unless somebody else has stopped or held the
  /// platform: that stays. What was done; nothing = there was nothing to do.
  messages::Message end() noexcept;

  const acceptance::Facts& facts() const override { return facts_; }
  acceptance::Move go(const AxisValues& pose, double speed_share) override;
  acceptance::Record play(const std::array<std::string, kAxes>& formulas, double seconds) override;
  acceptance::Record stand(double seconds) override;
  void say(const messages::Message& line) override { callbacks_.say(line); }

  double time() const noexcept { return newest_.time; }  ///< newest platform time
  double sample_rate() const noexcept;

 private:
  OperatorOrder ordered(std::string_view action, bool wait) const;
  /// Has it carried out, and samples until it is answered.
  acceptance::Move order(OperatorOrder wanted);
  void pump(acceptance::Record& record);
  void watch(const Telemetry& telemetry);
  messages::Message ask_to_end();
  OperatorReply answer_to(OperatorOrder wanted);
  const Telemetry& now();

  acceptance::Facts facts_;
  Callbacks callbacks_;
  acceptance::Sample newest_;
  std::chrono::steady_clock::time_point heard_;
  bool driving_ = false;
  bool seen_driving_ = false;
  bool giving_ = false;
  std::size_t samples_ = 0;
  double first_time_ = 0.0;
};

}  // namespace hexad::acceptance
