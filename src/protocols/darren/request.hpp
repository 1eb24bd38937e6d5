#pragma once
// What a host sends, 128 bytes (or 124 by the printed tables). Both directions: controllers decode, hosts
// encode. Values stay as they stand on the wire; the session gives them a meaning.

#include <array>
#include <cstdint>
#include <optional>

#include "base/result.hpp"
#include "protocols/darren/layout.hpp"

namespace hexad::protocols::darren {

/// Message IDs a host sends; any other is legal too, and only its command word acts.
enum class MessageId : std::uint32_t {
  connect = 1,
  disconnect = 2,
  pose = 100,
  actuators = 101,
  cueing = 102,
  playback = 103,
  point_to_point = 106,
  sine = 107
};

enum class Word : std::uint16_t {
  no_change = 0,
  neutral = 1,
  run = 2,
  descend = 3,
  hold = 5,
  file_play = 6,
  hold_too = 7,  ///< a vendor tool's hold
  reset = 8,
  emergency = 9
};

/// Nothing for a word no one has defined.
std::optional<Word> word_of(std::uint16_t value) noexcept;

struct HostFrame {
  std::uint32_t length = kFrameSize;  ///< as sent; only the datagram's own size counts
  std::uint32_t sequence = 0;
  std::uint32_t message_id = 0;
  std::uint16_t word = 0;
  std::uint16_t file = 0;
  std::uint16_t sub_command = 0;
  std::array<float, 6> values{};
  std::array<float, 18> more{};

  friend bool operator==(const HostFrame&, const HostFrame&) = default;
};

/// What a frame asks for, as a number: its word, and the file beside a 6, where another one is another act.
constexpr std::uint32_t act_of(const HostFrame& frame) noexcept {
  const bool plays = frame.word == static_cast<std::uint16_t>(Word::file_play);
  return frame.word | (plays ? std::uint32_t{frame.file} << 16U : 0U);
}
constexpr Word word_of_act(std::uint32_t act) noexcept { return static_cast<Word>(act & 0xFFFFU); }

enum class Problem : std::uint8_t { size };

/// Where the values of a 128-byte datagram begin: where real hosts put them, or where the tables print them.
enum class ValuesAt : std::uint8_t { byte_32, byte_28 };

/// A wrong size is the only thing that makes a datagram unreadable: an emergency beside a NaN still counts.
Result<HostFrame, Problem> decode(std::span<const std::byte> bytes,
                                  ValuesAt values_at = ValuesAt::byte_32) noexcept;

Frame encode(const HostFrame& frame) noexcept;
/// The 124 bytes of the printed tables, where file ID and sub command are the same place.
std::array<std::byte, kPrintedSize> encode_printed(const HostFrame& frame) noexcept;

/// Whether all values that this message ID uses are finite.
bool values_are_finite(const HostFrame& frame) noexcept;

}  // namespace hexad::protocols::darren
