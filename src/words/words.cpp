#include "words/words.hpp"

#include "lifecycle/transitions.hpp"

namespace hexad::runtime::console {
namespace {

constexpr std::array<std::string_view, kRefusals> kRefusalNames{"",
                                                                "initialising",
                                                                "emergency",
                                                                "fault",
                                                                "not_enabled",
                                                                "barred",
                                                                "disarmed",
                                                                "paused",
                                                                "moving",
                                                                "other_driver",
                                                                "other_driver_paused",
                                                                "not_zeroed",
                                                                "at_bottom",
                                                                "out_of_reach",
                                                                "not_finite",
                                                                "no_such_axis",
                                                                "bad_program",
                                                                "nothing_to_do",
                                                                "shutting_down",
                                                                "calibration",
                                                                "held_by_other",
                                                                "operators_only",
                                                                "too_old",
                                                                "already_neutral",
                                                                "already_down",
                                                                "already_held",
                                                                "already_taken",
                                                                "nothing_moves",
                                                                "nothing_held",
                                                                "nothing_to_reset"};
static_assert(static_cast<std::size_t>(Refusal::nothing_to_reset) + 1 == kRefusals);

constexpr std::array<std::string_view, kLimits> kLimitNames{
    "none",         "leg_upper",   "leg_lower",     "leg_velocity",      "leg_acceleration", "leg_jerk",
    "axis_upper",   "axis_lower",  "axis_velocity", "axis_acceleration", "axis_jerk",        "rotation_angle",
    "joint_angle",  "singularity", "force",         "frame_limit",       "stop_distance",    "clock_slip",
    "motor_torque", "torque_rms",  "motor_speed"};
static_assert(static_cast<std::size_t>(Limit::motor_speed) + 1 == kLimits);

constexpr std::array<std::string_view, kFaultKinds> kFaultNames{
    "none",       "following_error",  "encoder_jump", "forward_lost",  "frame_twist",      "drive_error",
    "drive_link", "no_licence",       "servo_off",    "leg_upper_end", "leg_lower_end",    "leg_over_speed",
    "singular",   "over_temperature", "supply_sag",   "host_timeout",  "setpoint_rejected"};
static_assert(static_cast<std::size_t>(FaultKind::setpoint_rejected) + 1 == kFaultKinds);

}  // namespace

std::string_view name_of(Refusal refusal) noexcept {
  return kRefusalNames[static_cast<std::size_t>(refusal)];
}
std::string_view name_of(Limit limit) noexcept { return kLimitNames[static_cast<std::size_t>(limit)]; }
std::string_view name_of(FaultKind kind) noexcept { return kFaultNames[static_cast<std::size_t>(kind)]; }

std::span<const std::string_view> transition_causes() noexcept {
  static const auto causes = [] {
    std::array<std::string_view, lifecycle::kTriggers> names{};
    for (std::size_t i = 0; i < names.size(); ++i)
      names[i] = lifecycle::to_string(static_cast<lifecycle::Trigger>(i));
    return names;
  }();
  return causes;
}

}  // namespace hexad::runtime::console
