// Words for a datagram that was dropped: what came, what the manual asks for, what to do.

#include "messages/say.hpp"
#include "protocols/lingjing/request.hpp"

namespace hexad::protocols::lingjing {

using messages::Id;
using messages::say;

namespace {

/// What came, where no number says more.
Id what_came(Problem problem) noexcept {
  switch (problem) {
    case Problem::no_at:
      return Id::lingjing_no_at;
    case Problem::no_hash:
      return Id::lingjing_no_hash;
    case Problem::two_frames:
      return Id::lingjing_two_frames;
    case Problem::text_after_hash:
      return Id::lingjing_text_after_hash;
    case Problem::unknown_film_command:
      return Id::lingjing_unknown_film_command;
    case Problem::effect_word:
      return Id::lingjing_effect_word;
    case Problem::relay_bits:
      return Id::lingjing_relay_bits;
    case Problem::number:
    case Problem::time:
      return Id::lingjing_time;
    default:
      return Id::lingjing_unknown_command;
  }
}

}  // namespace

Id id_of(Problem problem) noexcept {
  static_assert(static_cast<std::size_t>(Id::unreadable_time) -
                    static_cast<std::size_t>(Id::unreadable_no_at) ==
                static_cast<std::size_t>(Problem::time));
  return static_cast<Id>(static_cast<std::size_t>(Id::unreadable_no_at) + static_cast<std::size_t>(problem));
}

messages::Message message_of(const Rejected& rejected) noexcept {
  if (rejected.form == nullptr) return say<Id::told_lingjing_no_frame>(what_came(rejected.problem));
  const Form& form = *rejected.form;
  const bool is_time = form.command == Command::a6t && rejected.found == form.count;
  if (rejected.problem == Problem::count)
    return say<Id::told_lingjing_count>(rejected.found, form.name, form.form);
  if (rejected.problem == Problem::empty_value)
    return say<Id::told_lingjing_empty_value>(rejected.found, form.name, form.form);
  if (rejected.problem == Problem::number && !is_time)
    return say<Id::told_lingjing_number>(rejected.found, form.name, form.form);
  return say<Id::told_lingjing_bad_frame>(what_came(rejected.problem), form.name, form.form);
}

}  // namespace hexad::protocols::lingjing
