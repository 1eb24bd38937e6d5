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
  not_enabled,  ///< real drives: one local enable is missing
  barred,       ///< the operator stopped everything and has not given control back
  disarmed,     ///< a stream that flowed through a stop or reset: a new act is needed
  paused,
  moving,
  other_driver,
  other_driver_paused,
  not_zeroed,
  at_bottom,  ///< zeroed, not raised
  out_of_reach,
  not_finite,
  no_such_axis,   ///< the machine has no such leg or axis
  bad_program,    ///< a file, formula or path that cannot be read or makes no sense
  nothing_to_do,  ///< asked for what cannot follow from the present state
  shutting_down,
  calibration  ///< the stored calibration is damaged or belongs to another platform
};

std::string_view to_string(Refusal refusal) noexcept;

}  // namespace hexad::inline model
