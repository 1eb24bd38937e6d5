#pragma once
// The quality of a line as people write it:
//
//   loss=20% delay=10ms jitter=2ms duplicate=1% reorder=5% behind=20ms truncate=1% flip=1%
//
// What is not named is 0; `cut` loses everything, `clear` nothing. Shares also as 0.2, times also as 0.01s.

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "messages/message.hpp"
#include "net/bad_line.hpp"

namespace hexad::inline relay {

/// `clear`: jitter alone lets none overtake another, whoever wants that says `reorder`.
inline constexpr net::LineQuality kClearLine{.in_order = true};

Result<net::LineQuality, messages::Message> parse_quality(std::string_view text);
/// Parses back to the same quality; `clear` for a line that changes nothing.
std::string to_text(const net::LineQuality& quality);

}  // namespace hexad::inline relay
