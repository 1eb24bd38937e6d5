#pragma once
// One period of a sine on one axis, seen by the legs.

#include <vector>

#include "kinematics/inverse.hpp"
#include "model/axes.hpp"

namespace hexad::runtime::verify {

inline constexpr int kSineRows = 240;  ///< of a period, both ends; and what the worst is looked for in

struct AxisSine {
  std::size_t axis = 0;    ///< sway surge heave pitch roll yaw
  double amplitude = 0.0;  ///< mm or degrees
  double frequency = 0.0;  ///< Hz, above 0
};

struct SineRow {
  double time = 0.0;
  double value = 0.0;  ///< mm or degrees
  kinematics::LegRates legs;
  Legs force = Legs::Zero();
  Legs torque = Legs::Zero();
  LimitHit hit;
};
std::vector<SineRow> sine_rows(const Machine& machine, const AxisSine& sine);

/// The largest scale at which every limit is kept, and what stands in the way of the whole (none: it passes).
Limited<double> sine_scale(const Machine& machine, const AxisSine& sine);

struct Worst {
  const char* name;
  const char* key;
  double unit;
  const char* unit_name;
  double value = 0.0;  ///< SI
  std::size_t leg = 0;
  double time = 0.0;
};
/// The largest of each, with its leg and instant; the shortest extension too.
std::vector<Worst> worst_of(const std::vector<SineRow>& rows, std::size_t legs);

}  // namespace hexad::runtime::verify
