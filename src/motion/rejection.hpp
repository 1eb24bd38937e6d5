#pragma once
// Why an order cannot be carried out, as facts.

#include <cstdint>
#include <string>

#include "model/limits.hpp"
#include "model/pose.hpp"

namespace hexad::messages {
struct Message;
}

namespace hexad::motion {

/// What is wrong with the text or the numbers of an order.
enum class Problem : std::uint8_t {
  none,
  empty,            ///< nothing to do in it
  too_large,        ///< more points, characters or seconds than is allowed; `bound` says how many
  not_a_number,     ///< `text` is no finite decimal number
  wrong_count,      ///< `value` columns, lines or values instead of `bound`
  negative,         ///< a speed or time that must not be below zero
  not_increasing,   ///< a time that is not after the one before
  unknown_name,     ///< `text` in a formula
  bad_character,    ///< `text` in a formula or file
  bad_formula,      ///< the formula does not parse; `text` is the parser's reason
  not_finite,       ///< a value that is not finite
  no_such_file,     ///< not listed, or not there
  unreadable,       ///< the file cannot be read; `text` says why
  no_such_machine,  ///< the machine has no limits to plan with, or no legs
  unknown_item,     ///< a line that the format does not know
  cancelled         ///< whoever wanted it does not any more
};

/// Either a problem (problem != none) or a limit that would be broken.
struct Rejection {
  Problem problem = Problem::none;
  std::string file;        ///< its name; empty = the order itself
  std::size_t line = 0;    ///< from 1; 0 = not a matter of one line
  std::size_t column = 0;  ///< from 1, in characters; 0 = the whole line
  std::size_t point = 0;   ///< from 1, in orders of points; in formulas the axis; 0 = none
  std::string text;        ///< what stands there, or why
  double value = 0.0;
  double bound = 0.0;

  LimitHit hit;        ///< what would be broken first; indexes of axes are X Y Z RX RY RZ
  double time = 0.0;   ///< s from the beginning, with the ramp the program has
  Pose pose;           ///< where it would be then (from neutral): what a host's code is made from
  double scale = 0.0;  ///< the largest uniform scale about neutral that would pass; 0 = not known, or none

  explicit operator bool() const noexcept { return problem != Problem::none || static_cast<bool>(hit); }
};

/// "pos01.txt line 3, column 5: "1.2.3" is not a number", "at 3.214 s leg 3 velocity: 512.3 mm/s asked, 500
/// mm/s allowed; scaled to 0.96 it would pass".
messages::Message message_of(const Rejection& rejection);
/// The same without file, line, point and column.
messages::Message without_place(const Rejection& rejection);

}  // namespace hexad::motion
