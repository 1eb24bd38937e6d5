#pragma once
// The frequency response of a setting, engine alone, after the objective motion cueing test: ten tests at
// twelve frequencies from 0.1 to 15.85 rad/s. For tools and worker threads, not for the control loop.

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include <array>
#include <cmath>
#include <complex>
#include <optional>
#include <string_view>

#include "cueing/settings.hpp"
#include "model/machine.hpp"

namespace hexad::cueing {

inline constexpr std::size_t kResponseFrequencies = 12;
inline constexpr std::size_t kResponseTests = 10;

/// 10^(k/5 − 1) rad/s.
double response_frequency(std::size_t k) noexcept;

/// One axis of the vehicle moves, one felt quantity of the cabin is looked at. Rotations are rates.
struct ResponseTest {
  int number;
  std::string_view name;  ///< "surge-pitch"
  Axis input;
  Axis output;
  std::string_view unit;  ///< of output over input
};
const std::array<ResponseTest, kResponseTests>& response_tests() noexcept;

/// Amplitude of the vehicle's rate (rad/s) or acceleration (m/s²) at a frequency.
double response_amplitude(Axis axis, double omega) noexcept;
/// In the unit of the test, from SI over SI.
std::complex<double> in_unit_of(const ResponseTest& test, const std::complex<double>& felt) noexcept;

/// Least squares of a·sin ωt + b·cos ωt + c + d·t, for several signals at once. a + b·i is the response to
/// sin ωt.
template <int N>
class SineFit {
 public:
  using Signals = Eigen::Matrix<double, N, 1>;
  using Responses = std::array<std::complex<double>, static_cast<std::size_t>(N)>;

  /// `middle` of the times that are added.
  SineFit(double omega, double middle) : omega_{omega}, middle_{middle} {}
  void add(double time, const Signals& signals) {
    const Eigen::Vector4d row{std::sin(omega_ * time), std::cos(omega_ * time), 1.0, time - middle_};
    normal_ += row * row.transpose();
    right_ += row * signals.transpose();
  }
  Responses result() const {
    const Eigen::Matrix<double, 4, N> solved = normal_.ldlt().solve(right_);
    Responses all;
    for (int i = 0; i < N; ++i) all[static_cast<std::size_t>(i)] = {solved(0, i), solved(1, i)};
    return all;
  }

 private:
  double omega_;
  double middle_;
  Eigen::Matrix4d normal_ = Eigen::Matrix4d::Zero();
  Eigen::Matrix<double, 4, N> right_ = Eigen::Matrix<double, 4, N>::Zero();
};

struct ResponsePoint {
  double omega = 0.0;
  double gain = 0.0;   ///< in the unit of the test
  double phase = 0.0;  ///< rad, −π…π, of the felt against the vehicle's
};

/// What a head in the cabin feels of a vehicle that moves by sines, one frequency after the other. None when
/// `ends` said so meanwhile.
std::optional<std::array<ResponsePoint, kResponseFrequencies>> respond(const Machine& machine,
                                                                       const Settings& settings,
                                                                       const ResponseTest& test,
                                                                       bool (*ends)() = nullptr);

}  // namespace hexad::cueing
