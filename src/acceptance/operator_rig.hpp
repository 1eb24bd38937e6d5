#pragma once
// The platform of this program as a test rig: orders go to the operator, as a person's do, and what the drives report
// is read from an outbox of its own.

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "acceptance/rig.hpp"
#include "engine/mailbox/outbox.hpp"
#include "operation/order_line.hpp"
#include "words/event_text.hpp"

namespace hexad::runtime::acceptance {

/// What keeps an acceptance from beginning, and what to do; nothing when it may.
words::Message in_the_way(const Telemetry& telemetry, const ProtocolNames& names);

/// Of GET /api/machine. Throws std::runtime_error when it is no such document.
accept::Facts read_facts(const std::string& machine_json);

/// How whoever runs the tests meets them, on their thread.
struct Around {
  OrderLine& orders;
  Outbox& outbox;
  ProtocolNames names{};
  std::uint64_t stops = 0;  ///< of the operator, when the acceptance was asked for
  /// Why nothing more may be ordered; nothing = it may. Asked a hundred times a second.
  std::function<words::Message()> interrupted;
  std::function<void(const words::Message& line)> say;
  /// The program ends: it sees the platform down itself, nothing may be asked of it any more.
  std::function<bool()> leaves;
};

/// Between take() and end() the acceptance drives; end() is called by the destructor if need be.
class OperatorRig final : public accept::Rig {
 public:
  OperatorRig(accept::Facts facts, Around around);
  ~OperatorRig() override { (void)end(); }

  /// Takes control.
  void take();
  /// raise, lower, neutral: to its end.
  void act(std::string_view action);
  /// All went well: gives control back.
  void give();
  /// Whatever happened: stops what moves and gives control back, unless somebody else has stopped or held the platform:
  /// that stays. What was done; nothing = there was nothing to do.
  words::Message end() noexcept;

  const accept::Facts& facts() const override { return facts_; }
  accept::Move go(const AxisValues& pose, double speed_share) override;
  accept::Record play(const std::array<std::string, kAxes>& formulas, double seconds) override;
  accept::Record stand(double seconds) override;
  void say(const words::Message& line) override { around_.say(line); }

  double time() const noexcept { return newest_.time; }  ///< newest platform time
  double sample_rate() const noexcept;

 private:
  OperatorOrder ordered(std::string_view action, bool wait) const;
  /// Has it carried out, and samples until it is answered.
  accept::Move order(OperatorOrder wanted);
  void pump(accept::Record& record);
  void watch(const Telemetry& telemetry);
  words::Message ask_to_end();
  OperatorReply answer_to(OperatorOrder wanted);
  const Telemetry& now();

  accept::Facts facts_;
  Around around_;
  accept::Sample newest_;
  std::chrono::steady_clock::time_point heard_;
  bool driving_ = false;
  bool seen_driving_ = false;
  bool giving_ = false;
  std::size_t samples_ = 0;
  double first_time_ = 0.0;
};

}  // namespace hexad::runtime::acceptance
