#include "motion/prepare/smooth.hpp"

#include <algorithm>
#include <cmath>

#include "motion/command_motion.hpp"

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

}  // namespace

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
