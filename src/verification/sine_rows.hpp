#pragma once
// One period of a sine on one axis, seen by the legs and judged.

#include <vector>

#include "messages/message.hpp"
#include "model/axes.hpp"
#include "motion/prepare/preflight.hpp"

namespace hexad::verification {

inline constexpr int kSineRows = 240;             ///< of a period, both ends
inline constexpr double kMostFrequency = 1000.0;  ///< Hz

struct AxisSine {
  std::size_t axis = 0;    ///< sway surge heave pitch roll yaw
  double amplitude = 0.0;  ///< mm or degrees
  double frequency = 0.0;  ///< Hz, above 0
};

struct SineRow {
  double time = 0.0;
  double value = 0.0;  ///< mm or degrees
  kinematics::LegRates legs;
  motion::Load load;
};
std::vector<SineRow> sine_rows(const Machine& machine, const AxisSine& sine);

/// A settled period against every limit, 240 times and half-way between, with the largest scale that keeps
/// them all.
motion::PreflightReport judge_sine(const Machine& machine, const AxisSine& sine);

/// The scale at which the platform plays it when it is ordered as a sine: it keeps a share of every rate
/// free, so that it can stop from the peak of an acceleration. The hit is what limits.
Limited<double> played_scale(const Machine& machine, const AxisSine& sine);

/// One worst of the report as the tools show it.
struct Worst {
  messages::Id name;
  const char* key;
  double unit;
  const char* unit_name;
  motion::Extreme extreme;  ///< SI
};
std::vector<Worst> worst_of(const motion::PreflightReport& report);

}  // namespace hexad::verification
