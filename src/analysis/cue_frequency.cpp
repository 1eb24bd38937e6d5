#include "analysis/cue_frequency.hpp"

#include <algorithm>
#include <cmath>
#include <future>

namespace hexad::analysis {
namespace {

constexpr double kSettle = 15.0;    // s before measuring
constexpr double kLeastLook = 8.0;  // s, and whole periods

/// Position of the head, gravity in the cabin, rotation.
using PlaceFit = cueing::SineFit<9>;

/// What is felt on each axis, as the response to a sine: specific force of the head from what the legs do,
/// rates.
struct AxisResponse {
  std::array<std::complex<double>, kAxes> felt{};
  bool ran = false;
  bool governed = false;
};

AxisResponse respond(const Machine& machine, const CueSetting& setting, Axis axis, double omega) {
  CueChain chain{machine, setting};
  AxisResponse response;
  if (!chain.start()) return response;
  const Vec3 head = setting.tuning.head;
  const double amplitude = cueing::response_amplitude(axis, omega);
  const double period = kRevolution / omega;
  const double look = period * std::ceil(kLeastLook / period);
  const VehicleInput rest = at_rest(setting.tuning.input);
  PlaceFit fit{omega, kSettle + 0.5 * look};
  const auto ticks = static_cast<std::int64_t>((kSettle + look) / kCueStep);
  for (std::int64_t i = 0; i < ticks; ++i) {
    const double time = static_cast<double>(i) * kCueStep;
    VehicleInput input = rest;
    const double value = amplitude * std::sin(omega * time);
    if (is_rotation(axis)) {
      input.rate[static_cast<Eigen::Index>(axis) - 3] += value;
    } else {
      input.linear[static_cast<Eigen::Index>(axis)] += value;
    }
    chain.tick(input);
    if (time < kSettle) continue;
    response.governed = response.governed || chain.governed();
    const Pose pose = chain.drives().true_pose();
    PlaceFit::Signals signals;
    signals << pose.position + pose.rotation * head, pose.rotation.conjugate() * (kGravity * Vec3::UnitZ()),
        rotation_vector(pose.rotation);
    // Drives report for the end of the tick.
    fit.add(time + kCueStep, signals);
  }
  const auto fitted = fit.result();
  for (std::size_t i = 0; i < 3; ++i) {
    response.felt[i] = (-omega * omega * fitted[i] + fitted[3 + i]) / amplitude;
    response.felt[3 + i] = std::complex<double>{0.0, omega} * fitted[6 + i] / amplitude;
  }
  response.ran = true;
  return response;
}

void measure_axis(const Machine& machine, const CueSetting& setting, Axis axis, CueResponse& all) {
  for (std::size_t k = 0; k < kCueFrequencies; ++k) {
    const AxisResponse response = respond(machine, setting, axis, response_frequency(k));
    for (std::size_t i = 0; i < kCueTests; ++i) {
      const CueTest& test = response_tests()[i];
      if (test.input != axis) continue;
      const std::complex<double> felt =
          cueing::in_unit_of(test, response.felt[static_cast<std::size_t>(test.output)]);
      all.points[i][k] = {std::abs(felt), std::arg(felt) / kDegree, response.ran, response.governed};
    }
  }
}

}  // namespace

CueResponse measure_response(const Machine& machine, const CueSetting& setting,
                             const std::array<bool, kAxes>& axes) {
  CueResponse response;
  response.setting = setting;
  std::vector<std::future<void>> running;
  for (std::size_t i = 0; i < kAxes; ++i) {
    if (!axes[i]) continue;
    // Each axis writes tests of its own.
    running.push_back(std::async(std::launch::async, [&machine, &setting, &response, i] {
      measure_axis(machine, setting, static_cast<Axis>(i), response);
    }));
  }
  for (std::future<void>& one : running) one.get();
  return response;
}

bool CueBand::holds(const CuePoint& point) const noexcept {
  return point.gain >= gain_min && point.gain <= gain_max && point.phase >= phase_min &&
         point.phase <= phase_max;
}

}  // namespace hexad::analysis
