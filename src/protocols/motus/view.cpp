#include "protocols/motus/view.hpp"

#include "protocols/axis_units.hpp"

namespace hexad::protocols::motus {
namespace {

DofStatus of_program(ProgramKind program) noexcept {
  switch (program) {
    case ProgramKind::none:  // running for a host whose first pose is still to come
    case ProgramKind::follow_pose:
    case ProgramKind::follow_legs:
    case ProgramKind::cueing:
      return DofStatus::following;
    case ProgramKind::file:
      return DofStatus::script;
    default:
      return DofStatus::instructed;
  }
}

DofStatus of_ready(const Telemetry& telemetry, const StatusForm& form) noexcept {
  if (telemetry.arrived_by == ArrivedBy::to_neutral) return form.neutral;
  if (telemetry.arrived_by != ArrivedBy::program_end) return DofStatus::risen;
  if (telemetry.program == ProgramKind::file) return DofStatus::script_done;
  return telemetry.program == ProgramKind::point_to_point ? DofStatus::instructed : DofStatus::risen;
}

DofStatus of_state(State state, const Telemetry& telemetry, const StatusForm& form) noexcept {
  switch (state) {
    case State::init:
    case State::powered_up:
      return DofStatus::initialised;
    case State::zeroing:
      return DofStatus::zeroing;
    case State::origin:
      return telemetry.arrived_by == ArrivedBy::descending ? DofStatus::descended : form.zeroed;
    case State::ascending:
      return DofStatus::rising;
    case State::ready:
      return of_ready(telemetry, form);
    case State::running:
      return of_program(telemetry.program);
    case State::to_neutral:
      return DofStatus::to_neutral;
    case State::descending:
      return DofStatus::descending;
    case State::manual:
      return DofStatus::manual;
    case State::fault:
    case State::emergency:
      return DofStatus::stopped;
    case State::stopping:
    case State::holding:
      break;
  }
  return DofStatus::initialised;
}

std::uint8_t state1_of(const Telemetry& telemetry) noexcept {
  const bool slowed = telemetry.state == State::stopping || telemetry.state == State::holding;
  switch (slowed ? telemetry.before : telemetry.state) {
    case State::init:
    case State::powered_up:
    case State::origin:
      return 55;
    case State::zeroing:
    case State::ascending:
    case State::descending:
    case State::to_neutral:
      return 1;
    case State::ready:
      return telemetry.at_neutral ? 2 : 3;
    case State::manual:
      return 0;
    case State::emergency:
      return 254;
    case State::fault:
      return 255;
    default:
      return 3;
  }
}

}  // namespace

DofStatus dof_status(const Telemetry& telemetry, const StatusForm& form) noexcept {
  // What slows down or is frozen still shows what it was.
  const bool slowed = telemetry.state == State::stopping || telemetry.state == State::holding;
  return of_state(slowed ? telemetry.before : telemetry.state, telemetry, form);
}

StatusFrame status_of(const Telemetry& telemetry, const Machine& machine, const AxisConvention& convention,
                      const StatusForm& form) noexcept {
  StatusFrame status;
  status.state = dof_status(telemetry, form);
  status.inputs = telemetry.feedback.inputs;
  status.pose = actual_pose<float>(telemetry, machine, convention, in_metres(form.unit));
  const double pulses_a_metre = kPulsesARevolution * machine.drive.belt_ratio / machine.drive.screw_lead;
  for (std::size_t i = 0; i < machine.geometry.legs; ++i) {
    const LegFeedback& leg = telemetry.feedback.legs[i];
    const double length = machine.geometry.retracted[static_cast<Eigen::Index>(i)] + leg.extension;
    status.motor_codes[i] =
        static_cast<float>(form.motor_code == MotorCode::length ? length : leg.extension * pulses_a_metre);
    status.torque[i] = static_cast<float>(leg.torque);
    const bool concerned = telemetry.fault.leg == i || telemetry.fault.leg >= machine.geometry.legs;
    if (telemetry.state == State::fault && concerned) status.errors[i] = static_cast<float>(telemetry.code);
  }
  status.time = static_cast<std::uint32_t>(
      static_cast<std::uint64_t>(telemetry.time.time_since_epoch().count()) / 1'000'000U);
  return status;
}

StatusFrame1 status1_of(const Telemetry& telemetry, const Machine& machine, const AxisConvention& convention,
                        const StatusForm& form, const Generation1& generation) noexcept {
  StatusForm own = form;
  own.unit = generation.unit;
  return to_generation1(state1_of(telemetry), status_of(telemetry, machine, convention, own), generation);
}

}  // namespace hexad::protocols::motus
