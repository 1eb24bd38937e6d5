#include "cueing/frequency_response.hpp"

#include <algorithm>

#include "cueing/engine.hpp"
#include "cueing/perception.hpp"

namespace hexad::cueing {
namespace {

constexpr double kStep = 0.01;      // s
constexpr double kSettle = 15.0;    // s before measuring
constexpr double kLeastLook = 8.0;  // s, and whole periods
constexpr std::int64_t kAskEvery = 100;

constexpr std::array<ResponseTest, kResponseTests> kTests{
    {{1, "pitch", Axis::pitch, Axis::pitch, "°/s / (°/s)"},
     {2, "pitch-surge", Axis::pitch, Axis::surge, "m/s² / (°/s)"},
     {3, "roll", Axis::roll, Axis::roll, "°/s / (°/s)"},
     {4, "roll-sway", Axis::roll, Axis::sway, "m/s² / (°/s)"},
     {5, "yaw", Axis::yaw, Axis::yaw, "°/s / (°/s)"},
     {6, "surge", Axis::surge, Axis::surge, "m/s² / (m/s²)"},
     {7, "surge-pitch", Axis::surge, Axis::pitch, "°/s / (m/s²)"},
     {8, "sway", Axis::sway, Axis::sway, "m/s² / (m/s²)"},
     {9, "sway-roll", Axis::sway, Axis::roll, "°/s / (m/s²)"},
     {10, "heave", Axis::heave, Axis::heave, "m/s² / (m/s²)"}}};

/// Of the felt quantity `output`, per unit of the vehicle's; none = given up.
std::optional<std::complex<double>> at_frequency(const Machine& machine, const Settings& settings,
                                                 const ResponseTest& test, double omega, bool (*ends)()) {
  Engine engine{machine, settings, kStep};
  const double amplitude = response_amplitude(test.input, omega);
  const double period = kRevolution / omega;
  const double look = period * std::ceil(kLeastLook / period);
  SineFit<6> fit{omega, kSettle + 0.5 * look};
  const auto ticks = static_cast<std::int64_t>((kSettle + look) / kStep);
  for (std::int64_t i = 0; i < ticks; ++i) {
    if (i % kAskEvery == 0 && ends != nullptr && ends()) return std::nullopt;
    const double time = static_cast<double>(i) * kStep;
    VehicleMotion vehicle;
    const double value = amplitude * std::sin(omega * time);
    if (is_rotation(test.input)) {
      vehicle.rate[static_cast<Eigen::Index>(test.input) - 3] = value;
    } else {
      vehicle.acceleration[static_cast<Eigen::Index>(test.input)] = value;
    }
    const Felt felt = felt_at(engine.step(vehicle), settings.head);
    if (time < kSettle) continue;
    SineFit<6>::Signals signals;
    signals << felt.force, felt.rate;
    fit.add(time, signals);
  }
  return fit.result()[static_cast<std::size_t>(test.output)] / amplitude;
}

}  // namespace

double response_frequency(std::size_t k) noexcept {
  return std::pow(10.0, static_cast<double>(k) / 5.0 - 1.0);
}

const std::array<ResponseTest, kResponseTests>& response_tests() noexcept { return kTests; }

double response_amplitude(Axis axis, double omega) noexcept {
  if (!is_rotation(axis)) return 1.0;
  // 6° where that is slow, then 1 °/s, and never more than 10 °/s².
  return std::min({6.0 * kDegree * omega, 1.0 * kDegree, 10.0 * kDegree / omega});
}

std::complex<double> in_unit_of(const ResponseTest& test, const std::complex<double>& felt) noexcept {
  return felt * (is_rotation(test.output) ? 1.0 / kDegree : 1.0) * (is_rotation(test.input) ? kDegree : 1.0);
}

std::optional<std::array<ResponsePoint, kResponseFrequencies>> respond(const Machine& machine,
                                                                       const Settings& settings,
                                                                       const ResponseTest& test,
                                                                       bool (*ends)()) {
  std::array<ResponsePoint, kResponseFrequencies> points;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const double omega = response_frequency(k);
    const auto felt = at_frequency(machine, settings, test, omega, ends);
    if (!felt) return std::nullopt;
    const std::complex<double> shown = in_unit_of(test, *felt);
    points[k] = {omega, std::abs(shown), std::arg(shown)};
  }
  return points;
}

}  // namespace hexad::cueing
