#pragma once
// "Data Out" of Forza Motorsport 7, Forza Motorsport (2023) and Forza Horizon 4 to 6, as their maker
// documents it: the "Sled" part, which every format begins with. Little-endian.

#include <algorithm>
#include <array>

#include "wire/layout.hpp"

namespace hexad::protocols::forza {

using wire::Field;
using wire::Type;

inline constexpr std::size_t kSledSize = 232;
/// Sled; Dash of Motorsport 7; Horizon 4 to 6; Dash of Motorsport (2023).
inline constexpr std::array<std::size_t, 4> kSizes{kSledSize, 311, 324, 331};

inline constexpr std::array kSled{Field{0, Type::i32, 1, "IsRaceOn", "0 = menu, race stopped"},
                                  Field{4, Type::u32, 1, "TimestampMS", "ms"},
                                  Field{8, Type::f32, 3, "engine max, idle, current", "rpm"},
                                  Field{20, Type::f32, 3, "Acceleration", "m/s2: right up forward"},
                                  Field{32, Type::f32, 3, "Velocity", "m/s: right up forward"},
                                  Field{44, Type::f32, 3, "AngularVelocity", "rad/s: pitch yaw roll"},
                                  Field{56, Type::f32, 3, "Yaw Pitch Roll", "rad"},
                                  Field{68, Type::f32, 4, "NormalizedSuspensionTravel"},
                                  Field{84, Type::f32, 4, "TireSlipRatio"},
                                  Field{100, Type::f32, 4, "WheelRotationSpeed", "rad/s"},
                                  Field{116, Type::i32, 4, "WheelOnRumbleStrip"},
                                  Field{132, Type::f32, 4, "WheelInPuddleDepth"},
                                  Field{148, Type::f32, 4, "SurfaceRumble"},
                                  Field{164, Type::f32, 4, "TireSlipAngle"},
                                  Field{180, Type::f32, 4, "TireCombinedSlip"},
                                  Field{196, Type::f32, 4, "SuspensionTravelMeters", "m"},
                                  Field{212, Type::i32, 1, "CarOrdinal"},
                                  Field{216, Type::i32, 1, "CarClass"},
                                  Field{220, Type::i32, 1, "CarPerformanceIndex"},
                                  Field{224, Type::i32, 1, "DrivetrainType"},
                                  Field{228, Type::i32, 1, "NumCylinders"}};
static_assert(byte_size(kSled) == kSledSize);

}  // namespace hexad::protocols::forza
