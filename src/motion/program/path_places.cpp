#include "motion/program/path_places.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/roots.hpp"

namespace hexad::motion {
namespace {

constexpr double kEndless = std::numeric_limits<double>::infinity();

class Places {
 public:
  Places(const Machine& machine, const PathCurve& curve, const PathBounds& bounds, std::size_t first,
         std::size_t last);
  std::vector<double> at_every(double interval) const;

 private:
  void cap_speeds(const PathBounds& bounds);
  void fastest();

  std::span<const PathCurve::Knot> knots_;
  std::vector<Channels> first_, second_;  ///< divided by the acceleration bound
  std::vector<double> square_;            ///< s'²
  double build_up_;                       ///< s that the longest acceleration takes to build up
};

Places::Places(const Machine& machine, const PathCurve& curve, const PathBounds& bounds, std::size_t first,
               std::size_t last)
    : knots_{curve.knots().subspan(first, last - first + 1)},
      build_up_{(bounds.acceleration / bounds.jerk).maxCoeff()} {
  const std::size_t n = knots_.size();
  first_.resize(n);
  second_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const PathCurve::Place place = curve.in_cell(first + std::min(i, n - 2), knots_[i].s);
    const PathRates rates = path_rates(machine, {place.position, place.first, place.second});
    first_[i] = rates.velocity / bounds.acceleration;
    second_[i] = rates.acceleration / bounds.acceleration;
  }
  cap_speeds(bounds);
  fastest();
}

/// What velocity allows, the curve's own acceleration with none along it, and the curve's own jerk.
void Places::cap_speeds(const PathBounds& bounds) {
  const std::size_t n = knots_.size();
  const Channels rate = bounds.jerk / bounds.acceleration;
  square_.assign(n, kEndless);
  for (std::size_t i = 0; i < n; ++i) {
    const Channels velocity =
        bounds.velocity(knots_[std::min(i + 1, n - 1)].segment).min(bounds.velocity(knots_[i].segment)) /
        bounds.acceleration;
    square_[i] = std::min(
        {square_[i], (velocity / first_[i]).square().minCoeff(), second_[i].abs().inverse().minCoeff()});
    if (i + 1 == n || !(knots_[i + 1].s > knots_[i].s)) continue;
    // c₃·s'³ within the jerk bound.
    const Channels third = (second_[i + 1] - second_[i]).abs() / (knots_[i + 1].s - knots_[i].s);
    const double root = cube_root((rate / third).minCoeff());
    square_[i] = std::min(square_[i], root * root);
    square_[i + 1] = std::min(square_[i + 1], root * root);
  }
}

/// s'² from rest to rest. With a the acceleration of s: |c₁·a + c₂·s'²| ≤ 1, and s'² changes by 2·a·h. a = 0
/// is allowed everywhere, so no pass can get stuck.
void Places::fastest() {
  square_.front() = 0.0;
  square_.back() = 0.0;
  // Where c₂ points with c₁, braking takes away from the curve's own acceleration, pushing adds to it.
  for (std::size_t i = knots_.size() - 1; i-- > 1;) {
    const double h2 = 2.0 * (knots_[i + 1].s - knots_[i].s);
    for (Eigen::Index j = 0; j < 12; ++j) {
      const double c1 = std::abs(first_[i][j]);
      if (!(c1 > 0.0)) continue;
      const double own = first_[i][j] > 0.0 ? second_[i][j] : -second_[i][j];
      const double slope = c1 - h2 * own;
      if (slope > 0.0) square_[i] = std::min(square_[i], (c1 * square_[i + 1] + h2) / slope);
    }
  }
  for (std::size_t i = 0; i + 1 < knots_.size(); ++i) {
    double gain = kEndless;
    for (Eigen::Index j = 0; j < 12; ++j) {
      const double c1 = std::abs(first_[i][j]);
      if (!(c1 > 0.0)) continue;
      const double own = first_[i][j] > 0.0 ? second_[i][j] : -second_[i][j];
      gain = std::min(gain, std::max(1.0 - own * square_[i], 0.0) / c1);
    }
    square_[i + 1] = std::min(square_[i + 1], square_[i] + 2.0 * (knots_[i + 1].s - knots_[i].s) * gain);
  }
}

std::vector<double> Places::at_every(double interval) const {
  const double from = knots_.front().s;
  const double to = knots_.back().s;
  const auto window = static_cast<std::size_t>(std::max(1.0, std::ceil(build_up_ / interval)));
  std::vector<double> sample(window, from);  // before the beginning it stands there
  double begin = 0.0;
  double next = 0.0;
  for (std::size_t i = 0; i + 1 < knots_.size(); ++i) {
    const double h = knots_[i + 1].s - knots_[i].s;
    const double v0 = std::sqrt(square_[i]);
    const double v1 = std::sqrt(square_[i + 1]);
    const double time = h > 0.0 ? 2.0 * h / std::max(v0 + v1, 1e-12) : 0.0;
    const double a = time > 0.0 ? (v1 - v0) / time : 0.0;
    for (; next < begin + time; next += interval) {
      const double t = next - begin;
      sample.push_back(std::min(knots_[i].s + t * (v0 + 0.5 * a * t), knots_[i + 1].s));
    }
    begin += time;
  }
  sample.insert(sample.end(), window, to);
  std::vector<double> places{from};
  const double least = 1e-9 * (to - from);
  double sum = 0.0;
  for (std::size_t i = window; i < sample.size(); ++i) {
    sum += sample[i] - sample[i - window];
    const double place = from + sum / static_cast<double>(window);
    if (place > places.back() + least && place < to - least) places.push_back(place);
  }
  if (places.size() == 1) places.push_back(0.5 * (from + to));
  places.push_back(to);
  return places;
}

}  // namespace

std::vector<double> path_places(const Machine& machine, const PathCurve& curve, const PathBounds& bounds,
                                std::size_t first, std::size_t last, double interval) {
  return Places{machine, curve, bounds, first, last}.at_every(interval);
}

}  // namespace hexad::motion
