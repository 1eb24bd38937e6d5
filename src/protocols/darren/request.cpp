#include "protocols/darren/request.hpp"

#include <algorithm>
#include <cmath>

namespace hexad::protocols::darren {
namespace {

using wire::get;
using wire::set;

HostFrame decode_frame(std::span<const std::byte, kFrameSize> bytes) noexcept {
  HostFrame frame;
  frame.length = get<kCommand, "length">(bytes);
  frame.sequence = get<kCommand, "sequence">(bytes);
  frame.message_id = get<kCommand, "message ID">(bytes);
  frame.word = get<kCommand, "command word">(bytes);
  frame.file = get<kCommand, "file ID">(bytes);
  frame.sub_command = get<kCommand, "sub command">(bytes);
  frame.values = get<kCommand, "values">(bytes);
  frame.more = get<kCommand, "more values">(bytes);
  return frame;
}

HostFrame decode_printed(std::span<const std::byte, kPrintedSize> bytes) noexcept {
  HostFrame frame;
  frame.length = get<kPrintedCommand, "length">(bytes);
  frame.sequence = get<kPrintedCommand, "sequence">(bytes);
  frame.message_id = get<kPrintedCommand, "message ID">(bytes);
  frame.word = get<kPrintedCommand, "command word">(bytes);
  frame.sub_command = get<kPrintedCommand, "sub command">(bytes);
  frame.file = frame.sub_command;
  frame.values = get<kPrintedCommand, "values">(bytes);
  frame.more = get<kPrintedCommand, "more values">(bytes);
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
  set<kCommand, "length">(bytes, frame.length);
  set<kCommand, "sequence">(bytes, frame.sequence);
  set<kCommand, "message ID">(bytes, frame.message_id);
  set<kCommand, "command word">(bytes, frame.word);
  set<kCommand, "file ID">(bytes, frame.file);
  set<kCommand, "sub command">(bytes, frame.sub_command);
  set<kCommand, "values">(bytes, frame.values);
  set<kCommand, "more values">(bytes, frame.more);
  return bytes;
}

std::array<std::byte, kPrintedSize> encode_printed(const HostFrame& frame) noexcept {
  std::array<std::byte, kPrintedSize> bytes{};
  const bool play = frame.word == static_cast<std::uint16_t>(Word::file_play);
  set<kPrintedCommand, "length">(bytes, frame.length);
  set<kPrintedCommand, "sequence">(bytes, frame.sequence);
  set<kPrintedCommand, "message ID">(bytes, frame.message_id);
  set<kPrintedCommand, "command word">(bytes, frame.word);
  set<kPrintedCommand, "sub command">(bytes, play ? frame.file : frame.sub_command);
  set<kPrintedCommand, "values">(bytes, frame.values);
  set<kPrintedCommand, "more values">(bytes, frame.more);
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
