#pragma once
// The operator's endpoint: one for command line and console together. Sends what is asked for to the core and gives
// back what came of it. Lives on one thread (web), with an inbox and an outbox of its own.
//
// Stop, hold and the e-stop button go as latches: never full, never refused. The core does not answer a latch; that
// it was taken is known when two ticks have been published after it was set, because every tick reads the latches
// first. Whatever is injected is taken the same way.

#include <functional>
#include <optional>
#include <vector>

#include "base/clock.hpp"
#include "runtime/event_text.hpp"
#include "runtime/host_report.hpp"
#include "runtime/mailbox/inbox.hpp"
#include "runtime/mailbox/outbox.hpp"
#include "runtime/operator_order.hpp"
#include "runtime/simulated_machine.hpp"

namespace hexad::runtime {

extern const Contract kOperatorContract;

struct OperatorReply {
  enum class Result : std::uint8_t {
    done,
    accepted,  ///< a motion has begun
    refused,
    failed  ///< a motion that was accepted ended otherwise
  };
  Result result = Result::done;
  std::string reason{};  ///< in words; may be empty when done
  State state = State::init;
};
std::string_view to_string(OperatorReply::Result result) noexcept;

class Operator {
 public:
  using Done = std::function<void(const OperatorReply&)>;

  /// `injections`: none when the drives are real.
  Operator(Inbox& inbox, Outbox& outbox, InjectionBox* injections, std::size_t legs,
           const Clock& platform_clock, const Clock& wall_clock);

  /// `done` is called once, now or from poll().
  void ask(const OperatorOrder& order, const HostsReport& hosts, const ProtocolNames& names, Done done);
  /// Takes the newest snapshot and what was answered since.
  void poll();
  bool waiting() const noexcept { return !pending_.empty(); }

  const Telemetry& telemetry() const noexcept { return outbox_.telemetry(); }
  const LoopStatistics& loop() noexcept { return outbox_.loop(); }
  const plant::Injected& injected() const noexcept { return injected_; }
  std::uint64_t busy() const noexcept { return inbox_.busy(); }

 private:
  struct Pending {
    Tag tag = 0;              ///< 0 = a latch
    std::uint64_t after = 0;  ///< a latch: taken when this tick is out
    OperatorOrder order;
    Done done;
    TimePoint asked{};  ///< clock time
    bool accepted = false;
  };

  void latch(Control control);
  [[nodiscard]] bool request(Tag tag, const What& what);
  std::optional<std::string> send(const OperatorOrder& order, const HostsReport& hosts,
                                  const ProtocolNames& names, Tag tag);
  std::optional<std::string> give(const std::string& host, const HostsReport& hosts,
                                  const ProtocolNames& names, Tag tag);
  std::optional<std::string> inject(const plant::InjectionOrder& order);
  void answered(Pending& pending, const Answer& answer);
  void finish(Pending& pending, OperatorReply::Result result, std::string reason);
  std::string remark(const OperatorOrder& order) const;

  Inbox& inbox_;
  Outbox& outbox_;
  InjectionBox* injections_;
  std::size_t legs_;
  const Clock& platform_clock_;
  const Clock& wall_clock_;
  Tag last_tag_ = 0;
  std::vector<Pending> pending_;
  plant::Injected injected_;  ///< what has been sent
};

}  // namespace hexad::runtime
