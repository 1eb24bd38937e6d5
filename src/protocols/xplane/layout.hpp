#pragma once
// X-Plane 11 and 12 over UDP, as its maker documents it ("Exchanging Data with X-Plane", RREF): it is asked
// for one dataref a datagram, and from then on sends the values of all that were asked for, each with the
// number it was asked under. Little-endian. The datarefs and their signs: developer.x-plane.com/datarefs.

#include <array>

#include "wire/layout.hpp"

namespace hexad::protocols::xplane {

using wire::Field;
using wire::Type;

inline constexpr std::array<std::uint8_t, 4> kName{'R', 'R', 'E', 'F'};
inline constexpr std::size_t kNameSize = 5;       ///< of an answer: the fifth byte is X-Plane's own affair
inline constexpr std::size_t kDatarefSize = 400;  ///< of a request, filled up with zeroes

inline constexpr std::array kRequest{Field{0, Type::u8, 4, "RREF"}, Field{4, Type::u8, 1, "zero"},
                                     Field{5, Type::i32, 1, "frequency", "Hz; 0 = no more of it"},
                                     Field{9, Type::i32, 1, "number"},
                                     Field{13, Type::u8, kDatarefSize, "dataref"}};
inline constexpr std::size_t kRequestSize = 413;
static_assert(byte_size(kRequest) == kRequestSize);

inline constexpr std::array kValue{Field{0, Type::i32, 1, "number"}, Field{4, Type::f32, 1, "value"}};
inline constexpr std::size_t kValueSize = 8;
static_assert(byte_size(kValue) == kValueSize);

/// What is asked for; the place in this list is its number.
enum Dataref : std::uint8_t { ax, ay, az, phi, theta, psi, p, q, r, paused, kDatarefs };
inline constexpr std::array<std::string_view, kDatarefs> kDatarefNames{
    "sim/flightmodel/position/local_ax",  // m/s², to the east
    "sim/flightmodel/position/local_ay",  // up
    "sim/flightmodel/position/local_az",  // to the south
    "sim/flightmodel/position/phi",       // °, right side down
    "sim/flightmodel/position/theta",     // nose up
    "sim/flightmodel/position/psi",       // from north, clockwise
    "sim/flightmodel/position/Prad",      // rad/s, right side down
    "sim/flightmodel/position/Qrad",      // nose up
    "sim/flightmodel/position/Rrad",      // nose to the right
    "sim/time/paused"};                   // 1 = paused
inline constexpr std::size_t kSize = kNameSize + kDatarefs * kValueSize;
inline constexpr std::int32_t kRate = 60;  ///< asked for; X-Plane sends as often as it draws at most

}  // namespace hexad::protocols::xplane
