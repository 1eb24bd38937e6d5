#include "capture/reading.hpp"

#include <algorithm>

#include "capture/readers.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "wire/number.hpp"

namespace hexad::capture {
namespace {

/// "host time-out, command clamped" of bits, the word of a choice.
std::string words_of(const Leaf& leaf, std::int64_t value) {
  if (!leaf.bits) return std::string{protocols::name_of(leaf.words, static_cast<std::uint32_t>(value))};
  std::string text;
  for (const protocols::Named& named : leaf.words) {
    if ((static_cast<std::uint32_t>(value) & named.value) == 0) continue;
    if (!text.empty()) text += ", ";
    text += named.name;
  }
  return text;
}

FieldValue value_of(const Leaf& leaf, Bytes bytes) {
  FieldValue field;
  field.offset = leaf.offset;
  field.size = leaf.size;
  field.name = leaf.label;
  field.filter = leaf.filter;
  field.unit = leaf.unit;
  const Bytes raw = bytes.subspan(leaf.offset, leaf.size);
  if (leaf.reserved) {
    const bool zero = std::all_of(raw.begin(), raw.end(), [](std::byte b) { return b == std::byte{0}; });
    field.value = std::string{zero ? "zeros" : "not zero"};
    return field;
  }
  const Scalar scalar = read_scalar(leaf.type, raw);
  if (scalar.is_float) {
    field.value = scalar.number;
  } else {
    field.value = scalar.integer;
    field.word = words_of(leaf, scalar.integer);
  }
  return field;
}

}  // namespace

Reading refused(Protocol protocol, Direction direction, std::string frame, const messages::Message& why) {
  return {protocol,
          direction,
          std::move(frame),
          false,
          messages::english(messages::say<messages::Id::decode_refused>(why)),
          why};
}

Reading read(Protocol protocol, Bytes bytes, std::optional<Direction> direction) {
  switch (protocol) {
    case Protocol::lingjing:
      return read_lingjing(bytes, direction);
    case Protocol::mdof:
      return read_mdof(bytes, direction);
    case Protocol::csfi:
      return read_csfi(bytes, direction);
    case Protocol::motus:
      return read_motus(bytes, direction);
    case Protocol::darren:
      break;
  }
  return read_darren(bytes, direction);
}

std::vector<FieldValue> fields_of(const Reading& reading, Bytes bytes) {
  if (!reading.valid) return {};
  if (reading.protocol == Protocol::lingjing) return lingjing_fields(bytes);
  if (reading.protocol == Protocol::mdof) return mdof_fields(reading, bytes);
  const FrameForm& form = frame_form(reading.protocol, reading.frame);
  std::vector<FieldValue> fields;
  for (const Leaf& leaf : leaves_of(form, selector_in(form, bytes))) fields.push_back(value_of(leaf, bytes));
  return fields;
}

bool resembles(Protocol protocol, Bytes bytes) noexcept {
  if (bytes.empty()) return false;
  const auto at = [bytes](std::size_t i) {
    return i < bytes.size() ? std::to_integer<unsigned>(bytes[i]) : 256U;
  };
  switch (protocol) {
    case Protocol::lingjing:
      return at(0) == '@' || (is_text(bytes) && at(bytes.size() - 1) == '#');
    case Protocol::mdof:
      return at(0) != '@' && is_text(bytes);
    case Protocol::csfi:
      return at(0) == 0xEB && at(1) == 0x90;
    case Protocol::motus:
      return !is_text(bytes) && (bytes.size() == 180 || bytes.size() == 108 || at(0) == 55);
    case Protocol::darren:
      if (is_text(bytes)) return false;  // a frame is never all letters: it has zeros
      return bytes.size() == 128 || bytes.size() == 124 ||
             (at(0) == 128 && at(1) == 0 && at(2) == 0 && at(3) == 0);
  }
  return false;
}

Candidates candidates_of(Bytes bytes) {
  Candidates found;
  for (const Protocol protocol : kProtocols) {
    if (!resembles(protocol, bytes)) continue;
    found.resembling.push_back(protocol);
    if (read(protocol, bytes).valid) found.fitting.push_back(protocol);
  }
  return found;
}

std::optional<Protocol> other_than(Protocol own, Bytes bytes) {
  const std::vector<Protocol> fitting = candidates_of(bytes).fitting;
  if (fitting.size() != 1 || fitting.front() == own) return std::nullopt;
  return fitting.front();
}

bool is_text(Bytes bytes) noexcept {
  bool ink = false;
  int following = 0;  // bytes a UTF-8 character still needs
  for (const std::byte byte : bytes) {
    const auto c = std::to_integer<unsigned>(byte);
    const bool continues = (c & 0xC0U) == 0x80U;
    if (continues != (following > 0) || c == 0xC0 || c == 0xC1 || c > 0xF4) return false;
    if (continues) {
      --following;
    } else if (c >= 0xC0) {
      following = c >= 0xF0 ? 3 : (c >= 0xE0 ? 2 : 1);
    }
    const bool white = c == ' ' || c == '\t' || c == '\r' || c == '\n';
    if (!white && (c < 0x20 || c == 0x7F)) return false;
    ink = ink || !white;
  }
  return ink && following == 0;
}

FieldValue text_field(std::string_view whole, std::string_view part, std::string name, std::string filter) {
  FieldValue field;
  field.offset = static_cast<std::size_t>(part.data() - whole.data());
  field.size = part.size();
  field.name = std::move(name);
  field.filter = std::move(filter);
  field.value = std::string{part};
  return field;
}

FieldValue number_field(std::string_view whole, std::string_view part, std::string name, std::string filter,
                        std::string_view unit) {
  FieldValue field = text_field(whole, part, std::move(name), std::move(filter));
  if (const auto number = wire::parse_number(part)) field.value = *number;
  field.digits = 17;
  field.unit = unit;
  return field;
}

}  // namespace hexad::capture
