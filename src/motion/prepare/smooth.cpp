#include "motion/prepare/smooth.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "motion/command_motion.hpp"
#include "motion/coordinates.hpp"

namespace hexad::motion {
namespace {

constexpr double kStep = 0.01;  // s
constexpr double kReach = 4.0;  // standard deviations of the Gaussian that count

/// How much of an axis' swing about its mean is left, of the axis that loses most.
double least_left(const std::vector<Vec6>& before, const std::vector<Vec6>& after) {
  const auto swing = [](const std::vector<Vec6>& places) {
    Vec6 mean = Vec6::Zero();
    for (const Vec6& place : places) mean += place / static_cast<double>(places.size());
    Vec6 squares = Vec6::Zero();
    for (const Vec6& place : places) squares += (place - mean).cwiseAbs2();
    return Vec6{squares.cwiseSqrt()};
  };
  const Vec6 was = swing(before);
  const Vec6 is = swing(after);
  double least = 1.0;
  for (Eigen::Index axis = 0; axis < was.size(); ++axis)
    if (was[axis] > 1e-9) least = std::min(least, is[axis] / was[axis]);
  return least;
}

/// Weights of a third difference over four rows, as 1 −3 3 −1 where rows are even: of the same size wherever
/// they are, so that one step fits all.
std::array<double, 4> third_difference(std::span<const double> times, std::size_t first) {
  std::array<double, 4> weight;
  double sum = 0.0;
  for (std::size_t k = 0; k < 4; ++k) {
    double product = 1.0;
    for (std::size_t j = 0; j < 4; ++j)
      if (j != k) product *= times[first + k] - times[first + j];
    weight[k] = 1.0 / product;
    sum += std::abs(weight[k]);
  }
  for (double& w : weight) w *= 8.0 / sum;
  return weight;
}

}  // namespace

// Projected gradient with momentum (Nesterov), begun anew where it goes the wrong way: what trembles fastest
// goes first.
void take_out_rounding(std::span<const double> times, std::vector<Vec6>& places, const Vec6& half_digit) {
  constexpr int kPasses = 300;
  constexpr double kGradientStep = 1.0 / 64.0;  // the largest eigenvalue of the squared differences
  const std::size_t count = places.size();
  if (count < 5) return;
  std::vector<std::array<double, 4>> weights(count - 3);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = third_difference(times, i);
  const std::vector<Vec6> written = places;
  std::vector<Vec6> ahead = places;
  std::vector<Vec6> slope(count);
  double momentum = 1.0;
  for (int pass = 0; pass < kPasses; ++pass) {
    std::fill(slope.begin(), slope.end(), Vec6::Zero());
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const auto& w = weights[i];
      const Vec6 jerk = w[0] * ahead[i] + w[1] * ahead[i + 1] + w[2] * ahead[i + 2] + w[3] * ahead[i + 3];
      for (std::size_t k = 0; k < 4; ++k) slope[i + k] += w[k] * jerk;
    }
    const double next_momentum = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * momentum * momentum));
    const double onward = (momentum - 1.0) / next_momentum;
    double uphill = 0.0;
    for (std::size_t i = 1; i + 1 < count; ++i) {
      const Vec6 next = (ahead[i] - kGradientStep * slope[i])
                            .cwiseMax(written[i] - half_digit)
                            .cwiseMin(written[i] + half_digit);
      const Vec6 step = next - places[i];
      uphill += slope[i].dot(step);
      ahead[i] = next + onward * step;
      places[i] = next;
    }
    momentum = uphill > 0.0 ? 1.0 : next_momentum;
  }
}

SmoothTrack low_passed(const Prepared& written, double cut_hz) {
  const auto count = static_cast<long>(std::ceil(written.duration() / kStep - 1e-9)) + 1;
  std::vector<Vec6> places;
  SmoothTrack track;
  for (long k = 0; k < count; ++k) {
    track.times.push_back(std::min(kStep * static_cast<double>(k), written.duration()));
    places.push_back(coordinates_of(written.at(track.times.back()).pose));
  }
  const double deviation = std::sqrt(std::log(2.0)) / (2.0 * kPi * cut_hz);
  const auto reach = static_cast<long>(std::ceil(kReach * deviation / kStep));
  std::vector<double> weights;
  double sum = 0.0;
  for (long k = -reach; k <= reach; ++k) {
    const double t = kStep * static_cast<double>(k) / deviation;
    sum += weights.emplace_back(std::exp(-0.5 * t * t));
  }
  track.lost = {.cut_hz = cut_hz};
  for (long k = 0; k < count; ++k) {
    Vec6 mean = Vec6::Zero();
    for (long j = -reach; j <= reach; ++j) {
      const auto at = static_cast<std::size_t>(std::clamp(k + j, 0L, count - 1));
      mean += weights[static_cast<std::size_t>(j + reach)] / sum * places[at];
    }
    const Vec6 off = mean - places[static_cast<std::size_t>(k)];
    track.lost.away = std::max(track.lost.away, off.head<3>().norm());
    track.lost.turned = std::max(track.lost.turned, off.tail<3>().norm());
    track.places.push_back(mean);
  }
  track.lost.amplitude = least_left(places, track.places);
  return track;
}

}  // namespace hexad::motion
