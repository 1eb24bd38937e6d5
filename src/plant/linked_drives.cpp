#include "plant/linked_drives.hpp"

namespace hexad::plant {
namespace {

constexpr double kSeeks = 0.9;  // a limit below this share of the peak torque: the end stop is expected

Settings with_commanded_brakes(Settings settings) noexcept {
  settings.brakes = Brakes::commanded;
  return settings;
}

hexad_leg_feedback leg_of(const LegFeedback& leg) noexcept {
  const std::uint32_t flags =
      (leg.enabled ? HEXAD_LEG_ENABLED : 0u) | (leg.homed ? HEXAD_LEG_HOMED : 0u) |
      (leg.upper_switch ? HEXAD_LEG_UPPER_SWITCH : 0u) | (leg.lower_switch ? HEXAD_LEG_LOWER_SWITCH : 0u) |
      (leg.over_temperature ? HEXAD_LEG_HOT : 0u) | (leg.brake_closed ? HEXAD_LEG_BRAKE_CLOSED : 0u);
  return {leg.extension, leg.velocity, leg.torque, leg.current, leg.voltage, leg.error, flags};
}

}  // namespace

LinkedDrives::LinkedDrives(const Machine& truth, Settings settings, hexad_block& block) noexcept
    : peak_torque_{gear_of(truth, settings).peak_torque},
      drives_{truth, with_commanded_brakes(settings)},
      block_{block} {
  hexad_servo_start(&servo_, &block);
}

hexad_servo_inputs LinkedDrives::reported() const noexcept {
  const Feedback& feedback = drives_.feedback();
  hexad_servo_inputs inputs{};
  for (std::size_t i = 0; i < kMaxLegs; ++i) inputs.leg[i] = leg_of(feedback.legs[i]);
  inputs.rotary = feedback.rotary;
  inputs.inputs = feedback.inputs;
  inputs.emergency = feedback.emergency_button ? 1 : 0;
  inputs.no_supply = feedback.supply ? 0 : 1;
  inputs.simulated = 1;
  return inputs;
}

Setpoint LinkedDrives::told() const noexcept {
  const hexad_bridge& bridge = servo_.bridge;
  Setpoint setpoint;
  bool seeks = false;
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    const auto leg = static_cast<Eigen::Index>(i);
    setpoint.extension[leg] = bridge.leg[i].position;
    setpoint.velocity[leg] = bridge.leg[i].velocity;
    setpoint.acceleration[leg] = bridge.leg[i].acceleration;
    const double up = bridge.leg[i].torque_limit;
    const double down = bridge.leg[i].torque_limit_down;
    const bool limited = up > 0.0 && up < kSeeks * peak_torque_;
    if (limited) setpoint.torque_limit[leg] = up;
    seeks = seeks || (down > 0.0 && down < kSeeks * (limited ? up : peak_torque_));
  }
  setpoint.seek_bottom = seeks;
  setpoint.rotary = bridge.rotary;
  setpoint.enable = bridge.enable != 0;
  setpoint.home = bridge.homing != 0;
  setpoint.reset = servo_.reset != 0;
  setpoint.relays = static_cast<std::uint16_t>(bridge.relays);
  setpoint.outputs = static_cast<std::uint8_t>(bridge.outputs);
  return setpoint;
}

void LinkedDrives::step(std::int64_t now_ns, double dt, bool mute) noexcept {
  const hexad_servo_inputs inputs = reported();
  if (servo_.bridge.phase == HEXAD_BRIDGE_OFF) servo_.bridge.rotary = inputs.rotary;
  hexad_command command;
  if (mute && hexad_read_command(&block_, &command) != 0) hexad_write_command(&unheard_, &command);
  hexad_servo_step(&servo_, mute ? &unheard_ : &block_, &inputs, now_ns, dt);
  drives_.command_brakes(servo_.bridge.brakes_open != 0);
  drives_.exchange(told(), TimePoint{Duration{now_ns}}, from_seconds(dt));
}

void LinkedDrives::stall(std::int64_t now_ns, double dt) noexcept {
  drives_.coast(TimePoint{Duration{now_ns}}, from_seconds(dt));
}

}  // namespace hexad::plant
