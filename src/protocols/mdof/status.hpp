#pragma once
// What the controller says: `ID#result`. Both directions: controllers encode, hosts decode.

#include <array>
#include <optional>
#include <string_view>

#include "protocols/mdof/request.hpp"
#include "wire/text_writer.hpp"

namespace hexad::protocols::mdof {

/// The protocol's own result codes; positive ones are HardwareCodes.
enum class Code : std::int16_t {
  done = 0,
  bad_request = -1,
  moving = -2,
  motion_error = -3,
  stopped = -4,
  paused = -5,
  resumed = -6,
  refused_while_paused = -7
};

using Six = std::array<double, 6>;

/// Everything the queries 20–31 show, in the units of the wire.
struct Snapshot {
  bool connected = false;
  bool zeroed = false;
  bool moving = false;
  int error = 0;
  Six position{};           ///< mm, °
  Six velocity{};           ///< mm/s, and the rotation vector's °/s in base axes
  Six actuator_position{};  ///< mm from retracted
  Six actuator_velocity{};  ///< mm/s
  Six torque{};             ///< Nm
  Six current{};            ///< A
  Six voltage{};            ///< V
};

/// `legacy`: -1 as AAAA and -2 as BBBB, as before 2026 (decision 12).
void encode_result(std::string_view echo, int code, bool legacy, wire::TextWriter& out) noexcept;

/// Answers one of 20–31.
void encode_query(Command query, const Snapshot& snapshot, wire::TextWriter& out) noexcept;

/// Longest answer: 31 with every number at full length.
inline constexpr std::size_t kMaxAnswer = 1200;

/// An answer as a host gets it.
struct Reply {
  std::string_view echo;
  std::string_view body;
};
std::optional<Reply> decode_reply(std::span<const std::byte> bytes) noexcept;
/// The code of an answer to anything but 24–31; old spellings included.
std::optional<int> decode_code(std::string_view body) noexcept;
std::optional<Six> decode_six(std::string_view body) noexcept;
std::optional<Snapshot> decode_everything(std::string_view body) noexcept;

}  // namespace hexad::protocols::mdof
