#pragma once
// Special effects: small motions of their own that are added to whatever a program asks for. Each is a sum of
// sines made once from its settings and a seed, so it is smooth, bounded, the same at every loop rate and in
// every run.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/fixed_vector.hpp"
#include "model/pose.hpp"

namespace hexad::cueing {

/// One sine of one axis (sway surge heave pitch roll yaw).
struct Component {
  std::uint8_t axis = 2;
  double amplitude = 0.0;  ///< m or rad
  double frequency = 1.0;  ///< Hz
  double phase = 0.0;      ///< rad
};

inline constexpr std::size_t kMostComponents = 128;

class Effect {
 public:
  using Components = FixedVector<Component, kMostComponents>;

  Effect() noexcept = default;
  explicit Effect(const Components& components) noexcept : components_{components} {}

  /// What is added at `time` (s since it began), with its derivatives; rotations as a small rotation vector.
  struct Added {
    Vec6 value = Vec6::Zero();
    Vec6 velocity = Vec6::Zero();
    Vec6 acceleration = Vec6::Zero();
  };
  Added at(double time) const noexcept;
  /// No axis ever goes farther.
  Vec6 bound() const noexcept;
  std::span<const Component> components() const noexcept { return {components_.begin(), components_.size()}; }

 private:
  Components components_;
};

Effect vibration(std::uint8_t axis, double amplitude, double frequency) noexcept;
/// `orders` of a shaft that turns `rpm` times a minute, the amplitude falling with the order.
Effect engine(double rpm, double amplitude, int orders) noexcept;
/// Evenly spread over a band, `rms` in all.
Effect band_noise(std::uint8_t axis, double rms, double low_hz, double high_hz, std::uint32_t seed) noexcept;

/// A train of smooth bumps, `height` from foot to top, `a_second` of them; the mean is taken off.
Effect bumps(std::uint8_t axis, double height, double a_second) noexcept;

/// ISO 8608 classes A (very good) to H: displacement density Gd(n) = Gd(n0)·(n/n0)⁻², n0 = 0.1 cycles a
/// metre, Gd(n0) = 16·10⁻⁶·4^k m³ (geometric mean of the class, k = 0 for A). Heave of both tracks, roll of
/// their difference, as the body of a car on springs (1.2 Hz) and tyres (10 Hz) takes them.
enum class Road : std::uint8_t { a, b, c, d, e, f, g, h };
Effect road(Road roughness, double speed, double track_width, std::uint32_t seed) noexcept;

/// Pierson-Moskowitz sea of significant height and peak period: heave, with pitch and roll of the wave slope
/// as seen on a heading to the waves (0 = from ahead, π/2 = from the right), at a scale that fits the
/// platform.
struct Sea {
  double height = 1.25;  ///< m, significant
  double period = 7.0;   ///< s, of the peak
  double heading = 0.0;  ///< rad
  double scale = 1.0;
};
Effect sea(const Sea& sea, std::uint32_t seed) noexcept;
/// WMO sea state 0…9 by its mean significant height, with a usual period.
Sea sea_state(int state) noexcept;

/// Dryden vertical and lateral gusts of `intensity` (rms, m/s) at airspeed, length scale 150 m, as
/// accelerations a light aircraft takes from them, integrated: heave, sway, roll.
Effect turbulence(double intensity, double airspeed, double scale, std::uint32_t seed) noexcept;

}  // namespace hexad::cueing
