#pragma once
// "MotionSim" of BeamNG.drive and BeamNG.tech, as their maker documents it (documentation.beamng.com,
// modding, protocols): 88 bytes, little-endian.

#include <array>

#include "wire/layout.hpp"

namespace hexad::protocols::beamng {

using wire::Field;
using wire::Type;

inline constexpr std::size_t kSize = 88;
inline constexpr std::array<std::uint8_t, 4> kFormat{'B', 'N', 'G', '1'};

inline constexpr std::array kPacket{Field{0, Type::u8, 4, "format", "BNG1"},
                                    Field{4, Type::f32, 3, "pos", "m, world"},
                                    Field{16, Type::f32, 3, "vel", "m/s, world"},
                                    Field{28, Type::f32, 3, "acc", "m/s2: right forward up, without gravity"},
                                    Field{40, Type::f32, 3, "up", "of the vehicle, in the world"},
                                    Field{52, Type::f32, 3, "rollPos pitchPos yawPos", "rad"},
                                    Field{64, Type::f32, 3, "rollVel pitchVel yawVel", "rad/s"},
                                    Field{76, Type::f32, 3, "rollAcc pitchAcc yawAcc", "rad/s2"}};
static_assert(byte_size(kPacket) == kSize);

}  // namespace hexad::protocols::beamng
