#pragma once
// What can go wrong with the machine, and the number hosts know it by.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "model/refusal.hpp"

namespace hexad::inline model {

/// The hardware codes of the mdof manual (decimal table of its 2026 edition), shared by all protocols.
enum class HardwareCode : std::uint8_t {
  none = 0,
  no_licence = 1,
  communication = 16,
  network_down = 17,
  axis_upper_first = 161,  ///< then lower, two an axis, X Y Z RX RY RZ: 161…172
  axis_speed_first = 173,  ///< one an axis: 173…178
  actuator_upper = 179,
  actuator_lower = 180,
  actuator_speed = 181,
  servo_error = 192,
  servo_off = 193,
  not_zeroed = 194,
  emergency_stop = 195
};

enum class FaultKind : std::uint8_t {
  none,
  following_error,
  encoder_jump,
  forward_lost,  ///< forward kinematics failed five times in a row
  frame_twist,   ///< four legs that contradict each other by more than 1 mm
  drive_error,
  drive_link,
  no_licence,
  servo_off,
  leg_upper_end,
  leg_lower_end,
  leg_over_speed,
  singular,
  over_temperature,
  supply_sag,
  host_timeout,       ///< only where a contract says that silence is a fault
  setpoint_rejected,  ///< the core's own last check refused what it was about to send
  brake_slipped,      ///< a leg moved after its brake had closed and its drive was off
  homing_failed,      ///< a leg does not find its lower end, or no longer knows it
  controller_fault,   ///< the controller behind a gateway is in a fault; value = its hardware code
  controller_stopped  ///< … stopped following by itself, or does not do what it is asked for
};
inline constexpr std::size_t kFaultKinds = 21;
inline constexpr std::string_view kEmergencyStop = "emergency_stop";  ///< where a fault would be named

struct Fault {
  FaultKind kind = FaultKind::none;
  std::uint8_t leg = 0xFF;  ///< 0xFF = no leg in particular
  double value = 0.0;
  double bound = 0.0;

  explicit operator bool() const noexcept { return kind != FaultKind::none; }
};

HardwareCode code_of(const Fault& fault) noexcept;
/// What a host that knows numbers alone is told; none where its protocol has words of its own.
HardwareCode code_of(Refusal refusal) noexcept;
/// Its name, as in the sources: what it is called is in the table of messages.
std::string_view to_string(FaultKind kind) noexcept;

}  // namespace hexad::inline model
