#pragma once
// What an operator may ask for, as text and as a value: the words of `hexad ctl` and of POST /api/ctl.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "plant/injection.hpp"

namespace hexad::runtime {

enum class Action : std::uint8_t {
  estop,
  release,
  reset,
  enable,
  stop,
  hold,
  resume,
  zero,
  raise,
  neutral,
  lower,
  take,
  give,
  inject
};

struct ActionInfo {
  Action action;
  std::string_view name;
  std::string_view argument;  ///< "", "[HOST]", "FAULT"
  std::string_view text;
};
std::span<const ActionInfo> actions() noexcept;
std::string_view to_string(Action action) noexcept;
/// Has a beginning and an end: answered when accepted, and again when it has ended.
bool is_motion(Action action) noexcept;

struct OperatorOrder {
  Action action = Action::stop;
  std::string host{};                 ///< give: "darren", "192.168.1.5:10010", both, or empty for anybody
  plant::InjectionOrder injection{};  ///< inject
  std::string said{};                 ///< as typed, for the log
  bool wait = false;                  ///< motions: answer when they have ended
};

/// `argument`: the host of give, the fault of inject. What is wrong with it is said in words.
Result<OperatorOrder, std::string> parse_order(std::string_view action, std::string_view argument);

/// {"action": "give", "host": "darren"}, {"action": "inject", "fault": "stuck:3"}, {"action": "raise", "wait": true}
Result<OperatorOrder, std::string> parse_order_json(std::string_view text);

}  // namespace hexad::runtime
