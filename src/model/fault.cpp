#include "model/fault.hpp"

namespace hexad::inline model {

HardwareCode code_of(const Fault& fault) noexcept {
  switch (fault.kind) {
    case FaultKind::none:
      return HardwareCode::none;
    case FaultKind::no_licence:
      return HardwareCode::no_licence;
    case FaultKind::drive_link:
      return HardwareCode::communication;
    case FaultKind::host_timeout:
      return HardwareCode::network_down;
    case FaultKind::servo_off:
    case FaultKind::controller_stopped:
      return HardwareCode::servo_off;
    case FaultKind::leg_upper_end:
    case FaultKind::singular:
      return HardwareCode::actuator_upper;
    case FaultKind::leg_lower_end:
      return HardwareCode::actuator_lower;
    case FaultKind::leg_over_speed:
      return HardwareCode::actuator_speed;
    case FaultKind::controller_fault:  // what it is called there, it is called here
      return static_cast<HardwareCode>(static_cast<std::uint8_t>(fault.value));
    case FaultKind::following_error:
    case FaultKind::encoder_jump:
    case FaultKind::forward_lost:
    case FaultKind::frame_twist:
    case FaultKind::drive_error:
    case FaultKind::over_temperature:
    case FaultKind::supply_sag:
    case FaultKind::setpoint_rejected:
    case FaultKind::brake_slipped:
    case FaultKind::homing_failed:
      return HardwareCode::servo_error;
  }
  return HardwareCode::servo_error;
}

HardwareCode code_of(Refusal refusal) noexcept {
  switch (refusal) {
    case Refusal::emergency:
      return HardwareCode::emergency_stop;
    case Refusal::not_zeroed:
      return HardwareCode::not_zeroed;
    // Lifecycle rule 20: no "busy", which clients wait out: somebody at the platform has to do something.
    case Refusal::barred:
    case Refusal::not_enabled:
    case Refusal::drives_missing:
    case Refusal::calibration:
    case Refusal::held_by_other:
    case Refusal::operators_only:
    case Refusal::prepared_only:
      return HardwareCode::servo_off;
    default:
      return HardwareCode::none;
  }
}

}  // namespace hexad::inline model
