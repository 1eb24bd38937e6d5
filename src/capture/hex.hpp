#pragma once
// Bytes as people paste them: `37 09 00`, `370900`, `37:09:00`, `0x37, 0x09`.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "messages/message.hpp"

namespace hexad::capture {

struct HexProblem {
  std::size_t position = 0;  ///< of the character concerned, from 0
  bool half_byte = false;    ///< a digit without its second; otherwise a character that is no digit
};

/// Pairs of hex digits; between pairs blanks, tabs, colons, commas, dashes and 0x (or \x) are skipped.
Result<std::vector<std::byte>, HexProblem> parse_hex(std::string_view text);

/// What is wrong, in words: "character 7 ('g') is no hex digit".
messages::Message describe(const HexProblem& problem, std::string_view text);

}  // namespace hexad::capture
