#include "operation/legal.hpp"

#include "lifecycle/admit.hpp"
#include "messages/say.hpp"
#include "operation/operator.hpp"
#include "words/event_text.hpp"

namespace hexad::inline operation {
namespace {

using messages::Id;

Reason nothing_to_do(Id why) noexcept { return {why, Refusal::nothing_to_do}; }

/// What only the desk knows.
Reason operators_reason(const Wanted& wanted, const Telemetry& telemetry,
                        const OperatorInputs& desk) noexcept {
  const auto* const control = std::get_if<Control>(&wanted);
  if (control != nullptr && *control == Control::free_button && !desk.button)
    return nothing_to_do(Id::button_out_already);
  if (control != nullptr && *control == Control::enable && telemetry.feedback.simulated && telemetry.enabled)
    return nothing_to_do(Id::no_enable_needed);
  if (std::holds_alternative<FileOrder>(wanted) && desk.films == 0) return nothing_to_do(Id::playlist_empty);
  const bool simulation =
      std::holds_alternative<SimulationOrder>(wanted) || std::holds_alternative<SpeedOfTime>(wanted);
  return simulation && !desk.simulation ? nothing_to_do(Id::drives_are_real) : Reason{};
}

}  // namespace

Reason why_not(const Action& action, const Telemetry& telemetry, const OperatorInputs& desk) noexcept {
  if (const Reason reason = operators_reason(action.wanted, telemetry, desk); !reason.allowed())
    return reason;
  if (!action.ask) return {};
  const Refusal refusal =
      lifecycle::admit(telemetry, kOperatorContract, {kOperatorEndpoint, true}, *action.ask).refusal;
  return refusal == Refusal::none ? Reason{} : Reason{id_of(refusal), refusal};
}

Legal legal(const Telemetry& telemetry, const OperatorInputs& desk) {
  Legal all;
  for (const Action& action : actions()) all.push_back(why_not(action, telemetry, desk));
  return all;
}

}  // namespace hexad::inline operation
