#include "console_api/telemetry_history.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <limits>

#include "base/units.hpp"
#include "model/axes.hpp"
#include "text/compact.hpp"

namespace hexad::inline console_api {
namespace {

constexpr double kFourDigits = 1e4;
constexpr std::array kAxisNames{"X", "Y", "Z", "RX", "RY", "RZ"};

double unit_of_axis(std::size_t axis) { return axis < 3 ? kMillimetre : kDegree; }

}  // namespace

void TelemetryHistory::take(const Telemetry& telemetry, double neutral_above_bottom, TimePoint now) {
  const double time = to_seconds(telemetry.time.time_since_epoch());
  if (now < due_ || telemetry.tick == 0 || !(time > newest_)) return;
  due_ = now + kEvery;
  newest_ = time;
  Sample sample{.time = time};
  const bool trusted = telemetry.zeroed && telemetry.actual_valid;
  const AxisValues actual = kXyzConvention.from_pose(telemetry.actual, neutral_above_bottom);
  const AxisValues commanded = kXyzConvention.from_pose(telemetry.commanded.pose, neutral_above_bottom);
  for (std::size_t i = 0; i < kAxes; ++i) {
    sample.values[i] =
        trusted ? static_cast<float>(actual[i] / unit_of_axis(i)) : std::numeric_limits<float>::quiet_NaN();
    sample.values[kAxes + i] = static_cast<float>(commanded[i] / unit_of_axis(i));
  }
  for (std::size_t leg = 0; leg < kMaxLegs; ++leg) {
    const LegFeedback& told = telemetry.feedback.legs[leg];
    const std::size_t place = 2 * kAxes + leg;
    sample.values[place] = static_cast<float>(told.extension / kMillimetre);
    sample.values[place + kMaxLegs] = static_cast<float>(told.velocity / kMillimetre);
    sample.values[place + 2 * kMaxLegs] = static_cast<float>(told.torque);
  }
  samples_.push(sample);
}

std::vector<TelemetryHistory::Sample> TelemetryHistory::last(double seconds) const {
  std::vector<Sample> found;
  for (std::size_t i = 0; i < samples_.size(); ++i)
    if (samples_[i].time >= newest_ - seconds) found.push_back(samples_[i]);
  return found;
}

std::string csv_text(const std::vector<TelemetryHistory::Sample>& samples, std::size_t legs) {
  std::string text = "time_s";
  const auto out = std::back_inserter(text);
  for (const char* suffix : {"", "_commanded"})
    for (std::size_t i = 0; i < kAxes; ++i)
      fmt::format_to(out, ",{}{}_{}", kAxisNames[i], suffix, i < 3 ? "mm" : "deg");
  for (const char* name : {"leg{}_mm", "speed{}_mm_per_s", "torque{}_Nm"})
    for (std::size_t leg = 1; leg <= legs; ++leg) text += ',' + fmt::format(fmt::runtime(name), leg);
  text += '\n';
  text.reserve(text.size() + samples.size() * 8 * (1 + 2 * kAxes + 3 * legs));
  for (const TelemetryHistory::Sample& sample : samples) {
    fmt::format_to(out, "{}", rounded(sample.time, kFourDigits));
    for (std::size_t i = 0; i < sample.values.size(); ++i) {
      if (i >= 2 * kAxes && (i - 2 * kAxes) % kMaxLegs >= legs) continue;
      text += ',';
      const double value = static_cast<double>(sample.values[i]);
      if (std::isfinite(value)) fmt::format_to(out, "{}", rounded(value, kFourDigits));
    }
    text += '\n';
  }
  return text;
}

}  // namespace hexad::inline console_api
