#pragma once
// A platform as it was built: geometry, drives, load, limits. Immutable once made; a changed machine is a new
// one with a higher revision, built by a worker and adopted by pointer between two ticks.

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

#include "base/units.hpp"
#include "model/legs.hpp"
#include "model/pose.hpp"

namespace hexad::inline model {

/// What the legs hold; the platform has a passive guide for the rest (docs/conventions.md).
enum class Mechanism : std::uint8_t {
  six_legs,     ///< six freedoms
  four_legs,    ///< on a rectangle: heave, pitch, roll, one leg redundant
  three_legs,   ///< heave, pitch, roll
  two_legs,     ///< pitch, roll about a fixed pivot at mid height
  one_leg,      ///< heave
  rotary_only,  ///< no legs, a rotary axis
  heave_roll    ///< two legs side by side on the X axis: heave, roll
};

/// Six points at the origin: Eigen's own default leaves them undefined.
inline std::array<Vec3, kMaxLegs> zero_points() noexcept {
  std::array<Vec3, kMaxLegs> points;
  points.fill(Vec3::Zero());
  return points;
}

struct Geometry {
  Mechanism mechanism = Mechanism::six_legs;
  std::size_t legs = kMaxLegs;
  std::array<Vec3, kMaxLegs> base = zero_points();  ///< joints in base axes, from the base joint-plane centre
  std::array<Vec3, kMaxLegs> platform =
      zero_points();  ///< joints in platform axes, from the platform joint-plane centre
  LegLengths retracted = LegLengths::Zero();  ///< leg length with extension zero
  double stroke = 0.0;

  LegLengths lengths(const Extensions& extension) const noexcept {
    return LegLengths{retracted.values() + extension.values()};
  }
  Extensions extensions(const LegLengths& length) const noexcept {
    return Extensions{length.values() - retracted.values()};
  }
};

/// Two legs whose platform joints lie on the X axis lift and roll (the board's own default); others tilt
/// about a pivot.
inline Mechanism two_leg_mechanism(const Geometry& geometry) noexcept {
  constexpr double kOnAxis = 1e-6;
  const bool beside =
      std::abs(geometry.platform[0].y()) <= kOnAxis && std::abs(geometry.platform[1].y()) <= kOnAxis;
  return beside ? Mechanism::heave_roll : Mechanism::two_legs;
}

/// Where the platform is with all legs at extension 0, stroke/2 and stroke.
struct Heights {
  AbsolutePose bottom;
  AbsolutePose neutral;  ///< its position is the zero of every Pose, its rotation is not
  AbsolutePose top;

  AbsolutePose absolute(const Pose& pose) const noexcept {
    return {neutral.position + pose.position, pose.rotation};
  }
  Pose from_neutral(const AbsolutePose& place) const noexcept {
    return {place.position - neutral.position, place.rotation};
  }
  double neutral_above_bottom() const noexcept { return neutral.position.z() - bottom.position.z(); }
};

/// How legs come to know where their lower end is.
enum class Homing : std::uint8_t {
  torque,     ///< pressed onto the end stop
  by_switch,  ///< down to where the lower limit switch closes
  absolute,   ///< the encoders know
  by_drive    ///< the drives seek by themselves when told
};

/// What an emergency stop does to legs that move.
enum class EmergencyStop : std::uint8_t {
  off,  ///< brakes and power off at once (stop category 0)
  ramp  ///< stopped within their limits first (stop category 1); something else removes the torque in time
};

struct Drive {
  double screw_lead = 0.0;       ///< m a revolution of the screw
  double belt_ratio = 1.0;       ///< reduction, motor turns per screw turn
  double motor_speed = 0.0;      ///< rad/s
  double motor_torque = 0.0;     ///< rated, Nm
  double peak_torque = 0.0;      ///< Nm
  double torque_constant = 0.0;  ///< Nm/A
  double rotor_inertia = 0.0;    ///< kg·m²
  double bus_voltage = 0.0;      ///< V
  double efficiency = 1.0;
  double friction = 0.0;   ///< N a leg
  double max_force = 0.0;  ///< N a leg
  std::uint8_t servo_model = 3;
  double seek_torque = 0.3;  ///< share of the rated torque a leg pulls down with while it seeks the bottom
  double seek_threshold = 0.24;          ///< share that counts as pressing on the end stop; below seek_torque
  double enable_time = 0.020;            ///< s until every leg reports that it is on and its brake open
  double brake_time = 0.200;             ///< s a brake takes to open or close, where it does not report
  double following = 2.0 * kMillimetre;  ///< a standing leg may be off by so much …
  double delay = 0.0;                    ///< … from the setpoint that is this old, s
  Homing homing = Homing::torque;
  bool own_life = false;  ///< behind them is another controller: it zeroes, rises and goes down by itself
  bool prepared_only = false;  ///< … and plays motions that are known whole, but follows nothing
  double share = 1.0;          ///< of what the legs can do that the limits leave to setpoints
  EmergencyStop emergency = EmergencyStop::off;

  /// csfi decision 7: leg speed = motor speed · lead / ratio.
  double leg_speed() const noexcept { return motor_speed / kRevolution * screw_lead / belt_ratio; }
};

struct Rotary {
  double gear_ratio = 1.0;  ///< reduction of the gearbox
  double big_teeth = 1.0;
  double small_teeth = 1.0;
  double motor_speed = 0.0;  ///< rad/s
  // What a command is multiplied by, and what is left of speed and jerk (csfi group 2).
  double scale = 1.0;
  double speed_share = 1.0;
  double jerk_share = 1.0;

  double speed() const noexcept { return motor_speed / gear_ratio * small_teeth / big_teeth; }
};

/// What stands on the platform; `centre` from the platform joint-plane centre, inertia about it.
struct Payload {
  double mass = 0.0;
  Vec3 centre = Vec3::Zero();
  Vec3 inertia = Vec3::Zero();  ///< principal, platform axes
};

struct LegMass {
  double cylinder_mass = 0.0;
  double cylinder_centre = 0.0;   ///< from the base joint
  double cylinder_inertia = 0.0;  ///< transverse, about its own centre
  double rod_mass = 0.0;
  double rod_centre = 0.0;  ///< from the platform joint
  double rod_inertia = 0.0;
};

/// Bounds on a rate and its two derivatives.
struct Rates {
  double velocity = 0.0;
  double acceleration = 0.0;
  double jerk = 0.0;
};

/// What of acceleration and jerk, beside what a stream itself does, motion that begins may have.
struct Comfort {
  double acceleration = 0.0;  ///< 0 = the limit itself
  double jerk = 0.0;

  double acceleration_within(double limit) const noexcept {
    return acceleration > 0.0 ? std::fmin(acceleration, limit) : limit;
  }
  double jerk_within(double limit) const noexcept { return jerk > 0.0 ? std::fmin(jerk, limit) : limit; }
};

struct MotionLimits {
  Rates translation;  ///< each of X Y Z
  Rates rotation;     ///< each component of the angular vectors
  Rates leg;
  double joint_angle = 0.0;     ///< of a leg to the normal of either joint plane
  double rotation_angle = 0.0;  ///< of the platform from level
  double stroke_margin =
      0.0;  ///< kept free at both ends except at the origin, zeroing, raising, lowering, manual
  double singular_margin = 0.0;  ///< smallest scaled singular value, as a share of the one at neutral
  double zeroing_speed = 0.0;    ///< leg speeds
  double raise_speed = 0.0;
  double jog_speed = 0.0;
  double jog_speed_unzeroed = 0.0;
  double lower_speed = 0.0;  ///< 0 = raise_speed
  Comfort comfort;           ///< each of X Y Z; never above `translation`
  Comfort comfort_turn;      ///< each component of the angular vectors; never above `rotation`

  double lowering_speed() const noexcept { return lower_speed > 0.0 ? lower_speed : raise_speed; }
};

/// Where and about which point a command acts (csfi group 4 and `rotation_point`), and what it is scaled by
/// (csfi group 2). Defaults change nothing.
struct CommandFrame {
  /// Its origin from neutral and how its axes are turned.
  struct User {
    Vec3 position = Vec3::Zero();
    Quat rotation = Quat::Identity();
  };

  Vec3 rotation_point = Vec3::Zero();
  User user_frame;                                      ///< r and Q of csfi decision 4
  std::array<double, 6> scale{1, 1, 1, 1, 1, 1};        ///< sway surge heave pitch roll yaw
  std::array<double, 6> limit{-1, -1, -1, -1, -1, -1};  ///< SI; -1 = none, 0 = locked
};

/// Corner frequencies of the washout, rad/s, sway surge heave pitch roll yaw; 0 = preset (csfi group 2).
struct Washout {
  std::array<double, 6> high_pass{};
  std::array<double, 6> tilt_low_pass{};
};

/// What the platform does without being asked (csfi group 2).
struct IdleParameters {
  double idle_return = -1.0;  ///< s; 0 = never, below 0 = as the program is set
  double standby = 0.0;       ///< s at the bottom until the drives are switched off; 0 = they stay on
  bool stay_down = false;     ///< bring-up ends at the bottom
};

/// How far an axis goes alone from neutral, both ways; 0, 0 = there is no such axis.
struct AxisEnds {
  double low = 0.0;
  double high = 0.0;

  bool exist() const noexcept { return low < 0.0 || high > 0.0; }
};

struct Machine {
  std::string name;
  Geometry geometry;
  Drive drive;
  std::optional<Rotary> rotary;
  Payload payload;
  LegMass leg_mass;
  MotionLimits limits;
  CommandFrame frame;
  Washout washout;
  IdleParameters idle;
  double follow_buffer = 0.0;     ///< s that streamed targets wait, so that late ones are in time; 0 = none
  bool trusted = true;            ///< false: what is known of it is in doubt, nothing may move
  Heights heights;                ///< derived (kinematics::derive)
  double neutral_singular = 0.0;  ///< derived: smallest scaled singular value at neutral
  int neutral_sign = 0;           ///< derived: sign of det J at neutral
  double radius = 0.0;            ///< derived: characteristic length, mean radius of the platform joints
  /// Derived: how far each axis goes alone from neutral, less the margin, to its shorter side; sway surge
  /// heave pitch roll yaw.
  std::array<double, 6> reach{};
  std::array<AxisEnds, 6> ends{};  ///< derived: the same, both sides
  std::uint32_t revision = 1;
  std::uint32_t geometry_revision = 1;  ///< rises when the position must be found anew with this machine
};

}  // namespace hexad::inline model
