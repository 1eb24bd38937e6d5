#pragma once
// What a host says: `@CMD:v1,v2,…#`, text. Both directions: controllers decode, hosts encode. Values stay as
// they stand on the wire (degrees, millimetres); the session gives them a meaning.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/result.hpp"
#include "messages/message.hpp"
#include "wire/text_writer.hpp"

namespace hexad::protocols::lingjing {

enum class Command : std::uint8_t { a3, a6, a7, c3, c6, c7, a6t, mv };

enum class Film : std::uint8_t { play, pause, stop, pre, next };

/// One row a command: what it takes. Decoding, encoding, explanations and the docs read this list.
struct Form {
  Command command;
  std::string_view name;
  std::array<std::string_view, 7> values;  ///< what they are called, in the order on the wire
  std::size_t count;                       ///< how many of them there are
  std::string_view form;                   ///< as the manual writes it
};

std::span<const Form> forms() noexcept;
const Form& form_of(Command command) noexcept;

constexpr bool is_pose(Command command) noexcept {
  return command == Command::a3 || command == Command::a6 || command == Command::a7 ||
         command == Command::a6t;
}
constexpr bool is_legs(Command command) noexcept {
  return command == Command::c3 || command == Command::c6 || command == Command::c7;
}
/// A7 and C7 turn the rotary axis.
constexpr bool has_angle(Command command) noexcept {
  return command == Command::a7 || command == Command::c7;
}

struct Request {
  Command command = Command::a6;
  /// Poses: roll pitch yaw x y z (° and mm; A3 leaves yaw, x and y at 0). Legs: extensions in mm, as many as
  /// the command has.
  std::array<double, 6> values{};
  double angle = 0.0;                   ///< A7, C7: of the rotary axis, °
  std::uint32_t travel_ms = 0;          ///< A6T
  std::optional<std::uint16_t> relays;  ///< bit 0 = relay 1; absent: they stay as they are
  Film film = Film::play;               ///< MV
};

enum class Problem : std::uint8_t {
  no_at,
  no_hash,
  two_frames,
  text_after_hash,
  unknown_command,
  unknown_film_command,
  count,  ///< `found` values came
  empty_value,
  number,  ///< value `found`
  effect_word,
  relay_bits,
  time
};

/// What it is counted under.
messages::Id id_of(Problem problem) noexcept;

struct Rejected {
  Problem problem = Problem::no_at;
  const Form* form = nullptr;  ///< of the command, when there is one
  std::uint32_t found = 0;
};

inline constexpr double kLargestValue = 1e6;

Result<Request, Rejected> decode(std::span<const std::byte> bytes) noexcept;

/// Numbers with at most six decimals and no exponent, as real clients write them. False when it did not fit.
bool encode(const Request& request, wire::TextWriter& out) noexcept;

/// One line: what the frame says.
void describe(const Request& request, wire::TextWriter& out) noexcept;
/// What came, what the manual asks for, what to do.
messages::Message message_of(const Rejected& rejected) noexcept;

}  // namespace hexad::protocols::lingjing
