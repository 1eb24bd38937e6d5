// Buckling: F = c·π²·E·I/l², c = 4, 2.046, 1, 1/4 for fixed–fixed, fixed–supported, supported–supported,
// fixed–free. Whirling: ω = λ²/l²·√(E·I/(ρ·A)), λ the first root of the beam's equation for these ends. I =
// π·d⁴/64, A = π·d²/4.

#include "design/screw.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "base/units.hpp"
#include "design/stiffness.hpp"

namespace hexad::design {
namespace {

constexpr std::array<double, 4> kEuler{4.0, 2.0457, 1.0, 0.25};
constexpr std::array<double, 4> kFirstRoot{4.730041, 3.926602, kPi, 1.875104};

std::size_t index_of(ScrewEnds ends) noexcept { return static_cast<std::size_t>(ends); }

}  // namespace

double buckling_force(const Screw& screw) noexcept {
  const double second_moment = kPi * std::pow(screw.diameter, 4) / 64.0;
  return kEuler[index_of(screw.ends)] * kPi * kPi * kSteelModulus * second_moment /
         (screw.length * screw.length);
}

double critical_speed(const Screw& screw) noexcept {
  const double root = kFirstRoot[index_of(screw.ends)];
  // √(I/A) of a round bar is a quarter of its diameter.
  return root * root / (screw.length * screw.length) * std::sqrt(kSteelModulus / kSteelDensity) * 0.25 *
         screw.diameter;
}

double screw_inertia(const Screw& screw) noexcept {
  if (screw.inertia > 0.0) return screw.inertia;
  return kSteelDensity * screw.length * kPi * std::pow(screw.diameter, 4) / 32.0;
}

double life_revolutions(const Screw& screw, double mean_load) noexcept {
  if (!(mean_load > 0.0)) return std::numeric_limits<double>::infinity();
  return 1e6 * std::pow(screw.dynamic_load / mean_load, 3);
}

}  // namespace hexad::design
