#include "protocols/motus/generation1.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "protocols/both_ways.hpp"

namespace hexad::protocols::motus {
namespace {

/// Place of today's axis (pitch roll yaw sway surge heave) in this generation's order; the same the other way
/// round.
constexpr std::array<std::size_t, 6> kPlace{1, 0, 2, 4, 3, 5};

template <class Way, class Frame>
void copy_command1(const Way& way, Frame& frame) noexcept {
  way.template field<"Cmd1">(frame.cmd);
  way.template field<"Act">(frame.effects);
  way.template field<"DOFs">(frame.dofs);
  way.template field<"Vxyz">(frame.velocity);
  way.template field<"Axyz">(frame.acceleration);
}

template <class Way, class Status>
void copy_status1(const Way& way, Status& status) noexcept {
  way.template field<"Status">(status.state);
  way.template field<"Attitudes">(status.pose);
  way.template field<"ErrorCode">(status.errors);
  way.template field<"MotorCode">(status.motor_codes);
}

template <const auto& kLayout>
std::optional<Problem> problem_of(std::span<const std::byte> bytes) noexcept {
  if (bytes.size() != byte_size(kLayout)) return Problem::size;
  return std::to_integer<std::uint8_t>(bytes[0]) == kFrameId ? std::nullopt : std::optional{Problem::id};
}

Six reordered(const Six& values, double heave_sign) noexcept {
  Six result{};
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = values[kPlace[i]];
  result[5] *= static_cast<float>(heave_sign);
  return result;
}

void write_six(const Six& values, wire::TextWriter& out) noexcept {
  for (const float value : values) out.text(" ").shortest(value);
}

}  // namespace

Result<HostFrame1, Problem> decode1(std::span<const std::byte> bytes) noexcept {
  if (const auto problem = problem_of<kCommand1>(bytes)) return Failure{*problem};
  HostFrame1 frame;
  copy_command1(FromBytes<kCommand1>{bytes.first<kCommand1Size>()}, frame);
  return frame;
}

std::array<std::byte, kCommand1Size> encode(const HostFrame1& frame) noexcept {
  std::array<std::byte, kCommand1Size> bytes{std::byte{kFrameId}};
  copy_command1(ToBytes<kCommand1>{bytes}, frame);
  return bytes;
}

Result<StatusFrame1, Problem> decode_status1(std::span<const std::byte> bytes) noexcept {
  if (const auto problem = problem_of<kStatus1>(bytes)) return Failure{*problem};
  StatusFrame1 status;
  copy_status1(FromBytes<kStatus1>{bytes.first<kStatus1Size>()}, status);
  return status;
}

std::array<std::byte, kStatus1Size> encode(const StatusFrame1& status) noexcept {
  std::array<std::byte, kStatus1Size> bytes{std::byte{kFrameId}};
  copy_status1(ToBytes<kStatus1>{bytes}, status);
  return bytes;
}

void describe(const HostFrame1& frame, wire::TextWriter& out) noexcept {
  out.text("generation 1, Cmd ").integer(frame.cmd).text(": ");
  const auto row = std::find_if(kCommands1.begin(), kCommands1.end(),
                                [&](const Renamed& each) { return each.then == frame.cmd; });
  out.text(row == kCommands1.end() ? "no action" : row->name).text(", DOFs");
  write_six(frame.dofs, out);
}

void describe(const StatusFrame1& status, wire::TextWriter& out) noexcept {
  const std::string_view words = name_of(kStates1, status.state);
  out.text("generation 1, status ").integer(status.state).text(" (");
  out.text(words.empty() ? "unknown" : words).text("), pose");
  write_six(status.pose, out);
}

HostFrame to_present(const HostFrame1& frame, const Generation1& generation) noexcept {
  HostFrame present;
  for (const Renamed& row : kCommands1)
    if (row.then == frame.cmd) present.cmd = row.now;
  present.outputs = frame.effects;
  present.dofs = reordered(frame.dofs, generation.heave_sign);
  return present;
}

HostFrame1 to_generation1(const HostFrame& frame, const Generation1& generation) noexcept {
  HostFrame1 old;
  old.cmd = 4;
  for (const Renamed& row : kCommands1)
    if (row.now == frame.cmd && row.now != 0) old.cmd = row.then;
  old.effects = frame.outputs;
  Six dofs = frame.dofs;
  dofs[5] *= static_cast<float>(generation.heave_sign);
  old.dofs = reordered(dofs, 1.0);
  return old;
}

StatusFrame1 to_generation1(std::uint8_t state, const StatusFrame& status,
                            const Generation1& generation) noexcept {
  Six pose = status.pose;
  pose[5] *= static_cast<float>(generation.heave_sign);
  return {state, reordered(pose, 1.0), status.errors, status.motor_codes};
}

StatusFrame to_present(const StatusFrame1& status, const Generation1& generation) noexcept {
  constexpr std::array kStates{std::pair{0, DofStatus::manual},   std::pair{1, DofStatus::to_neutral},
                               std::pair{2, DofStatus::risen},    std::pair{3, DofStatus::following},
                               std::pair{55, DofStatus::zeroed},  std::pair{254, DofStatus::stopped},
                               std::pair{255, DofStatus::stopped}};
  StatusFrame present;
  for (const auto& [then, now] : kStates)
    if (then == status.state) present.state = now;
  present.pose = reordered(status.pose, generation.heave_sign);
  present.errors = status.errors;
  present.motor_codes = status.motor_codes;
  return present;
}

}  // namespace hexad::protocols::motus
