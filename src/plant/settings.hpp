#pragma once
// How the simulated drives behave. Plain data with defaults; what the machine itself is comes from Machine.

#include <cstdint>

#include "base/units.hpp"
#include "model/legs.hpp"
#include "model/machine.hpp"
#include "model/state.hpp"
#include "plant/mistakes.hpp"

namespace hexad::plant {

enum class Fidelity : std::uint8_t {
  ideal,  ///< each leg is where the setpoint was; torque as if it had been moved by force
  servo   ///< motor, screw, friction, load, limits, encoder
};

enum class Brakes : std::uint8_t {
  automatic,  ///< the drive opens its brake when its motor holds, and closes it before the motor lets go
  commanded   ///< command_brakes()
};

using hexad::Initial;  ///< powered_up: where `extension` says, with an encoder zero nobody knows

/// Standard deviations of what the drives report; the motion itself stays free of noise.
struct Noise {
  double position = 0.0;  ///< m
  double velocity = 0.0;  ///< m/s
  double torque = 0.0;    ///< Nm
};

struct Settings {
  Fidelity fidelity = Fidelity::servo;
  Initial initial = Initial::powered_up;
  Extensions extension = Extensions::Zero();  ///< true, at power-up
  double zero_spread = 50.0 * kMillimetre;    ///< the unknown encoder zero lies within ± this
  std::uint64_t seed = 1;                     ///< of the encoder zero and of the noise
  double encoder_pulses = 10'000.0;  ///< a motor revolution; 1'048'576 for a 20-bit encoder, 0 = exact
  Noise noise;
  double viscous_share = 0.5;              ///< viscous friction at full speed, as a share of Coulomb friction
  double creep_speed = 2.0 * kMillimetre;  ///< Coulomb friction is proportional to speed below it
  double resistive_share = 0.1;            ///< of the bus voltage, dropped in the winding at peak current
  double overspeed = 1.1;                  ///< top speed of the motor, as a multiple of its rated speed
  double brake_deceleration = 40.0;        ///< m/s²: 500 mm/s to standstill in 3.1 mm
  double catch_up_speed = 30.0 * kMillimetre;  ///< towards a setpoint that is not where the leg is
  double catch_up_acceleration = 1.0;          ///< m/s²
  int missing_setpoints = 5;                   ///< ticks bridged before the drives stop by themselves
  double enable_delay = 0.0;                   ///< s from enable to a motor that works
  double brake_delay = 0.0;                    ///< s a brake takes to open or to close
  Brakes brakes = Brakes::automatic;
  Mistakes mistakes{};            ///< of who built it
  bool absolute = false;          ///< encoders that know where the lower end is
  double homing_speed = 0.0;      ///< of drives that find it by themselves when told; 0 = they do not
  double lower_switch_at = -1.0;  ///< true extension below which it is closed; negative = there is none
};

/// Drives that home as the machine's are said to.
inline Settings settings_for(const Machine& machine) noexcept {
  Settings settings;
  settings.absolute = machine.drive.homing == Homing::absolute;
  if (machine.drive.homing == Homing::by_drive) settings.homing_speed = machine.limits.zeroing_speed;
  if (machine.drive.homing == Homing::by_switch) settings.lower_switch_at = 1.0 * kMillimetre;
  return settings;
}

}  // namespace hexad::plant
