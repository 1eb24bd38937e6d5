#pragma once
// What an operator may ask for, as text and as a value: the words of `hexad ctl` and of POST /api/ctl.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "model/axes.hpp"
#include "operation/cue_order.hpp"
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
  inject,
  go,
  sine,
  path,
  timed,
  formula,
  file,
  film,
  follow,
  jog,
  override_speed,
  relays,
  outputs,
  inputs,
  payload,
  speed_of_time,
  cueing,
  effect
};
inline constexpr std::size_t kActions = 31;

struct ActionInfo {
  Action action;
  std::string_view name;
  std::string_view argument;  ///< "", "[HOST]", "FAULT"
  std::string_view text;
  bool typed = true;  ///< also a word of the command line
};
std::span<const ActionInfo> actions() noexcept;
std::string_view to_string(Action action) noexcept;
/// Has a beginning and an end: answered when accepted, and again when it has ended.
bool is_motion(Action action) noexcept;

/// The numbers of an order, SI, X Y Z RX RY RZ from neutral. Which of them count is the action's.
struct OrderValues {
  AxisValues pose{};   ///< go, follow
  AxisValues speed{};  ///< go, path; 0 = default
  AxisValues amplitude{}, frequency{}, phase{};
  std::vector<AxisValues> points{};  ///< path, timed
  std::vector<double> times{};       ///< timed
  std::array<std::string, kAxes> formulas{};
  double duration = 0.0;     ///< formula: s; 0 = until stopped
  std::string name{};        ///< file
  std::uint16_t number = 0;  ///< film
  std::uint8_t legs = 0;     ///< jog: bit 0 = leg 1
  std::uint16_t mask = 0;    ///< relays, outputs, inputs
  double value = 0.0;        ///< jog m/s, override 0.1…1, payload kg, speed_of_time
  CueOrder cueing{};         ///< cueing
  EffectOrder effect{};      ///< effect
};

struct OperatorOrder {
  Action action = Action::stop;
  std::string host{};                 ///< give: "darren", "192.168.1.5:10010", both, or empty for anybody
  plant::InjectionOrder injection{};  ///< inject
  std::string said{};                 ///< as typed, for the log
  bool wait = false;                  ///< motions: answer when they have ended
  /// Of a client that orders on its own: refused when the operator's stops, holds and buttons are no longer this many.
  std::optional<std::uint64_t> unless_stopped{};
  OrderValues values{};
};

/// `argument`: the host of give, the fault of inject, the numbers or the name of the others. What is wrong with it is
/// said in words.
Result<OperatorOrder, std::string> parse_order(std::string_view action, std::string_view argument);

/// {"action": "give", "host": "darren"}, {"action": "inject", "fault": "stuck:3"}, {"action": "raise", "wait": true}
/// {"action": "go", "pose": [0, 0, 30, 0, 0, 0]}, … (docs/console-api.md). What is wrong begins with the key.
Result<OperatorOrder, std::string> parse_order_json(std::string_view text);

/// What a client sends to have this order carried out.
std::string order_json(const OperatorOrder& order);

/// "no action "rais"; did you mean raise? …"
std::string no_such_action(std::string_view name);

/// One path component of letters, digits, '.', '_' and '-', at most 64 long, that does not begin with a dot.
bool is_file_name(std::string_view name) noexcept;

}  // namespace hexad::runtime
