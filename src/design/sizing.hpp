#pragma once
// Drives over a motion: what each leg's motor must turn and give, moment by moment, on the speed-torque
// picture of each motor of a catalogue; screw, belt and gear; what comes back into the bus. Forces and
// torques are those of the judge (motion/judge), with the motor's own inertia in the place of the machine's.
// Tools only: it allocates.

#include <array>
#include <optional>
#include <vector>

#include "design/motor.hpp"
#include "design/screw.hpp"
#include "kinematics/inverse.hpp"
#include "messages/message.hpp"

namespace hexad::design {

/// Moments of equal length, one after the other.
struct LegMoment {
  double time = 0.0;
  Pose pose;
  kinematics::LegRates legs;
  LegForces force = LegForces::Zero();
};
struct LegSeries {
  double step = 0.0;     ///< s between two
  bool endless = false;  ///< a period of something that goes on
  std::vector<LegMoment> moments;

  double duration() const noexcept { return step * static_cast<double>(moments.size()); }
};

struct Belt {
  double pulley_diameter = 0.0;  ///< of the motor's, m; 0 = not looked at
  double allowed = 0.0;          ///< N
};
struct Gear {
  double allowed = 0.0;     ///< Nm rms, on the motor's side; 0 = not looked at
  double peak = 0.0;        ///< Nm
  double most_speed = 0.0;  ///< rad/s
};
struct Bus {
  double capacity = 0.0;  ///< J that the capacitors of all drives take
  double volts = 380.0;   ///< at which the resistor is switched in
};

struct SizingSettings {
  double reserve = 0.1;  ///< of continuous torque, peak torque and speed that is to stay free
  bool brake = true;     ///< motors with brake
  Screw screw;
  Belt belt;
  Gear gear;
  Bus bus;
};

struct MotorSizing {
  const Motor* motor = nullptr;
  double rms_torque = 0.0;  ///< of the leg that warms its motor most
  double rms_speed = 0.0;
  double continuous = 0.0;  ///< that the motor gives at that speed
  std::size_t rms_leg = 0;
  double peak_torque = 0.0;  ///< where the share of the peak curve is largest
  double peak_speed = 0.0;
  double peak_allowed = 0.0;
  double peak_time = 0.0;
  std::size_t peak_leg = 0;
  double most_speed = 0.0;
  std::size_t speed_leg = 0;
  double inertia_ratio = 0.0;  ///< of everything that is moved to rotor and brake
  double holding = 0.0;        ///< Nm, standing where it is worst, nothing rubbing
  std::size_t holding_leg = 0;
  std::vector<messages::Message> reasons;  ///< why it does not pass

  bool passes() const noexcept { return reasons.empty(); }
  /// Of what may last, in heat.
  double thermal() const noexcept;
};

struct LegUse {
  double rms_force = 0.0;
  double peak_force = 0.0;
  double pull = 0.0;  ///< the largest
  double push = 0.0;
  double most_speed = 0.0;
  double travel = 0.0;     ///< m, to and fro, over the motion
  double mean_load = 0.0;  ///< of the screw: cubic mean over its way
};

struct ScrewSizing {
  double buckling = 0.0;
  double safety = 0.0;    ///< infinite: nothing pushes
  double critical = 0.0;  ///< rad/s, without any share taken off
  double speed = 0.0;
  double mean_load = 0.0;
  double life_way = 0.0;  ///< m; infinite: nothing wears
  double life_hours = 0.0;
  std::size_t leg = 0;  ///< whose life is the shortest
  std::vector<messages::Message> reasons;
};

struct Regeneration {
  double returned = 0.0;         ///< J, the most in one stretch
  double stored = 0.0;           ///< of it in the capacitors, at most
  double resistor_energy = 0.0;  ///< J over the motion
  double resistor_mean = 0.0;    ///< W
  double resistor_peak = 0.0;
  double resistance = 0.0;  ///< Ω that take the peak at the bus' voltage; 0 = none is needed
};

struct PartSizing {
  double asked = 0.0;
  double peak = 0.0;
  double speed = 0.0;
  std::vector<messages::Message> reasons;
};

struct Sizing {
  std::vector<MotorSizing> motors;  ///< as given
  const Motor* smallest = nullptr;  ///< the first that passes
  std::array<LegUse, kMaxLegs> legs;
  ScrewSizing screw;
};
/// `machine` has a screw. Motors from the smallest to the largest.
Sizing size_drives(const Machine& machine, const LegSeries& series, const std::vector<const Motor*>& motors,
                   const SizingSettings& settings);

/// The machine with this motor in its drives.
Machine with_motor(const Machine& machine, const Motor& motor, const SizingSettings& settings);
struct MotorPoint {
  double time = 0.0;
  double speed = 0.0;
  double torque = 0.0;
  std::size_t leg = 0;
};
/// Every moment of every leg on the motor's picture.
std::vector<MotorPoint> points_of(const Machine& machine, const LegSeries& series, const Motor& motor,
                                  const SizingSettings& settings);
Regeneration regeneration_of(const Machine& machine, const LegSeries& series, const Motor& motor,
                             const SizingSettings& settings);
PartSizing belt_of(const Machine& machine, const LegSeries& series, const Motor& motor,
                   const SizingSettings& settings);
PartSizing gear_of(const Machine& machine, const LegSeries& series, const Motor& motor,
                   const SizingSettings& settings);

/// What is to be said about all of it: the smallest motor, and what else does not hold.
messages::Message verdict_of(const Sizing& sizing, const PartSizing& belt, const PartSizing& gear);

}  // namespace hexad::design
