#pragma once
// The words of the platform's one life. Which moves between them are legal is the table in lifecycle/.

#include <cstdint>
#include <string_view>

namespace hexad::inline model {

enum class State : std::uint8_t {
  init,
  powered_up,
  zeroing,
  origin,
  ascending,
  ready,
  running,
  to_neutral,
  stopping,
  holding,
  descending,
  manual,
  fault,
  emergency
};
inline constexpr std::size_t kStates = 14;

/// How simulated drives wake up, and what a core is told of that.
enum class Initial : std::uint8_t {
  powered_up,  ///< position not trusted
  origin,      ///< at the bottom, zeroed
  neutral      ///< raised, zeroed
};

/// What a deceleration is for: it decides where `stopping` leads. `ascending` and `descending`: it turns
/// round.
enum class After : std::uint8_t { none, ready, holding, powered_up, fault, ascending, descending };

/// Whose hold it is, and so who may end it (lifecycle rules 3, 21 and 28).
enum class HoldBy : std::uint8_t {
  nobody,
  host,         ///< a host that sends levels: itself, or the driver of the same protocol, by a new word
  pause,        ///< a host of single commands: by its own resume, or a stop
  by_operator,  ///< the operator
  lost          ///< the driver fell silent or went: whoever drives next
};

enum class ProgramKind : std::uint8_t {
  none,
  follow_pose,
  follow_legs,
  cueing,
  point_to_point,
  path,
  timed_path,
  formula,
  sine,
  file,
  jog
};

/// How the present state was reached: two hosts' views of `origin` and `ready` depend on it.
enum class ArrivedBy : std::uint8_t {
  power_up,
  zeroing,
  ascending,
  descending,
  to_neutral,
  program_end,
  stop,
  reset
};

std::string_view to_string(State state) noexcept;
std::string_view to_string(ProgramKind program) noexcept;
std::string_view to_string(ArrivedBy how) noexcept;
std::string_view to_string(After after) noexcept;
std::string_view to_string(HoldBy by) noexcept;

}  // namespace hexad::inline model
