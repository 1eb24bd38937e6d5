#pragma once
// What the tests have in common: names, sines that end by themselves, the part of a record that counts.

#include <string>
#include <vector>

#include "acceptance/tested_platform.hpp"

namespace hexad::acceptance {

/// "sway" … "yaw"
const char* name_of(std::size_t axis) noexcept;
messages::Id id_of(std::size_t axis) noexcept;
/// A length or angle of this axis, mm or °.
messages::Number shown(std::size_t axis, double value) noexcept;
/// "mm" or "deg", as in the names of figures.
const char* unit_word(std::size_t axis) noexcept;
const char* unit_of(std::size_t axis) noexcept;
/// "0.5Hz"
std::string frequency_word(double frequency);

/// Everything at neutral but one axis.
AxisValues alone(std::size_t axis, double value);

/// A sine well inside of reach and limits of this axis.
double amplitude_of(const Facts& facts, std::size_t axis, double frequency);

struct SineRecord {
  double amplitude = 0.0;  ///< asked for
  Record steady;           ///< without beginning and end
};
/// At least `window` seconds of a steady sine, and a whole period. An amplitude that the platform refuses
/// (legs have limits of their own) is halved, a few times.
SineRecord sine(TestedPlatform& platform, std::size_t axis, double frequency, double window);

/// One column of a record.
template <class Value>
std::vector<double> column(const Record& record, Value value) {
  std::vector<double> values;
  values.reserve(record.size());
  for (const Sample& sample : record) values.push_back(value(sample));
  return values;
}
std::vector<double> times_of(const Record& record);
std::vector<double> path_times_of(const Record& record);

/// The commanded pose as extensions of the legs, mm.
std::array<double, kMaxLegs> commanded_extensions(const Facts& facts, const AxisValues& commanded);

/// Stands still, then the mean pose.
AxisValues standing_pose(TestedPlatform& platform, double seconds);

/// Why a record is too coarse for a measurement that needs `rate` samples a second of platform time; nothing
/// = it is not.
messages::Message too_coarse(const Record& record, double rate);

}  // namespace hexad::acceptance
