#pragma once
// The five protocols by name, their ports, and the two ends of a line.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace hexad::capture {

enum class Protocol : std::uint8_t { lingjing, mdof, csfi, motus, darren };
inline constexpr std::array kProtocols{Protocol::lingjing, Protocol::mdof, Protocol::csfi, Protocol::motus,
                                       Protocol::darren};

std::string_view to_string(Protocol protocol) noexcept;
std::optional<Protocol> protocol_of(std::string_view name) noexcept;

/// Where the controller (for csfi: the board) listens.
std::uint16_t controller_port(Protocol protocol) noexcept;
/// Where its hosts usually listen; 0 = anywhere.
std::uint16_t host_port(Protocol protocol) noexcept;

enum class Direction : std::uint8_t { to_controller, from_controller };

}  // namespace hexad::capture
