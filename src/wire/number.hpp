#pragma once
// Numbers out of text: the whole token or nothing, no locale.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace hexad::wire {

/// A finite decimal number; `+5`, `.5`, `5.`, `5e-3` are legal; nan, inf, hex digits and blanks are not.
std::optional<double> parse_number(std::string_view token) noexcept;

/// A whole number without sign or leading zeros: there is one way to write it.
std::optional<std::uint32_t> parse_count(std::string_view token) noexcept;

/// Pairs of hex digits, blanks between pairs allowed, into `out`; how many bytes it were. Nothing when a
/// digit is wrong, half a pair is left over or the buffer is too small.
std::optional<std::size_t> parse_hex(std::string_view text, std::span<std::byte> out) noexcept;

}  // namespace hexad::wire
