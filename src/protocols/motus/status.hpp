#pragma once
// What the controller sends, 108 bytes. Both directions: controllers encode, hosts decode.

#include <cstdint>

#include "base/result.hpp"
#include "protocols/motus/layout.hpp"
#include "protocols/motus/request.hpp"

namespace hexad::protocols::motus {

enum class DofStatus : std::uint8_t {
  zeroing = 0,
  zeroed = 1,
  rising = 2,
  risen = 3,
  following = 4,
  instructed = 5,
  script = 8,
  script_done = 9,
  descending = 12,
  descended = 13,
  to_neutral = 14,
  returned = 15,  ///< some machines, instead of 3 (motus.neutral_status)
  manual = 32,
  stopped = 33,  ///< emergency; with an error code: fault
  initialised = 55
};

std::span<const Named> state_words() noexcept;
std::string_view to_string(DofStatus status) noexcept;

struct StatusFrame {
  DofStatus state = DofStatus::initialised;
  std::uint8_t inputs = 0;  ///< DI, bit 0 = input 1
  Six pose{};               ///< pitch roll yaw (°) sway surge heave (the unit in use), from neutral
  Six errors{};             ///< mdof's hardware codes, a leg each
  Six motor_codes{};        ///< leg extension in motor pulses, or leg length in metres (decision 22)
  Six torque{};             ///< Nm
  std::uint32_t version = 0;
  std::uint32_t time = 0;  ///< ms since start
};

using StatusBytes = std::array<std::byte, kStatusSize>;

StatusBytes encode(const StatusFrame& status) noexcept;
Result<StatusFrame, Problem> decode_status(std::span<const std::byte> bytes) noexcept;

/// One line: what the frame says.
void describe(const StatusFrame& status, wire::TextWriter& out) noexcept;

inline constexpr double kPulsesARevolution = 10'000.0;

/// How lengths stand on the wire (decision 4), as a factor to metres.
enum class TranslationUnit : std::uint8_t { metre, millimetre };
double in_metres(TranslationUnit unit) noexcept;

enum class MotorCode : std::uint8_t { pulses, length };

/// What machines show differently.
struct StatusForm {
  TranslationUnit unit = TranslationUnit::metre;
  MotorCode motor_code = MotorCode::pulses;
  DofStatus zeroed = DofStatus::zeroed;  ///< at the bottom after seeking it; others show 13
  DofStatus neutral = DofStatus::risen;  ///< back in the middle; others show 15
};

}  // namespace hexad::protocols::motus
