#pragma once
// What a host sends, 180 bytes. Both directions: controllers decode, hosts encode. Values stay as they stand
// on the wire; the session gives them a meaning.

#include <cstdint>
#include <string_view>

#include "base/result.hpp"
#include "messages/message.hpp"
#include "protocols/motus/layout.hpp"
#include "protocols/words.hpp"
#include "wire/text_writer.hpp"

namespace hexad::protocols::motus {

/// Any other value is legal too and does nothing.
enum class Cmd : std::uint8_t {
  neutral = 2,
  emergency = 3,
  zero = 4,
  manual = 5,
  raise = 6,
  descend = 7,
  follow = 9,
  instruct = 11,
  script = 13
};

inline constexpr std::array kCommandWords{Named{2, "back to the middle"},
                                          Named{3, "emergency stop"},
                                          Named{4, "seek the bottom"},
                                          Named{5, "manual"},
                                          Named{6, "rise"},
                                          Named{7, "down to the bottom"},
                                          Named{9, "follow"},
                                          Named{11, "instruct"},
                                          Named{13, "script"}};

/// Of Cmd 11.
enum class SubCmd : std::uint8_t { step = 1, sine = 2, soft_stop = 3 };

using Six = std::array<float, 6>;

struct HostFrame {
  std::uint8_t cmd = 0;
  std::uint8_t sub_cmd = 0;
  std::uint8_t file = 0;
  std::uint8_t legs = 0;     ///< CyChoose, bit 0 = leg 1
  std::uint8_t outputs = 0;  ///< DO, bit 0 = output 1
  std::int16_t jog_speed = 0;
  Six dofs{};
  Six amplitude{};
  Six frequency{};
  Six phase{};
  Six position{};
  Six speed{};
  std::array<float, 3> reserved_1{};
  std::array<float, 3> reserved_2{};
  std::uint32_t time = 0;  ///< any clock of the host's (decision 14)

  friend bool operator==(const HostFrame&, const HostFrame&) = default;
  bool is(Cmd command) const noexcept { return cmd == static_cast<std::uint8_t>(command); }
  bool is(SubCmd sub) const noexcept {
    return is(Cmd::instruct) && sub_cmd == static_cast<std::uint8_t>(sub);
  }
};

enum class Problem : std::uint8_t { size, id };

/// What it is counted under.
messages::Id id_of(Problem problem) noexcept;

using CommandBytes = std::array<std::byte, kCommandSize>;

/// Decision 18: the order of the fields.
enum class Dialect : std::uint8_t { manual, of_2020 };
std::string_view to_string(Dialect dialect) noexcept;

/// Decision 10: only size and ID make a frame unreadable; an emergency beside a NaN still counts.
Result<HostFrame, Problem> decode(std::span<const std::byte> bytes,
                                  Dialect dialect = Dialect::manual) noexcept;
CommandBytes encode(const HostFrame& frame, Dialect dialect = Dialect::manual) noexcept;

/// What a Cmd 11 asks for stands where the other dialect has it, and nothing where this one does.
bool fits_other_dialect(std::span<const std::byte> bytes, Dialect dialect) noexcept;
/// A step without Spd, that has Pos and Spd of the other dialect: something is executed, but what was meant?
bool may_be_other_dialect(std::span<const std::byte> bytes, Dialect dialect) noexcept;

/// Whether all values of the arrays that this command uses are finite.
bool values_are_finite(const HostFrame& frame) noexcept;

/// One line: what the frame asks for.
void describe(const HostFrame& frame, wire::TextWriter& out) noexcept;

}  // namespace hexad::protocols::motus
