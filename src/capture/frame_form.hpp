#pragma once
// The binary frames, each as its protocol's layout table plus what the places of its arrays are called. From
// this one list come the fields `hexad decode --fields` prints and the Wireshark dissector.

#include <span>
#include <string>
#include <vector>

#include "capture/protocol.hpp"
#include "protocols/words.hpp"
#include "wire/layout.hpp"

namespace hexad::capture {

/// A field whose values have words: a choice of one, or a sum of bits.
struct Choice {
  std::string_view field;
  std::span<const protocols::Named> words;
  bool bits = false;
};

struct FrameForm {
  Protocol protocol;
  Direction direction;
  std::string_view name;  ///< "command", "status"
  std::span<const wire::Field> layout;
  std::span<const protocols::Meaning> meanings{};
  std::span<const Choice> choices{};
  std::string_view selector{};  ///< the field that decides which meanings hold; empty: none does
};

/// Every form of every protocol, those to the controller first.
std::span<const FrameForm> frame_forms();
/// One of them. Only names that exist are asked for.
const FrameForm& frame_form(Protocol protocol, std::string_view name);

std::size_t size_of(const FrameForm& form) noexcept;

/// One place of a frame: a number, or reserved bytes.
struct Leaf {
  std::size_t offset = 0;
  std::size_t size = 0;
  wire::Type type = wire::Type::u8;
  bool reserved = false;  ///< bytes, whatever their type
  std::string group;      ///< of an array, its name
  std::string label;      ///< "pose pitch"
  std::string filter;     ///< "darren.pose.pitch", as it is named in Wireshark
  std::string_view unit;
  std::span<const protocols::Named> words;
  bool bits = false;
};

/// All places of a frame whose selector has this value, in the order of the bytes.
std::vector<Leaf> leaves_of(const FrameForm& form, std::int64_t selector);
/// The value of the form's selector in these bytes, -1 without one. The bytes have the form's size.
std::int64_t selector_in(const FrameForm& form, std::span<const std::byte> bytes);

/// "Command Word" → "command_word": a part of a filter's name.
std::string filter_word(std::string_view text);

/// A place's number, whatever its type.
struct Scalar {
  double number = 0.0;
  std::int64_t integer = 0;
  bool is_float = false;
};
Scalar read_scalar(wire::Type type, std::span<const std::byte> bytes) noexcept;

}  // namespace hexad::capture
