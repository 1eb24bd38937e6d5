#pragma once
// What a ball screw bears besides its torque: buckling, critical speed, life. The formulas are those of every
// catalogue of screws: Euler's column, a bar that bends as it turns, ISO 3408-5.

#include <cstdint>

namespace hexad::design {

enum class ScrewEnds : std::uint8_t { fixed_fixed, fixed_supported, supported_supported, fixed_free };

/// SI.
struct Screw {
  double diameter = 0.020;  ///< of the root
  double length = 0.0;      ///< that nothing supports; 0 = the stroke and 100 mm
  ScrewEnds ends = ScrewEnds::fixed_supported;
  double dynamic_load = 20e3;  ///< N, C of the catalogue; 0 = not known
  double life_hours = 20000.0;
  double inertia = 0.0;  ///< kg·m²; 0 = of a steel bar of this diameter and length
};
/// A share of either is what may be used.
inline constexpr double kBucklingSafety = 2.0;
inline constexpr double kCriticalShare = 0.8;

/// N at which the screw gives way sideways.
double buckling_force(const Screw& screw) noexcept;
/// rad/s at which it begins to whirl.
double critical_speed(const Screw& screw) noexcept;
double screw_inertia(const Screw& screw) noexcept;
/// Revolutions that nine of ten survive under this mean load: (C/F)³ millions. Infinite without load.
double life_revolutions(const Screw& screw, double mean_load) noexcept;

}  // namespace hexad::design
