#include "runtime/operator_order.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <vector>

#include "runtime/config/nearest.hpp"

namespace hexad::runtime {
namespace {

constexpr std::array kActions{
    ActionInfo{Action::estop, "estop", "", "press the e-stop button: drives off, brakes on, at once"},
    ActionInfo{Action::release, "release", "", "let the e-stop button out again; then reset"},
    ActionInfo{Action::reset, "reset", "", "clear a fault or a released emergency stop; moves nothing"},
    ActionInfo{Action::enable, "enable", "", "real drives: the one local enable after power-up or reset"},
    ActionInfo{Action::stop, "stop", "", "stop all motion and bar every host until give"},
    ActionInfo{Action::hold, "hold", "", "freeze the motion until resume"},
    ActionInfo{Action::resume, "resume", "", "go on with what hold froze"},
    ActionInfo{Action::zero, "zero", "", "seek the bottom: the position is trusted from then on"},
    ActionInfo{Action::raise, "raise", "", "from the bottom to neutral"},
    ActionInfo{Action::neutral, "neutral", "", "from any raised pose to neutral"},
    ActionInfo{Action::lower, "lower", "", "down to the bottom"},
    ActionInfo{Action::take, "take", "", "keep control for the operator; whoever drives is stopped"},
    ActionInfo{Action::give, "give", "[HOST]",
               "give control back: to anybody, or to one host, which counts again at once"},
    ActionInfo{Action::inject, "inject", "FAULT",
               "make a fault happen (simulated drives): NAME[:leg[:value]], or clear[:NAME[:leg]]"},
};

std::string no_such_action(std::string_view name) {
  std::vector<std::string> names;
  for (const ActionInfo& action : kActions) names.emplace_back(action.name);
  return fmt::format("no action \"{}\"; did you mean {}? There are: {}", name, nearest(name, names),
                     fmt::join(names, ", "));
}

std::string no_such_fault(std::string_view text) {
  std::vector<std::string_view> names;
  for (const plant::InjectionInfo& injection : plant::injections()) names.push_back(injection.name);
  return fmt::format(
      "\"{}\" is no fault: NAME[:leg[:value]], clear or clear:NAME[:leg], NAME being one of {}", text,
      fmt::join(names, ", "));
}

}  // namespace

std::span<const ActionInfo> actions() noexcept { return kActions; }
std::string_view to_string(Action action) noexcept { return kActions[static_cast<std::size_t>(action)].name; }

bool is_motion(Action action) noexcept {
  return action == Action::zero || action == Action::raise || action == Action::neutral ||
         action == Action::lower;
}

Result<OperatorOrder, std::string> parse_order(std::string_view action, std::string_view argument) {
  for (const ActionInfo& info : kActions) {
    if (info.name != action) continue;
    if (info.argument.empty() && !argument.empty())
      return Failure{fmt::format("{} takes no argument, not \"{}\"", action, argument)};
    OperatorOrder order{.action = info.action, .said = std::string{action}};
    if (!argument.empty()) order.said += fmt::format(" {}", argument);
    if (info.action == Action::give) order.host = argument;
    if (info.action != Action::inject) return order;
    const auto injection = plant::parse_injection(argument);
    if (!injection) return Failure{no_such_fault(argument)};
    order.injection = *injection;
    return order;
  }
  return Failure{no_such_action(action)};
}

Result<OperatorOrder, std::string> parse_order_json(std::string_view text) {
  const auto document = nlohmann::json::parse(text, nullptr, false);
  if (!document.is_object())
    return Failure{std::string{"the body is no JSON object such as {\"action\": \"raise\"}"}};
  const auto word = [&](const char* key) -> std::string {
    const auto found = document.find(key);
    return found != document.end() && found->is_string() ? found->get<std::string>() : std::string{};
  };
  for (const auto& [key, value] : document.items()) {
    if (key != "action" && key != "host" && key != "fault" && key != "wait")
      return Failure{fmt::format("no key \"{}\": there are action, host, fault and wait", key)};
    const bool right = key == "wait" ? value.is_boolean() : value.is_string();
    if (!right) return Failure{fmt::format("{} is not a {}", key, key == "wait" ? "switch" : "text")};
  }
  const std::string action = word("action");
  if (action.empty()) return Failure{std::string{"the key \"action\" is missing"}};
  if (action != "give" && document.contains("host")) return Failure{fmt::format("{} takes no host", action)};
  if (action != "inject" && document.contains("fault"))
    return Failure{fmt::format("{} takes no fault", action)};
  auto order = parse_order(action, action == "inject" ? word("fault") : word("host"));
  if (order) order->wait = document.value("wait", false);
  return order;
}

}  // namespace hexad::runtime
