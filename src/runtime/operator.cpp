#include "runtime/operator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "net/address.hpp"

namespace hexad::runtime {
namespace {

using namespace std::chrono_literals;
using ReplyResult = OperatorReply::Result;

constexpr std::size_t kMostPending = 64;
// In clock time. The core answers within milliseconds, if it runs.
constexpr Duration kLongestAnswer = 3s;
constexpr Duration kLongestMotion = 150s;

struct Sent {
  std::optional<What> request;  ///< none: a latch, or no business of the core
  std::optional<Control> latch{};
};

Sent to_core(Action action) {
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
    case Action::give:
    case Action::inject:
      break;
  }
  return {};
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
      wall_clock_{wall_clock} {}

void Operator::ask(const OperatorOrder& order, const HostsReport& hosts, const ProtocolNames& names,
                   Done done) {
  outbox_.refresh();
  Pending pending{.order = order, .done = std::move(done), .asked = wall_clock_.now()};
  const Sent sent = to_core(order.action);
  const bool queued = !sent.latch && order.action != Action::inject;
  if (sent.latch) latch(*sent.latch);  // before all else: never refused
  if (queued) pending.tag = ++last_tag_;
  pending.after = telemetry().tick + 2;
  if (pending_.size() >= kMostPending && !sent.latch)
    return finish(pending, ReplyResult::refused, "too many requests wait for their answer");
  if (!sent.latch)
    if (const std::optional<std::string> problem = send(order, hosts, names, pending.tag))
      return finish(pending, ReplyResult::refused, *problem);
  pending_.push_back(std::move(pending));
}

/// What keeps it from being sent.
std::optional<std::string> Operator::send(const OperatorOrder& order, const HostsReport& hosts,
                                          const ProtocolNames& names, Tag tag) {
  constexpr const char* kBusy = "the control loop does not take requests: it is overloaded or has ended";
  if (order.action == Action::give) return give(order.host, hosts, names, tag);
  if (order.action == Action::inject) return inject(order.injection);
  if (!request(tag, *to_core(order.action).request)) return kBusy;
  return std::nullopt;
}

void Operator::latch(Control control) {
  inbox_.latch(0, control, telemetry().driver == kOperatorEndpoint,
               {kOperatorEndpoint, platform_clock_.now(), &kOperatorContract, 0});
}

bool Operator::request(Tag tag, const What& what) {
  // Each request is a new act: an operator who was disarmed by a stop or reset is armed by asking (rule 3).
  return inbox_.request({.tag = tag,
                         .driver = kOperatorEndpoint,
                         .arrival = platform_clock_.now(),
                         .contract = &kOperatorContract,
                         .act = static_cast<std::uint32_t>(++last_tag_),
                         .what = what});
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

std::optional<std::string> Operator::inject(const plant::InjectionOrder& order) {
  if (injections_ == nullptr) return "the drives are real: faults are injected into simulated ones only";
  if (order.leg != plant::kAllLegs && order.leg >= legs_)
    return fmt::format("this machine has {} legs, no leg {}", legs_, order.leg + 1);
  if (!injections_->push(order))
    return "the control loop does not take injections: it is overloaded or has ended";
  injected_.apply(order);
  return std::nullopt;
}

void Operator::poll() {
  outbox_.refresh();
  for (Event event; outbox_.next(event);) {
    const auto* const answer = std::get_if<Answer>(&event.news);
    if (answer == nullptr || event.driver != kOperatorEndpoint || event.tag == 0) continue;
    const auto asked = std::find_if(pending_.begin(), pending_.end(),
                                    [&](const Pending& pending) { return pending.tag == event.tag; });
    if (asked != pending_.end()) answered(*asked, *answer);
  }
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
  switch (answer.outcome) {
    case Outcome::accepted:
      pending.accepted = true;
      if (!pending.order.wait) finish(pending, ReplyResult::accepted, {});
      return;
    case Outcome::paused:
    case Outcome::resumed:
      return;
    case Outcome::done:
      return finish(pending, ReplyResult::done, remark(pending.order));
    case Outcome::refused: {
      const bool fault_stays = pending.order.action == Action::reset && answer.refusal == Refusal::fault;
      return finish(pending, ReplyResult::refused,
                    fault_stays ? "the fault is there again: " + to_text(telemetry().fault)
                                : words_of(answer, telemetry()));
    }
    default:
      return finish(pending, ReplyResult::failed, words_of(answer, telemetry()));
  }
}

void Operator::finish(Pending& pending, OperatorReply::Result result, std::string reason) {
  const Done done = std::exchange(pending.done, nullptr);
  if (done) done({result, std::move(reason), telemetry().state});
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
