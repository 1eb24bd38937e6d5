#include "cueing/forecast.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace hexad::cueing {
namespace {

constexpr double kMemory = 12.0;    // s, of the fit
constexpr double kJudged = 4.0;     // s, of the record
constexpr double kSizeFades = 8.0;  // s
constexpr double kSmallest = 0.02;  // m/s²: what is smaller is noise, and nothing is learned of it
constexpr double kFarthest = 1.1;   // times what was seen
constexpr double kFitNoise = 1e-4;  // of the mean square, taken to be in what is learned from
constexpr double kDoubt = 1.2;      // the learned one must be better by this,
constexpr double kCredit = 1.3;     // and is trusted the more by how much it is,
constexpr double kTrustPace = 0.2;  // a step of this at a time

double kept_over(double memory) noexcept { return std::exp(-Forecast::kSpacing / memory); }

}  // namespace

Forecast::Row Forecast::last() const noexcept {
  Row row;
  for (int i = 0; i < kOrder; ++i) row[i] = history_[(count_ - 1 - static_cast<unsigned>(i)) % kHistory];
  return row;
}

void Forecast::learn(double now) noexcept {
  const double force = 0.5 * (now + before_);  // shaking is not learned: it would be answered too late
  before_ = now;
  judge(force);
  if (count_ >= kOrder) {
    const Row before = last();
    const double keep = kept_over(kMemory);
    products_ = (keep * products_ + before * before.transpose()).eval();
    answers_ = keep * answers_ + before * force;
  }
  history_[count_++ % kHistory] = force;
  size_ = std::max(std::abs(force), kept_over(kSizeFades) * size_);
  if (count_ > kOrder) fit();
  extrapolate();
}

double Forecast::beyond(double seconds) const noexcept {
  const double place = seconds / kSpacing;
  const int first = std::min(static_cast<int>(place), kAhead);  // values are of 1·kSpacing on; 0 is nothing
  const double part = std::min(place - first, 1.0);
  const double from = first > 0 ? beyond_[first - 1] : 0.0;
  const double to = first < kAhead ? beyond_[first] : 0.0;
  return from + part * (to - from);
}

void Forecast::judge(double force) noexcept {
  if (count_ < kRecord) return;
  const double keep = kept_over(kJudged);
  const double learned = force - said_learned_[count_ % kHistory];
  const double fading = force - said_fading_[count_ % kHistory];
  learned_error_ = keep * learned_error_ + learned * learned;
  fading_error_ = keep * fading_error_ + fading * fading;
  const double floor = kSmallest * kSmallest;
  const double better = 1.0 - kDoubt * (learned_error_ + floor) / (fading_error_ + floor);
  trust_ += kTrustPace * (std::clamp(kCredit * better, 0.0, 1.0) - trust_);
}

void Forecast::fit() noexcept {
  Square whole = products_;
  whole.diagonal().array() += kFitNoise * (products_.trace() / kOrder + kSmallest * kSmallest);
  const Eigen::LLT<Square> factor{whole};
  if (factor.info() != Eigen::Success) return;
  const Row found = factor.solve(answers_);
  if (found.allFinite()) weights_ = found;
}

void Forecast::extrapolate() noexcept {
  Row seen = last();
  const double farthest = kFarthest * size_;
  const double fade = kept_over(kFading);
  double fading = 0.0;
  for (int i = -1; i < kAhead; ++i) {  // what was smoothed is half a spacing old, and so is the mean
    const double next = std::clamp(weights_.dot(seen), -farthest, farthest);
    for (int k = kOrder - 1; k > 0; --k) seen[k] = seen[k - 1];
    seen[0] = next;
    fading = i < 0 ? next : fade * fading;
    if (i < 0) {
      now_ = trust_ * next;
      continue;
    }
    const double near = 1.0 - static_cast<double>(i) / kAhead;  // the farther, the less it counts
    beyond_[i] = trust_ * near * near * (3.0 - 2.0 * near) * (next - fading);
    if (i + 1 == kRecord) {
      said_learned_[(count_ + kRecord) % kHistory] = next;
      said_fading_[(count_ + kRecord) % kHistory] = fading;
    }
  }
}

}  // namespace hexad::cueing
