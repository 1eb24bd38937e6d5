#include "protocols/darren/view.hpp"

#include <algorithm>
#include <cmath>

#include "protocols/axis_units.hpp"

namespace hexad::protocols::darren {
namespace {

// Standing at neutral as closely as a motion there is told to arrive.
bool is_at_neutral(const Pose& pose) noexcept {
  return pose.position.norm() <= 0.5 * kMillimetre && rotation_vector(pose.rotation).norm() <= 0.05 * kDegree;
}

// By what is commanded, and by what is measured with room for the noise of a standing leg.
bool is_moving(const Telemetry& telemetry) noexcept {
  if (telemetry.setpoint.velocity.cwiseAbs().maxCoeff() > 0.1 * kMillimetre) return true;
  return std::any_of(telemetry.feedback.legs.begin(), telemetry.feedback.legs.end(),
                     [](const LegFeedback& leg) { return std::abs(leg.velocity) > 1.0 * kMillimetre; });
}

}  // namespace

StatusWord status_word(const Telemetry& telemetry) noexcept {
  // Lifecycle rule 22: what slows down shows what is being stopped.
  switch (telemetry.state == State::stopping ? telemetry.before : telemetry.state) {
    case State::init:
      return StatusWord::init;
    case State::powered_up:
      return StatusWord::powered_up;
    case State::zeroing:
      return StatusWord::zeroing;
    case State::origin:
      return StatusWord::origin;
    case State::ascending:
      return StatusWord::ascend;
    case State::ready:
      return is_at_neutral(telemetry.commanded.pose) ? StatusWord::neutral : StatusWord::holding;
    case State::running:
    case State::stopping:
      return StatusWord::running;
    case State::to_neutral:
      return StatusWord::to_neutral;
    case State::holding:
      return StatusWord::holding;
    case State::descending:
      return StatusWord::descending;
    case State::manual:
      return StatusWord::maintenance;
    case State::fault:
      return StatusWord::fault;
    case State::emergency:
      return StatusWord::emergency;
  }
  return StatusWord::init;
}

StatusFrame status_of(const Telemetry& telemetry, const Machine& machine,
                      const AxisConvention& convention) noexcept {
  StatusFrame status;
  status.state = status_word(telemetry);
  status.moving = is_moving(telemetry);
  status.inputs = telemetry.feedback.inputs;
  status.outputs = telemetry.setpoint.outputs;
  status.error = static_cast<std::uint32_t>(telemetry.code);
  if (telemetry.state == State::emergency) {
    status.error = static_cast<std::uint32_t>(HardwareCode::emergency_stop);
  }
  status.pose = actual_pose<float>(telemetry, machine, convention);
  for (std::size_t i = 0; i < machine.geometry.legs; ++i) {
    const LegFeedback& leg = telemetry.feedback.legs[i];
    status.actuators[i] = static_cast<float>((leg.extension - 0.5 * machine.geometry.stroke) / kMillimetre);
    status.drive_errors[i] = leg.error;
    status.torque[i] = static_cast<float>(leg.torque);
  }
  return status;
}

}  // namespace hexad::protocols::darren
