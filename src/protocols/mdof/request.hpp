#pragma once
// What a host says: `ID p1 p2 …`, text. Both directions: controllers decode, hosts encode. Values stay as
// they stand on the wire (mm, degrees, s); units.hpp turns them into the inside ones, once.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/fixed_text.hpp"
#include "base/result.hpp"
#include "messages/message.hpp"
#include "wire/text_writer.hpp"

namespace hexad::protocols::mdof {

enum class Command : std::uint8_t {
  initialise = 1,
  reset = 2,
  clear_error = 3,
  stop = 4,
  pause = 5,
  resume = 6,
  zero_point = 7,
  work_plane = 8,
  move = 9,
  path = 10,
  path_with_speeds = 11,
  formula = 12,
  timed_path = 13,
  connected = 20,
  zeroed = 21,
  moving = 22,
  error = 23,
  position = 24,
  velocity = 25,
  actuator_position = 26,
  actuator_velocity = 27,
  actuator_torque = 28,
  actuator_current = 29,
  actuator_voltage = 30,
  everything = 31,
  file = 33
};

/// One row a command: what it is called and what it takes. Decoding, explanations and the docs read this
/// list.
struct Form {
  Command command;
  std::string_view name;
  messages::Id takes;  ///< its parameters, in the manual's words
};

std::span<const Form> forms() noexcept;
const Form* form_of(std::uint32_t id) noexcept;  ///< none: no such command

constexpr bool is_query(Command command) noexcept {
  return command >= Command::connected && command <= Command::everything;
}
/// Commands whose final answer comes when the platform is there.
constexpr bool is_motion(Command command) noexcept {
  return command == Command::initialise ||
         (command >= Command::zero_point && command <= Command::timed_path) || command == Command::file;
}

inline constexpr std::size_t kMaxFormulaText = 1024;

/// The numbers of a list, one after the other; the list was checked when it was decoded.
class Numbers {
 public:
  explicit Numbers(std::string_view text) noexcept : rest_{text} {}
  std::optional<double> next() noexcept;

 private:
  std::string_view rest_;
};

/// The formulas of command 12: split on commas and semicolons outside parentheses; if none stands there, on
/// blanks (decision 7).
class Formulas {
 public:
  explicit Formulas(std::string_view text) noexcept;
  std::optional<std::string_view> next() noexcept;

 private:
  std::string_view rest_;
  std::string_view separators_;
};

struct Request {
  Command command = Command::connected;
  std::array<double, 6> pose{};  ///< 9: X Y Z RX RY RZ, mm and degrees
  std::uint32_t count = 0;  ///< 10, 11: points; 12: formulas (6, or 7 with a duration); 13: poses; 33: file
  bool rows = false;        ///< 13: rows `t x y z rx ry rz` instead of one period
  std::string_view list;    ///< 10–13: Numbers or Formulas, in the datagram's own bytes
};

enum class Problem : std::uint8_t {
  empty,
  inner_newline,
  unknown_command,
  takes_nothing,   ///< `found` parameters came
  wrong_count,     ///< `found` instead of `wanted`
  not_a_number,    ///< parameter `found`
  bad_count,       ///< the number of points or the file is not a whole number above zero
  negative_speed,  ///< parameter `found`
  bad_time,        ///< not above zero, or not increasing
  formula_too_long,
  bad_formula,  ///< formula `found`
  unknown_file  ///< file `found` where there are `wanted`
};

inline constexpr std::size_t kEchoBytes = 16;
using Echo = FixedText<kEchoBytes>;

struct Rejected {
  Echo echo;
  Problem problem = Problem::empty;
  const Form* form = nullptr;  ///< of the command, when there is one
  std::uint32_t found = 0;
  std::uint32_t wanted = 0;
};

/// The decoded request points into `bytes`.
Result<Request, Rejected> decode(std::span<const std::byte> bytes) noexcept;

/// False when the text did not fit.
bool encode(const Request& request, wire::TextWriter& out) noexcept;

/// One line: what the datagram asks for.
void describe(const Request& request, wire::TextWriter& out) noexcept;
/// What came, what the manual asks for, what to do.
messages::Message message_of(const Rejected& rejected) noexcept;

/// What an answer begins with: the first word, at most 16 bytes, what cannot be printed as `?` (decision 11).
Echo echo_of(std::span<const std::byte> bytes) noexcept;

}  // namespace hexad::protocols::mdof
