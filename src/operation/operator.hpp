#pragma once
// The operator's endpoint: one for command line and console together. Sends what is asked for to the core and
// gives back what came of it. Lives on one thread (web), with an inbox and an outbox of its own.
//
// Stop, hold and the e-stop button go as latches: never full, never refused. The core does not answer a
// latch; that it was taken is known when two ticks have been published after it was set, because every tick
// reads the latches first. Whatever is injected is taken the same way.
//
// Motions that must be prepared (paths, formulas, files) go to the preparation; they are answered when the
// worker has handed them over, or with what is wrong with them. Jog and follow are repeated while a button is
// held: RepeatGate. A manoeuvre flows from here as a host's cueing would (ManoeuvrePlayer).

#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "base/clock.hpp"
#include "engine/mailbox/inbox.hpp"
#include "engine/mailbox/outbox.hpp"
#include "engine/preparation/job.hpp"
#include "engine/sessions/host_report.hpp"
#include "engine/simulated_machine.hpp"
#include "operation/manoeuvre_player.hpp"
#include "operation/operator_order.hpp"
#include "operation/repeat_gate.hpp"
#include "os/file_descriptor.hpp"
#include "words/event_text.hpp"

namespace hexad::inline operation {

struct OperatorReply {
  enum class Result : std::uint8_t {
    done,
    accepted,  ///< a motion has begun
    refused,
    failed  ///< a motion that was accepted ended otherwise
  };
  Result result = Result::done;
  messages::Message reason{};  ///< may be nothing when done
  State state = State::init;
  Refusal code = Refusal::none;  ///< refused by the core: why
  bool repeated = false;         ///< one of many alike (jog, follow): no news
};
std::string_view to_string(OperatorReply::Result result) noexcept;
messages::Id id_of(OperatorReply::Result result) noexcept;

/// The way to the preparation and back.
struct PreparationChannel {
  JobBox* jobs = nullptr;
  NoteBox* notes = nullptr;
  net::WakeUp* wake = nullptr;
  PlayedFileBox* played = nullptr;
  PreparingBox* preparing = nullptr;
};

/// What a beat of the commissioning's button moves.
struct Commissioned {
  bool running = false;      ///< a commissioning is
  std::optional<Jog> jog{};  ///< nothing = it waits for something
};

/// What the operator's endpoint is connected to; all of it outlives the endpoint.
struct OperatorContext {
  Inbox& inbox;
  Outbox& outbox;
  InjectionBox* injections;  ///< none when this program does not simulate the drives
  std::size_t legs;
  const Clock& platform_clock;
  const Clock& wall_clock;
  PreparationChannel preparation{};
  /// The platform's clock: what is repeated is repeated by the wall's, and an order may change the speed
  /// between them.
  SteadyClock* pace = nullptr;
  CueTuning tuning{};  ///< at the start; orders change it
  /// A beat of the button that is held while a leg is commissioned, and of which press it is.
  std::function<Commissioned(std::uint64_t press)> commissioned{};
  /// Every event, before its answer is given.
  std::function<void(const Event&)> heard{};
};

class Operator {
 public:
  using Done = std::function<void(const OperatorReply&)>;

  explicit Operator(OperatorContext context);

  /// As the core has taken it.
  const CueTuning& tuning() const noexcept { return context_.tuning; }
  /// Those that are there; kind none = free. A machine that replaced another may have left some out.
  std::array<EffectSettings, kEffects> effects() const noexcept;

  /// Seconds of platform time a second.
  double speed_of_time() const noexcept { return context_.pace == nullptr ? 1.0 : context_.pace->speed(); }

  /// `done` is called once, now or from poll().
  void ask(const OperatorOrder& order, const HostsReport& hosts, const ProtocolNames& names, Done done);
  /// Takes the newest snapshot and what was answered since.
  void poll();
  /// poll() is to be called within milliseconds.
  bool waiting() const noexcept { return !pending_.empty() || player_.playing(); }

  const Telemetry& telemetry() const noexcept { return context_.outbox.telemetry(); }
  /// The motion file that was begun last; empty = none was.
  std::string file() const {
    return context_.preparation.played == nullptr ? "" : context_.preparation.played->value().name.data();
  }
  /// Of the motion that is being prepared, 0…1; none is.
  std::optional<double> preparing() const {
    if (context_.preparation.preparing == nullptr) return std::nullopt;
    const Preparing& now = context_.preparation.preparing->value();
    return now.active ? std::optional{now.share} : std::nullopt;
  }
  /// The manoeuvre that is played or held; none is.
  std::optional<PlayedManoeuvre> manoeuvre() const { return player_.shown(); }
  const LoopStatistics& loop() noexcept { return context_.outbox.loop(); }
  const plant::Injected& injected() const noexcept { return injected_; }
  std::uint64_t busy() const noexcept { return context_.inbox.busy(); }
  /// The e-stop button of console and command line is in.
  bool button() const noexcept { return button_; }
  /// How often somebody has stopped, held or pressed the button here. A client that orders on its own names
  /// the number it knows (OperatorOrder::unless_stopped): what it sends after a stop it has not heard of yet
  /// does not count.
  std::uint64_t stops() const noexcept { return stops_; }
  /// Control was taken and not given back.
  bool has_taken() const noexcept { return taken_ && telemetry().driver == kOperatorEndpoint; }
  /// By this program itself: faults, payload and speed of time are its to change.
  bool simulates() const noexcept { return context_.injections != nullptr; }

 private:
  struct Pending {
    Tag tag = 0;              ///< 0 = a latch
    std::uint64_t after = 0;  ///< a latch: taken when this tick is out
    OperatorOrder order;
    Done done;
    TimePoint asked{};  ///< clock time
    std::uint64_t presses = 0;
    bool accepted = false;
    bool prepared = false;     ///< is accepted when the worker has handed it over
    messages::Message note{};  ///< what the worker said
    CueTuning tuning{};        ///< cueing: what was sent
  };

  void latch(Control control);
  [[nodiscard]] bool request(Tag tag, const What& what, const Contract& contract = kOperatorContract);
  Request request_of(Tag tag, const What& what, const Contract& contract);
  /// What keeps an order from being sent; nothing = it was.
  messages::Message send(const HostsReport& hosts, const ProtocolNames& names, Pending& pending);
  messages::Message give(const std::string& host, const HostsReport& hosts, const ProtocolNames& names,
                         Tag tag);
  messages::Message simulate(const SimulationOrder& order);
  messages::Message run_time_at(double speed);
  messages::Message prepare(const OperatorOrder& order, Tag tag);
  void jog(Pending pending);
  void commission(Pending pending);
  void follow(Pending pending);
  void stream_target();
  void play(Pending pending);
  void play_on();
  void heard_of_manoeuvre(const Answer& answer);
  void end_manoeuvre(messages::Message why);
  void cut_repeated();
  void repeat_at(double speed);
  const Contract* kept(const Contract& wanted);
  void take_notes();
  void answered(Pending& pending, const Answer& answer);
  void done(Pending& pending);
  void finish(Pending& pending, OperatorReply::Result result, messages::Message reason,
              Refusal code = Refusal::none);
  void repeat(Pending& pending, OperatorReply::Result result, messages::Message reason = {});
  messages::Message remark(const OperatorOrder& order) const;
  Pending* find(Tag tag);

  OperatorContext context_;
  Tag last_tag_ = 0;
  std::vector<Pending> pending_;
  plant::Injected injected_;  ///< what has been sent
  bool button_ = false;
  std::uint64_t presses_ = 0;
  std::uint64_t stops_ = 0;
  std::array<EffectSettings, kEffects> effects_{};
  bool taken_ = false;

  std::deque<Contract> follow_contracts_;  ///< one for each speed there was: the core keeps what it was given
  const Contract* follow_contract_;
  const Contract* held_contract_;  ///< of a follow that lasts while a button is held
  const Contract* play_contract_;  ///< of a manoeuvre: should this thread hang, it is stopped
  Duration jog_hold_;              ///< platform time
  RepeatGate jog_gate_;
  RepeatGate follow_gate_;
  bool follow_begins_ = false;  ///< asked for, not answered yet
  bool follow_held_ = false;    ///< by a button: the core ends it soon after the last beat
  Pose follow_target_;
  std::optional<double> follow_rotary_;
  messages::Message follow_refused_;  ///< why its stream does not count
  ManoeuvrePlayer player_;
  Tag played_ = 0;  ///< the order it was begun by
};

}  // namespace hexad::inline operation
