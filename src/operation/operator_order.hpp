#pragma once
// What an operator may ask for. Each action is one row of the table in actions.cpp: its name, what it
// becomes, what admission asks, its arguments, who may. `hexad ctl`, POST /api/ctl, the websocket, help and
// docs/actions.md read that row.

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "engine/simulated_machine.hpp"
#include "lifecycle/admit.hpp"
#include "messages/message.hpp"
#include "model/order.hpp"
#include "model/request.hpp"
#include "model/role.hpp"
#include "operation/cue_order.hpp"

namespace hexad::inline operation {

// Motions that are prepared before they begin; each owns what its view speaks of.
struct PathPlan {
  std::vector<AxisValues> points{};
  std::vector<AxisValues> speeds{};  ///< empty = default
  PathOrder view() const { return {points, speeds, kXyzConvention}; }
};
struct TimedPlan {
  std::vector<double> times{};
  std::vector<AxisValues> points{};
  TimedPathOrder view() const { return {times, points, kXyzConvention}; }
};
struct FormulaPlan {
  std::array<std::string, kAxes> formulas{};
  double duration = 0.0;  ///< s; 0 = until stopped
  FormulaOrder view() const;
};
struct FilePlan {
  std::string name{};
  double scale = 1.0;   ///< about neutral
  bool repeat = false;  ///< again and again, until stopped
};

/// What a vehicle does, from its beginning on: for whoever plays it.
struct VehicleScript {
  double duration = 0.0;            ///< s
  std::optional<CueInput> input{};  ///< what its accelerations are; none = as the cueing takes them
  std::function<VehicleInput(double time)> at{};
};
struct ManoeuvrePlan {
  std::string name{};
  bool repeat = false;  ///< again and again, until stopped
  /// Read by who hands the order on.
  std::shared_ptr<const VehicleScript> script{};
};
/// What is kept of tunings, by name (console_api/kept_tunings.hpp).
struct TuningOrder {
  enum class Act : std::uint8_t { list, apply, save, remove };
  Act act = Act::list;
  std::string name{};
};

struct GiveTo {
  std::string host{};  ///< "darren", "192.168.1.5:10010", both, or empty for anybody
};
struct Follow {
  AxisValues pose{};
  std::optional<double> rotary{};  ///< rad, of the rotary axis; none = it stays where it is
};
/// Of several consoles, be the one in control (desk.hpp).
struct TakeOver {};
/// A beat of the button that is held while a leg is commissioned; what it moves is the commissioning's.
struct CommissionBeat {};
struct SpeedOfTime {
  double factor = 1.0;
};

/// What an action becomes. SI, X Y Z RX RY RZ from neutral.
using Wanted =
    std::variant<Control, Go, MoveTo, Sine, SpeedOverride, SetOutputs, SetEffect,  // as the core takes them
                 GiveTo, CueOrder, Follow, Jog, CommissionBeat, ManoeuvrePlan,     // completed by Operator
                 PathPlan, TimedPlan, FormulaPlan, FilePlan, FileOrder,            // prepared by the worker
                 SimulationOrder, SpeedOfTime,                                     // simulated drives only
                 TakeOver, TuningOrder>;                                           // the desk's own

/// In what unit people give a number; times `scale` it is SI.
struct OrderUnit {
  std::string_view name{};
  AxisValues scale{1, 1, 1, 1, 1, 1};
};

struct Argument {
  /// What is wrong with the value, beginning with the key.
  using Read = messages::Message (*)(const Argument&, const nlohmann::json& value, Wanted& into);
  enum class Type : std::uint8_t { number, whole, text, six, points, rows, formulas, legs, flag };

  const char* key;
  Type type;
  Read read;
  OrderUnit unit{};
  double low = 0.0;  ///< of each number, in that unit
  double high = 0.0;
  bool needed = true;
};

struct Action {
  std::string_view name;
  messages::Id help;
  Wanted wanted;  ///< before its arguments are filled in
  /// What admission is asked; nothing where the platform has no say.
  std::optional<lifecycle::Ask> ask{};
  const char* typed =
      "";  ///< behind `hexad ctl NAME`: how its first argument is called; null: not typed at all
  std::vector<Argument> arguments{};
  std::string_view alias{};
  /// Actions whose keys depend on one another are read as words KEY=VALUE; the first words may go without
  /// their keys.
  messages::Message (*read_words)(std::span<const OrderWord>, Wanted&) = nullptr;
  std::vector<std::string_view> first_words{};
  Role role = Role::operate;  ///< who may
  bool drives = true;         ///< it is the console in control that may

  /// Has a beginning and an end: answered when accepted, and again when it has ended.
  bool is_motion() const noexcept;
  /// It, a hand's motion, what lets a motion go on, or a host in.
  bool moves_platform() const noexcept;
  /// Once taken, nothing is left of a manoeuvre that was played.
  bool replaces_motion() const noexcept;
  /// A latch of the core: never full, never refused.
  bool is_latch() const noexcept;
};
std::span<const Action> actions() noexcept;
/// By name or alias; null = there is none.
const Action* find_action(std::string_view name) noexcept;

struct OperatorOrder {
  const Action* action = nullptr;
  Wanted wanted{};
  std::string said{};  ///< as it would be typed, for the log
  bool wait = false;   ///< motions: answer when they have ended
  /// Of a client that orders on its own: refused when the operator's stops, holds and buttons are no longer
  /// this many.
  std::optional<std::uint64_t> unless_stopped{};
  /// Of jog and follow, which press of a button it belongs to: what has ended begins again only by another.
  std::uint64_t press = 0;

  template <class T>
  const T* as() const noexcept {
    return std::get_if<T>(&wanted);
  }
  bool is(Control control) const noexcept {
    const Control* const own = as<Control>();
    return own != nullptr && *own == control;
  }
};

/// {"action": "give", "host": "darren"}, {"action": "go", "pose": [0, 0, 30, 0, 0, 0], "wait": true}, … What
/// is wrong begins with the key.
Result<OperatorOrder, messages::Message> parse_order(const nlohmann::json& document);
Result<OperatorOrder, messages::Message> parse_order_json(std::string_view text);

/// What is typed behind `hexad ctl`, as the document that is sent.
Result<nlohmann::json, messages::Message> typed_order(std::string_view action, std::string_view argument);
Result<OperatorOrder, messages::Message> parse_order(std::string_view action, std::string_view argument);

/// One path component of letters, digits, '.', '_' and '-', at most 64 long, that does not begin with a dot.
bool is_file_name(std::string_view name) noexcept;
/// One that ends in .csv.
bool is_manoeuvre_name(std::string_view name) noexcept;
/// One that does not mean the tuning in force.
inline constexpr std::string_view kTuningInForce = "now";
bool is_tuning_name(std::string_view name) noexcept;

}  // namespace hexad::inline operation
