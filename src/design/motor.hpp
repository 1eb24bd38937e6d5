#pragma once
// A catalogue of servo motors: share/motors/*.toml and a file of the user's own, read as they are asked for.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "config/problem.hpp"

namespace hexad::design {

/// SI: rad/s, Nm.
struct CurvePoint {
  double speed = 0.0;
  double torque = 0.0;
};
/// Straight between two points; 0 beyond the last one's speed.
double torque_at(const std::vector<CurvePoint>& curve, double speed) noexcept;

struct Motor {
  std::string name;
  std::string brand;
  std::string series;
  double power = 0.0;  ///< W
  double rated_speed = 0.0;
  std::vector<CurvePoint> continuous;  ///< S1
  std::vector<CurvePoint> peak;
  double rotor_inertia = 0.0;  ///< kg·m²
  double brake_torque = 0.0;   ///< 0 = there is none
  double brake_inertia = 0.0;
  double voltage = 0.0;
  int encoder_bits = 0;
  bool typical = false;  ///< of the size class: the data sheet decides

  double rated_torque() const noexcept { return torque_at(continuous, rated_speed); }
  double peak_torque() const noexcept { return torque_at(peak, 0.0); }
  double most_speed() const noexcept;
};

struct Catalogue {
  std::vector<Motor> motors;  ///< by power, then torque, then name
  Problems problems;

  const Motor* find(std::string_view name) const noexcept;
};
/// What comes with the program, then `own` (a file; empty = the one HEXAD_MOTORS names, if any), whose rows
/// replace those of the same name.
Catalogue load_catalogue(const std::string& own = {});
/// One text, over what is known already.
void read_motors(std::string_view text, const std::string& name, Catalogue& catalogue);

}  // namespace hexad::design
