#pragma once
// The arithmetic of the tests: sines, accelerations and delays in samples that come at uneven times.

#include <optional>
#include <span>
#include <vector>

#include "base/units.hpp"

namespace hexad::acceptance {

inline constexpr double kMillimetresPerG = 1e3 * kGravity;

/// offset + trend·t + amplitude·sin(2πf·t + phase), t from the first time.
struct SineFit {
  double amplitude = 0.0;
  double phase = 0.0;  ///< rad
  double offset = 0.0;
  double residual = 0.0;  ///< rms of what the sine does not explain
};
/// Least squares. None: too few samples, or at times that cannot tell the terms apart (all at one phase).
std::optional<SineFit> fit_sine(std::span<const double> times, std::span<const double> values,
                                double frequency);

struct Transfer {
  double gain = 0.0;
  double phase = 0.0;      ///< °, negative: the answer comes later; −360…0 about the shortest way, ±180
  double delay = 0.0;      ///< s that this phase is
  double amplitude = 0.0;  ///< of what was commanded
};
/// From commanded to actual.
std::optional<Transfer> transfer(std::span<const double> times, std::span<const double> commanded,
                                 std::span<const double> actual, double frequency);

/// Central differences; one value a sample, the ends as their neighbours. Empty with fewer than three
/// samples.
std::vector<double> derivative(std::span<const double> times, std::span<const double> values);

/// Mean rate over `span` seconds about each sample, by interpolation between samples: what is shorter than
/// that is not seen, and frames that come at other moments of the same motion give the same. Empty when
/// `values` lasts no longer.
std::vector<double> rate_over(std::span<const double> times, std::span<const double> values, double span);
/// Of accelerations: three samples and more at the rates that telemetry has.
inline constexpr double kAccelerationSpan = 0.04;

struct Bump {
  double peak = 0.0;       ///< largest shutdown from the ideal near a turn-around, in the acceleration's unit
  double elsewhere = 0.0;  ///< rms of the shutdown away from them
  double ideal = 0.0;      ///< amplitude of the ideal acceleration
  std::size_t reversals = 0;
};
/// The acceleration of a sine against the ideal one (the fitted sine), within a tenth of a period of each
/// reversal of the velocity.
std::optional<Bump> turn_around(std::span<const double> times, std::span<const double> velocity,
                                double frequency);

/// Largest difference of two recordings of the same motion, the second interpolated at the first one's times.
/// None: they have too little in common.
std::optional<double> largest_difference(std::span<const double> times_a, std::span<const double> a,
                                         std::span<const double> times_b, std::span<const double> b);

double mean(std::span<const double> values);
/// Samples a second; 0 with fewer than two.
double sample_rate(std::span<const double> times);

}  // namespace hexad::acceptance
