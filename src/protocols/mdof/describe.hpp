#pragma once
// Answers in words, and the lists behind them that `hexad decode` and the Wireshark dissector read, too.

#include "protocols/mdof/status.hpp"
#include "protocols/words.hpp"

namespace hexad::protocols::mdof {

/// The protocol's own results, 0 to -7. `value` is the code without its sign.
std::span<const Named> result_codes() noexcept;
/// 0 "done", -5 "paused", 195 "emergency stop".
std::string_view result_name(int code) noexcept;

/// The six numbers of the answer to one of 24–30; in this order they also stand in 31.
struct SixForm {
  Command query;
  std::string_view name;
  SixNames places;
  SixNames units;
};
std::span<const SixForm> six_forms() noexcept;

/// One line: what the answer says; false when its body is none the manual knows.
bool describe(const Reply& reply, wire::TextWriter& out) noexcept;

}  // namespace hexad::protocols::mdof
