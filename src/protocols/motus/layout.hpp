#pragma once
// The two frames of this protocol, byte by byte; packed, little-endian, no checksum. The one list that decoding,
// encoding, `hexad decode` and the docs read.

#include <array>

#include "wire/layout.hpp"

namespace hexad::protocols::motus {

using wire::Field;
using wire::Type;

inline constexpr std::size_t kCommandSize = 180;
inline constexpr std::size_t kStatusSize = 108;
/// First byte of both frames.
inline constexpr std::uint8_t kFrameId = 55;

/// Host to controller. Axes: pitch roll yaw sway surge heave, from neutral.
inline constexpr std::array kCommand{Field{0, Type::u8, 1, "ID"},
                                     Field{1, Type::u8, 1, "Cmd"},
                                     Field{2, Type::u8, 1, "SubCmd"},
                                     Field{3, Type::u8, 1, "FileNum"},
                                     Field{4, Type::u8, 1, "CyChoose"},
                                     Field{5, Type::u8, 1, "DO"},
                                     Field{6, Type::i16, 1, "JogSpeed", "mm/s"},
                                     Field{8, Type::f32, 6, "DOFs", "deg, m"},
                                     Field{32, Type::f32, 6, "Amp", "deg, m"},
                                     Field{56, Type::f32, 6, "Fre", "Hz"},
                                     Field{80, Type::f32, 6, "Pha", "deg"},
                                     Field{104, Type::f32, 6, "Pos", "deg, m"},
                                     Field{128, Type::f32, 6, "Spd", "deg/s, m/s"},
                                     Field{152, Type::f32, 3, "Vxyz"},
                                     Field{164, Type::f32, 3, "Axyz"},
                                     Field{176, Type::u32, 1, "Time"}};
static_assert(byte_size(kCommand) == kCommandSize);

/// Controller to host.
inline constexpr std::array kStatus{Field{0, Type::u8, 1, "ID"},
                                    Field{1, Type::u8, 1, "DOFStatus"},
                                    Field{2, Type::u8, 1, "DI"},
                                    Field{3, Type::u8, 1, "Rev1"},
                                    Field{4, Type::f32, 6, "Attitudes", "deg, m"},
                                    Field{28, Type::f32, 6, "ErrorCode"},
                                    Field{52, Type::f32, 6, "MotorCode", "pulses"},
                                    Field{76, Type::f32, 6, "Tor", "Nm"},
                                    Field{100, Type::u32, 1, "Version"},
                                    Field{104, Type::u32, 1, "Time", "ms"}};
static_assert(byte_size(kStatus) == kStatusSize);

}  // namespace hexad::protocols::motus
