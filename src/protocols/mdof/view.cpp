// The platform's one life in the words of this protocol: the mdof columns of the state table, and the codes
// of what can happen to a motion.

#include "protocols/mdof/view.hpp"
#include "protocols/axis_units.hpp"

namespace hexad::protocols::mdof {
namespace {

constexpr int kFirstAxisLimit = static_cast<int>(HardwareCode::axis_upper_first);
constexpr int kFirstAxisSpeed = static_cast<int>(HardwareCode::axis_speed_first);

bool is_connected(const Telemetry& telemetry) noexcept {
  if (telemetry.state == State::init) return false;
  return !(telemetry.state == State::fault && telemetry.fault.kind == FaultKind::drive_link);
}

bool is_zeroed(const Telemetry& telemetry) noexcept {
  switch (telemetry.state) {
    case State::init:
    case State::zeroing:
    case State::emergency:
      return false;
    default:
      return telemetry.zeroed;  // powered up too: a reset may keep the zero (lifecycle rule 18)
  }
}

bool is_moving(const Telemetry& telemetry) noexcept {
  switch (telemetry.state) {
    case State::init:
    case State::powered_up:
    case State::fault:
    case State::emergency:
      return false;
    case State::origin:
    case State::ready:
      return telemetry.moving;
    default:
      return true;
  }
}

int error_of(const Telemetry& telemetry) noexcept {
  if (telemetry.state == State::emergency) return static_cast<int>(HardwareCode::emergency_stop);
  return static_cast<int>(telemetry.code);
}

int code_of_refusal(const Answer& answer) noexcept {
  switch (answer.refusal) {
    case Refusal::paused:
    case Refusal::other_driver_paused:
      return static_cast<int>(Code::refused_while_paused);
    case Refusal::moving:
    case Refusal::other_driver:
    case Refusal::disarmed:
    case Refusal::initialising:
    case Refusal::shutting_down:
      return static_cast<int>(Code::moving);
    case Refusal::out_of_reach:
      return code_of(answer.hit);
    case Refusal::no_such_axis:
    case Refusal::bad_program:
      return static_cast<int>(Code::bad_request);
    default:
      break;
  }
  const HardwareCode code = answer.code != HardwareCode::none ? answer.code : model::code_of(answer.refusal);
  return code != HardwareCode::none ? static_cast<int>(code) : static_cast<int>(Code::motion_error);
}

}  // namespace

Snapshot snapshot_of(const Telemetry& telemetry, const Machine& machine,
                     const AxisConvention& convention) noexcept {
  Snapshot view;
  view.connected = is_connected(telemetry);
  view.zeroed = is_zeroed(telemetry);
  view.moving = is_moving(telemetry);
  view.error = error_of(telemetry);
  view.position = actual_pose<double>(telemetry, machine, convention);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto axis = static_cast<Eigen::Index>(i);
    view.velocity[i] = telemetry.actual_velocity.linear[axis] / kMillimetre;
    view.velocity[i + 3] = telemetry.actual_velocity.angular[axis] / kDegree;
  }
  for (std::size_t i = 0; i < machine.geometry.legs; ++i) {
    const LegFeedback& leg = telemetry.feedback.legs[i];
    view.actuator_position[i] = leg.extension / kMillimetre;
    view.actuator_velocity[i] = leg.velocity / kMillimetre;
    view.torque[i] = leg.torque;
    view.current[i] = leg.current;
    view.voltage[i] = leg.voltage;
  }
  return view;
}

int code_of(const LimitHit& hit) noexcept {
  switch (hit.limit) {
    case Limit::axis_upper:
      return kFirstAxisLimit + 2 * hit.index;
    case Limit::axis_lower:
      return kFirstAxisLimit + 2 * hit.index + 1;
    case Limit::frame_limit:
      return kFirstAxisLimit + 2 * hit.index + (hit.value < 0.0 ? 1 : 0);
    case Limit::axis_velocity:
    case Limit::axis_acceleration:
    case Limit::axis_jerk:
      return kFirstAxisSpeed + hit.index;
    case Limit::leg_lower:
      return static_cast<int>(HardwareCode::actuator_lower);
    case Limit::leg_upper:
    case Limit::rotation_angle:
    case Limit::joint_angle:
    case Limit::singularity:
    case Limit::stop_distance:
      return static_cast<int>(HardwareCode::actuator_upper);
    case Limit::leg_velocity:
    case Limit::leg_acceleration:
    case Limit::leg_jerk:
    case Limit::motor_speed:
      return static_cast<int>(HardwareCode::actuator_speed);
    case Limit::none:
    case Limit::force:
    case Limit::motor_torque:
    case Limit::torque_rms:
    case Limit::clock_slip:
      break;
  }
  return static_cast<int>(Code::motion_error);
}

std::optional<int> code_of(const Answer& answer) noexcept {
  switch (answer.outcome) {
    case Outcome::accepted:
      return std::nullopt;
    case Outcome::done:
      return static_cast<int>(Code::done);
    case Outcome::stopped:
      return static_cast<int>(Code::stopped);
    case Outcome::paused:
      return static_cast<int>(Code::paused);
    case Outcome::resumed:
      return static_cast<int>(Code::resumed);
    case Outcome::refused:
      return code_of_refusal(answer);
    case Outcome::limit_reached:
      return code_of(answer.hit);
    case Outcome::faulted:
      if (answer.code != HardwareCode::none) return static_cast<int>(answer.code);
      break;
    case Outcome::emergency:
      return static_cast<int>(HardwareCode::emergency_stop);
    case Outcome::not_finite:
      break;
  }
  return static_cast<int>(Code::motion_error);
}

}  // namespace hexad::protocols::mdof
