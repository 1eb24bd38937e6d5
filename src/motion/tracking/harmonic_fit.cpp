#include "motion/tracking/harmonic_fit.hpp"

#include <algorithm>
#include <cmath>

#include "base/vec.hpp"

namespace hexad::motion {

namespace {

constexpr double kFrequencyKept = 0.8;    // of what is known of the frequency, from sample to sample
constexpr double kSampleKept = 0.6;       // weight of a sample against the next one
constexpr double kEvenSteps = 0.1;        // steps that differ by this part are equal
constexpr double kHighestSwing = 1.3;     // rad per step: faster swings have too few samples
constexpr double kSmallAngle = 1e-2;      // rad: below, sine and cosine are their series
constexpr double kSwingRecordTime = 0.1;  // s, as of CubicFit
constexpr double kSwingRecordMost = 0.3;

}  // namespace

void HarmonicFit::rest_at(double x) noexcept {
  curve_ = {x};
  values_.fill(x);
  swing_ = size_ = omega_ = error_ = 0.0;
}

void HarmonicFit::add(double step, double sample) noexcept {
  if (ready()) {
    const double error = sample - curve_.at(step);
    error_ += std::min(kSwingRecordMost, step / kSwingRecordTime) * (error * error - error_);
  }
  std::move_backward(values_.begin(), values_.end() - 1, values_.end());
  std::move_backward(steps_.begin(), steps_.end() - 1, steps_.end());
  values_[0] = sample;
  steps_[0] = step;
  samples_ = std::min(samples_ + 1, kReady);
  if (samples_ < 5) return;
  learn_frequency();
  if (samples_ >= kSamples) fit();
}

void HarmonicFit::learn_frequency() noexcept {
  for (std::size_t i = 1; i < 4; ++i) {
    if (!(std::abs(steps_[i] - steps_[0]) <= kEvenSteps * steps_[0])) return;
  }
  const auto bend = [this](std::size_t i) { return values_[i - 1] - 2.0 * values_[i] + values_[i + 1]; };
  const double y = bend(2);
  swing_ = kFrequencyKept * swing_ - y * (bend(1) - 2.0 * y + bend(3));
  size_ = kFrequencyKept * size_ + y * y;
  const double k = size_ > 0.0 ? std::max(swing_ / size_, 0.0) : 0.0;
  slow_ = k <= 2.0 - 2.0 * std::cos(kHighestSwing);
  if (slow_) omega_ = std::acos(1.0 - 0.5 * k) / steps_[0];
}

// Normal equations in units of the newest step, so that all four unknowns are of one size.
void HarmonicFit::fit() noexcept {
  using Vec4 = Eigen::Matrix<double, 4, 1>;
  using Mat4 = Eigen::Matrix<double, 4, 4>;
  Mat4 normal = Mat4::Zero();
  Vec4 right = Vec4::Zero();
  const double unit = steps_[0];
  const double w = omega_ * unit;
  double t = 0.0;
  double weight = 1.0;
  for (std::size_t i = 0; i < kSamples; ++i) {
    Vec4 row{1.0, t, 0.5 * t * t, t * t * t * (1.0 / 6.0)};
    if (std::abs(w * t) > kSmallAngle) {
      row[2] = (1.0 - std::cos(w * t)) / (w * w);
      row[3] = (w * t - std::sin(w * t)) / (w * w * w);
    }
    normal += weight * row * row.transpose();
    right += weight * values_[i] * row;
    t -= steps_[i] / unit;
    weight *= kSampleKept;
  }
  const Vec4 found = normal.ldlt().solve(right);
  const double rate = 1.0 / unit;
  curve_ = {found[0], found[1] * rate, found[2] * rate * rate, found[3] * rate * rate * rate};
  curve_.s = -omega_ * omega_ * curve_.a;
  curve_.c = -omega_ * omega_ * curve_.j;
}

}  // namespace hexad::motion
