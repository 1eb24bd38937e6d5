// Words for a datagram that was dropped: what came, what the manual asks for, what to do.

#include "protocols/lingjing/request.hpp"

namespace hexad::protocols::lingjing {
namespace {

void what_came(const Rejected& rejected, wire::TextWriter& out) noexcept {
  switch (rejected.problem) {
    case Problem::no_at:
      out.text("a datagram that does not begin with '@'");
      break;
    case Problem::no_hash:
      out.text("a frame without '#' at its end");
      break;
    case Problem::two_frames:
      out.text("more than one frame in a datagram");
      break;
    case Problem::text_after_hash:
      out.text("text after '#'");
      break;
    case Problem::unknown_command:
      out.text("an unknown command (upper and lower case differ)");
      break;
    case Problem::unknown_film_command:
      out.text("an unknown film command");
      break;
    case Problem::count:
      out.integer(rejected.found).text(" values");
      break;
    case Problem::empty_value:
      out.text("value ").integer(rejected.found).text(" is empty");
      break;
    case Problem::number:
      out.text("value ").integer(rejected.found).text(" is no decimal number within +-1000000");
      break;
    case Problem::effect_word:
      out.text("an effect word that is not one to four hexadecimal digits");
      break;
    case Problem::relay_bits:
      out.text("an effect word beyond the twelve relays (bits 12-15 are set)");
      break;
    case Problem::time:
      out.text("a time that is not above 0");
      break;
  }
}

}  // namespace

std::string_view to_string(Problem problem) noexcept {
  static constexpr std::array<std::string_view, 12> kWords{
      "no @",  "no #",        "two frames", "text after #", "unknown command",  "unknown film command",
      "count", "empty value", "number",     "effect word",  "relay bits 12-15", "time must be positive"};
  return kWords[static_cast<std::size_t>(problem)];
}

void describe(const Rejected& rejected, wire::TextWriter& out) noexcept {
  what_came(rejected, out);
  if (rejected.form != nullptr) {
    out.text(" in ").text(rejected.form->name).text(". The manual: ").text(rejected.form->form);
  } else {
    out.text(". The manual: one frame @CMD:v1,v2,...# a datagram, CMD = A3, A6, A7, C3, C6, C7 or MV ");
    out.text("(and A6T as real clients send it)");
  }
  out.text(". The frame is dropped; correct it and send it again");
}

}  // namespace hexad::protocols::lingjing
