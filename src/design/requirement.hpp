#pragma once
// A machine from what it shall do: joint circles, legs and motors for required excursions, speeds,
// accelerations and a payload. One search (NLopt) weighs power, footprint and stroke in one way; a few of
// them, weighed differently, are the trade-off. Tools only: it allocates and takes up to a second or two a
// search.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "design/clearance.hpp"
#include "design/envelope.hpp"
#include "design/motor.hpp"

namespace hexad::design {

/// SI.
struct Requirement {
  Envelope envelope;      ///< each axis alone goes all of it
  double together = 0.6;  ///< this share of it all axes go at once
  Payload payload{.mass = 500.0, .centre = {0.0, 0.0, 0.3}, .inertia = {40.0, 45.0, 60.0}};
  double joint_angle = 45.0 * kDegree;
  double dead_length = 0.25;  ///< of a leg: what is left of its retracted length beyond the stroke
  double largest_diameter = 2.5;
  double largest_height = 2.0;  ///< of the platform's joints over the base's, at neutral
  double least_clearance = 0.02;
  LegBody body;
  double stroke_step = 0.01;
  std::vector<double> leads{0.005, 0.010, 0.016, 0.020};
  double efficiency = 0.9;
  double friction = 60.0;
  double reserve = 0.1;
};

struct Design {
  double base_diameter = 0.0;
  double base_pair = 0.0;  ///< distance of two joints of a pair
  double platform_diameter = 0.0;
  double platform_pair = 0.0;
  double leg_length = 0.0;
  double stroke = 0.0;
  double lead = 0.0;
  const Motor* motor = nullptr;  ///< null: the catalogue has none that is strong enough

  // What follows.
  double height = 0.0;     ///< of neutral
  double leg_speed = 0.0;  ///< the most that is required
  double leg_force = 0.0;
  double joint_angle = 0.0;
  double condition = 0.0;  ///< at neutral
  double clearance = 0.0;
  double scale = 0.0;  ///< of everything required that it could do
  Config config;       ///< the whole platform
  Machine machine;

  double footprint() const noexcept { return std::max(base_diameter, platform_diameter); }
};

/// How one search weighs what it makes small.
struct Weights {
  double power = 1.0;
  double footprint = 1.0;
  double stroke = 1.0;
};
inline constexpr std::size_t kMostDesignSteps = 40;
/// Of a step: spread over all ways of weighing.
Weights weights_of(std::size_t step) noexcept;

/// None when nothing within the bounds does what is required. `seed`: another one looks elsewhere first.
std::optional<Design> search_design(const Requirement& requirement, const Weights& weights,
                                    const std::vector<Motor>& motors, std::uint64_t seed,
                                    const std::function<bool()>& ends);

/// As a platform file.
std::string platform_file(const Design& design);

}  // namespace hexad::design
