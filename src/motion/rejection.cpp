#include "motion/rejection.hpp"

#include <cmath>

#include "messages/say.hpp"
#include "model/messages.hpp"

namespace hexad::motion {
namespace {

using messages::Id;
using messages::Message;
using messages::say;

Message problem_of(const Rejection& r) {
  switch (r.problem) {
    case Problem::none:
      break;
    case Problem::empty:
      return Id::motion_empty;
    case Problem::too_large:
      if (r.text.empty()) return say<Id::motion_too_large>(r.value, r.bound);
      return say<Id::motion_too_large_what>(r.value, r.bound, r.text);
    case Problem::not_a_number:
      return say<Id::motion_not_a_number>(r.text);
    case Problem::wrong_count:
      return say<Id::motion_wrong_count>(r.value, r.bound);
    case Problem::negative:
      return say<Id::motion_negative>(r.value);
    case Problem::not_increasing:
      return say<Id::motion_not_increasing>(r.value, r.bound);
    case Problem::unknown_name:
      return say<Id::motion_unknown_name>(r.text);
    case Problem::bad_character:
      return say<Id::motion_bad_character>(r.text);
    case Problem::bad_formula:
      return say<Id::motion_bad_formula>(r.text);
    case Problem::not_finite:
      if (!r.text.empty()) return say<Id::motion_not_finite_what>(r.text);
      return r.time > 0.0 ? say<Id::motion_not_finite_at>(r.time) : Id::motion_not_finite;
    case Problem::no_such_file:
      return r.text.empty() ? Id::motion_no_such_file : say<Id::motion_no_such_file_why>(r.text);
    case Problem::unreadable:
      return say<Id::motion_unreadable>(r.text);
    case Problem::no_such_machine:
      return Id::motion_no_machine;
    case Problem::cancelled:
      return Id::motion_cancelled;
    case Problem::unknown_item:
      return say<Id::motion_unknown_item>(r.text);
  }
  Message limit = message_of(r.hit);
  if (r.time > 0.0) limit = say<Id::at_time>(std::round(1e3 * r.time) / 1e3, limit);
  if (r.scale > 0.0) limit = say<Id::would_pass_scaled>(limit, std::floor(r.scale * 1000.0) / 1000.0);
  return limit;
}

}  // namespace

messages::Message without_place(const Rejection& r) { return problem_of(r); }

messages::Message message_of(const Rejection& r) {
  const Message what = problem_of(r);
  const bool named = !r.file.empty();
  if (r.line != 0 && r.column != 0)
    return named ? say<Id::at_file_line_column>(r.file, r.line, r.column, what)
                 : say<Id::at_line_column>(r.line, r.column, what);
  if (r.line != 0)
    return named ? say<Id::at_file_line>(r.file, r.line, what) : say<Id::at_line>(r.line, what);
  Message placed = what;
  if (r.point != 0 && r.column != 0) placed = say<Id::at_point_column>(r.point, r.column, what);
  if (r.point != 0 && r.column == 0) placed = say<Id::at_point>(r.point, what);
  if (r.point == 0 && r.column != 0) placed = say<Id::at_column>(r.column, what);
  return named ? say<Id::at_file>(r.file, placed) : placed;
}

}  // namespace hexad::motion
