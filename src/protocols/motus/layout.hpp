#pragma once
// The frames of this protocol, byte by byte; packed, little-endian, no checksum. The one list that decoding,
// encoding, `hexad decode` and the docs read. A dialect is another table with the same names.

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

/// Host to controller as two programs of 2020 have it (decision 18): Spd in mm/s beside Pos in m.
inline constexpr std::array kCommand2020{Field{0, Type::u8, 1, "ID"},
                                         Field{1, Type::u8, 1, "Cmd"},
                                         Field{2, Type::u8, 1, "SubCmd"},
                                         Field{3, Type::u8, 1, "FileNum"},
                                         Field{4, Type::u8, 1, "DO"},
                                         Field{5, Type::u8, 1, "CyChoose"},
                                         Field{6, Type::i16, 1, "JogSpeed", "mm/s"},
                                         Field{8, Type::f32, 6, "DOFs", "deg, m"},
                                         Field{32, Type::f32, 3, "Vxyz"},
                                         Field{44, Type::f32, 3, "Axyz"},
                                         Field{56, Type::f32, 6, "Amp", "deg, m"},
                                         Field{80, Type::f32, 6, "Fre", "Hz"},
                                         Field{104, Type::f32, 6, "Pha", "deg"},
                                         Field{128, Type::f32, 6, "Pos", "deg, m"},
                                         Field{152, Type::f32, 6, "Spd", "deg/s, mm/s"},
                                         Field{176, Type::u32, 1, "Time"}};
static_assert(byte_size(kCommand2020) == kCommandSize);

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

/// The first generation (decision 19). Axes: roll pitch yaw forward lateral heave.
inline constexpr std::size_t kCommand1Size = 52;
inline constexpr std::size_t kStatus1Size = 76;
inline constexpr std::array kCommand1{Field{0, Type::u8, 1, "ID"},
                                      Field{1, Type::u8, 1, "Cmd1"},
                                      Field{2, Type::u8, 1, "Act"},
                                      Field{3, Type::u8, 1, "Rev1"},
                                      Field{4, Type::f32, 6, "DOFs", "deg, m"},
                                      Field{28, Type::f32, 3, "Vxyz"},
                                      Field{40, Type::f32, 3, "Axyz"}};
static_assert(byte_size(kCommand1) == kCommand1Size);
inline constexpr std::array kStatus1{
    Field{0, Type::u8, 1, "ID"},          Field{1, Type::u8, 1, "Status"},
    Field{2, Type::u16, 1, "Rev1"},       Field{4, Type::f32, 6, "Attitudes", "deg, m"},
    Field{28, Type::f32, 6, "ErrorCode"}, Field{52, Type::f32, 6, "MotorCode"}};
static_assert(byte_size(kStatus1) == kStatus1Size);

}  // namespace hexad::protocols::motus
