#include "motion/program/path_piece.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/roots.hpp"
#include "motion/program/path_places.hpp"

namespace hexad::motion {
namespace {

constexpr double kRough = 2.0;       // the first places are this much farther from each other
constexpr double kOver = 1.01;       // what must shrink shrinks a little more than it must
constexpr double kLeastJerk = 0.25;  // of the bound
constexpr double kLowJerk = 0.35;
// Where a stop would exceed a velocity limit, what it still gains counts; first this often, then ever more.
constexpr double kFirstGain = 1.1;
constexpr double kMoreGain = 1.2;
constexpr double kMostGain = 6.0;
constexpr double kFastShare = 0.7;  // of a velocity limit, from which on that counts at once
constexpr double kSofterToStop = 0.985;
constexpr double kSlowerToStop = 0.94;
constexpr std::ptrdiff_t kReach = 2;  // places to both sides of a moment that had part in it
constexpr std::ptrdiff_t kStopReach = 4;
constexpr double kAround = 1.0;      // stops to both sides that are planned again with it
constexpr double kMostAtOnce = 5.0;  // s

}  // namespace

std::optional<PathPiece> PathPiece::over(std::vector<double> places, const Machine& machine,
                                         const PathCurve& curve, const PathBounds& bounds, std::size_t first,
                                         std::size_t last, double interval, bool rough,
                                         const Progress& progress) {
  const std::vector<double>& s = places;
  const std::size_t n = s.size() - 1;
  std::vector<SpeedCell> cells;
  cells.reserve(n);
  std::vector<double> guess(n + 1, 0.0);
  std::vector<double> most(n + 1, std::numeric_limits<double>::infinity());
  std::vector<SpeedShare> shares(n + 1);
  std::size_t cell = first;
  for (std::size_t i = 0; i < n; ++i) {
    const double middle = 0.5 * (s[i] + s[i + 1]);
    while (cell + 1 < last && curve.knots()[cell + 1].s <= middle) ++cell;
    const PathCurve::Place place = curve.in_cell(cell, middle);
    const PathRates rates = path_rates(machine, {place.position, place.first, place.second});
    const Channels speed = rates.velocity / bounds.top_speed;
    cells.emplace_back(s[i + 1] - s[i], rates.velocity / bounds.acceleration,
                       rates.acceleration / bounds.acceleration, speed);
    const double fastest = (bounds.velocity(place.segment) / rates.velocity).square().minCoeff();
    most[i] = std::min(most[i], fastest);
    most[i + 1] = std::min(most[i + 1], fastest);
    if (!rough && speed.square().maxCoeff() * fastest > kFastShare * kFastShare)
      shares[i].gained = kFirstGain;
    if (i > 0) guess[i] = std::pow((s[i + 1] - s[i - 1]) / (2.0 * interval), 2);
  }
  PathPiece piece{std::move(places), {std::move(cells), bounds, interval}};
  piece.speed_.shares() = std::move(shares);
  if (!piece.speed_.plan(std::move(guess), std::move(most), rough, progress)) return std::nullopt;
  piece.clock();
  return piece;
}

std::optional<PathPiece> PathPiece::plan(const Machine& machine, const PathCurve& curve,
                                         const PathBounds& bounds, std::size_t first, std::size_t last,
                                         double interval, const Progress& progress) {
  const auto part = [&](double from, double to) {
    return [=, &progress](double share) { return progress(from + share * (to - from)); };
  };
  auto rough = over(path_places(machine, curve, bounds, first, last, kRough * interval), machine, curve,
                    bounds, first, last, kRough * interval, true, part(0.0, 0.3));
  if (!rough) return rough;
  // Even in time, for the second.
  const double even = rough->duration() / std::max(2.0, std::round(rough->duration() / interval));
  std::vector<double> places = rough->every(even);
  const double least = 1e-9 * (places.back() - places.front());
  while (places.size() > 3 && places[places.size() - 2] > places.back() - least)
    places.erase(places.end() - 2);
  auto piece = over(std::move(places), machine, curve, bounds, first, last, even, false, part(0.3, 1.0));
  if (piece) piece->work_ = rough->work();
  return piece;
}

void PathPiece::clock() {
  const std::vector<double>& b = speed_.squares();
  times_.assign(places_.size(), 0.0);
  for (std::size_t i = 0; i + 1 < places_.size(); ++i)
    times_[i + 1] = times_[i] + 2.0 * (places_[i + 1] - places_[i]) / (std::sqrt(b[i]) + std::sqrt(b[i + 1]));
}

/// s'' is constant between two places.
std::vector<double> PathPiece::every(double interval) const {
  const std::vector<double>& b = speed_.squares();
  std::vector<double> samples;
  double next = 0.0;
  for (std::size_t i = 0; i + 1 < places_.size(); ++i) {
    const double v0 = std::sqrt(b[i]);
    const double a = (std::sqrt(b[i + 1]) - v0) / (times_[i + 1] - times_[i]);
    for (; next < times_[i + 1]; next = interval * static_cast<double>(samples.size())) {
      const double t = next - times_[i];
      samples.push_back(std::min(places_[i] + t * (v0 + 0.5 * a * t), places_[i + 1]));
    }
  }
  samples.push_back(places_.back());
  return samples;
}

void PathPiece::tighten_at(std::size_t place, const PathUse& use) {
  SpeedShare& share = speed_.shares()[place];
  double& most = speed_.most()[place];
  if (use.velocity > 1.0) most /= use.velocity * use.velocity;
  if (use.acceleration > 1.0) share.acceleration /= kOver * use.acceleration;
  if (use.jerk > 1.0) {
    // What the curve does between two places is not seen from them: only a lower speed helps there.
    if (share.jerk < kLowJerk)
      most = std::min(most, speed_.squares()[place] / cube_root(kOver * use.jerk * use.jerk));
    share.jerk = std::max(kLeastJerk, share.jerk / (kOver * use.jerk));
  }
  switch (use.no_stop) {
    case Limit::none:
      break;
    case Limit::axis_velocity:
    case Limit::leg_velocity:
      if (share.gained < kMostGain) {
        share.gained = share.gained > 0.0 ? kMoreGain * share.gained : kFirstGain;
        break;
      }
      most = std::min(most, kSlowerToStop * speed_.squares()[place]);
      break;
    case Limit::axis_acceleration:
    case Limit::leg_acceleration:
    case Limit::axis_jerk:
    case Limit::leg_jerk:
      share.acceleration *= kSofterToStop;
      break;
    default:
      most = std::min(most, kSlowerToStop * speed_.squares()[place]);
  }
}

std::vector<PathPiece::Stretch> PathPiece::tighten(std::span<const PathUse> too_much, double grid) {
  const auto count = static_cast<std::ptrdiff_t>(places_.size());
  std::vector<PathUse> worst(places_.size());
  std::vector<std::size_t> touched;
  for (const PathUse& use : too_much) {
    const auto at = std::lower_bound(times_.begin(), times_.end(), use.time) - times_.begin();
    const std::ptrdiff_t reach = use.no_stop != Limit::none ? kStopReach : kReach;
    for (std::ptrdiff_t k = std::max<std::ptrdiff_t>(0, at - reach); k < std::min(at + reach, count); ++k) {
      const auto i = static_cast<std::size_t>(k);
      PathUse& most = worst[i];
      most.velocity = std::max(most.velocity, use.velocity);
      most.acceleration = std::max(most.acceleration, use.acceleration);
      most.jerk = std::max(most.jerk, use.jerk);
      if (use.no_stop != Limit::none) most.no_stop = use.no_stop;
      if (touched.empty() || touched.back() < i) touched.push_back(i);
    }
  }
  for (const std::size_t i : touched) tighten_at(i, worst[i]);
  std::vector<std::pair<std::size_t, std::size_t>> windows;
  const double around = kAround * speed_.stop_time();
  const auto place_at = [&](double time) {
    return static_cast<std::size_t>(std::lower_bound(times_.begin(), times_.end() - 1, time) -
                                    times_.begin());
  };
  for (std::size_t k = 0; k < touched.size();) {
    const double from = times_[touched[k]];
    double until = from;
    for (;
         k < touched.size() && times_[touched[k]] < until + around && times_[touched[k]] < from + kMostAtOnce;
         ++k)
      until = times_[touched[k]];
    windows.emplace_back(place_at(std::max(0.0, from - around)), place_at(until + around));
  }
  for (const auto& [from, to] : windows) speed_.plan_again(from, to, grid);
  clock();
  std::vector<Stretch> changed;
  for (const auto& [from, to] : windows) changed.push_back({times_[from], times_[to]});
  return changed;
}

}  // namespace hexad::motion
