#include "model/messages.hpp"
#include "messages/say.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace hexad::inline model {
namespace {

using messages::Id;
using messages::Number;
using messages::say;
using messages::Unit;

constexpr std::array<std::string_view, kRefusals> kRefusalNames{
    "none",          "initialising",  "emergency",
    "fault",         "not_enabled",   "drives_missing",
    "barred",        "disarmed",      "paused",
    "moving",        "other_driver",  "other_driver_paused",
    "not_zeroed",    "at_bottom",     "not_raised",
    "out_of_reach",  "not_finite",    "no_such_axis",
    "bad_program",   "nothing_to_do", "shutting_down",
    "calibration",   "held_by_other", "operators_only",
    "prepared_only", "too_old",       "already_neutral",
    "already_down",  "already_held",  "already_taken",
    "nothing_moves", "nothing_held",  "nothing_to_reset"};
static_assert(static_cast<std::size_t>(Refusal::nothing_to_reset) + 1 == kRefusals);

constexpr std::array<std::string_view, kLimits> kLimitNames{
    "none",         "leg_upper",   "leg_lower",     "leg_velocity",      "leg_acceleration", "leg_jerk",
    "axis_upper",   "axis_lower",  "axis_velocity", "axis_acceleration", "axis_jerk",        "rotation_angle",
    "joint_angle",  "singularity", "force",         "frame_limit",       "stop_distance",    "clock_slip",
    "motor_torque", "torque_rms",  "motor_speed"};

constexpr std::array<std::string_view, kFaultKinds> kFaultNames{
    "none",          "following_error",   "encoder_jump",
    "forward_lost",  "frame_twist",       "drive_error",
    "drive_link",    "no_licence",        "servo_off",
    "leg_upper_end", "leg_lower_end",     "leg_over_speed",
    "singular",      "over_temperature",  "supply_sag",
    "host_timeout",  "setpoint_rejected", "brake_slipped",
    "homing_failed", "controller_fault",  "controller_stopped"};

constexpr std::array<std::string_view, kOutcomes> kOutcomeNames{
    "accepted", "done",          "stopped",    "paused",  "resumed",
    "refused",  "limit_reached", "not_finite", "faulted", "emergency"};

template <class Enum>
constexpr Id nth(Id first, Enum value) noexcept {
  return static_cast<Id>(static_cast<std::size_t>(first) + static_cast<std::size_t>(value));
}

/// The rows from `first` on are `group`_`name`, one after the other.
template <std::size_t N>
constexpr bool are_rows(Id first, std::string_view group, const std::array<std::string_view, N>& names) {
  for (std::size_t i = 0; i < N; ++i) {
    const std::string_view id = messages::row_of(nth(first, i)).id;
    if (id.size() != group.size() + 1 + names[i].size() || !id.starts_with(group) || !id.ends_with(names[i]))
      return false;
  }
  return true;
}
static_assert(are_rows(Id::refusal_none, "refusal", kRefusalNames));
static_assert(are_rows(Id::why_none, "why", kRefusalNames));
static_assert(are_rows(Id::todo_none, "todo", kRefusalNames));
static_assert(are_rows(Id::limit_none, "limit", kLimitNames));
static_assert(are_rows(Id::fault_none, "fault", kFaultNames));
static_assert(are_rows(Id::fault_cause_none, "fault_cause", kFaultNames));
static_assert(are_rows(Id::fault_did_none, "fault_did", kFaultNames));
static_assert(are_rows(Id::fault_recover_none, "fault_recover", kFaultNames));
static_assert(are_rows(Id::outcome_accepted, "outcome", kOutcomeNames));
static_assert(nth(Id::state_init, State::emergency) == Id::state_emergency);
static_assert(nth(Id::axis_sway, Axis::yaw) == Id::axis_yaw);

/// The row of a group whose English words these are.
Id row_that_says(std::string_view words, Id first, Id last) noexcept {
  for (Id id = first; id <= last; id = nth(id, 1))
    if (!words.empty() && messages::row_of(id).english == words) return id;
  return Id::nothing;
}

/// As many digits as it takes to see that the value is not the bound.
Number beside(double value, double bound, Unit unit) noexcept {
  const double factor = messages::info_of(unit).factor;
  const double shown = value * factor;
  for (double digits = 1e1; digits < 1e7; digits *= 10.0) {
    const double rounded = std::round(shown * digits) / digits + 0.0;
    if (std::abs(shown) * digits >= 1e3 && std::abs(rounded - bound * factor) > 0.5 / digits)
      return {rounded, unit};
  }
  return {messages::tidy(shown), unit};
}
Number shown(double value, Unit unit) noexcept { return {messages::shown_in(unit, value), unit}; }

}  // namespace

std::string_view to_string(Refusal refusal) noexcept {
  return kRefusalNames[static_cast<std::size_t>(refusal)];
}
std::string_view to_string(Limit limit) noexcept { return kLimitNames[static_cast<std::size_t>(limit)]; }
std::string_view to_string(FaultKind kind) noexcept { return kFaultNames[static_cast<std::size_t>(kind)]; }
std::string_view to_string(Outcome outcome) noexcept {
  return kOutcomeNames[static_cast<std::size_t>(outcome)];
}

Id id_of(Refusal refusal) noexcept { return nth(Id::refusal_none, refusal); }
Id id_of(Limit limit) noexcept { return nth(Id::limit_none, limit); }
Id id_of(FaultKind kind) noexcept { return nth(Id::fault_none, kind); }
Id id_of(State state) noexcept { return nth(Id::state_init, state); }
Id id_of(Outcome outcome) noexcept { return nth(Id::outcome_accepted, outcome); }
Id id_of(Axis axis) noexcept { return nth(Id::axis_sway, axis); }
std::string_view name_of(Axis axis) noexcept { return messages::row_of(id_of(axis)).english; }

Id id_of_cause(std::string_view cause) noexcept {
  return row_that_says(cause, Id::cause_self_test_passed, Id::cause_left_at_neutral);
}
Id id_of_drop(std::string_view reason) noexcept {
  return row_that_says(reason, Id::drop_another_drives, Id::unreadable_legs);
}

bool is_unreadable(Id drop) noexcept { return drop >= Id::unreadable_size && drop <= Id::unreadable_legs; }

LimitPlace place_of(Limit limit) noexcept {
  switch (limit) {
    case Limit::leg_upper:
    case Limit::leg_lower:
    case Limit::leg_velocity:
    case Limit::leg_acceleration:
    case Limit::leg_jerk:
    case Limit::joint_angle:
    case Limit::force:
    case Limit::motor_torque:
    case Limit::torque_rms:
    case Limit::motor_speed:
      return LimitPlace::leg;
    case Limit::axis_upper:
    case Limit::axis_lower:
    case Limit::axis_velocity:
    case Limit::axis_acceleration:
    case Limit::axis_jerk:
    case Limit::frame_limit:
      return LimitPlace::axis;
    default:
      return LimitPlace::whole;
  }
}

Unit unit_of(const LimitHit& hit) noexcept {
  const bool turns = hit.index >= 3;
  switch (hit.limit) {
    case Limit::leg_upper:
    case Limit::leg_lower:
    case Limit::stop_distance:
      return Unit::mm;
    case Limit::leg_velocity:
      return Unit::mm_s;
    case Limit::leg_acceleration:
      return Unit::mm_s2;
    case Limit::leg_jerk:
      return Unit::mm_s3;
    case Limit::axis_upper:
    case Limit::axis_lower:
    case Limit::frame_limit:
      return turns ? Unit::deg : Unit::mm;
    case Limit::axis_velocity:
      return turns ? Unit::deg_s : Unit::mm_s;
    case Limit::axis_acceleration:
      return turns ? Unit::deg_s2 : Unit::mm_s2;
    case Limit::axis_jerk:
      return turns ? Unit::deg_s3 : Unit::mm_s3;
    case Limit::rotation_angle:
    case Limit::joint_angle:
      return Unit::deg;
    case Limit::force:
      return Unit::kN;
    case Limit::motor_torque:
    case Limit::torque_rms:
      return Unit::Nm;
    case Limit::motor_speed:
      return Unit::rpm;
    case Limit::none:
    case Limit::singularity:
    case Limit::clock_slip:
      return Unit::none;
  }
  return Unit::none;
}

Unit unit_of(FaultKind kind) noexcept {
  switch (kind) {
    case FaultKind::following_error:
    case FaultKind::encoder_jump:
    case FaultKind::frame_twist:
    case FaultKind::leg_upper_end:
    case FaultKind::leg_lower_end:
    case FaultKind::brake_slipped:
      return Unit::mm;
    case FaultKind::leg_over_speed:
      return Unit::mm_s;
    case FaultKind::host_timeout:
      return Unit::s;
    default:
      return Unit::none;
  }
}

messages::Message message_of(const LimitHit& hit) {
  if (!hit) return {};
  const Unit unit = unit_of(hit);
  const Number asked = beside(hit.value, hit.bound, unit);
  const Number allowed = shown(hit.bound, unit);
  if (hit.limit == Limit::clock_slip) return id_of(hit.limit);
  switch (place_of(hit.limit)) {
    case LimitPlace::leg:
      return say<Id::limit_at_leg>(hit.index + 1, id_of(hit.limit), asked, allowed);
    case LimitPlace::axis:
      return say<Id::limit_at_axis>(id_of(static_cast<Axis>(std::min<int>(hit.index, kAxes - 1))),
                                    id_of(hit.limit), asked, allowed);
    case LimitPlace::whole:
      break;
  }
  return say<Id::limit_at_whole>(id_of(hit.limit), asked, allowed);
}

messages::Message place_and_limit(const LimitHit& hit) {
  switch (place_of(hit.limit)) {
    case LimitPlace::leg:
      return say<Id::limit_of_leg>(hit.index + 1, id_of(hit.limit));
    case LimitPlace::axis:
      return say<Id::limit_of_axis>(id_of(static_cast<Axis>(std::min<int>(hit.index, kAxes - 1))),
                                    id_of(hit.limit));
    case LimitPlace::whole:
      break;
  }
  return id_of(hit.limit);
}

messages::Message message_of(const Fault& fault) {
  if (!fault) return Id::fault_emergency_stop;
  messages::Message message{id_of(fault.kind)};
  if (fault.leg != 0xFF) message = say<Id::fault_leg>(message, fault.leg + 1);
  if (fault.kind == FaultKind::drive_error) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string code = "0x";
    for (int shift = 12; shift >= 0; shift -= 4)
      code += kDigits[static_cast<std::uint32_t>(fault.value) >> shift & 0xF];
    return say<Id::fault_drive_code>(message, code);
  }
  if (fault.kind == FaultKind::controller_fault)
    return say<Id::fault_far_code>(message, static_cast<int>(fault.value));
  if (fault.value == 0.0 && fault.bound == 0.0) return message;
  const Unit unit = unit_of(fault.kind);
  return say<Id::fault_value>(message, beside(fault.value, fault.bound, unit), shown(fault.bound, unit));
}

}  // namespace hexad::inline model
