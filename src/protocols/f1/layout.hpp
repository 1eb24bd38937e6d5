#pragma once
// The motion packets of the F1 games of 2019 to 2025, as their maker publishes them every year: a header,
// then every car on track, little-endian, without gaps. What 2019 to 2022 say of the player's own car behind
// that (2023 and later in a packet of its own) is not needed.

#include <array>

#include "wire/layout.hpp"

namespace hexad::protocols::f1 {

using wire::Field;
using wire::Type;

/// 2019 to 2022; from 2020 on a byte more follows, for the second player of a split screen.
inline constexpr std::array kHeader2019{
    Field{0, Type::u16, 1, "packetFormat"},     Field{2, Type::u8, 2, "gameVersion"},
    Field{4, Type::u8, 1, "packetVersion"},     Field{5, Type::u8, 1, "packetId", "0 = motion"},
    Field{6, Type::u32, 2, "sessionUID"},       Field{14, Type::f32, 1, "sessionTime", "s"},
    Field{18, Type::u32, 1, "frameIdentifier"}, Field{22, Type::u8, 1, "playerCarIndex"}};
static_assert(byte_size(kHeader2019) == 23);

inline constexpr std::array kHeader2023{
    Field{0, Type::u16, 1, "packetFormat"},     Field{2, Type::u8, 3, "gameYear, gameVersion"},
    Field{5, Type::u8, 1, "packetVersion"},     Field{6, Type::u8, 1, "packetId", "0 = motion"},
    Field{7, Type::u32, 2, "sessionUID"},       Field{15, Type::f32, 1, "sessionTime", "s"},
    Field{19, Type::u32, 1, "frameIdentifier"}, Field{23, Type::u32, 1, "overallFrameIdentifier"},
    Field{27, Type::u8, 1, "playerCarIndex"},   Field{28, Type::u8, 1, "secondaryPlayerCarIndex"}};
static_assert(byte_size(kHeader2023) == 29);

inline constexpr double kDirectionUnit = 1.0 / 32767.0;

inline constexpr std::array kCar{Field{0, Type::f32, 3, "worldPosition", "m"},
                                 Field{12, Type::f32, 3, "worldVelocity", "m/s"},
                                 Field{24, Type::i16, 3, "worldForwardDir", "1/32767"},
                                 Field{30, Type::i16, 3, "worldRightDir", "1/32767"},
                                 Field{36, Type::f32, 3, "gForce lateral longitudinal vertical", "g"},
                                 Field{48, Type::f32, 3, "yaw pitch roll", "rad"}};
inline constexpr std::size_t kCarSize = byte_size(kCar);
static_assert(kCarSize == 60);

/// What the packets of a year look like.
struct Edition {
  std::uint16_t format = 0;
  std::size_t header = 0;  ///< bytes
  std::size_t cars = 0;
  std::size_t size = 0;  ///< of a motion packet
};
inline constexpr std::array kEditions{Edition{2019, 23, 20, 1343}, Edition{2020, 24, 22, 1464},
                                      Edition{2021, 24, 22, 1464}, Edition{2022, 24, 22, 1464},
                                      Edition{2023, 29, 22, 1349}, Edition{2024, 29, 22, 1349},
                                      Edition{2025, 29, 22, 1349}};
inline constexpr std::uint16_t kNewHeader = 2023;  ///< from this year on

}  // namespace hexad::protocols::f1
