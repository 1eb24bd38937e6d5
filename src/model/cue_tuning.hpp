#pragma once
// How vehicle motion becomes platform motion, as a person chooses it: a preset made for the platform, and
// single numbers in the place of the preset's own. And the effects that are added to whatever runs.

#include <array>
#include <cstdint>
#include <optional>

#include "base/vec.hpp"
#include "model/axes.hpp"
#include "model/vehicle.hpp"

namespace hexad::inline model {

enum class CuePreset : std::uint8_t { gentle, normal, strong, ship, car, aircraft };

enum class CueEngine : std::uint8_t { classical, predictive };

/// `specific_force`: what an accelerometer in the vehicle shows; gravity is taken off, tilt of the vehicle
/// stays in.
enum class CueInput : std::uint8_t { acceleration, specific_force };

/// Nothing given: the preset's own, computed from the platform. SI.
struct CueTuning {
  CuePreset preset = CuePreset::normal;
  CueEngine engine = CueEngine::classical;
  CueInput input = CueInput::acceleration;
  std::array<std::optional<double>, kAxes> gain{};       ///< sway surge heave pitch roll yaw
  std::array<std::optional<double>, kAxes> high_pass{};  ///< rad/s
  std::optional<double> tilt_gain{};
  std::optional<double> tilt_low_pass{};  ///< rad/s
  std::optional<double> tilt_rate{};      ///< rad/s
  Vec3 head = Vec3::Zero();               ///< where motion is felt, from the platform joint plane's centre
  Vec3 rotation_point = Vec3::Zero();     ///< stands still when the platform turns

  bool operator==(const CueTuning&) const = default;
};

enum class EffectKind : std::uint8_t { none, vibration, noise, engine, bumps, road, sea, turbulence };

inline constexpr std::size_t kEffects = 4;  ///< at once

/// Which of the numbers count is the kind's. SI; frequencies in Hz.
struct EffectSettings {
  EffectKind kind = EffectKind::none;
  Axis axis = Axis::heave;  ///< vibration, noise, bumps
  double amplitude = 0.0;   ///< m or rad: vibration, engine (first order), bumps (height); noise: rms
  double frequency = 0.0;   ///< vibration; noise: lower end of the band; bumps: a second
  double upper = 0.0;       ///< noise: upper end of the band
  double rpm = 0.0;         ///< engine
  double speed = 0.0;       ///< m/s: road, turbulence (airspeed)
  int grade = 0;            ///< engine: orders; road: class, 0 = A; sea: state 0…9
  double heading = 0.0;     ///< sea: 0 = from ahead
  double scale = 1.0;       ///< sea, turbulence, road: what the platform gets of it
  double intensity = 0.0;   ///< turbulence: rms of the gusts, m/s
  std::uint32_t seed = 1;

  bool operator==(const EffectSettings&) const = default;
};

/// What the cueing makes of the vehicle now, and the effects.
struct CueReport {
  bool active = false;
  VehicleMotion vehicle;           ///< what came
  Vec3 felt_force = Vec3::Zero();  ///< at the head, in cabin axes, less gravity of a level cabin; m/s²
  Vec3 felt_rate = Vec3::Zero();   ///< rad/s, cabin axes
  double tilt_rate = 0.0;          ///< rad/s, of tilt alone
  double predictive_share = 0.0;   ///< of what comes out, 0…1
  std::uint32_t fallbacks = 0;     ///< from predictive to classical
  std::uint32_t tuned = 0;         ///< how often the tuning was changed
  CueTuning tuning;                ///< in force, or gone over to
  std::uint32_t wanted = 0;   ///< its predictive engine is to be made aside (AdoptCueing); 0 = nothing is
  double effect_share = 0.0;  ///< how much of the effects is let through, 0…1
  std::array<EffectKind, kEffects> effects{};
};

}  // namespace hexad::inline model
