#pragma once
// A swing through the last samples of one coordinate, on a line that may rise:
//   x(t) = x + v·t + a·(1 − cos ωt)/ω² + j·(ωt − sin ωt)/ω³,
// whose derivatives at the newest sample are v, a and j; ω = 0 is the cubic. Where a period has few samples a
// cubic cuts its corners; this does not.
//
// ω. Second differences y of equally spaced samples of such a curve keep y₊ − 2y + y₋ = −k·y with
// k = 2 − 2·cos ωΔ: k is the least squares answer over what came lately, fading. The rest is a least squares
// fit, linear and fading, to the last samples at their times.

#include <array>

#include "motion/tracking/cubic_fit.hpp"

namespace hexad::motion {

class HarmonicFit {
 public:
  /// `step` since the sample before.
  void add(double step, double sample) noexcept;
  /// At rest here, for good.
  void rest_at(double x) noexcept;

  const Curve& curve() const noexcept { return curve_; }
  /// There are samples enough, also for its frequency.
  bool ready() const noexcept { return samples_ >= kReady && slow_; }
  /// Mean square of how far it was from the samples before it knew them, fading.
  double mean_square_error() const noexcept { return error_; }

 private:
  static constexpr int kSamples = 7;
  static constexpr int kReady = 8;

  void learn_frequency() noexcept;
  void fit() noexcept;

  Curve curve_;
  std::array<double, kSamples> values_{};  // newest first
  std::array<double, kSamples> steps_{};   // from each to the one before it
  double swing_ = 0.0, size_ = 0.0;        // sums of −y·(y₊ − 2y + y₋) and of y²
  double omega_ = 0.0;
  double error_ = 0.0;
  int samples_ = 0;
  bool slow_ = true;
};

}  // namespace hexad::motion
