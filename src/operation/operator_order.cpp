#include "operation/operator_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "base/units.hpp"
#include "text/nearest.hpp"
#include "wire/number.hpp"
#include "wire/tokenizer.hpp"

namespace hexad::runtime {
namespace {

constexpr std::array<ActionInfo, kActions> kInfos{{
    {Action::estop, "estop", "", "press the e-stop button: drives off, brakes on, at once"},
    {Action::release, "release", "", "let the e-stop button out again; then reset"},
    {Action::reset, "reset", "", "clear a fault or a released emergency stop; moves nothing"},
    {Action::enable, "enable", "", "real drives: the one local enable after power-up or reset"},
    {Action::stop, "stop", "", "stop all motion and bar every host until give"},
    {Action::hold, "hold", "", "freeze the motion until resume"},
    {Action::resume, "resume", "", "go on with what hold froze"},
    {Action::zero, "zero", "", "seek the bottom: the position is trusted from then on"},
    {Action::raise, "raise", "", "from the bottom to neutral"},
    {Action::neutral, "neutral", "", "from any raised pose to neutral"},
    {Action::lower, "lower", "", "down to the bottom"},
    {Action::take, "take", "", "keep control for the operator; whoever drives is stopped"},
    {Action::give, "give", "[HOST]",
     "give control back: to anybody, or to one host, which counts again at once"},
    {Action::inject, "inject", "FAULT",
     "make a fault happen (simulated drives): NAME[:leg[:value]], or clear[:NAME[:leg]]"},
    {Action::go, "go", "POSE", "to a pose: X Y Z RX RY RZ, mm and degrees from neutral"},
    {Action::sine, "sine", "", "sines about neutral, an axis each, until stopped", false},
    {Action::path, "path", "", "through points", false},
    {Action::timed, "timed", "", "to be at each point at its time", false},
    {Action::formula, "formula", "", "six formulas of the time", false},
    {Action::file, "file", "NAME", "play a motion file"},
    {Action::film, "film", "NUMBER", "play a film of the playlist, from 1"},
    {Action::follow, "follow", "", "a target that is streamed", false},
    {Action::jog, "jog", "", "single legs, as long as it is repeated", false},
    {Action::override_speed, "override", "PERCENT", "how fast programs run along their path: 10 to 100"},
    {Action::relays, "relays", "MASK", "set the 12 relays, bit 0 the first: 5 or 0x5"},
    {Action::outputs, "outputs", "MASK", "set the 8 digital outputs"},
    {Action::inputs, "inputs", "MASK", "simulated drives: set the 8 digital inputs"},
    {Action::payload, "payload", "KG", "simulated drives: what stands on the platform weighs this"},
    {Action::speed_of_time, "speed_of_time", "", "simulated drives: seconds of platform time a second",
     false},
    {Action::cueing, "cueing", "KEY=VALUE…",
     "how vehicle motion is cued from now on: preset= engine= input= gain.AXIS= high_pass.AXIS= tilt_gain= "
     "tilt_low_pass= tilt_rate=; numbers left out are the preset's own"},
    {Action::effect, "effect", "PLACE KIND [KEY=VALUE]…",
     "add an effect to whatever runs, at place 1 to 4, change it, or take it away (none)"},
}};

std::string no_such_fault(std::string_view text) {
  std::vector<std::string_view> names;
  for (const plant::InjectionInfo& injection : plant::injections()) names.push_back(injection.name);
  return fmt::format(
      "\"{}\" is no fault: NAME[:leg[:value]], clear or clear:NAME[:leg], NAME being one of {}", text,
      fmt::join(names, ", "));
}

std::optional<std::uint64_t> whole_of(std::string_view text) {
  const int base = text.starts_with("0x") ? 16 : 10;
  if (base == 16) text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (failure != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// What is wrong with it; empty = nothing.
std::string read_pose(std::string_view text, AxisValues& pose) {
  wire::Tokenizer words{text, " ,\t"};
  std::size_t count = 0;
  for (; const auto word = words.next(); ++count) {
    const auto number = wire::parse_number(*word);
    if (!number || !std::isfinite(*number)) return fmt::format("\"{}\" is no number", *word);
    if (count < kAxes) pose[count] = *number * (count < 3 ? kMillimetre : kDegree);
  }
  return count == kAxes ? "" : fmt::format("a pose has 6 numbers, X Y Z RX RY RZ, not {}", count);
}

std::string read_whole(std::string_view text, std::uint64_t least, std::uint64_t most, std::uint16_t& value) {
  const auto number = whole_of(text);
  if (!number || *number < least || *number > most)
    return fmt::format("\"{}\" is no whole number from {} to {}", text, least, most);
  value = static_cast<std::uint16_t>(*number);
  return {};
}

std::string read_number(std::string_view text, double least, double most, double& value) {
  const auto number = wire::parse_number(text);
  if (!number || !(*number >= least && *number <= most))
    return fmt::format("\"{}\" is no number from {} to {}", text, least, most);
  value = *number;
  return {};
}

std::string read_argument(Action action, std::string_view text, OrderValues& values) {
  switch (action) {
    case Action::go:
      return read_pose(text, values.pose);
    case Action::file:
      values.name = text;
      return is_file_name(text) ? "" : fmt::format("\"{}\" is not the name of a motion file", text);
    case Action::film:
      return read_whole(text, 1, 999, values.number);
    case Action::override_speed: {
      const std::string problem = read_number(text, 10.0, 100.0, values.value);
      values.value /= 100.0;
      return problem;
    }
    case Action::relays:
      return read_whole(text, 0, 0xFFF, values.mask);
    case Action::outputs:
    case Action::inputs:
      return read_whole(text, 0, 0xFF, values.mask);
    case Action::payload:
      return read_number(text, 0.0, 1e5, values.value);
    case Action::cueing:
      if (text.empty()) return "give at least one KEY=VALUE, such as preset=car";
      return read_cueing(words_of(text), values.cueing);
    case Action::effect: {
      // The first two are what they are by their place.
      std::vector<OrderWord> words = words_of(text);
      if (!words.empty() && words[0].key.empty()) words[0].key = "place";
      if (words.size() > 1 && words[1].key.empty()) words[1].key = "kind";
      return read_effect(words, values.effect);
    }
    default:
      return {};
  }
}

}  // namespace

std::span<const ActionInfo> actions() noexcept { return kInfos; }
std::string_view to_string(Action action) noexcept { return kInfos[static_cast<std::size_t>(action)].name; }

bool is_motion(Action action) noexcept {
  switch (action) {
    case Action::zero:
    case Action::raise:
    case Action::neutral:
    case Action::lower:
    case Action::go:
    case Action::sine:
    case Action::path:
    case Action::timed:
    case Action::formula:
    case Action::file:
    case Action::film:
      return true;
    default:
      return false;
  }
}

bool is_file_name(std::string_view name) noexcept {
  const auto fits = [](unsigned char c) { return std::isalnum(c) != 0 || c == '.' || c == '_' || c == '-'; };
  return !name.empty() && name.size() <= 64 && name.front() != '.' &&
         std::all_of(name.begin(), name.end(), fits);
}

std::string no_such_action(std::string_view name) {
  std::vector<std::string> names;
  for (const ActionInfo& action : kInfos) names.emplace_back(action.name);
  return fmt::format("no action \"{}\"; did you mean {}? There are: {}", name, nearest(name, names),
                     fmt::join(names, ", "));
}

Result<OperatorOrder, std::string> parse_order(std::string_view action, std::string_view argument) {
  for (const ActionInfo& info : kInfos) {
    if (info.name != action) continue;
    if (!info.typed)
      return Failure{fmt::format("{} is for the console and POST /api/ctl (docs/console-api.md)", action)};
    if (info.argument.empty() && !argument.empty())
      return Failure{fmt::format("{} takes no argument, not \"{}\"", action, argument)};
    OperatorOrder order{.action = info.action, .said = std::string{action}};
    if (!argument.empty()) order.said += fmt::format(" {}", argument);
    if (info.action == Action::give) order.host = argument;
    if (info.action == Action::inject) {
      const auto injection = plant::parse_injection(argument);
      if (!injection) return Failure{no_such_fault(argument)};
      order.injection = *injection;
    }
    const std::string problem = read_argument(info.action, argument, order.values);
    if (!problem.empty()) return Failure{fmt::format("{}: {}", action, problem)};
    return order;
  }
  return Failure{no_such_action(action)};
}

}  // namespace hexad::runtime
