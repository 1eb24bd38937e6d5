#include "protocols/motus/unit_guard.hpp"

#include <algorithm>
#include <cmath>

namespace hexad::protocols::motus {
namespace {

constexpr double kStepSpeeds = 4.0;
constexpr double kStreamSpeeds = 5.0;
constexpr double kRounding = 1e-6;  // m, of a float
constexpr double kSmoothing = 1.0 / 16.0;

template <class TooMuch>
std::optional<Doubt> first(const AxisValues& values, const AxisConvention& convention, const Machine& machine,
                           TooMuch too_much) noexcept {
  for (std::size_t i = 0; i < kAxes; ++i) {
    const Axis axis = convention.axis[i];
    const auto inside = static_cast<std::size_t>(axis);
    if (is_rotation(axis) || !machine.ends[inside].exist()) continue;
    const double value = convention.sign[i] * values[i];
    if (too_much(value * machine.frame.scale[inside], inside)) return Doubt{axis, value};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Doubt> beyond_reach(const AxisValues& target, const AxisConvention& convention,
                                  const Machine& machine) noexcept {
  return first(target, convention, machine, [&](double value, std::size_t axis) {
    const AxisEnds& ends = machine.ends[axis];
    return !(value >= ends.low - kRounding && value <= ends.high + kRounding);
  });
}

std::optional<Doubt> beyond_amplitude(const AxisValues& amplitude, const AxisConvention& convention,
                                      const Machine& machine) noexcept {
  return first(amplitude, convention, machine, [&](double value, std::size_t axis) {
    return !(std::abs(value) <= machine.reach[axis] + kRounding);
  });
}

std::optional<Doubt> beyond_speed(const AxisValues& speed, const AxisConvention& convention,
                                  const Machine& machine) noexcept {
  const double most = kStepSpeeds * machine.limits.translation.velocity;
  return first(speed, convention, machine,
               [&](double value, std::size_t) { return !(std::abs(value) <= most); });
}

std::optional<Doubt> StreamGuard::look(const AxisValues& target, const AxisConvention& convention,
                                       const Machine& machine, TimePoint arrival) noexcept {
  const std::size_t place = frames_ % newest_.size();
  if (frames_ > 0) {
    const Asked& last = newest_[(frames_ - 1) % newest_.size()];
    period_ += kSmoothing * (to_seconds(arrival - last.arrival) - period_);
  }
  newest_[place] = {target, arrival};
  if (++frames_ < newest_.size()) return std::nullopt;
  const Asked& oldest = newest_[frames_ % newest_.size()];
  const double usual = static_cast<double>(newest_.size() - 1) * period_;
  const double time = std::max(to_seconds(arrival - oldest.arrival), usual);
  AxisValues speed{};
  for (std::size_t i = 0; i < kAxes; ++i) speed[i] = (target[i] - oldest.target[i]) / time;
  const double most = kStreamSpeeds * machine.limits.translation.velocity;
  return first(speed, convention, machine,
               [&](double value, std::size_t) { return !(std::abs(value) <= most); });
}

}  // namespace hexad::protocols::motus
