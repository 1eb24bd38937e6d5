// The table of actions. Units of the edge in, SI out.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "base/units.hpp"
#include "messages/say.hpp"
#include "operation/argument_values.hpp"

namespace hexad::inline operation {
namespace {

using Json = nlohmann::json;
using lifecycle::Ask;
using messages::Id;
using messages::Message;
using messages::say;
using Type = Argument::Type;

constexpr OrderUnit kPlain{};
constexpr OrderUnit kPose{"mm, °", {kMillimetre, kMillimetre, kMillimetre, kDegree, kDegree, kDegree}};
constexpr OrderUnit kPoseSpeed{"mm/s, °/s", kPose.scale};
constexpr OrderUnit kDegrees{"°", {kDegree, kDegree, kDegree, kDegree, kDegree, kDegree}};
constexpr OrderUnit kMillimetres{"mm/s", {kMillimetre}};
constexpr OrderUnit kPercent{"%", {0.01}};

// ------------------------------------------------------------------------------------------------- what is
// special

Message read_timed(const Argument& a, const Json& value, Wanted& into) {
  TimedPlan& plan = std::get<TimedPlan>(into);
  return each_row(a, value, [&](const std::string& key, const Json& row) {
    Message problem = read_row(a, key, row, plan.points.emplace_back(), 1);
    return problem ? problem : read_number(a, key + "[1]", row[0], plan.times.emplace_back(), 1.0);
  });
}

/// The same on the way to every point; all 0 = the default.
Message read_path_speed(const Argument& a, const Json& value, Wanted& into) {
  PathPlan& plan = std::get<PathPlan>(into);
  AxisValues speed{};
  Message problem = read_value(a, value, speed);
  if (!problem && speed != AxisValues{}) plan.speeds.assign(plan.points.size(), speed);
  return problem;
}

Message read_file_name(const Argument& a, const Json& value, Wanted& into) {
  std::string& name = std::get<FilePlan>(into).name;
  Message problem = read_value(a, value, name);
  return problem || is_file_name(name) ? problem : say<Id::order_not_a_file>(a.key);
}

Message read_manoeuvre_name(const Argument& a, const Json& value, Wanted& into) {
  std::string& name = std::get<ManoeuvrePlan>(into).name;
  Message problem = read_value(a, value, name);
  return problem || is_manoeuvre_name(name) ? problem : Message{Id::manoeuvre_bad_name};
}

Message read_tuning_name(const Argument& a, const Json& value, Wanted& into) {
  std::string& name = std::get<TuningOrder>(into).name;
  Message problem = read_value(a, value, name);
  return problem || is_tuning_name(name) ? problem : Message{Id::tuning_bad_name};
}

Message read_fault(const Argument& a, const Json& value, Wanted& into) {
  std::string text;
  if (Message problem = read_value(a, value, text)) return problem;
  if (const auto injection = plant::parse_injection(text)) {
    std::get<SimulationOrder>(into).injection = *injection;
    return {};
  }
  std::vector<std::string_view> names;
  for (const plant::InjectionInfo& injection : plant::injections()) names.push_back(injection.name);
  return say<Id::order_no_fault>(a.key, text, fmt::format("{}", fmt::join(names, ", ")));
}

Message read_legs(const Argument& a, const Json& value, Wanted& into) {
  if (!value.is_array() || value.empty() || value.size() > kMaxLegs) return say<Id::order_not_legs>(a.key);
  std::uint8_t& legs = std::get<Jog>(into).legs;
  for (const Json& leg : value) {
    const std::int64_t number = leg.is_number_integer() ? leg.get<std::int64_t>() : 0;
    if (number < 1 || number > static_cast<std::int64_t>(kMaxLegs))
      return say<Id::order_no_leg>(a.key, leg.dump(-1, ' ', false, Json::error_handler_t::replace));
    legs = static_cast<std::uint8_t>(legs | 1u << (number - 1));
  }
  return {};
}

Message read_cueing_words(std::span<const OrderWord> words, Wanted& into) {
  return read_cueing(words, std::get<CueOrder>(into));
}
Message read_effect_words(std::span<const OrderWord> words, Wanted& into) {
  return read_effect(words, std::get<SetEffect>(into));
}

// --------------------------------------------------------------------------------------------------- the
// table

template <class Class, class Value>
Class class_of(Value Class::*);

/// An argument that is a member of what the action becomes.
template <auto member>
Argument argument(const char* key, Type type, OrderUnit unit = {}, double low = -kAny, double high = kAny) {
  using Class = decltype(class_of(member));
  return {key,
          type,
          [](const Argument& a, const Json& value, Wanted& into) {
            return read_value(a, value, std::get<Class>(into).*member);
          },
          unit,
          low,
          high};
}
Argument optional(Argument argument) {
  argument.needed = false;
  return argument;
}

/// What stops: who can see may stop.
Action anybody(Action action) {
  action.role = Role::watch;
  action.drives = false;
  return action;
}
/// Beside driving: whoever is in control.
Action beside(Action action, Role role = Role::operate) {
  action.role = role;
  action.drives = false;
  return action;
}
Action engineers(Action action) { return beside(std::move(action), Role::engineer); }

/// By the name of a tuning.
Action tuning(std::string_view name, Id help, TuningOrder::Act act) {
  return beside(
      {name, help, TuningOrder{act, {}}, Ask::tune, "NAME", {{"name", Type::text, read_tuning_name}}});
}

const std::vector<Action>& table() {
  static const std::vector<Action> rows{
      anybody({"estop", Id::do_estop, Control::press_button, Ask::emergency}),
      {"release", Id::do_release, Control::free_button},
      {"reset", Id::do_reset, Control::reset, Ask::reset},
      {"enable", Id::do_enable, Control::enable, Ask::enable},
      {"disable", Id::do_disable, Control::disable, Ask::disable},
      anybody({"stop", Id::do_stop, Control::stop, Ask::stop}),
      anybody(
          {.name = "hold", .help = Id::do_hold, .wanted = Control::hold, .ask = Ask::hold, .alias = "pause"}),
      {"resume", Id::do_resume, Control::resume, Ask::resume},
      {.name = "zero", .help = Id::do_zero, .wanted = Go{Step::zero}, .ask = Ask::zero, .alias = "home"},
      {"raise", Id::do_raise, Go{Step::raise}, Ask::raise},
      {"neutral", Id::do_neutral, Go{Step::neutral}, Ask::neutral},
      {"lower", Id::do_lower, Go{Step::descend}, Ask::descend},
      {"take", Id::do_take, Control::take, Ask::take},
      {"give",
       Id::do_give,
       GiveTo{},
       Ask::give,
       "[HOST]",
       {optional(argument<&GiveTo::host>("host", Type::text))}},
      engineers(
          {"inject", Id::do_inject, SimulationOrder{}, {}, "FAULT", {{"fault", Type::text, read_fault}}}),
      {"go",
       Id::do_go,
       MoveTo{{}, {}, kXyzConvention},
       Ask::program,
       "X Y Z RX RY RZ",
       {argument<&MoveTo::target>("pose", Type::six, kPose),
        optional(argument<&MoveTo::speed>("speed", Type::six, kPoseSpeed))}},
      {"sine",
       Id::do_sine,
       Sine{{}, {}, {}, kXyzConvention},
       Ask::stream,
       nullptr,
       {argument<&Sine::amplitude>("amplitude", Type::six, kPose),
        argument<&Sine::frequency>("frequency", Type::six, {"Hz"}, 0, 20),
        optional(argument<&Sine::phase>("phase", Type::six, kDegrees))}},
      {"path",
       Id::do_path,
       PathPlan{},
       Ask::program,
       nullptr,
       {argument<&PathPlan::points>("points", Type::points, kPose),
        {"speed", Type::six, read_path_speed, kPoseSpeed, -kAny, kAny, false}}},
      {"timed",
       Id::do_timed,
       TimedPlan{},
       Ask::program,
       nullptr,
       {{"rows", Type::rows, read_timed, kPose, -kAny, kAny}}},
      {"formula",
       Id::do_formula,
       FormulaPlan{},
       Ask::program,
       nullptr,
       {argument<&FormulaPlan::formulas>("formulas", Type::formulas),
        optional(argument<&FormulaPlan::duration>("duration", Type::number, {"s"}, 0, 4 * 3600.0))}},
      {"file",
       Id::do_file,
       FilePlan{},
       Ask::program,
       "NAME",
       {{"name", Type::text, read_file_name},
        optional(argument<&FilePlan::scale>("percent", Type::number, kPercent, 0.1, 100)),
        optional(argument<&FilePlan::repeat>("repeat", Type::flag))}},
      {"film",
       Id::do_film,
       FileOrder{FileOrder::List::film, 0},
       Ask::program,
       "NUMBER",
       {argument<&FileOrder::number>("number", Type::whole, kPlain, 1, 999)}},
      {"follow",
       Id::do_follow,
       Follow{},
       Ask::follow,
       nullptr,
       {argument<&Follow::pose>("pose", Type::six, kPose),
        optional(argument<&Follow::rotary>("rotary", Type::number, {"°", kDegrees.scale}))}},
      {"jog",
       Id::do_jog,
       Jog{},
       Ask::jog,
       nullptr,
       {{"legs", Type::legs, read_legs},
        argument<&Jog::speed>("speed", Type::number, kMillimetres, -1000, 1000)}},
      {.name = "commission",
       .help = Id::do_commission,
       .wanted = CommissionBeat{},
       .typed = nullptr,
       .role = Role::engineer},
      {"override",
       Id::do_override,
       SpeedOverride{},
       Ask::speed,
       "PERCENT",
       {argument<&SpeedOverride::share>("percent", Type::number, kPercent, 10, 100)}},
      {"relays",
       Id::do_relays,
       SetOutputs{.set_relays = true},
       Ask::outputs,
       "MASK",
       {argument<&SetOutputs::relays>("mask", Type::whole, kPlain, 0, 0xFFF)}},
      {"outputs",
       Id::do_outputs,
       SetOutputs{.set_digital = true},
       Ask::outputs,
       "MASK",
       {argument<&SetOutputs::digital>("mask", Type::whole, kPlain, 0, 0xFF)}},
      engineers({"inputs",
                 Id::do_inputs,
                 SimulationOrder{SimulationOrder::Kind::inputs},
                 {},
                 "MASK",
                 {argument<&SimulationOrder::inputs>("mask", Type::whole, kPlain, 0, 0xFF)}}),
      engineers({"payload",
                 Id::do_payload,
                 SimulationOrder{SimulationOrder::Kind::payload},
                 {},
                 "KG",
                 {argument<&SimulationOrder::payload>("kg", Type::number, {"kg"}, 0, 1e5)}}),
      engineers({"speed_of_time",
                 Id::do_speed_of_time,
                 SpeedOfTime{},
                 {},
                 nullptr,
                 {argument<&SpeedOfTime::factor>("factor", Type::number, kPlain, 0.01, 1000)}}),
      beside({.name = "cueing",
              .help = Id::do_cueing,
              .wanted = CueOrder{},
              .ask = Ask::tune,
              .typed = "KEY=VALUE…",
              .read_words = read_cueing_words}),
      beside({.name = "effect",
              .help = Id::do_effect,
              .wanted = SetEffect{},
              .ask = Ask::tune,
              .typed = "PLACE KIND [KEY=VALUE]…",
              .read_words = read_effect_words,
              .first_words = {"place", "kind"}}),
      {"manoeuvre",
       Id::do_manoeuvre,
       ManoeuvrePlan{},
       Ask::stream,
       "NAME",
       {{"name", Type::text, read_manoeuvre_name},
        optional(argument<&ManoeuvrePlan::repeat>("repeat", Type::flag))}},
      beside({"tunings", Id::do_tunings, TuningOrder{}}),
      tuning("tune", Id::do_tune, TuningOrder::Act::apply),
      tuning("save_tuning", Id::do_save_tuning, TuningOrder::Act::save),
      tuning("delete_tuning", Id::do_delete_tuning, TuningOrder::Act::remove),
      beside({"takeover", Id::do_takeover, TakeOver{}, {}, nullptr}),
  };
  return rows;
}

}  // namespace

std::span<const Action> actions() noexcept { return table(); }

const Action* find_action(std::string_view name) noexcept {
  const auto found = std::find_if(table().begin(), table().end(), [&](const Action& action) {
    return action.name == name || (!name.empty() && action.alias == name);
  });
  return found == table().end() ? nullptr : &*found;
}

bool Action::is_motion() const noexcept {
  return ask == Ask::zero || ask == Ask::raise || ask == Ask::neutral || ask == Ask::descend ||
         ask == Ask::program || ask == Ask::stream;
}

bool Action::moves_platform() const noexcept {
  return is_motion() || ask == Ask::jog || ask == Ask::follow || ask == Ask::resume || ask == Ask::give;
}

bool Action::replaces_motion() const noexcept {
  return moves_platform() && ask != Ask::resume && !std::holds_alternative<ManoeuvrePlan>(wanted);
}

bool Action::is_latch() const noexcept {
  return ask == Ask::emergency || ask == Ask::stop || ask == Ask::hold;
}

bool is_file_name(std::string_view name) noexcept {
  const auto fits = [](unsigned char c) { return std::isalnum(c) != 0 || c == '.' || c == '_' || c == '-'; };
  return !name.empty() && name.size() <= 64 && name.front() != '.' &&
         std::all_of(name.begin(), name.end(), fits);
}

bool is_manoeuvre_name(std::string_view name) noexcept {
  return is_file_name(name) && name.ends_with(".csv");
}
bool is_tuning_name(std::string_view name) noexcept { return is_file_name(name) && name != kTuningInForce; }

FormulaOrder FormulaPlan::view() const {
  FormulaOrder order{.axes = {}, .duration = duration};
  std::copy(formulas.begin(), formulas.end(), order.axes.begin());
  return order;
}

}  // namespace hexad::inline operation
