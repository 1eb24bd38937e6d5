#include "protocols/darren/status.hpp"

#include <algorithm>
#include <cmath>

#include "base/units.hpp"

namespace hexad::protocols::darren {
namespace {

using wire::get;
using wire::set;

constexpr std::uint32_t kAckId = 11;
constexpr std::uint32_t kNackId = 12;
constexpr std::uint32_t kStatusId = 200;

StatusFrame decode_status(std::span<const std::byte, kFrameSize> bytes) noexcept {
  StatusFrame status;
  status.sequence = get<kStatus, "sequence">(bytes);
  status.state = static_cast<StatusWord>(get<kStatus, "status word">(bytes));
  status.moving = get<kStatus, "motion state">(bytes) != 0;
  const std::uint16_t io = get<kStatus, "I/O">(bytes);
  status.inputs = static_cast<std::uint8_t>(io & 0xFFU);
  status.outputs = static_cast<std::uint8_t>(io >> 8U);
  status.error = get<kStatus, "error code">(bytes);
  status.warnings = get<kStatus, "warnings">(bytes);
  status.pose = get<kStatus, "pitch roll yaw sway surge heave">(bytes);
  status.actuators = get<kStatus, "actuators">(bytes);
  status.drive_errors = get<kStatus, "drive errors">(bytes);
  status.torque = get<kStatus, "torque">(bytes);
  return status;
}

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

Frame encode(const StatusFrame& status) noexcept {
  Frame bytes{};
  set<kStatus, "length">(bytes, kFrameSize);
  set<kStatus, "sequence">(bytes, status.sequence);
  set<kStatus, "message ID">(bytes, kStatusId);
  set<kStatus, "status word">(bytes, static_cast<std::uint16_t>(status.state));
  set<kStatus, "motion state">(bytes, status.moving ? 1 : 0);
  set<kStatus, "I/O">(bytes, static_cast<std::uint16_t>(status.inputs | status.outputs << 8U));
  set<kStatus, "error code">(bytes, status.error);
  set<kStatus, "warnings">(bytes, status.warnings);
  set<kStatus, "pitch roll yaw sway surge heave">(bytes, status.pose);
  set<kStatus, "actuators">(bytes, status.actuators);
  set<kStatus, "drive errors">(bytes, status.drive_errors);
  set<kStatus, "torque">(bytes, status.torque);
  return bytes;
}

Frame encode(const Reply& reply) noexcept {
  Frame bytes{};
  set<kReply, "length">(bytes, kFrameSize);
  set<kReply, "sequence">(bytes, reply.sequence);
  set<kReply, "message ID">(bytes, reply.acknowledged ? kAckId : kNackId);
  return bytes;
}

Result<std::variant<StatusFrame, Reply>, AnswerProblem> decode_answer(
    std::span<const std::byte> bytes) noexcept {
  using Decoded = std::variant<StatusFrame, Reply>;
  if (bytes.size() != kFrameSize) return Failure{AnswerProblem::size};
  const auto frame = bytes.first<kFrameSize>();
  const std::uint32_t id = get<kStatus, "message ID">(frame);
  if (id == kStatusId) return Decoded{decode_status(frame)};
  if (id != kAckId && id != kNackId) return Failure{AnswerProblem::message_id};
  return Decoded{Reply{get<kReply, "sequence">(frame), id == kAckId}};
}

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
  const Pose& pose = telemetry.actual_valid ? telemetry.actual : telemetry.commanded.pose;
  const AxisValues axes = convention.from_pose(pose, machine.heights.neutral_above_bottom());
  for (std::size_t i = 0; i < kAxes; ++i) {
    status.pose[i] = static_cast<float>(axes[i] / (is_rotation(convention.axis[i]) ? kDegree : kMillimetre));
  }
  for (std::size_t i = 0; i < machine.geometry.legs; ++i) {
    const LegFeedback& leg = telemetry.feedback.legs[i];
    status.actuators[i] = static_cast<float>((leg.extension - 0.5 * machine.geometry.stroke) / kMillimetre);
    status.drive_errors[i] = leg.error;
    status.torque[i] = static_cast<float>(leg.torque);
  }
  return status;
}

}  // namespace hexad::protocols::darren
