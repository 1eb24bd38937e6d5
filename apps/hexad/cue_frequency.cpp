#include "hexad/cue_frequency.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <future>

namespace hexad::cli {
namespace {

constexpr double kSettle = 15.0;    // s before measuring
constexpr double kLeastLook = 8.0;  // s, and whole periods
constexpr std::array<CueTest, kCueTests> kTests{{{1, "pitch", Axis::pitch, Axis::pitch, "°/s per °/s"},
                                                 {2, "pitch-surge", Axis::pitch, Axis::surge, "m/s² per °/s"},
                                                 {3, "roll", Axis::roll, Axis::roll, "°/s per °/s"},
                                                 {4, "roll-sway", Axis::roll, Axis::sway, "m/s² per °/s"},
                                                 {5, "yaw", Axis::yaw, Axis::yaw, "°/s per °/s"},
                                                 {6, "surge", Axis::surge, Axis::surge, "m/s² per m/s²"},
                                                 {7, "surge-pitch", Axis::surge, Axis::pitch, "°/s per m/s²"},
                                                 {8, "sway", Axis::sway, Axis::sway, "m/s² per m/s²"},
                                                 {9, "sway-roll", Axis::sway, Axis::roll, "°/s per m/s²"},
                                                 {10, "heave", Axis::heave, Axis::heave, "m/s² per m/s²"}}};

/// Least squares of a·sin ωt + b·cos ωt + c + d·t, for nine signals at once: position of the head, gravity in the
/// cabin, rotation. a + b·i is the response to sin ωt.
class SineFit {
 public:
  using Signals = Eigen::Matrix<double, 9, 1>;

  explicit SineFit(double omega, double middle) : omega_{omega}, middle_{middle} {}
  void add(double time, const Signals& signals) {
    const Eigen::Vector4d row{std::sin(omega_ * time), std::cos(omega_ * time), 1.0, time - middle_};
    normal_ += row * row.transpose();
    right_ += row * signals.transpose();
  }
  std::array<std::complex<double>, 9> result() const {
    const Eigen::Matrix<double, 4, 9> solved = normal_.ldlt().solve(right_);
    std::array<std::complex<double>, 9> all;
    for (Eigen::Index i = 0; i < 9; ++i) all[static_cast<std::size_t>(i)] = {solved(0, i), solved(1, i)};
    return all;
  }

 private:
  double omega_;
  double middle_;
  Eigen::Matrix4d normal_ = Eigen::Matrix4d::Zero();
  Eigen::Matrix<double, 4, 9> right_ = Eigen::Matrix<double, 4, 9>::Zero();
};

/// What is felt on each axis, as the response to a sine: specific force of the head from what the legs do, rates.
struct AxisResponse {
  std::array<std::complex<double>, kAxes> felt{};
  bool ran = false;
  bool governed = false;
};

AxisResponse respond(const Machine& machine, const CueSetting& setting, Axis axis, double omega) {
  CueChain chain{machine, setting};
  AxisResponse response;
  if (!chain.start()) return response;
  const Vec3 head = cueing::derive(machine, setting.preset).head;
  const double amplitude = cue_amplitude(axis, omega);
  const double period = kRevolution / omega;
  const double look = period * std::ceil(kLeastLook / period);
  const VehicleInput rest = at_rest(setting.input);
  SineFit fit{omega, kSettle + 0.5 * look};
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
    chain.tick({input.linear, input.rate});
    if (time < kSettle) continue;
    response.governed = response.governed || chain.governed();
    const Pose pose = chain.drives().true_pose();
    SineFit::Signals signals;
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
    const AxisResponse response = respond(machine, setting, axis, cue_frequency(k));
    for (std::size_t test = 0; test < kCueTests; ++test) {
      if (kTests[test].input != axis) continue;
      // Units: degrees for rates.
      const std::complex<double> felt = response.felt[static_cast<std::size_t>(kTests[test].output)] *
                                        (is_rotation(kTests[test].output) ? 1.0 / kDegree : 1.0) *
                                        (is_rotation(axis) ? kDegree : 1.0);
      all.points[test][k] = {std::abs(felt), std::arg(felt) / kDegree, response.ran, response.governed};
    }
  }
}

}  // namespace

double cue_frequency(std::size_t k) noexcept { return std::pow(10.0, static_cast<double>(k) / 5.0 - 1.0); }

const std::array<CueTest, kCueTests>& cue_tests() noexcept { return kTests; }

double cue_amplitude(Axis axis, double omega) noexcept {
  if (!is_rotation(axis)) return 1.0;
  // 6° where that is slow, then 1 °/s, and never more than 10 °/s².
  return std::min({6.0 * kDegree * omega, 1.0 * kDegree, 10.0 * kDegree / omega});
}

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

}  // namespace hexad::cli
