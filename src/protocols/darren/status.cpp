#include "protocols/darren/status.hpp"

#include "protocols/both_ways.hpp"

namespace hexad::protocols::darren {
namespace {

using wire::get;
using wire::set;

constexpr std::uint32_t kAckId = 11;
constexpr std::uint32_t kNackId = 12;
constexpr std::uint32_t kStatusId = 200;

/// All but the input and output word, which holds two fields.
template <class Way, class Status>
void copy_status(const Way& way, Status& status) noexcept {
  way.template field<"sequence">(status.sequence);
  way.template field<"status word">(status.state);
  way.template field<"motion state">(status.moving);
  way.template field<"error code">(status.error);
  way.template field<"warnings">(status.warnings);
  way.template field<"pitch roll yaw sway surge heave">(status.pose);
  way.template field<"actuators">(status.actuators);
  way.template field<"drive errors">(status.drive_errors);
  way.template field<"torque">(status.torque);
}

StatusFrame decode_status(std::span<const std::byte, kFrameSize> bytes) noexcept {
  StatusFrame status;
  copy_status(FromBytes<kStatus>{bytes}, status);
  const std::uint16_t io = get<kStatus, "I/O">(bytes);
  status.inputs = static_cast<std::uint8_t>(io & 0xFFU);
  status.outputs = static_cast<std::uint8_t>(io >> 8U);
  return status;
}

}  // namespace

Frame encode(const StatusFrame& status) noexcept {
  Frame bytes{};
  set<kStatus, "length">(bytes, kFrameSize);
  set<kStatus, "message ID">(bytes, kStatusId);
  set<kStatus, "I/O">(bytes, static_cast<std::uint16_t>(status.inputs | status.outputs << 8U));
  copy_status(ToBytes<kStatus>{bytes}, status);
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

}  // namespace hexad::protocols::darren
