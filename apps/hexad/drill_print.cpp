// A life as it is replayed: who asks for what, what is answered, what the platform does.

#include <fmt/format.h>

#include <array>

#include "hexad/drill.hpp"
#include "hexad/output.hpp"
#include "model/messages.hpp"

namespace hexad::cli {
namespace {

using messages::Id;
using messages::Message;
using messages::say;

constexpr std::array kSteps{Id::cause_zero, Id::cause_raise,   Id::cause_neutral,
                            Id::cause_run,  Id::cause_descend, Id::cause_power_up};
constexpr std::array kControls{Id::cause_stop,      Id::cause_hold,  Id::cause_resume,     Id::cause_reset,
                               Id::cause_emergency, Id::asked_press, Id::asked_free,       Id::asked_enable,
                               Id::asked_disable,   Id::asked_take,  Id::asked_disconnect, Id::asked_halt,
                               Id::asked_exit};
static_assert(static_cast<std::size_t>(Control::exit) + 1 == kControls.size());

Message endpoint_name(const Endpoint& endpoint) {
  constexpr std::array<std::string_view, 5> kNames{"", "mdof", "darren", "lingjing", "motus"};
  if (endpoint.protocol >= kNames.size()) return Id::asked_by_operator;
  const std::string name =
      endpoint.protocol == 0 ? spoken<Id::nobody>() : std::string{kNames[endpoint.protocol]};
  return as_told(endpoint.port == 0 ? name : fmt::format("{}:{}", name, endpoint.port));
}

struct RequestText {
  Message operator()(const StreamTarget& target) const {
    if (target.travel <= Duration::zero()) return {};
    return say<Id::asked_there_in>(fmt::format("{:.3f}", to_seconds(target.travel)));
  }
  Message operator()(const Go& go) const { return kSteps[static_cast<std::size_t>(go.step)]; }
  Message operator()(const MoveTo& move) const {
    return say<Id::asked_move_to>(fmt::format("{:.5g}", fmt::join(move.target, " ")));
  }
  Message operator()(const Control& control) const { return kControls[static_cast<std::size_t>(control)]; }
  Message operator()(const Give& give) const {
    return give.to ? say<Id::asked_give>(messages::to_text(endpoint_name(give.to)))
                   : Message{Id::asked_give_anybody};
  }
  Message operator()(const Sine& sine) const {
    return say<Id::asked_sine>(fmt::format("{:.5g}", fmt::join(sine.amplitude, " ")));
  }
  Message operator()(const Reserve& reserve) const { return say<Id::asked_reserve>(to_string(reserve.kind)); }
  Message operator()(const RunPrepared&) const { return Id::asked_run_prepared; }
  Message operator()(const Abandon&) const { return Id::asked_abandon; }
  Message operator()(const SetOutputs&) const { return Id::asked_outputs; }
  template <class Other>  // many times a second, or no business of motion
  Message operator()(const Other&) const {
    return {};
  }
};

void print_at(double time, const Message& what, std::string_view indent = "  ") {
  fmt::print("{:9.3f} s{}{}\n", time, indent, messages::to_text(what));
}

void print_news(const Event& event) {
  const double time = to_seconds(event.time.time_since_epoch());
  if (const Transition* move = std::get_if<Transition>(&event.news)) {
    const Id cause = id_of_cause(move->cause);
    print_at(time, say<Id::drill_moved>(to_string(move->from), to_string(move->to),
                                        cause == Id::nothing ? as_told(move->cause) : Message{cause}));
  }
  if (const FaultRaised* raised = std::get_if<FaultRaised>(&event.news))
    print_at(time, say<Id::drill_fault>(as_told(to_string(raised->fault.kind))));
  if (const DriverChange* change = std::get_if<DriverChange>(&event.news))
    print_at(time, say<Id::drill_driver>(endpoint_name(change->driver)));
  if (const Answer* answer = std::get_if<Answer>(&event.news); answer != nullptr && event.tag != 0) {
    const Message outcome =
        in_english() ? as_told(to_string(answer->outcome)) : Message{id_of(answer->outcome)};
    const Message who = endpoint_name(event.driver);
    print_at(time,
             answer->outcome == Outcome::refused
                 ? say<Id::drill_answered_why>(outcome, who, event.tag, as_told(to_string(answer->refusal)))
                 : say<Id::drill_answered>(outcome, who, event.tag),
             "    ");
  }
}

}  // namespace

void print_tick(const drill::Tick& tick) {
  for (const Request& request : tick.requests) {
    const Message what = std::visit(RequestText{}, request.what);
    if (!what) continue;
    print_at(to_seconds(tick.now.time_since_epoch()),
             say<Id::drill_asked>(endpoint_name(request.driver), request.tag, what));
  }
  for (const Event& event : tick.outputs->events) print_news(event);
}

std::string violation_text(const drill::Violation& violation) {
  const Id rule = messages::id_of_row("invariant_" + std::to_string(violation.invariant));
  if (in_english() || rule == Id::nothing) return violation.text;
  return messages::to_text(messages::say<Id::drill_rule_broken>(rule, violation.text));
}

}  // namespace hexad::cli
