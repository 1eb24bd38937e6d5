// An order on its way in: what it is for the core, and whether it can go there at all.

#include <algorithm>
#include <array>
#include "lifecycle/admit.hpp"
#include "messages/say.hpp"
#include "net/address.hpp"
#include "operation/operator.hpp"

namespace hexad::runtime {
namespace {

using ReplyResult = OperatorReply::Result;
using words::Id;
using words::Message;
using words::say;

constexpr std::size_t kMostPending = 64;

struct Sent {
  std::optional<What> request;  ///< none: a latch, or no business of the core
  std::optional<Control> latch{};
};

Sent to_core(Action action, const OrderValues& values = {}) {
  switch (action) {
    case Action::estop:
      return {{}, Control::press_button};
    case Action::stop:
      return {{}, Control::stop};
    case Action::hold:
      return {{}, Control::hold};
    case Action::release:
      return {Control::free_button};
    case Action::reset:
      return {Control::reset};
    case Action::enable:
      return {Control::enable};
    case Action::resume:
      return {Control::resume};
    case Action::take:
      return {Control::take};
    case Action::zero:
      return {Go{Step::zero}};
    case Action::raise:
      return {Go{Step::raise}};
    case Action::neutral:
      return {Go{Step::neutral}};
    case Action::lower:
      return {Go{Step::descend}};
    case Action::go:
      return {MoveTo{values.pose, values.speed, kXyzConvention}};
    case Action::sine:
      return {Sine{values.amplitude, values.frequency, values.phase, kXyzConvention}};
    case Action::override_speed:
      return {SpeedOverride{values.value}};
    case Action::relays:
      return {SetOutputs{.set_relays = true, .relays = values.mask}};
    case Action::outputs:
      return {SetOutputs{.set_digital = true, .digital = static_cast<std::uint8_t>(values.mask)}};
    case Action::effect:
      return {SetEffect{values.effect.place, values.effect.settings}};
    default:
      break;
  }
  return {};
}

bool is_prepared(Action action) {
  return action == Action::path || action == Action::timed || action == Action::formula ||
         action == Action::file || action == Action::film;
}

bool is_simulation(Action action) {
  return action == Action::inject || action == Action::inputs || action == Action::payload ||
         action == Action::speed_of_time;
}

}  // namespace

void Operator::ask(const OperatorOrder& order, const HostsReport& hosts, const ProtocolNames& names,
                   Done done) {
  outbox_.refresh();
  Pending pending{.order = order, .done = std::move(done), .asked = wall_clock_.now()};
  const Sent sent = to_core(order.action, order.values);
  if (sent.latch) {  // before all else: never refused
    latch(*sent.latch);
    cut_repeated();
    ++stops_;
  } else if (order.unless_stopped && *order.unless_stopped != stops_) {
    return finish(pending, ReplyResult::refused, Id::stopped_meanwhile);
  }
  if (order.action == Action::estop) {
    button_ = true;
    ++presses_;
  }
  pending.presses = presses_;
  if (!sent.latch && !is_simulation(order.action)) pending.tag = ++last_tag_;
  pending.after = telemetry().tick + 2;
  if (pending_.size() >= kMostPending && !sent.latch)
    return finish(pending, ReplyResult::refused, Id::too_many_pending);
  if (order.action == Action::jog) return jog(std::move(pending));
  if (order.action == Action::follow) return follow(std::move(pending));
  if (!sent.latch)
    if (const Message problem = send(order, hosts, names, pending))
      return finish(pending, ReplyResult::refused, problem);
  pending_.push_back(std::move(pending));
}

Message Operator::send(const OperatorOrder& order, const HostsReport& hosts, const ProtocolNames& names,
                       Pending& pending) {
  if (order.action == Action::give) return give(order.host, hosts, names, pending.tag);
  if (is_simulation(order.action)) return simulate(order);
  if (order.action == Action::cueing) {
    pending.tuning = order.values.cueing.over(tuning_);
    return request(pending.tag, TuneCueing{pending.tuning}) ? Id::nothing : Id::loop_busy;
  }
  pending.prepared = is_prepared(order.action);
  if (pending.prepared) return prepare(order, pending.tag);
  if (!request(pending.tag, *to_core(order.action, order.values).request)) return Id::loop_busy;
  return {};
}

void Operator::latch(Control control) {
  inbox_.latch(0, control, telemetry().driver == kOperatorEndpoint,
               {kOperatorEndpoint, platform_clock_.now(), &kOperatorContract, 0});
}

Request Operator::request_of(Tag tag, const What& what, const Contract& contract) {
  // Each request is a new act: an operator who was disarmed by a stop or reset is armed by asking (rule 3).
  return {.tag = tag,
          .driver = kOperatorEndpoint,
          .arrival = platform_clock_.now(),
          .contract = &contract,
          .act = static_cast<std::uint32_t>(++last_tag_),
          .what = what};
}

bool Operator::request(Tag tag, const What& what, const Contract& contract) {
  return inbox_.request(request_of(tag, what, contract));
}

Message Operator::prepare(const OperatorOrder& order, Tag tag) {
  if (workshop_.jobs == nullptr) return Id::nothing_prepared_here;
  const OrderValues& values = order.values;
  std::vector<AxisValues> speeds;
  ProgramKind kind = ProgramKind::file;
  Order made = FileOrder{FileOrder::List::film, values.number};
  if (order.action == Action::path) {
    const bool given =
        std::any_of(values.speed.begin(), values.speed.end(), [](double v) { return v != 0.0; });
    if (given) speeds.assign(values.points.size(), values.speed);
    made = PathOrder{values.points, speeds, kXyzConvention};
    kind = ProgramKind::path;
  } else if (order.action == Action::timed) {
    made = TimedPathOrder{values.times, values.points, kXyzConvention};
    kind = ProgramKind::timed_path;
  } else if (order.action == Action::formula) {
    FormulaOrder formula;
    for (std::size_t i = 0; i < kAxes; ++i) formula.axes[i] = values.formulas[i];
    formula.duration = values.duration;
    made = formula;
    kind = ProgramKind::formula;
  }
  const Request reserve = request_of(tag, Reserve{kind}, kOperatorContract);
  // The job goes first: what the core accepts must have somebody to prepare it.
  Job* const job = order.action == Action::file ? new Job{reserve, values.name} : new Job{reserve, made};
  if (!workshop_.jobs->push(job)) {
    delete job;
    return Id::too_many_prepared;
  }
  const bool asked = inbox_.request(reserve);
  if (!asked) job->withdraw();
  if (workshop_.wake != nullptr) workshop_.wake->signal();
  return asked ? Id::nothing : Id::loop_busy;
}

void Operator::jog(Pending pending) {
  using Verdict = console::RepeatGate::Verdict;
  const OrderValues& values = pending.order.values;
  const bool under_way = telemetry().state == State::manual && telemetry().driver == kOperatorEndpoint;
  const bool ends = values.value == 0.0;
  if (ends && !under_way) {
    jog_gate_.let_go();
    return repeat(pending, ReplyResult::done);
  }
  const Verdict verdict = jog_gate_.heard(wall_clock_.now(), under_way);
  if (verdict == Verdict::cut_off) return repeat(pending, ReplyResult::refused, Id::let_go_first);
  if (ends) jog_gate_.let_go();
  const bool begins = verdict == Verdict::begins;
  // The lease must last from one order to the next.
  const Jog wanted{values.legs, values.value, ends ? Duration::zero() : jog_hold_};
  if (!request(begins ? pending.tag : 0, wanted, *follow_contract_))
    return repeat(pending, ReplyResult::refused, Id::loop_busy);
  if (!begins) return repeat(pending, ReplyResult::done);
  pending_.push_back(std::move(pending));
}

void Operator::follow(Pending pending) {
  using Verdict = console::RepeatGate::Verdict;
  const Telemetry& t = telemetry();
  const bool under_way =
      follow_begins_ || (t.state == State::running && t.driver == kOperatorEndpoint &&
                         (t.program == ProgramKind::follow_pose || t.program == ProgramKind::none));
  follow_target_ = kXyzConvention.to_pose(pending.order.values.pose, 0.0);
  switch (follow_gate_.heard(wall_clock_.now(), under_way)) {
    case Verdict::cut_off:
      return repeat(pending, ReplyResult::refused, follow_refused_ ? follow_refused_ : Id::let_go_first);
    case Verdict::goes_on:
      if (!follow_begins_) stream(follow_target_);
      return repeat(pending, ReplyResult::done);
    case Verdict::begins:
      break;
  }
  follow_refused_ = {};
  const bool own = !t.driver || t.driver == kOperatorEndpoint;  // who else drives is for the core to say
  const Refusal refusal =
      lifecycle::admit(t, *follow_contract_, {kOperatorEndpoint, true}, lifecycle::Ask::follow).refusal;
  if (own && refusal != Refusal::none) {
    follow_gate_.cut();
    follow_refused_ = id_of(refusal);
    return finish(pending, ReplyResult::refused, follow_refused_, refusal);
  }
  if (!request(pending.tag, Go{Step::run}, *follow_contract_))
    return repeat(pending, ReplyResult::refused, Id::loop_busy);
  follow_begins_ = true;
  pending_.push_back(std::move(pending));
}

void Operator::stream(const Pose& pose) {
  StreamTarget target;
  target.kind = StreamTarget::Kind::pose;
  target.pose = pose;
  inbox_.stream(0, request_of(0, target, *follow_contract_));
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
    // Hosts of one protocol may share an endpoint (mdof): it is armed along.
    gifts = {Give{{found->endpoint.protocol, 0, 0}}, Give{found->endpoint}};
  }
  for (std::size_t i = 0; i < gifts.size(); ++i)
    if (!request(i + 1 == gifts.size() ? tag : 0, gifts[i])) return Id::loop_busy;
  return {};
}

Message Operator::simulate(const OperatorOrder& order) {
  if (injections_ == nullptr) return Id::drives_are_real;
  SimulationOrder sent;
  switch (order.action) {
    case Action::inject:
      if (order.injection.leg != plant::kAllLegs && order.injection.leg >= legs_)
        return say<Id::no_such_leg>(legs_, order.injection.leg + 1);
      sent.injection = order.injection;
      break;
    case Action::inputs:
      sent.kind = SimulationOrder::Kind::inputs;
      sent.inputs = static_cast<std::uint8_t>(order.values.mask);
      break;
    case Action::payload:
      sent.kind = SimulationOrder::Kind::payload;
      sent.payload = order.values.value;
      break;
    default:
      if (pace_ == nullptr) return Id::no_speed_of_time;
      pace_->set_speed(order.values.value);
      repeat_at(order.values.value);
      return {};
  }
  if (!injections_->push(sent)) return Id::loop_takes_no_injections;
  if (order.action == Action::inject) injected_.apply(order.injection);
  return {};
}

}  // namespace hexad::runtime
