#include "acceptance/moves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "acceptance/signals.hpp"
#include "base/units.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"

namespace hexad::acceptance {
namespace {

constexpr std::array<const char*, kAxes> kNames{"sway", "surge", "heave", "pitch", "roll", "yaw"};
constexpr double kShareOfLimits = 0.3;
constexpr double kShareOfReach = 0.15;
constexpr double kRamp = 0.25;    // s of the path in which its time comes up to speed, and goes down again
constexpr double kSettle = 0.35;  // s for what the beginning stirred up
constexpr int kHalvings = 4;

/// From where the path time last began anew.
Record last_run(const Record& record) {
  std::size_t from = 0;
  for (std::size_t k = 1; k < record.size(); ++k)
    if (record[k].path_time < record[k - 1].path_time) from = k;
  return {record.begin() + static_cast<std::ptrdiff_t>(from), record.end()};
}

}  // namespace

bool Facts::moves(std::size_t axis) const noexcept {
  return ranges[axis].low < -0.01 && ranges[axis].high > 0.01 && velocity[axis] > 0.0;
}

const char* name_of(std::size_t axis) noexcept { return kNames[axis]; }
messages::Id id_of(std::size_t axis) noexcept { return hexad::id_of(static_cast<Axis>(axis)); }
messages::Number shown(std::size_t axis, double value) noexcept {
  return {messages::tidy(value), axis < 3 ? messages::Unit::mm : messages::Unit::deg};
}
const char* unit_word(std::size_t axis) noexcept { return axis < 3 ? "mm" : "deg"; }
const char* unit_of(std::size_t axis) noexcept { return axis < 3 ? "mm" : "°"; }
std::string frequency_word(double frequency) { return fmt::format("{:g}Hz", frequency); }

AxisValues alone(std::size_t axis, double value) {
  AxisValues pose{};
  pose[axis] = value;
  return pose;
}

double amplitude_of(const Facts& facts, std::size_t axis, double frequency) {
  const double omega = kRevolution * frequency;
  const double reach = std::min(-facts.ranges[axis].low, facts.ranges[axis].high);
  return std::min({kShareOfReach * reach, kShareOfLimits * facts.velocity[axis] / omega,
                   kShareOfLimits * facts.acceleration[axis] / (omega * omega),
                   kShareOfLimits * facts.jerk[axis] / (omega * omega * omega)});
}

SineRecord sine(TestedPlatform& platform, std::size_t axis, double frequency, double window) {
  const double looked = std::max(window, 1.0 / frequency);
  const double seconds = kRamp + kSettle + looked + kRamp;
  double amplitude = amplitude_of(platform.facts(), axis, frequency);
  for (int left = kHalvings;; --left) {
    std::array<std::string, kAxes> formulas;
    formulas.fill("0");
    formulas[axis] = fmt::format("{:.6f}*sin({:.9f}*t)", amplitude, kRevolution * frequency);
    try {
      const Record all = last_run(platform.play(formulas, seconds));
      SineRecord record{amplitude, {}};
      for (const Sample& sample : all)
        if (sample.path_time >= kRamp + kSettle && sample.path_time <= seconds - kRamp)
          record.steady.push_back(sample);
      return record;
    } catch (const Refused&) {
      if (left == 0) throw;
      amplitude *= 0.5;
    }
  }
}

std::vector<double> times_of(const Record& record) {
  return column(record, [](const Sample& sample) { return sample.time; });
}

std::vector<double> path_times_of(const Record& record) {
  return column(record, [](const Sample& sample) { return sample.path_time; });
}

std::array<double, kMaxLegs> commanded_extensions(const Facts& facts, const AxisValues& commanded) {
  AxisValues si = commanded;
  for (std::size_t i = 3; i < kAxes; ++i) si[i] *= kDegree;
  const Pose pose = kXyzConvention.to_pose(si, 0.0);  // its position stays in mm
  std::array<double, kMaxLegs> extensions{};
  for (std::size_t leg = 0; leg < facts.legs; ++leg) {
    const Vec3 now = facts.neutral + pose.position + pose.rotation * facts.joint[leg] - facts.base[leg];
    const Vec3 neutral = facts.neutral + facts.joint[leg] - facts.base[leg];
    extensions[leg] = facts.neutral_extension[leg] + now.norm() - neutral.norm();
  }
  return extensions;
}

AxisValues standing_pose(TestedPlatform& platform, double seconds) {
  const Record record = platform.stand(seconds);
  AxisValues pose{};
  for (std::size_t i = 0; i < kAxes; ++i)
    pose[i] = mean(column(record, [i](const Sample& sample) { return sample.pose[i]; }));
  return pose;
}

messages::Message too_coarse(const Record& record, double rate) {
  const double had = sample_rate(times_of(record));
  if (had >= rate) return {};
  return messages::say<messages::Id::accept_too_coarse>(std::round(had), rate);
}

}  // namespace hexad::acceptance
