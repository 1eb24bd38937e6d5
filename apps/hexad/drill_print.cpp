// A life as it is replayed: who asks for what, what is answered, what the platform does.

#include <fmt/format.h>

#include <array>

#include "hexad/drill.hpp"

namespace hexad::cli {
namespace {

constexpr std::array<std::string_view, 6> kSteps{"zero", "raise", "neutral", "run", "descend", "power up"};
constexpr std::array<std::string_view, 13> kControls{
    "stop",   "hold",    "resume", "reset",      "emergency", "press button", "free button",
    "enable", "disable", "take",   "disconnect", "halt",      "exit"};
static_assert(static_cast<std::size_t>(Control::exit) + 1 == kControls.size());

std::string endpoint_name(const Endpoint& endpoint) {
  constexpr std::array<std::string_view, 5> kNames{"nobody", "mdof", "darren", "lingjing", "motus"};
  if (endpoint.protocol >= kNames.size()) return "operator";
  const std::string_view name = kNames[endpoint.protocol];
  return endpoint.port == 0 ? std::string{name} : fmt::format("{}:{}", name, endpoint.port);
}

struct RequestText {
  std::string operator()(const StreamTarget& target) const {
    return target.travel > Duration::zero() ? fmt::format("be there in {:.3f} s", to_seconds(target.travel))
                                            : "";
  }
  std::string operator()(const Go& go) const {
    return std::string{kSteps[static_cast<std::size_t>(go.step)]};
  }
  std::string operator()(const MoveTo& move) const {
    return fmt::format("move to {:.5g}", fmt::join(move.target, " "));
  }
  std::string operator()(const Control& control) const {
    return std::string{kControls[static_cast<std::size_t>(control)]};
  }
  std::string operator()(const Give& give) const {
    return fmt::format("give to {}", give.to ? endpoint_name(give.to) : "anybody");
  }
  std::string operator()(const Sine& sine) const {
    return fmt::format("sine {:.5g}", fmt::join(sine.amplitude, " "));
  }
  std::string operator()(const Reserve& reserve) const {
    return fmt::format("{} to be prepared", to_string(reserve.kind));
  }
  std::string operator()(const RunPrepared&) const { return "prepared: run"; }
  std::string operator()(const Abandon&) const { return "prepared: impossible"; }
  std::string operator()(const SetOutputs&) const { return "outputs"; }
  template <class Other>  // many times a second, or no business of motion
  std::string operator()(const Other&) const {
    return {};
  }
};

void print_news(const Event& event) {
  const double time = to_seconds(event.time.time_since_epoch());
  if (const Transition* move = std::get_if<Transition>(&event.news))
    fmt::print("{:9.3f} s  {} -> {} ({})\n", time, to_string(move->from), to_string(move->to), move->cause);
  if (const FaultRaised* raised = std::get_if<FaultRaised>(&event.news))
    fmt::print("{:9.3f} s  fault: {}\n", time, to_string(raised->fault.kind));
  if (const DriverChange* change = std::get_if<DriverChange>(&event.news))
    fmt::print("{:9.3f} s  driver: {}\n", time, endpoint_name(change->driver));
  if (const Answer* answer = std::get_if<Answer>(&event.news); answer != nullptr && event.tag != 0)
    fmt::print("{:9.3f} s    {} to {} #{}{}{}\n", time, to_string(answer->outcome),
               endpoint_name(event.driver), event.tag, answer->outcome == Outcome::refused ? ": " : "",
               answer->outcome == Outcome::refused ? to_string(answer->refusal) : "");
}

}  // namespace

void print_tick(const drill::Tick& tick) {
  for (const Request& request : tick.requests) {
    const std::string text = std::visit(RequestText{}, request.what);
    if (text.empty()) continue;
    fmt::print("{:9.3f} s  {} #{}: {}\n", to_seconds(tick.now.time_since_epoch()),
               endpoint_name(request.driver), request.tag, text);
  }
  for (const Event& event : tick.outputs->events) print_news(event);
}

}  // namespace hexad::cli
