#pragma once
// How far the platform gives way and how slowly it swings, with the motors held: legs as springs along their
// axes, everything else stiff. Over the freedoms the machine has. Tools only: it allocates.

#include <array>
#include <optional>
#include <vector>

#include "design/places.hpp"
#include "model/axes.hpp"

namespace hexad::design {

/// SI. A leg's spring: given, or of its parts one behind the other.
struct LegSpring {
  double stiffness = 0.0;         ///< N/m; 0 = of the parts
  double screw_diameter = 0.020;  ///< of the root
  double free_length =
      0.100;  ///< of screw between bearing and nut at extension 0; the extension comes on top
  double nut = 300e6;
  double bearing = 200e6;
  double joint = 300e6;  ///< of each of the two
  double servo = 0.0;    ///< of the position loop, seen at the leg; 0 = it holds as if rigid
};
inline constexpr double kSteelModulus = 206e9;   ///< N/m²
inline constexpr double kSteelDensity = 7850.0;  ///< kg/m³
double leg_stiffness(const LegSpring& spring, double extension) noexcept;

struct Stiffness {
  std::array<double, kMaxLegs> leg{};
  std::array<double, kAxes>
      axis{};        ///< N/m, Nm/rad: a load along one axis over what it gives way there; 0 = none
  AxisValues sag{};  ///< under the weight of what stands on it, against unloaded legs
  std::vector<double> frequencies;  ///< Hz, rising; as many as freedoms
  std::vector<AxisValues> modes;    ///< of each, the share of the kinetic energy in each axis
};
Stiffness stiffness_at(const Machine& machine, const LegSpring& spring, const Pose& pose);

struct StiffnessOver {
  double lowest = 0.0;  ///< Hz
  Pose lowest_pose;
  struct Softest {
    double value = 0.0;
    Pose pose;
  };
  std::array<std::optional<Softest>, kAxes> softest;
  std::size_t places = 0;
};
StiffnessOver stiffness_over(const Machine& machine, const LegSpring& spring);

/// What a leg moves of everything on it, kg: the mass that a force along one leg, the others giving way
/// freely, sees. For the ratio of inertias of its drive.
std::array<double, kMaxLegs> leg_masses(const Machine& machine, const Pose& pose);

}  // namespace hexad::design
