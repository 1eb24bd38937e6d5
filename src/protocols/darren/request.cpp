#include "protocols/darren/request.hpp"

#include <algorithm>
#include <cmath>

#include "protocols/both_ways.hpp"

namespace hexad::protocols::darren {
namespace {

/// All but the file, which the printed tables have no place of its own for.
template <class Way, class Frame>
void copy_fields(const Way& way, Frame& frame) noexcept {
  way.template field<"length">(frame.length);
  way.template field<"sequence">(frame.sequence);
  way.template field<"message ID">(frame.message_id);
  way.template field<"command word">(frame.word);
  way.template field<"sub command">(frame.sub_command);
  way.template field<"values">(frame.values);
  way.template field<"more values">(frame.more);
}

HostFrame decode_frame(std::span<const std::byte, kFrameSize> bytes) noexcept {
  HostFrame frame;
  const FromBytes<kCommand> from{bytes};
  copy_fields(from, frame);
  from.field<"file ID">(frame.file);
  return frame;
}

HostFrame decode_printed(std::span<const std::byte, kPrintedSize> bytes) noexcept {
  HostFrame frame;
  copy_fields(FromBytes<kPrintedCommand>{bytes}, frame);
  frame.file = frame.sub_command;
  return frame;
}

// How many of `more` a message uses beside its six values; nothing: not even those.
std::optional<std::size_t> more_used_by(std::uint32_t message_id) noexcept {
  switch (static_cast<MessageId>(message_id)) {
    case MessageId::pose:
    case MessageId::actuators:
    case MessageId::cueing:
      return 0;
    case MessageId::point_to_point:
      return 6;
    case MessageId::sine:
      return 12;
    case MessageId::connect:
    case MessageId::disconnect:
    case MessageId::playback:
      break;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Word> word_of(std::uint16_t value) noexcept {
  if (value > 9 || value == 4) return std::nullopt;
  return static_cast<Word>(value);
}

Result<HostFrame, Problem> decode(std::span<const std::byte> bytes, ValuesAt values_at) noexcept {
  if (bytes.size() == kPrintedSize) return decode_printed(bytes.first<kPrintedSize>());
  if (bytes.size() != kFrameSize) return Failure{Problem::size};
  if (values_at == ValuesAt::byte_28) return decode_printed(bytes.first<kPrintedSize>());
  return decode_frame(bytes.first<kFrameSize>());
}

Frame encode(const HostFrame& frame) noexcept {
  Frame bytes{};
  const ToBytes<kCommand> to{bytes};
  copy_fields(to, frame);
  to.field<"file ID">(frame.file);
  return bytes;
}

std::array<std::byte, kPrintedSize> encode_printed(const HostFrame& frame) noexcept {
  std::array<std::byte, kPrintedSize> bytes{};
  HostFrame printed = frame;
  if (frame.word == static_cast<std::uint16_t>(Word::file_play)) printed.sub_command = frame.file;
  copy_fields(ToBytes<kPrintedCommand>{bytes}, printed);
  return bytes;
}

bool values_are_finite(const HostFrame& frame) noexcept {
  const auto used = more_used_by(frame.message_id);
  if (!used) return true;
  const auto finite = [](float value) { return std::isfinite(value); };
  return std::all_of(frame.values.begin(), frame.values.end(), finite) &&
         std::all_of(frame.more.begin(), frame.more.begin() + static_cast<std::ptrdiff_t>(*used), finite);
}

}  // namespace hexad::protocols::darren
