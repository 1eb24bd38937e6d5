#pragma once
// DiRT Rally, DiRT 4, DiRT Rally 2.0 (and GRID of those years) with extradata="3" in
// hardware_settings_config.xml: 66 floats, little-endian. Their maker's "Setting up UDP output for DiRT 4"
// has the list; what it calls left_dir is the right side, as recorded drives show
// (docs/protocols/telemetry.md).

#include <array>

#include "wire/layout.hpp"

namespace hexad::protocols::dirt {

using wire::Field;
using wire::Type;

inline constexpr std::size_t kSize = 264;

inline constexpr std::array kPacket{Field{0, Type::f32, 1, "total_time", "s"},
                                    Field{4, Type::f32, 1, "lap_time", "s"},
                                    Field{8, Type::f32, 2, "distance", "m"},
                                    Field{16, Type::f32, 3, "position", "m, world"},
                                    Field{28, Type::f32, 1, "speed", "m/s"},
                                    Field{32, Type::f32, 3, "velocity", "m/s, world"},
                                    Field{44, Type::f32, 3, "right_dir", "world"},
                                    Field{56, Type::f32, 3, "forward_dir", "world"},
                                    Field{68, Type::f32, 4, "suspension_position", "mm: rl rr fl fr"},
                                    Field{84, Type::f32, 4, "suspension_velocity", "mm/s"},
                                    Field{100, Type::f32, 4, "wheel_patch_speed", "m/s"},
                                    Field{116, Type::f32, 4, "throttle steering brake clutch"},
                                    Field{132, Type::f32, 1, "gear"},
                                    Field{136, Type::f32, 2, "gforce lateral longitudinal", "g"},
                                    Field{144, Type::f32, 1, "lap"},
                                    Field{148, Type::f32, 1, "engine_rate", "10 rpm"},
                                    Field{152, Type::f32, 28, "race, brakes, tyres, track"}};
static_assert(byte_size(kPacket) == kSize);

}  // namespace hexad::protocols::dirt
