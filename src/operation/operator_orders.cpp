// An order on its way in: what it is for the core, and whether it can go there at all.

#include <algorithm>
#include <cmath>

#include "engine/sessions/sessions_of.hpp"
#include "lifecycle/admit.hpp"
#include "messages/say.hpp"
#include "model/host_timing.hpp"
#include "net/address.hpp"
#include "operation/operator.hpp"

namespace hexad::inline operation {
namespace {

using ReplyResult = OperatorReply::Result;
using messages::Id;
using messages::Message;
using messages::say;

constexpr std::size_t kMostPending = 64;

bool is_simulation(const OperatorOrder& order) {
  return order.as<SimulationOrder>() != nullptr || order.as<SpeedOfTime>() != nullptr;
}

template <class... F>
struct Cases : F... {
  using F::operator()...;
};
template <class... F>
Cases(F...) -> Cases<F...>;  // clang++ 14 does not find it by itself

}  // namespace

void Operator::ask(const OperatorOrder& order, const HostsReport& hosts, const ProtocolNames& names,
                   Done done) {
  context_.outbox.refresh();
  Pending pending{.order = order, .done = std::move(done), .asked = context_.wall_clock.now()};
  const bool latched = order.action->is_latch();
  if (latched) {  // before all else: never refused
    latch(*order.as<Control>());
    cut_repeated();
    if (!order.is(Control::hold)) end_manoeuvre(Id::ended_by_stop);
    ++stops_;
  } else if (order.unless_stopped && *order.unless_stopped != stops_) {
    return finish(pending, ReplyResult::refused, Id::stopped_meanwhile);
  }
  if (order.is(Control::press_button)) {
    button_ = true;
    ++presses_;
  }
  pending.presses = presses_;
  if (!latched && !is_simulation(order)) pending.tag = ++last_tag_;
  pending.after = telemetry().tick + 2;
  if (pending_.size() >= kMostPending && !latched)
    return finish(pending, ReplyResult::refused, Id::too_many_pending);
  if (order.as<Jog>() != nullptr) return jog(std::move(pending));
  if (order.as<CommissionBeat>() != nullptr) return commission(std::move(pending));
  if (order.as<Follow>() != nullptr) return follow(std::move(pending));
  if (order.as<ManoeuvrePlan>() != nullptr) return play(std::move(pending));
  if (!latched)
    if (const Message problem = send(hosts, names, pending))
      return finish(pending, ReplyResult::refused, problem);
  pending_.push_back(std::move(pending));
}

Message Operator::send(const HostsReport& hosts, const ProtocolNames& names, Pending& pending) {
  const auto prepared = [&](const auto&) {
    pending.prepared = true;
    return prepare(pending.order, pending.tag);
  };
  const auto sent = [&](const What& what) -> Message {
    return request(pending.tag, what) ? Id::nothing : Id::loop_busy;
  };
  return std::visit(
      Cases{[&](const auto& what) { return sent(what); },
            [&](const GiveTo& to) { return give(to.host, hosts, names, pending.tag); },
            [&](const CueOrder& cue) {
              pending.tuning = cue.over(context_.tuning);
              return sent(TuneCueing{pending.tuning});
            },
            [&](const PathPlan& plan) { return prepared(plan); },
            [&](const TimedPlan& plan) { return prepared(plan); },
            [&](const FormulaPlan& plan) { return prepared(plan); },
            [&](const FilePlan& plan) { return prepared(plan); },
            [&](const FileOrder& film) { return prepared(film); },
            [&](const SimulationOrder& order) { return simulate(order); },
            [&](const SpeedOfTime& time) { return run_time_at(time.factor); },
            [](const Follow&) { return Message{}; }, [](const TakeOver&) { return Message{}; },
            [](const CommissionBeat&) { return Message{}; }, [](const ManoeuvrePlan&) { return Message{}; },
            [](const TuningOrder&) { return Message{Id::nothing_prepared_here}; }},
      pending.order.wanted);
}

void Operator::latch(Control control) {
  context_.inbox.latch(0, control, telemetry().driver == kOperatorEndpoint,
                       {kOperatorEndpoint, context_.platform_clock.now(), &kOperatorContract, 0});
}

Request Operator::request_of(Tag tag, const What& what, const Contract& contract) {
  // Each request is a new act: an operator who was disarmed by a stop or reset is armed by asking (rule 3).
  return {.tag = tag,
          .driver = kOperatorEndpoint,
          .arrival = context_.platform_clock.now(),
          .contract = &contract,
          .act = static_cast<std::uint32_t>(++last_tag_),
          .what = what};
}

bool Operator::request(Tag tag, const What& what, const Contract& contract) {
  return context_.inbox.request(request_of(tag, what, contract));
}

Message Operator::prepare(const OperatorOrder& order, Tag tag) {
  if (context_.preparation.jobs == nullptr) return Id::nothing_prepared_here;
  ProgramKind kind = ProgramKind::file;
  std::optional<Order> made;  // none: a file by its name
  if (const auto* const path = order.as<PathPlan>()) {
    made = path->view();
    kind = ProgramKind::path;
  } else if (const auto* const timed = order.as<TimedPlan>()) {
    made = timed->view();
    kind = ProgramKind::timed_path;
  } else if (const auto* const formula = order.as<FormulaPlan>()) {
    made = formula->view();
    kind = ProgramKind::formula;
  } else if (const auto* const film = order.as<FileOrder>()) {
    made = *film;
  }
  const Request reserve = request_of(tag, Reserve{kind}, kOperatorContract);
  // The job goes first: what the core accepts must have somebody to prepare it.
  const auto* const file = order.as<FilePlan>();
  Job* const job = made ? new Job{reserve, *made} : new Job{reserve, {file->name, file->scale, file->repeat}};
  if (!context_.preparation.jobs->push(job)) {
    delete job;
    return Id::too_many_prepared;
  }
  const bool asked = context_.inbox.request(reserve);
  if (!asked) job->withdraw();
  if (context_.preparation.wake != nullptr) context_.preparation.wake->signal();
  return asked ? Id::nothing : Id::loop_busy;
}

void Operator::jog(Pending pending) {
  using Verdict = RepeatGate::Verdict;
  Jog wanted = *pending.order.as<Jog>();
  const bool asked = std::any_of(pending_.begin(), pending_.end(), [](const Pending& one) {
    return one.done && one.order.as<Jog>() != nullptr;
  });
  const bool under_way =
      asked || (telemetry().state == State::manual && telemetry().driver == kOperatorEndpoint);
  const bool ends = wanted.speed == 0.0;
  if (ends && !under_way) {
    jog_gate_.release();
    return repeat(pending, ReplyResult::done);
  }
  const Verdict verdict = jog_gate_.heard(context_.wall_clock.now(), under_way, pending.order.press);
  if (verdict == Verdict::cut_off) return repeat(pending, ReplyResult::refused, Id::let_go_first);
  if (ends) jog_gate_.release();
  const bool begins = verdict == Verdict::begins;
  // The lease must last from one order to the next.
  wanted.hold_time = ends ? Duration::zero() : jog_hold_;
  if (!request(begins ? pending.tag : 0, wanted, *follow_contract_))
    return repeat(pending, ReplyResult::refused, Id::loop_busy);
  if (!begins) return repeat(pending, ReplyResult::done);
  pending_.push_back(std::move(pending));
}

/// The button that is held is the jog's; where to is for the commissioning to say, beat by beat.
void Operator::commission(Pending pending) {
  const Commissioned wanted =
      context_.commissioned ? context_.commissioned(pending.order.press) : Commissioned{};
  if (!wanted.running) return finish(pending, ReplyResult::refused, Id::commission_not_running);
  if (!wanted.jog) return repeat(pending, ReplyResult::done);
  pending.order.wanted = *wanted.jog;
  jog(std::move(pending));
}

void Operator::follow(Pending pending) {
  using Verdict = RepeatGate::Verdict;
  const Telemetry& t = telemetry();
  const bool under_way =
      follow_begins_ || (t.state == State::running && t.driver == kOperatorEndpoint &&
                         (t.program == ProgramKind::follow_pose || t.program == ProgramKind::none));
  follow_target_ = kXyzConvention.to_pose(pending.order.as<Follow>()->pose, 0.0);
  follow_rotary_ = pending.order.as<Follow>()->rotary;
  const bool held = pending.order.press != 0;
  const Contract& contract = held ? *held_contract_ : *follow_contract_;
  switch (follow_gate_.heard(context_.wall_clock.now(), under_way, pending.order.press)) {
    case Verdict::cut_off:
      return repeat(pending, ReplyResult::refused, follow_refused_ ? follow_refused_ : Id::let_go_first);
    case Verdict::goes_on:
      follow_held_ = held;
      if (!follow_begins_) stream_target();
      return repeat(pending, ReplyResult::done);
    case Verdict::begins:
      break;
  }
  follow_refused_ = {};
  follow_held_ = held;
  const bool own = !t.driver || t.driver == kOperatorEndpoint;  // who else drives is for the core to say
  const Refusal refusal =
      lifecycle::admit(t, contract, {kOperatorEndpoint, true}, lifecycle::Ask::follow).refusal;
  if (own && refusal != Refusal::none) {
    follow_gate_.cut();
    follow_refused_ = id_of(refusal);
    return finish(pending, ReplyResult::refused, follow_refused_, refusal);
  }
  if (!request(pending.tag, Go{Step::run}, contract))
    return repeat(pending, ReplyResult::refused, Id::loop_busy);
  follow_begins_ = true;
  pending_.push_back(std::move(pending));
}

void Operator::stream_target() {
  StreamTarget target;
  target.kind = StreamTarget::Kind::pose;
  target.pose = follow_target_;
  target.has_rotary = follow_rotary_.has_value();
  target.rotary = follow_rotary_.value_or(0.0);
  context_.inbox.stream(0, request_of(0, target, follow_held_ ? *held_contract_ : *follow_contract_));
}

Message Operator::give(const std::string& host, const HostsReport& hosts, const ProtocolNames& names,
                       Tag tag) {
  std::vector<Give> gifts{Give{}};
  if (!host.empty()) {
    const auto is_meant = [&](const HostReport& report) {
      const std::string address = net::to_text(net::Address{report.endpoint.address, report.endpoint.port});
      const std::string& protocol = names.name(report.endpoint.protocol);
      return host == protocol || host == address || host == protocol + ' ' + address;
    };
    // Those heard last come first.
    const auto* const found = std::find_if(hosts.hosts.begin(), hosts.hosts.end(), is_meant);
    if (found == hosts.hosts.end()) return say<Id::no_such_host>(host);
    // It would be done and not count: a second of silence takes back what a game was given.
    const Duration silence = hosts.time - found->last_seen;
    if (found->endpoint.protocol == kTelemetry && silence >= kSilenceThatRearms)
      return say<Id::host_lost>(host, to_seconds(silence));
    // Hosts of one protocol may share an endpoint (mdof): it is armed along.
    gifts = {Give{{found->endpoint.protocol, 0, 0}}, Give{found->endpoint}};
  }
  for (std::size_t i = 0; i < gifts.size(); ++i)
    if (!request(i + 1 == gifts.size() ? tag : 0, gifts[i])) return Id::loop_busy;
  return {};
}

Message Operator::simulate(const SimulationOrder& order) {
  if (context_.injections == nullptr) return Id::drives_are_real;
  const bool injects = order.kind == SimulationOrder::Kind::inject;
  if (injects && order.injection.leg != plant::kAllLegs && order.injection.leg >= context_.legs)
    return say<Id::no_such_leg>(context_.legs, order.injection.leg + 1);
  if (!context_.injections->push(order)) return Id::loop_takes_no_injections;
  if (injects) injected_.apply(order.injection);
  return {};
}

Message Operator::run_time_at(double factor) {
  if (context_.injections == nullptr) return Id::drives_are_real;
  if (context_.pace == nullptr) return Id::no_speed_of_time;
  const double speed = std::round(100.0 * factor) / 100.0;  // each speed there ever was is remembered
  context_.pace->set_speed(speed);
  repeat_at(speed);
  return {};
}

}  // namespace hexad::inline operation
