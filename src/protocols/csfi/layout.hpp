#pragma once
// The frames of this protocol, byte by byte; little-endian, the checksum is the low byte of the sum of bytes
// 4…end. The one list that decoding, encoding, `hexad calibrate`, the console and the docs read.

#include <array>

#include "wire/layout.hpp"

namespace hexad::protocols::csfi {

using wire::Field;
using wire::Type;

inline constexpr std::array<std::uint8_t, 2> kMark{0xEB, 0x90};
inline constexpr std::uint8_t kWriteBit = 0x80;
inline constexpr std::size_t kHeaderSize = 4;

/// A read request. The last byte is a literal 3 in the manual, not a checksum: any value is accepted.
inline constexpr std::array kReadRequest{Field{0, Type::u8, 2, "mark"}, Field{2, Type::u8, 1, "group"},
                                         Field{3, Type::u8, 1, "03"}};
static_assert(byte_size(kReadRequest) == 4);

/// Group 1.
inline constexpr std::array kMechanics{Field{0, Type::u8, 2, "mark"},
                                       Field{2, Type::u8, 1, "group"},
                                       Field{3, Type::u8, 1, "checksum"},
                                       Field{4, Type::f32, 18, "base joints 1-6 x y z", "mm"},
                                       Field{76, Type::f32, 18, "platform joints 1-6 x y z", "mm"},
                                       Field{148, Type::f32, 1, "leg length, retracted", "mm"},
                                       Field{152, Type::f32, 1, "stroke", "mm"},
                                       Field{156, Type::f32, 1, "screw lead", "mm"},
                                       Field{160, Type::f32, 1, "belt ratio"},
                                       Field{164, Type::f32, 1, "motor speed", "rpm"},
                                       Field{168, Type::f32, 1, "rotary gear ratio"},
                                       Field{172, Type::f32, 1, "rotary big teeth"},
                                       Field{176, Type::f32, 1, "rotary small teeth"},
                                       Field{180, Type::f32, 1, "rotary motor speed", "rpm"},
                                       Field{184, Type::u8, 1, "servo model"},
                                       Field{185, Type::u8, 3, "reserved"}};
static_assert(byte_size(kMechanics) == 188);

/// Group 2. Axes x y z α β γ = sway surge heave pitch roll yaw.
inline constexpr std::array kControl{
    Field{0, Type::u8, 2, "mark"},
    Field{2, Type::u8, 1, "group"},
    Field{3, Type::u8, 1, "checksum"},
    Field{4, Type::f32, 3, "platform Kp Ki Kd"},
    Field{16, Type::f32, 1, "platform amplitude"},
    Field{20, Type::f32, 1, "platform speed"},
    Field{24, Type::f32, 1, "platform softness"},
    Field{28, Type::f32, 6, "scale"},
    Field{52, Type::f32, 6, "limit", "mm, deg; -1 = none"},
    Field{76, Type::f32, 3, "rotary Kp Ki Kd"},
    Field{88, Type::f32, 1, "rotary amplitude"},
    Field{92, Type::f32, 1, "rotary speed"},
    Field{96, Type::f32, 1, "rotary softness"},
    Field{100, Type::f32, 6, "washout a", "rad/s; 0 = preset"},
    Field{124, Type::f32, 6, "washout b", "rad/s; 0 = preset"},
    Field{148, Type::u8, 1, "standby", "s; 0 = always enabled"},
    Field{149, Type::u8, 1, "idle return", "s; 0 = never"},
    Field{150, Type::u8, 1, "return speed", "100 rpm"},
    Field{151, Type::u8, 1, "to-middle speed", "100 rpm; 0 = stay at the bottom"},
    Field{152, Type::u8, 1, "seek torque", "%"},
    Field{153, Type::u8, 1, "seek threshold", "%"},
    Field{154, Type::u8, 2, "reserved"}};
static_assert(byte_size(kControl) == 156);

/// Group 3. Ports high byte first.
inline constexpr std::array kNetwork{Field{0, Type::u8, 2, "mark"},
                                     Field{2, Type::u8, 1, "group"},
                                     Field{3, Type::u8, 1, "checksum"},
                                     Field{4, Type::u8, 4, "local IP"},
                                     Field{8, Type::u8, 2, "local port, high low"},
                                     Field{10, Type::u8, 4, "remote IP"},
                                     Field{14, Type::u8, 2, "remote port, high low"},
                                     Field{16, Type::u8, 1, "RS-232 baud index"},
                                     Field{17, Type::u8, 1, "RS-485 baud index"},
                                     Field{18, Type::u8, 2, "reserved"}};
static_assert(byte_size(kNetwork) == 20);

/// Group 4.
inline constexpr std::array kUserFrame{Field{0, Type::u8, 2, "mark"}, Field{2, Type::u8, 1, "group"},
                                       Field{3, Type::u8, 1, "checksum"},
                                       Field{4, Type::f32, 6, "user frame x y z alpha beta gamma", "mm, deg"},
                                       Field{28, Type::f32, 12, "unused"}};
static_assert(byte_size(kUserFrame) == 76);

inline constexpr std::size_t kMaxFrame = 188;
inline constexpr std::array<std::uint32_t, 7> kBauds{1200, 4800, 9600, 19200, 38400, 57600, 115200};

/// The fields of group 1–4, for printing; empty for any other.
constexpr std::span<const Field> fields_of(std::uint8_t group) noexcept {
  switch (group) {
    case 1:
      return kMechanics;
    case 2:
      return kControl;
    case 3:
      return kNetwork;
    case 4:
      return kUserFrame;
    default:
      return {};
  }
}

/// How long the frame of a group is; 0 for any other.
constexpr std::size_t size_of_group(std::uint8_t group) noexcept {
  constexpr std::array<std::size_t, 5> kSizes{0, 188, 156, 20, 76};
  return group < kSizes.size() ? kSizes[group] : 0;
}

}  // namespace hexad::protocols::csfi
