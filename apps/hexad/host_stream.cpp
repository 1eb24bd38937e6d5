#include "hexad/host_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/units.hpp"
#include "hexad/numbers.hpp"
#include "messages/say.hpp"

namespace hexad::cli {
namespace {

constexpr double kRampSeconds = 0.5;

Result<StreamSine, messages::Message> parse_sine(const std::string& text) {
  const auto fail = [&text](const messages::Message& why) {
    return Failure{messages::say<messages::Id::stream_sine>(text, why)};
  };
  const std::size_t first = text.find(',');
  const std::size_t second = first == std::string::npos ? first : text.find(',', first + 1);
  if (second == std::string::npos) return fail(messages::Id::stream_sine_three);
  const std::string name = text.substr(0, first);
  // The axis is read as a pose is: the one that becomes 1 is meant.
  const auto axes = parse_axes(name + "=1");
  if (!axes) return fail(axes.error());
  const auto amplitude = parse_number(text.substr(first + 1, second - first - 1));
  if (!amplitude) return fail(amplitude.error());
  const auto hertz = parse_number(text.substr(second + 1));
  if (!hertz) return fail(hertz.error());
  if (!(*hertz > 0.0)) return fail(messages::Id::stream_sine_frequency);
  StreamSine sine{Axis::heave, *amplitude, *hertz};
  for (std::size_t i = 0; i < kAxes; ++i)
    if ((*axes)[i] != 0.0) sine.axis = static_cast<Axis>(i);
  return sine;
}

}  // namespace

Result<StreamShape, messages::Message> stream_shape(const HostOptions& options) {
  StreamShape shape;
  if (options.pose) {
    shape.pose = *options.pose;
    shape.has_pose = true;
  }
  for (const std::string& text : options.sine) {
    const auto sine = parse_sine(text);
    if (!sine) return Failure{sine.error()};
    shape.sines.push_back(*sine);
  }
  if (options.legs.empty()) return shape;
  const auto legs = parse_numbers(options.legs);
  if (!legs) return Failure{messages::say<messages::Id::option_wrong>("--legs", legs.error())};
  if (legs->size() != 6) return Failure{messages::say<messages::Id::stream_legs_count>(legs->size())};
  if (shape.any()) return Failure{messages::Message{messages::Id::stream_legs_alone}};
  shape.legs.emplace();
  std::copy(legs->begin(), legs->end(), shape.legs->begin());
  return shape;
}

AxisValues StreamShape::axes_at(double t, double share) const {
  AxisValues values = pose;
  const double ramp = share * std::min(1.0, t / kRampSeconds);
  for (const StreamSine& sine : sines)
    values[static_cast<std::size_t>(sine.axis)] +=
        ramp * sine.amplitude * std::sin(2.0 * kPi * sine.hertz * t);
  return values;
}

host::PitchFirstPose StreamShape::pose_at(double t) const {
  const AxisValues values = axes_at(t);
  return {.pitch = values[3],
          .roll = values[4],
          .yaw = values[5],
          .sway = values[0],
          .surge = values[1],
          .heave = values[2]};
}

bool StreamShape::is_at(const std::array<float, 6>& there, const std::array<float, 6>& actuators) const {
  const auto near = [](double a, float b, double tolerance) {
    return std::abs(a - static_cast<double>(b)) <= tolerance;
  };
  if (legs) {
    for (std::size_t i = 0; i < 6; ++i)
      if (!near((*legs)[i], actuators[i], 0.5)) return false;
    return true;
  }
  for (std::size_t i = 0; i < 3; ++i)
    if (!near(pose[3 + i], there[i], 0.05) || !near(pose[i], there[3 + i], 0.5)) return false;
  return true;
}

}  // namespace hexad::cli
