#pragma once
// OutSim of Live for Speed with OutSim Opts 0 (docs/InSim.txt of the game), little-endian. X and Y axes are
// on the ground, Z is up: velocity and acceleration are in axes of the world.

#include <array>

#include "wire/layout.hpp"

namespace hexad::protocols::outsim {

using wire::Field;
using wire::Type;

inline constexpr std::size_t kSize = 64;
inline constexpr std::size_t kSizeWithId = 68;  ///< "OutSim ID" is set: an integer more

inline constexpr std::array kPacket{Field{0, Type::u32, 1, "Time", "ms"},
                                    Field{4, Type::f32, 3, "AngVel", "rad/s"},
                                    Field{16, Type::f32, 3, "Heading Pitch Roll", "rad, anticlockwise"},
                                    Field{28, Type::f32, 3, "Accel", "m/s2, world"},
                                    Field{40, Type::f32, 3, "Vel", "m/s, world"},
                                    Field{52, Type::i32, 3, "Pos", "m/65536"}};
static_assert(byte_size(kPacket) == kSize);

}  // namespace hexad::protocols::outsim
