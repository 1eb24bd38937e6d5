#pragma once
// What the controller sends: status (200), ack (11) and nack (12), 128 bytes each. Both directions:
// controllers encode, hosts decode. What a controller says there is made in view.hpp: a host needs no model
// of a machine.

#include <array>
#include <cstdint>
#include <variant>

#include "base/result.hpp"
#include "protocols/darren/layout.hpp"
#include "protocols/darren/request.hpp"

namespace hexad::protocols::darren {

enum class StatusWord : std::uint16_t {
  init = 0,
  powered_up = 1,
  zeroing = 2,
  origin = 3,
  ascend = 4,
  neutral = 5,
  running = 6,
  to_neutral = 7,
  descending = 9,
  holding = 10,
  fault = 11,
  emergency = 12,
  maintenance = 20
};

namespace warning {
inline constexpr std::uint32_t kHostTimeout = 1;
inline constexpr std::uint32_t kHostSlow = 2;  ///< below 50 Hz over the last second
inline constexpr std::uint32_t kClamped = 4;
inline constexpr std::uint32_t kNotDriver = 8;
inline constexpr std::uint32_t kOutOfOrder = 16;
inline constexpr std::uint32_t kLoopLate = 32;
}  // namespace warning

struct StatusFrame {
  std::uint32_t sequence = 0;
  StatusWord state = StatusWord::init;
  bool moving = false;
  std::uint8_t inputs = 0;   ///< bit 0 = input 1
  std::uint8_t outputs = 0;  ///< bit 0 = output 1
  std::uint32_t error = 0;   ///< mdof's hardware codes
  std::uint32_t warnings = 0;
  std::array<float, 6> pose{};       ///< pitch roll yaw (°) sway surge heave (mm), from neutral
  std::array<float, 6> actuators{};  ///< mm from neutral
  std::array<std::uint32_t, 6> drive_errors{};
  std::array<float, 6> torque{};  ///< Nm
};

struct Reply {
  std::uint32_t sequence = 0;
  bool acknowledged = false;
};

Frame encode(const StatusFrame& status) noexcept;
Frame encode(const Reply& reply) noexcept;

enum class AnswerProblem : std::uint8_t { size, message_id };
Result<std::variant<StatusFrame, Reply>, AnswerProblem> decode_answer(
    std::span<const std::byte> bytes) noexcept;

}  // namespace hexad::protocols::darren
