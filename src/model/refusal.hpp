#pragma once

#include <cstdint>
#include <string_view>

namespace hexad::inline model {

/// Why the platform does not do what it was asked: one list for log, hosts, status and console.
enum class Refusal : std::uint8_t {
  none,
  initialising,
  emergency,
  fault,
  not_enabled,     ///< real drives: one local enable is missing
  drives_missing,  ///< nobody is wired to the other side of the drive link yet
  barred,          ///< the operator stopped everything and has not given control back
  disarmed,        ///< a stream that flowed through a stop or reset: a new act is needed
  paused,
  moving,
  other_driver,
  other_driver_paused,
  not_zeroed,
  at_bottom,   ///< zeroed, not raised
  not_raised,  ///< zeroed, standing somewhere on the way
  out_of_reach,
  not_finite,
  no_such_axis,   ///< the machine has no such leg or axis
  bad_program,    ///< a file, formula or path that cannot be read or makes no sense
  nothing_to_do,  ///< asked for what cannot follow from the present state
  shutting_down,
  calibration,     ///< the stored calibration is damaged or belongs to another platform
  held_by_other,   ///< somebody else's hold: only they end it
  operators_only,  ///< not for hosts
  prepared_only,   ///< the controller behind the drives plays prepared motions, and follows nothing
  too_old,         ///< the frame lay in a queue longer than its host's silence (lifecycle rule 30)
  // What is asked for is so already, or there is nothing it could act on: taken, and nothing changes.
  already_neutral,
  already_down,
  already_held,
  already_taken,
  nothing_moves,
  nothing_held,
  nothing_to_reset
};
inline constexpr std::size_t kRefusals = 33;

/// Its name, as in the sources: what it is called is in the table of messages.
std::string_view to_string(Refusal refusal) noexcept;

}  // namespace hexad::inline model
