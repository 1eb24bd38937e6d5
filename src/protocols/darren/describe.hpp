#pragma once
// The frames in words. The lists are the ones that `hexad decode` and the Wireshark dissector read, too.

#include "protocols/darren/request.hpp"
#include "protocols/darren/status.hpp"
#include "protocols/words.hpp"

namespace hexad::protocols::darren {

std::span<const Named> message_ids() noexcept;  ///< of both directions
std::span<const Named> command_words() noexcept;
std::span<const Named> status_words() noexcept;
std::span<const Named> warnings() noexcept;  ///< one bit each

/// What "values" and "more values" of a command are, by message ID.
std::span<const Meaning> command_meanings() noexcept;
std::span<const Meaning> status_meanings() noexcept;

/// One line each: what the frame asks for, what it says.
void describe(const HostFrame& frame, wire::TextWriter& out) noexcept;
void describe(const StatusFrame& status, wire::TextWriter& out) noexcept;
void describe(const Reply& reply, wire::TextWriter& out) noexcept;

}  // namespace hexad::protocols::darren
