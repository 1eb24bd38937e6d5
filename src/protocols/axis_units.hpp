#pragma once
// Six values of the wire, degrees and a length each, and the values inside: the one place where their units
// change.

#include "base/units.hpp"
#include "model/telemetry.hpp"

namespace hexad::protocols {

/// `length`: of the wire's unit, in metres. Also of speeds and amplitudes.
template <class Number>
AxisValues to_inside(const AxisConvention& convention, const Number* values,
                     double length = kMillimetre) noexcept {
  AxisValues inside{};
  for (std::size_t i = 0; i < kAxes; ++i)
    inside[i] = static_cast<double>(values[i]) * (is_rotation(convention.axis[i]) ? kDegree : length);
  return inside;
}

template <class Number>
Sine to_sine(const AxisConvention& convention, const Number* amplitude, const Number* hertz,
             const Number* degrees, double length = kMillimetre) noexcept {
  Sine sine;
  sine.amplitude = to_inside(convention, amplitude, length);
  for (std::size_t i = 0; i < kAxes; ++i) {
    sine.frequency[i] = static_cast<double>(hertz[i]);
    sine.phase[i] = static_cast<double>(degrees[i]) * kDegree;
  }
  sine.convention = convention;
  return sine;
}

/// A pose as the wire says it.
template <class Number>
std::array<Number, kAxes> to_wire(const AxisConvention& convention, const Pose& pose,
                                  double length = kMillimetre, double neutral_above_bottom = 0.0) noexcept {
  const AxisValues inside = convention.from_pose(pose, neutral_above_bottom);
  std::array<Number, kAxes> values{};
  for (std::size_t i = 0; i < kAxes; ++i)
    values[i] = static_cast<Number>(inside[i] / (is_rotation(convention.axis[i]) ? kDegree : length));
  return values;
}

/// Where the platform is, as the wire says it; what was commanded, when it cannot be measured.
template <class Number>
std::array<Number, kAxes> actual_pose(const Telemetry& telemetry, const Machine& machine,
                                      const AxisConvention& convention,
                                      double length = kMillimetre) noexcept {
  const Pose& pose = telemetry.actual_valid ? telemetry.actual : telemetry.commanded.pose;
  return to_wire<Number>(convention, pose, length, machine.heights.neutral_above_bottom());
}

}  // namespace hexad::protocols
