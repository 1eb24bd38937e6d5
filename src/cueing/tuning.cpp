#include "cueing/tuning.hpp"

#include <algorithm>
#include <array>

namespace hexad::cueing {
namespace {

template <std::size_t I>
std::optional<double>& gain_at(CueTuning& tuning) {
  return tuning.gain[I];
}

template <std::size_t I>
std::optional<double>& high_pass_at(CueTuning& tuning) {
  return tuning.high_pass[I];
}

std::optional<double>& tilt_gain_at(CueTuning& tuning) { return tuning.tilt_gain; }
std::optional<double>& tilt_low_pass_at(CueTuning& tuning) { return tuning.tilt_low_pass; }
std::optional<double>& tilt_rate_at(CueTuning& tuning) { return tuning.tilt_rate; }

constexpr std::array kNumbers{TuningNumber{"gain.sway", &kGainRange, gain_at<0>},
                              TuningNumber{"gain.surge", &kGainRange, gain_at<1>},
                              TuningNumber{"gain.heave", &kGainRange, gain_at<2>},
                              TuningNumber{"gain.pitch", &kGainRange, gain_at<3>},
                              TuningNumber{"gain.roll", &kGainRange, gain_at<4>},
                              TuningNumber{"gain.yaw", &kGainRange, gain_at<5>},
                              TuningNumber{"high_pass.sway", &kHighPassRange, high_pass_at<0>},
                              TuningNumber{"high_pass.surge", &kHighPassRange, high_pass_at<1>},
                              TuningNumber{"high_pass.heave", &kHighPassRange, high_pass_at<2>},
                              TuningNumber{"high_pass.pitch", &kHighPassRange, high_pass_at<3>},
                              TuningNumber{"high_pass.roll", &kHighPassRange, high_pass_at<4>},
                              TuningNumber{"high_pass.yaw", &kHighPassRange, high_pass_at<5>},
                              TuningNumber{"tilt_gain", &kTiltGainRange, tilt_gain_at},
                              TuningNumber{"tilt_low_pass", &kTiltLowPassRange, tilt_low_pass_at},
                              TuningNumber{"tilt_rate", &kTiltRateRange, tilt_rate_at}};

bool is_place(const Vec3& place) noexcept {
  for (int i = 0; i < 3; ++i)
    if (!kPlaceRange.holds(place[i])) return false;
  return true;
}

}  // namespace

std::span<const TuningNumber> tuning_numbers() noexcept { return kNumbers; }

const TuningNumber* find_number(std::string_view key) noexcept {
  const auto* const found =
      std::find_if(kNumbers.begin(), kNumbers.end(), [key](const TuningNumber& n) { return n.key == key; });
  return found == kNumbers.end() ? nullptr : found;
}

bool is_valid(const CueTuning& tuning) noexcept {
  for (const TuningNumber& number : kNumbers)
    if (const std::optional<double>& given = number.of(tuning); given && !number.range->holds(*given))
      return false;
  return tuning.preset <= CuePreset::aircraft && tuning.engine <= CueEngine::predictive &&
         tuning.input <= CueInput::specific_force && is_place(tuning.head) && is_place(tuning.rotation_point);
}

}  // namespace hexad::cueing
