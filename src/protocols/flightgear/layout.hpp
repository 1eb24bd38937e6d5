#pragma once
// FlightGear's native FDM structure, version 24 (src/Network/net_fdm.hxx of FlightGear 2020.3): 408 bytes,
// **big-endian**. Doubles are two words.

#include <array>

#include "wire/layout.hpp"

namespace hexad::protocols::flightgear {

using wire::Field;
using wire::Type;

inline constexpr std::size_t kSize = 408;
inline constexpr std::uint32_t kVersion = 24;

inline constexpr std::array kFdm{Field{0, Type::u32, 1, "version"},
                                 Field{4, Type::u32, 1, "padding"},
                                 Field{8, Type::u32, 6, "longitude latitude altitude", "f64: rad, m"},
                                 Field{32, Type::f32, 1, "agl", "m"},
                                 Field{36, Type::f32, 3, "phi theta psi", "rad"},
                                 Field{48, Type::f32, 2, "alpha beta", "rad"},
                                 Field{56, Type::f32, 3, "phidot thetadot psidot", "rad/s, Euler"},
                                 Field{68, Type::f32, 1, "vcas", "kt"},
                                 Field{72, Type::f32, 1, "climb_rate", "ft/s"},
                                 Field{76, Type::f32, 3, "v_north v_east v_down", "ft/s"},
                                 Field{88, Type::f32, 3, "v_body_u v w", "ft/s"},
                                 Field{100, Type::f32, 3, "A_pilot", "ft/s2, body, specific force"},
                                 Field{112, Type::f32, 1, "stall_warning"},
                                 Field{116, Type::f32, 1, "slip_deg", "deg"},
                                 Field{120, Type::u32, 1, "num_engines"},
                                 Field{124, Type::u32, 4, "eng_state"},
                                 Field{140, Type::f32, 36, "engines", "rpm fuel pressures temperatures"},
                                 Field{284, Type::u32, 1, "num_tanks"},
                                 Field{288, Type::f32, 4, "fuel_quantity"},
                                 Field{304, Type::u32, 1, "num_wheels"},
                                 Field{308, Type::u32, 3, "wow"},
                                 Field{320, Type::f32, 9, "gear position, steer, compression"},
                                 Field{356, Type::u32, 1, "cur_time", "s"},
                                 Field{360, Type::i32, 1, "warp", "s"},
                                 Field{364, Type::f32, 1, "visibility", "m"},
                                 Field{368, Type::f32, 10, "control surfaces"}};
static_assert(byte_size(kFdm) == kSize);

}  // namespace hexad::protocols::flightgear
