#pragma once
// A platform's parameters as they are being edited: joints, legs, motor, load. Numbers as people type them
// (mm, degrees, rpm, Nm, kN, kg), anything may be wrong with them. Nothing here knows the platform that runs.

#include <array>
#include <optional>
#include <vector>

#include "base/result.hpp"
#include "config/config_csv.hpp"
#include "kinematics/geometry.hpp"

namespace hexad::verification {

using Joints = std::array<std::array<double, 3>, kMaxLegs>;

struct ParameterSet {
  Joints base{};
  Joints platform{};
  std::array<double, kMaxLegs> legs{};  ///< retracted lengths of their own; 0 = leg_length
  // In the order of the CSV file.
  double height = 0, leg_length = 0, stroke = 0, lead = 0, ratio = 0, rpm = 0;
  double gear = 0, big_teeth = 0, small_teeth = 0, rotary_rpm = 0, servo = 0;
  // Not in the file. 0 = not given: nothing is held against it.
  double torque = 0;  ///< of a motor, rated, Nm
  double load = 0;    ///< that a leg may carry, kN
  double mass = 500;  ///< on the platform, kg
  std::array<double, 3> centre{0, 0, 300};
  double joint_angle = 60;
  double translation_velocity = 400, translation_acceleration = 4000;
  double rotation_velocity = 40, rotation_acceleration = 250;
  double leg_acceleration = 6000;
  // What forces and torques also depend on; as a platform file without a word about them.
  double peak_torque = 0;  ///< Nm, for short times
  double friction = 60;    ///< N a leg
  double efficiency = 1;   ///< of screw and belt; 0 = not given, counts as 1
  double rotor_inertia = 2e-4;
  double inertia_x = 40, inertia_y = 45, inertia_z = 60;  ///< of the payload about its centre, kg·m²
  double cylinder_mass = 0, cylinder_centre = 0, cylinder_inertia = 0;
  double rod_mass = 0, rod_centre = 0, rod_inertia = 0;
  double leg_velocity = 0;  ///< 0 = what the motor gives
  double translation_jerk = 50000, rotation_jerk = 3000, leg_jerk = 80000;
  double rotation_angle = 60, stroke_margin = 1;
};

struct SetItem {
  const char* name;
  double ParameterSet::*value;
};
/// The single numbers, the file's first and in its order.
inline constexpr std::array<SetItem, 39> kSetItems{
    {{"height", &ParameterSet::height},
     {"leg_length", &ParameterSet::leg_length},
     {"stroke", &ParameterSet::stroke},
     {"lead", &ParameterSet::lead},
     {"ratio", &ParameterSet::ratio},
     {"rpm", &ParameterSet::rpm},
     {"gear", &ParameterSet::gear},
     {"big_teeth", &ParameterSet::big_teeth},
     {"small_teeth", &ParameterSet::small_teeth},
     {"rotary_rpm", &ParameterSet::rotary_rpm},
     {"servo", &ParameterSet::servo},
     {"torque", &ParameterSet::torque},
     {"load", &ParameterSet::load},
     {"mass", &ParameterSet::mass},
     {"joint_angle", &ParameterSet::joint_angle},
     {"translation_velocity", &ParameterSet::translation_velocity},
     {"translation_acceleration", &ParameterSet::translation_acceleration},
     {"rotation_velocity", &ParameterSet::rotation_velocity},
     {"rotation_acceleration", &ParameterSet::rotation_acceleration},
     {"leg_acceleration", &ParameterSet::leg_acceleration},
     {"peak_torque", &ParameterSet::peak_torque},
     {"friction", &ParameterSet::friction},
     {"efficiency", &ParameterSet::efficiency},
     {"rotor_inertia", &ParameterSet::rotor_inertia},
     {"inertia_x", &ParameterSet::inertia_x},
     {"inertia_y", &ParameterSet::inertia_y},
     {"inertia_z", &ParameterSet::inertia_z},
     {"cylinder_mass", &ParameterSet::cylinder_mass},
     {"cylinder_centre", &ParameterSet::cylinder_centre},
     {"cylinder_inertia", &ParameterSet::cylinder_inertia},
     {"rod_mass", &ParameterSet::rod_mass},
     {"rod_centre", &ParameterSet::rod_centre},
     {"rod_inertia", &ParameterSet::rod_inertia},
     {"leg_velocity", &ParameterSet::leg_velocity},
     {"translation_jerk", &ParameterSet::translation_jerk},
     {"rotation_jerk", &ParameterSet::rotation_jerk},
     {"leg_jerk", &ParameterSet::leg_jerk},
     {"rotation_angle", &ParameterSet::rotation_angle},
     {"stroke_margin", &ParameterSet::stroke_margin}}};

struct CheckedSet {
  std::optional<Machine> machine;  ///< none when it has no neutral to count from
  std::vector<kinematics::Finding> findings;

  /// The first error; nothing when there is none.
  messages::Message error() const;
};
/// The machine a set makes, and everything that is wrong or odd about it.
CheckedSet check_set(const ParameterSet& set);

/// A machine as a set, its numbers as people would type them: to a millionth, float32 to their shortest
/// digits.
ParameterSet set_of(const Machine& machine);

/// float32, as the file has it. `set_of` takes the decimal digits of the file, not the float's own.
ConfigCsv csv_of(const ParameterSet& set);
ParameterSet set_of(const ConfigCsv& csv);

/// A joint circle: pairs that are an angle or a distance apart.
struct Circle {
  double diameter = 0;               ///< mm
  std::optional<double> angle{};     ///< degrees
  std::optional<double> distance{};  ///< mm
};
/// Fills the twelve joints, to a ten-thousandth of a millimetre. Or what is wrong.
Result<ParameterSet, messages::Message> with_circles(ParameterSet set, const Circle& base,
                                                     const Circle& platform);

/// The circles the joints lie on, or nearest to: angle and distance both, and how far the farthest joint is
/// from its place, mm. None without six legs.
struct CircleFound {
  Circle circle;
  double off = 0.0;
};
struct CirclesFound {
  CircleFound base;
  CircleFound platform;
};
std::optional<CirclesFound> circles_of(const ParameterSet& set);

/// CoShift: the joints as they are called in a user frame that stands at `frame` (x y z and angles, as csfi
/// group 4): p' = Qᵀ·(p − r) for both ends, so that the legs stay what they are and a command in the user
/// frame is one here.
ParameterSet shifted(ParameterSet set, const std::array<double, 6>& frame);

}  // namespace hexad::verification
