#include "protocols/motus/status.hpp"

#include "protocols/axis_units.hpp"
#include "protocols/both_ways.hpp"

namespace hexad::protocols::motus {
namespace {

using wire::get;
using wire::set;

template <class Way, class Status>
void copy_status(const Way& way, Status& status) noexcept {
  way.template field<"DOFStatus">(status.state);
  way.template field<"DI">(status.inputs);
  way.template field<"Attitudes">(status.pose);
  way.template field<"ErrorCode">(status.errors);
  way.template field<"MotorCode">(status.motor_codes);
  way.template field<"Tor">(status.torque);
  way.template field<"Version">(status.version);
  way.template field<"Time">(status.time);
}

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

}  // namespace

double in_metres(TranslationUnit unit) noexcept { return unit == TranslationUnit::metre ? 1.0 : kMillimetre; }

StatusBytes encode(const StatusFrame& status) noexcept {
  StatusBytes bytes{};
  set<kStatus, "ID">(bytes, kFrameId);
  copy_status(ToBytes<kStatus>{bytes}, status);
  return bytes;
}

Result<StatusFrame, Problem> decode_status(std::span<const std::byte> bytes) noexcept {
  if (bytes.size() != kStatusSize) return Failure{Problem::size};
  const auto frame = bytes.first<kStatusSize>();
  if (get<kStatus, "ID">(frame) != kFrameId) return Failure{Problem::id};
  StatusFrame status;
  copy_status(FromBytes<kStatus>{frame}, status);
  return status;
}

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

std::string_view to_string(DofStatus status) noexcept {
  const std::string_view words = name_of(kStateWords, static_cast<std::uint32_t>(status));
  return words.empty() ? "unknown" : words;
}

void describe(const StatusFrame& status, wire::TextWriter& out) noexcept {
  out.text("status ").integer(static_cast<std::int64_t>(status.state)).text(" (");
  out.text(to_string(status.state)).text("), DI ").integer(status.inputs).text(", pose");
  for (const float value : status.pose) out.text(" ").shortest(value);
  for (std::size_t i = 0; i < status.errors.size(); ++i) {
    if (status.errors[i] == 0.0F) continue;
    out.text(", error ")
        .shortest(status.errors[i])
        .text(" of leg ")
        .integer(static_cast<std::int64_t>(i + 1));
  }
  out.text(", version ").integer(status.version >> 16U & 0xFFU).text(".");
  out.integer(status.version >> 8U & 0xFFU).text(".").integer(status.version & 0xFFU);
  out.text(", ").integer(status.time).text(" ms");
}

}  // namespace hexad::protocols::motus
