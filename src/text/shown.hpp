#pragma once
// Six axis values between SI and what people read: mm and degrees, or their rates.

#include "base/units.hpp"
#include "model/axes.hpp"

namespace hexad::inline text {

inline constexpr double kRpm = kRevolution * kPerMinute;

inline AxisValues to_si(const AxisValues& values) noexcept {
  AxisValues si{};
  for (std::size_t i = 0; i < kAxes; ++i) si[i] = values[i] * (i < 3 ? kMillimetre : kDegree);
  return si;
}

inline AxisValues from_si(const AxisValues& values) noexcept {
  AxisValues shown{};
  for (std::size_t i = 0; i < kAxes; ++i) {
    shown[i] = values[i] / (i < 3 ? kMillimetre : kDegree);
    if (shown[i] == 0.0) shown[i] = 0.0;  // no minus zero
  }
  return shown;
}

}  // namespace hexad::inline text
