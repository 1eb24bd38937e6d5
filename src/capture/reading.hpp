#pragma once
// What one datagram says, whichever of the five protocols it is of: a line of words, and every field with its
// place, its bytes and its unit. Made for people and tools: it allocates.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "capture/protocol.hpp"
#include "messages/message.hpp"

namespace hexad::capture {

using Bytes = std::span<const std::byte>;

struct FieldValue {
  std::size_t offset = 0;
  std::size_t size = 0;
  std::string name;
  std::string filter;  ///< what the field is called in Wireshark
  std::variant<std::int64_t, double, std::string> value;
  int digits = 9;  ///< of a double that need be shown: 9 for float32, 17 for text
  std::string unit;
  std::string word;  ///< "run" for 2
};

struct Reading {
  Protocol protocol = Protocol::lingjing;
  Direction direction = Direction::to_controller;
  std::string frame;        ///< "command", "status", "request", "answer"; empty: it is none
  bool valid = false;       ///< the codec accepts it
  std::string text;         ///< what it says, or why it is refused
  messages::Message why{};  ///< of one that is refused
};

/// One that is refused.
Reading refused(Protocol protocol, Direction direction, std::string frame, const messages::Message& why);

/// Reads a datagram as one of this protocol. Where the bytes alone do not tell who sent it, `direction` does;
/// without one the usual.
Reading read(Protocol protocol, Bytes bytes, std::optional<Direction> direction = std::nullopt);

/// Every field of a valid reading's bytes in their order; none of a refused one.
std::vector<FieldValue> fields_of(const Reading& reading, Bytes bytes);

/// Whether the bytes begin, or are as long, as this protocol's do, even if its codec would refuse them.
bool resembles(Protocol protocol, Bytes bytes) noexcept;

/// The protocols whose codec accepts these bytes; when none does, `resembling` has those they look like.
struct Candidates {
  std::vector<Protocol> fitting;
  std::vector<Protocol> resembling;
};
Candidates candidates_of(Bytes bytes);

/// The one other protocol whose codec accepts what came to `own`, which does not.
std::optional<Protocol> other_than(Protocol own, Bytes bytes);

}  // namespace hexad::capture
