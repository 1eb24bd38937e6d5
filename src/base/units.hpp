#pragma once
// Inside, everything is SI. These factors are for the edges: a value in millimetres times kMillimetre is in
// metres, a value in metres divided by kMillimetre is in millimetres.

#include <numbers>

namespace hexad::inline base {

inline constexpr double kPi = std::numbers::pi;
inline constexpr double kMillimetre = 1e-3;
inline constexpr double kDegree = kPi / 180.0;
inline constexpr double kKilonewton = 1e3;
inline constexpr double kRevolution = 2.0 * kPi;
inline constexpr double kPerMinute = 1.0 / 60.0;
inline constexpr double kGravity = 9.80665;

}  // namespace hexad::inline base
