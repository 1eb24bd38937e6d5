#include "runtime/operator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "net/address.hpp"
#include "runtime/console/follow_rule.hpp"

namespace hexad::runtime {
namespace {

using namespace std::chrono_literals;
using ReplyResult = OperatorReply::Result;

constexpr std::size_t kMostPending = 64;
constexpr Duration kJogHold = 300ms;     // after the last order, clock time
constexpr Duration kFollowSilence = 1s;  // the same
constexpr const char* kBusy = "the control loop does not take requests: it is overloaded or has ended";
constexpr const char* kLetGo = "it was stopped: let go, then begin again";
// In clock time. The core answers within milliseconds, if it runs.
constexpr Duration kLongestAnswer = 3s;
constexpr Duration kLongestMotion = 150s;

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

/// Silence ends it where it then stands: the last target is kept, and the platform is ready once it is there.
Contract follow_contract(double speed) {
  Contract contract = kOperatorContract;
  contract.lease = LeaseRule::after_silence;
  contract.lease_time = from_seconds(speed * to_seconds(kFollowSilence));
  contract.on_silence = OnSilence::keep;
  contract.on_limit = OnLimit::clamp;
  return contract;
}

std::string words_of(const Answer& answer, const Telemetry& telemetry) {
  switch (answer.outcome) {
    case Outcome::refused: {
      std::string text{to_string(answer.refusal)};
      if (answer.hit) text += fmt::format(" ({})", to_text(answer.hit));
      if (answer.refusal == Refusal::fault && telemetry.fault)
        text += fmt::format(" ({})", to_text(telemetry.fault));
      return text;
    }
    case Outcome::limit_reached:
      return "it ended at a limit: " + to_text(answer.hit);
    case Outcome::faulted:
      return telemetry.fault ? "it ended by a fault: " + to_text(telemetry.fault) : "it ended by a fault";
    case Outcome::emergency:
      return "it ended by the emergency stop";
    case Outcome::stopped:
      return "it was stopped, or replaced by another motion";
    case Outcome::not_finite:
      return "a value stopped being a finite number";
    default:
      return {};
  }
}

}  // namespace

// Motions of the operator end with themselves: no lease is left behind (lifecycle rule 4).
const Contract kOperatorContract = [] {
  Contract contract;
  contract.lease = LeaseRule::with_motion;
  contract.is_operator = true;
  return contract;
}();

std::string_view to_string(OperatorReply::Result result) noexcept {
  constexpr std::array<std::string_view, 4> kNames{"done", "accepted", "refused", "failed"};
  return kNames[static_cast<std::size_t>(result)];
}

Operator::Operator(Inbox& inbox, Outbox& outbox, InjectionBox* injections, std::size_t legs,
                   const Clock& platform_clock, const Clock& wall_clock)
    : inbox_{inbox},
      outbox_{outbox},
      injections_{injections},
      legs_{legs},
      platform_clock_{platform_clock},
      wall_clock_{wall_clock},
      follow_contract_{follow_contract(1.0)},
      jog_hold_{kJogHold},
      jog_gate_{kJogHold},
      follow_gate_{kFollowSilence} {}

void Operator::speed_of_time(double speed) {
  follow_contract_ = follow_contract(speed);
  jog_hold_ = from_seconds(speed * to_seconds(kJogHold));
}

void Operator::ask(const OperatorOrder& order, const HostsReport& hosts, const ProtocolNames& names,
                   Done done) {
  outbox_.refresh();
  Pending pending{.order = order, .done = std::move(done), .asked = wall_clock_.now()};
  const Sent sent = to_core(order.action, order.values);
  if (sent.latch) {  // before all else: never refused
    latch(*sent.latch);
    cut_repeated();
  }
  if (order.action == Action::estop) {
    button_ = true;
    ++presses_;
  }
  pending.presses = presses_;
  if (!sent.latch && !is_simulation(order.action)) pending.tag = ++last_tag_;
  pending.after = telemetry().tick + 2;
  if (pending_.size() >= kMostPending && !sent.latch)
    return finish(pending, ReplyResult::refused, "too many requests wait for their answer");
  if (order.action == Action::jog) return jog(std::move(pending));
  if (order.action == Action::follow) return follow(std::move(pending));
  if (!sent.latch)
    if (const std::optional<std::string> problem = send(order, hosts, names, pending))
      return finish(pending, ReplyResult::refused, *problem);
  pending_.push_back(std::move(pending));
}

/// What keeps it from being sent.
std::optional<std::string> Operator::send(const OperatorOrder& order, const HostsReport& hosts,
                                          const ProtocolNames& names, Pending& pending) {
  if (order.action == Action::give) return give(order.host, hosts, names, pending.tag);
  if (is_simulation(order.action)) return simulate(order);
  pending.prepared = is_prepared(order.action);
  if (pending.prepared) return prepare(order, pending.tag);
  if (!request(pending.tag, *to_core(order.action, order.values).request)) return kBusy;
  return std::nullopt;
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

// ------------------------------------------------------------------------------- motions that are prepared

std::optional<std::string> Operator::prepare(const OperatorOrder& order, Tag tag) {
  if (workshop_.jobs == nullptr) return "nothing can be prepared here";
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
    return "too many motions wait to be prepared";
  }
  const bool asked = inbox_.request(reserve);
  if (!asked) job->withdraw();
  if (workshop_.wake != nullptr) workshop_.wake->signal();
  return asked ? std::nullopt : std::optional<std::string>{kBusy};
}

void Operator::take_notes() {
  if (workshop_.notes == nullptr) return;
  for (PreparedNote note; workshop_.notes->pop(note);) {
    Pending* const pending = find(note.tag);
    if (pending == nullptr || !pending->done) continue;
    pending->note = note.text.view();
    if (!note.ready) continue;  // the core's refusal follows
    pending->prepared = false;
    if (pending->accepted && !pending->order.wait) finish(*pending, ReplyResult::accepted, pending->note);
  }
}

// -------------------------------------------------------------------------------- what is repeated: jog, follow

/// A stop, a hold, the button: what flows is not to begin again by itself.
void Operator::cut_repeated() {
  jog_gate_.cut();
  follow_gate_.cut();
  follow_refused_.clear();
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
  if (verdict == Verdict::cut_off) return repeat(pending, ReplyResult::refused, kLetGo);
  if (ends) jog_gate_.let_go();
  const bool begins = verdict == Verdict::begins;
  // The lease must last from one order to the next.
  const Jog wanted{values.legs, values.value, ends ? Duration::zero() : jog_hold_};
  if (!request(begins ? pending.tag : 0, wanted, follow_contract_))
    return repeat(pending, ReplyResult::refused, kBusy);
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
      return repeat(pending, ReplyResult::refused, follow_refused_.empty() ? kLetGo : follow_refused_);
    case Verdict::goes_on:
      if (!follow_begins_) stream(follow_target_);
      return repeat(pending, ReplyResult::done);
    case Verdict::begins:
      break;
  }
  follow_refused_.clear();
  const bool own = !t.driver || t.driver == kOperatorEndpoint;  // who else drives is for the core to say
  if (const Refusal refusal = console::refusal_of_follow(t); own && refusal != Refusal::none) {
    follow_gate_.cut();
    follow_refused_ = to_string(refusal);
    return finish(pending, ReplyResult::refused, follow_refused_, refusal);
  }
  if (!request(pending.tag, Go{Step::run}, follow_contract_))
    return repeat(pending, ReplyResult::refused, kBusy);
  follow_begins_ = true;
  pending_.push_back(std::move(pending));
}

void Operator::stream(const Pose& pose) {
  StreamTarget target;
  target.kind = StreamTarget::Kind::pose;
  target.pose = pose;
  inbox_.stream(0, request_of(0, target, follow_contract_));
}

std::optional<std::string> Operator::give(const std::string& host, const HostsReport& hosts,
                                          const ProtocolNames& names, Tag tag) {
  std::vector<Give> gifts{Give{}};
  if (!host.empty()) {
    const auto is_meant = [&](const HostReport& report) {
      const std::string address = net::to_text(net::Address{report.endpoint.address, report.endpoint.port});
      const std::string& protocol = names.name(report.endpoint.protocol);
      return host == protocol || host == address || host == protocol + ' ' + address;
    };
    // Those heard last come first.
    const auto* const found = std::find_if(hosts.hosts.begin(), hosts.hosts.end(), is_meant);
    if (found == hosts.hosts.end())
      return fmt::format(
          "no host \"{}\" has been heard: hexad status lists them; give alone lets everybody drive again",
          host);
    // Hosts of one protocol may share an endpoint (mdof): it is armed along.
    gifts = {Give{{found->endpoint.protocol, 0, 0}}, Give{found->endpoint}};
  }
  for (std::size_t i = 0; i < gifts.size(); ++i)
    if (!request(i + 1 == gifts.size() ? tag : 0, gifts[i]))
      return "the control loop does not take requests: it is overloaded or has ended";
  return std::nullopt;
}

std::optional<std::string> Operator::simulate(const OperatorOrder& order) {
  if (injections_ == nullptr) return "the drives are real: this is for simulated ones only";
  SimulationOrder sent;
  switch (order.action) {
    case Action::inject:
      if (order.injection.leg != plant::kAllLegs && order.injection.leg >= legs_)
        return fmt::format("this machine has {} legs, no leg {}", legs_, order.injection.leg + 1);
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
      return "the speed of time is chosen when the program starts: --speed N";
  }
  if (!injections_->push(sent))
    return "the control loop does not take injections: it is overloaded or has ended";
  if (order.action == Action::inject) injected_.apply(order.injection);
  return std::nullopt;
}

Operator::Pending* Operator::find(Tag tag) {
  const auto found = std::find_if(pending_.begin(), pending_.end(),
                                  [&](const Pending& pending) { return pending.tag == tag; });
  return tag == 0 || found == pending_.end() ? nullptr : &*found;
}

void Operator::poll() {
  outbox_.refresh();
  take_notes();
  for (Event event; outbox_.next(event);) {
    if (heard_) heard_(event);
    const auto* const answer = std::get_if<Answer>(&event.news);
    if (answer == nullptr || event.driver != kOperatorEndpoint) continue;
    if (Pending* const asked = find(event.tag)) answered(*asked, *answer);
  }
  if (telemetry().driver != kOperatorEndpoint) taken_ = false;  // by a stop, a reset, a fault
  for (Pending& pending : pending_) {
    if (!pending.done) continue;
    const Duration waited = wall_clock_.now() - pending.asked;
    if (pending.tag == 0 && telemetry().tick >= pending.after)
      finish(pending, ReplyResult::done, remark(pending.order));
    else if (pending.accepted && waited >= kLongestMotion)
      finish(pending, ReplyResult::accepted, "it is still under way");
    else if (!pending.accepted && waited >= kLongestAnswer)
      finish(pending, ReplyResult::refused, "the control loop does not answer");
  }
  std::erase_if(pending_, [](const Pending& pending) { return !pending.done; });
}

void Operator::answered(Pending& pending, const Answer& answer) {
  if (!pending.done) return;
  const Action action = pending.order.action;
  switch (answer.outcome) {
    case Outcome::accepted:
      pending.accepted = true;
      // A motion that is prepared is accepted when it could be; a follow when it runs.
      if (!pending.order.wait && !pending.prepared && action != Action::follow)
        finish(pending, ReplyResult::accepted, pending.note);
      return;
    case Outcome::paused:
    case Outcome::resumed:
      return;
    case Outcome::done:
      return done(pending);
    case Outcome::refused: {
      const bool fault_stays = action == Action::reset && answer.refusal == Refusal::fault;
      std::string reason = fault_stays ? "the fault is there again: " + to_text(telemetry().fault)
                                       : words_of(answer, telemetry());
      if (!pending.note.empty()) reason = pending.note;
      if (action == Action::follow) {
        follow_gate_.cut();
        follow_refused_ = reason;
      }
      if (action == Action::jog) jog_gate_.let_go();
      return finish(pending, ReplyResult::refused, std::move(reason), answer.refusal);
    }
    default:
      return finish(pending, ReplyResult::failed, words_of(answer, telemetry()));
  }
}

void Operator::done(Pending& pending) {
  switch (pending.order.action) {
    case Action::follow:
      stream(follow_target_);
      break;
    case Action::release:
      if (pending.presses == presses_) button_ = false;  // unless it was pressed again meanwhile
      break;
    case Action::take:
      taken_ = true;
      break;
    case Action::give:
      taken_ = false;
      break;
    default:
      break;
  }
  finish(pending, ReplyResult::done, remark(pending.order));
}

void Operator::finish(Pending& pending, OperatorReply::Result result, std::string reason, Refusal code) {
  if (pending.order.action == Action::follow) follow_begins_ = false;
  const Done done = std::exchange(pending.done, nullptr);
  if (done) done({result, std::move(reason), telemetry().state, code});
}

void Operator::repeat(Pending& pending, OperatorReply::Result result, std::string reason) {
  const Done done = std::exchange(pending.done, nullptr);
  if (done) done({result, std::move(reason), telemetry().state, Refusal::none, true});
}

/// What an operator should know besides "done".
std::string Operator::remark(const OperatorOrder& order) const {
  const State state = telemetry().state;
  switch (order.action) {
    case Action::estop:
      return "the button is in: release, then reset";
    case Action::release:
      return state == State::emergency ? "the button is out; reset comes next" : "";
    case Action::stop:
      return "every host is barred until give";
    case Action::hold:
      return state == State::stopping || state == State::holding ? "" : "nothing was moving";
    case Action::inject:
      return order.injection.act == plant::InjectionOrder::Act::inject
                 ? std::string{"it stays until cleared: inject clear"}
                 : std::string{};
    default:
      return {};
  }
}

}  // namespace hexad::runtime
