#pragma once
// The first generation of this protocol (decision 19): 52 bytes in, 76 out, told apart by its size. Its
// commands are those of today under other numbers, so a frame becomes a HostFrame; the status is one of its
// own.

#include "protocols/motus/status.hpp"

namespace hexad::protocols::motus {

/// Nobody knows these two by looking at a frame: they are stated.
struct Generation1 {
  bool served = false;
  double heave_sign = 1.0;  ///< -1: down is positive
  TranslationUnit unit = TranslationUnit::metre;
};

/// As it stands on the wire.
struct HostFrame1 {
  std::uint8_t cmd = 0;
  std::uint8_t effects = 0;  ///< Act: drives outputs 1–8 as DO does
  Six dofs{};                ///< roll pitch yaw forward lateral heave
  std::array<float, 3> velocity{};
  std::array<float, 3> acceleration{};
};
struct StatusFrame1 {
  std::uint8_t state = 0;
  Six pose{};
  Six errors{};
  Six motor_codes{};
};

/// Cmd of this generation, and what the same act is called today; 0 = no action.
struct Renamed {
  std::uint8_t then;
  std::uint8_t now;
  std::string_view name;
};
inline constexpr std::array kCommands1{Renamed{0, 9, "run"},
                                       Renamed{1, 0, "check"},
                                       Renamed{2, 2, "back to the middle"},
                                       Renamed{3, 3, "emergency stop"},
                                       Renamed{4, 0, "handshake"},
                                       Renamed{5, 0, "single leg"},
                                       Renamed{6, 6, "rise"},
                                       Renamed{7, 7, "down to the bottom"},
                                       Renamed{9, 4, "seek the bottom"}};
inline constexpr std::array kStates1{Named{0, "stopped"},          Named{1, "moving to the middle"},
                                     Named{2, "in the middle"},    Named{3, "working"},
                                     Named{55, "at the bottom"},   Named{253, "closed"},
                                     Named{254, "emergency stop"}, Named{255, "error"}};

Result<HostFrame1, Problem> decode1(std::span<const std::byte> bytes) noexcept;
std::array<std::byte, kCommand1Size> encode(const HostFrame1& frame) noexcept;
Result<StatusFrame1, Problem> decode_status1(std::span<const std::byte> bytes) noexcept;
std::array<std::byte, kStatus1Size> encode(const StatusFrame1& status) noexcept;

void describe(const HostFrame1& frame, wire::TextWriter& out) noexcept;
void describe(const StatusFrame1& status, wire::TextWriter& out) noexcept;

/// Today's words for it; lengths stay in its own unit.
HostFrame to_present(const HostFrame1& frame, const Generation1& generation) noexcept;
/// The other way round, for hosts: what has no number there (steps, sines, scripts, the soft stop) is a
/// handshake.
HostFrame1 to_generation1(const HostFrame& frame, const Generation1& generation) noexcept;
StatusFrame to_present(const StatusFrame1& status, const Generation1& generation) noexcept;
/// What a controller of that generation sends: its own number of the state, the rest of today's.
StatusFrame1 to_generation1(std::uint8_t state, const StatusFrame& status,
                            const Generation1& generation) noexcept;

}  // namespace hexad::protocols::motus
