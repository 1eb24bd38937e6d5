#pragma once
// The board's four groups of parameters as values, and their frames. Both directions and both ends: tools
// encode reads and writes and decode answers, boards do the opposite. Values stay as they stand on the wire.

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "base/result.hpp"
#include "messages/message.hpp"
#include "protocols/csfi/layout.hpp"
#include "wire/text_writer.hpp"

namespace hexad::protocols::csfi {

/// Group 1.
struct Mechanics {
  std::array<float, 18> base{};      ///< joints 1–6, x y z each
  std::array<float, 18> platform{};  ///< joints 1–6, x y z each
  float leg_length = 0;
  float stroke = 0;
  float screw_lead = 0;
  float belt_ratio = 1;
  float motor_rpm = 0;
  float gear_ratio = 0;  ///< 0 = no rotary axis, -1 = direct
  float big_teeth = 0;
  float small_teeth = 0;
  float rotary_rpm = 1500;
  std::uint8_t servo_model = 3;
  std::array<std::uint8_t, 3> reserved{185, 186, 187};
  friend bool operator==(const Mechanics&, const Mechanics&) = default;
};

/// Group 2.
struct Control {
  std::array<float, 3> pid{};
  float amplitude = 1;
  float speed = 50;
  float softness = 50;
  std::array<float, 6> scale{1, 1, 1, 1, 1, 1};
  std::array<float, 6> limit{-1, -1, -1, -1, -1, -1};
  std::array<float, 3> rotary_pid{};
  float rotary_amplitude = 1;
  float rotary_speed = 50;
  float rotary_softness = 50;
  std::array<float, 6> washout_a{};
  std::array<float, 6> washout_b{};
  std::uint8_t standby = 0;
  std::uint8_t idle_return = 10;
  std::uint8_t return_speed = 2;
  std::uint8_t to_middle_speed = 2;
  std::uint8_t seek_torque = 50;
  std::uint8_t seek_threshold = 30;
  std::array<std::uint8_t, 2> reserved{154, 155};
  friend bool operator==(const Control&, const Control&) = default;
};

/// Group 3.
struct Network {
  std::array<std::uint8_t, 4> local_ip{192, 168, 0, 15};
  std::uint16_t local_port = 20000;
  std::array<std::uint8_t, 4> remote_ip{192, 168, 0, 100};
  std::uint16_t remote_port = 8080;
  std::uint8_t rs232_baud = 6;
  std::uint8_t rs485_baud = 6;
  std::array<std::uint8_t, 2> reserved{18, 19};
  friend bool operator==(const Network&, const Network&) = default;
};

/// Group 4.
struct UserFrame {
  std::array<float, 6> pose{};  ///< x y z alpha beta gamma
  std::array<float, 12> unused{};
  friend bool operator==(const UserFrame&, const UserFrame&) = default;
};

/// In the order of the groups.
using Group = std::variant<Mechanics, Control, Network, UserFrame>;
constexpr std::uint8_t number_of(const Group& group) noexcept {
  return static_cast<std::uint8_t>(group.index() + 1);
}
inline constexpr std::uint8_t kGroups = 4;

struct Frame {
  std::array<std::byte, kMaxFrame> bytes{};
  std::size_t size = 0;
  std::span<const std::byte> view() const noexcept { return std::span{bytes}.first(size); }
};

enum class Kind : std::uint8_t { write, answer };
Frame encode(const Group& group, Kind kind) noexcept;
std::array<std::byte, kHeaderSize> encode_read(std::uint8_t group) noexcept;

enum class Problem : std::uint8_t { mark, group, length, checksum, not_finite, out_of_range, legs };

/// What it is counted under.
messages::Id id_of(Problem problem) noexcept;

/// What a value may be: words with up to two numbers; or the rule of the legs.
struct Allowed {
  messages::Id rule{};
  double low = 0.0, high = 0.0;
  messages::Unit unit = messages::Unit::none;
};
messages::Message message_of(const Allowed& allowed);

struct Rejected {
  Problem problem = Problem::mark;
  std::uint8_t group = 0;    ///< 0: not known
  std::string_view field{};  ///< not_finite, out_of_range: which, as the layout begins its name
  std::size_t place = 0;     ///< and which of its values, from 0
  double value = 0.0;
  Allowed allowed{};
  messages::Id name{};  ///< the field's
};
/// Without the remark that nothing of the frame is kept.
messages::Message message_of(const Rejected& rejected);

struct ReadRequest {
  std::uint8_t group = 0;
};

/// What a tool sends: a read, or a whole group to be written. Decision 2: ranges and legs are checked too.
Result<std::variant<ReadRequest, Group>, Rejected> decode(std::span<const std::byte> bytes) noexcept;
/// What a board answers. Ranges are not checked: a tool shows what is there.
Result<Group, Rejected> decode_answer(std::span<const std::byte> bytes) noexcept;

/// Decision 2: the first value that is not finite or out of range, or legs that make no platform.
std::optional<Rejected> check(const Group& group) noexcept;

/// Decision 5: which legs and axes a set of joints has, and the rule that decided.
struct Freedoms {
  std::size_t legs = 0;
  bool rotary = false;
  int count = 0;  ///< degrees of freedom as the manual counts them
  messages::Id rule{};
};
Result<Freedoms, Rejected> freedoms_of(const Mechanics& mechanics) noexcept;

std::uint8_t checksum_of(std::span<const std::byte> frame) noexcept;

/// What came, what the manual asks for.
void describe(const Rejected& rejected, wire::TextWriter& out);

/// Decision 1: the first field in which two groups differ; empty = none, or not the same group.
std::string_view first_difference(const Group& a, const Group& b) noexcept;

}  // namespace hexad::protocols::csfi
