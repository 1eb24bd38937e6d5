#include "operation/legal.hpp"

#include "lifecycle/admit.hpp"
#include "messages/say.hpp"
#include "operation/operator.hpp"
#include "words/event_text.hpp"

namespace hexad::runtime::console {
namespace {

using lifecycle::Ask;
using words::Id;

Reason nothing_to_do(Id why) noexcept { return {why, Refusal::nothing_to_do}; }

/// What an action asks of the platform; nothing where the platform has no say.
std::optional<Ask> ask_of(Action action) noexcept {
  switch (action) {
    case Action::estop:
      return Ask::emergency;
    case Action::stop:
      return Ask::stop;
    case Action::give:
      return Ask::give;
    case Action::take:
      return Ask::take;
    case Action::cueing:
    case Action::effect:
      return Ask::tune;
    case Action::reset:
      return Ask::reset;
    case Action::enable:
      return Ask::enable;
    case Action::hold:
      return Ask::hold;
    case Action::resume:
      return Ask::resume;
    case Action::zero:
      return Ask::zero;
    case Action::raise:
      return Ask::raise;
    case Action::neutral:
      return Ask::neutral;
    case Action::lower:
      return Ask::descend;
    case Action::go:
    case Action::sine:
    case Action::path:
    case Action::timed:
    case Action::formula:
    case Action::file:
    case Action::film:
      return Ask::program;
    case Action::follow:
      return Ask::follow;
    case Action::jog:
      return Ask::jog;
    case Action::relays:
    case Action::outputs:
      return Ask::outputs;
    case Action::release:
    case Action::override_speed:
    case Action::inject:
    case Action::inputs:
    case Action::payload:
    case Action::speed_of_time:
      return std::nullopt;
  }
  return std::nullopt;
}

/// What only the desk knows.
Reason desks_reason(Action action, const Desk& desk) noexcept {
  switch (action) {
    case Action::release:
      return desk.button ? Reason{} : nothing_to_do(Id::button_out_already);
    case Action::enable:
      return desk.simulated ? nothing_to_do(Id::no_enable_needed) : Reason{};
    case Action::film:
      return desk.films == 0 ? nothing_to_do(Id::playlist_empty) : Reason{};
    case Action::inject:
    case Action::inputs:
    case Action::payload:
    case Action::speed_of_time:
      return desk.simulated ? Reason{} : nothing_to_do(Id::drives_are_real);
    default:
      return {};
  }
}

}  // namespace

Reason why_not(Action action, const Telemetry& telemetry, const Desk& desk) noexcept {
  if (const Reason reason = desks_reason(action, desk); !reason.allowed()) return reason;
  const std::optional<Ask> ask = ask_of(action);
  if (!ask) return {};
  const Refusal refusal =
      lifecycle::admit(telemetry, kOperatorContract, {kOperatorEndpoint, true}, *ask).refusal;
  return refusal == Refusal::none ? Reason{} : Reason{id_of(refusal), refusal};
}

Legal legal(const Telemetry& telemetry, const Desk& desk) noexcept {
  Legal all;
  for (std::size_t i = 0; i < kActions; ++i) all[i] = why_not(static_cast<Action>(i), telemetry, desk);
  return all;
}

}  // namespace hexad::runtime::console
