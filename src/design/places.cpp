#include "design/places.hpp"

#include <algorithm>
#include <cmath>

#include "kinematics/forward.hpp"
#include "kinematics/reach.hpp"
#include "model/axes.hpp"

namespace hexad::design {
namespace {

constexpr std::array<std::size_t, 6> kPrimes{2, 3, 5, 7, 11, 13};
constexpr int kPlaceHalvings = 12;
constexpr double kFirstStep = 0.125;
constexpr double kLastStep = 0.002;

std::array<double, 6> between(const std::array<double, 6>& share, double scale) {
  std::array<double, 6> result{};
  for (std::size_t i = 0; i < 6; ++i) result[i] = 0.5 + (share[i] - 0.5) * scale;
  return result;
}

}  // namespace

std::vector<std::size_t> freedoms_of(const Machine& machine) {
  switch (machine.geometry.mechanism) {
    case Mechanism::six_legs:
      return {0, 1, 2, 3, 4, 5};
    case Mechanism::four_legs:
    case Mechanism::three_legs:
      return {2, 3, 4};
    case Mechanism::two_legs:
      return {3, 4};
    case Mechanism::heave_roll:
      return {2, 4};
    case Mechanism::one_leg:
      return {2};
    case Mechanism::rotary_only:
      break;
  }
  return {};
}

double spread_share(std::size_t n, std::size_t coordinate) noexcept {
  const std::size_t base = kPrimes[coordinate];
  double share = 0.0;
  double digit = 1.0;
  for (; n > 0; n /= base) {
    digit /= static_cast<double>(base);
    share += digit * static_cast<double>(n % base);
  }
  return share;
}

Workspace::Workspace(const Machine& machine) : machine_{machine} {
  if (machine.geometry.mechanism == Mechanism::six_legs) return;
  const auto ranges = kinematics::reach(machine);
  coordinates_ = 0;
  for (const std::size_t axis : freedoms_of(machine)) {
    axis_[coordinates_] = axis;
    range_[coordinates_] = {ranges[axis].low, ranges[axis].high};
    ++coordinates_;
  }
}

bool Workspace::pose_of(const std::array<double, 6>& share, Pose& pose) const {
  if (machine_.geometry.mechanism == Mechanism::six_legs) {
    Extensions extension;
    for (std::size_t i = 0; i < 6; ++i)
      extension[static_cast<Eigen::Index>(i)] = share[i] * machine_.geometry.stroke;
    const kinematics::Forward forward = kinematics::forward(machine_, extension);
    if (!forward.ok()) return false;
    pose = forward.pose;
  } else {
    AxisValues values{};
    for (std::size_t i = 0; i < coordinates_; ++i) {
      const double out = 2.0 * share[i] - 1.0;
      values[axis_[i]] = out < 0.0 ? -out * range_[i][0] : out * range_[i][1];
    }
    pose = kXyzConvention.to_pose(values, 0.0);
  }
  return !kinematics::first_hit(machine_, pose, kinematics::StrokeUse::full);
}

Place Workspace::at(const std::array<double, 6>& share) const {
  Place place;
  place.share = share;
  if (pose_of(share, place.pose)) return place;
  double good = 0.0;
  double bad = 1.0;
  Pose reached;
  for (int i = 0; i < kPlaceHalvings; ++i) {
    const double middle = 0.5 * (good + bad);
    (pose_of(between(share, middle), reached) ? good : bad) = middle;
  }
  place.share = between(share, good);
  if (!pose_of(place.share, place.pose)) place = {};  // neutral itself is out of reach: nothing else is known
  return place;
}

std::vector<Place> Workspace::spread(std::size_t between) const {
  std::vector<Place> places;
  std::size_t corners = 1;
  for (std::size_t i = 0; i < coordinates_; ++i) corners *= 3;
  places.reserve(corners + between);
  for (std::size_t n = 0; n < corners; ++n) {
    std::array<double, 6> share{0.5, 0.5, 0.5, 0.5, 0.5, 0.5};
    for (std::size_t i = 0, rest = n; i < coordinates_; ++i, rest /= 3)
      share[i] = 0.5 * static_cast<double>(rest % 3);
    places.push_back(at(share));
  }
  for (std::size_t n = 1; n <= between; ++n) {
    std::array<double, 6> share{0.5, 0.5, 0.5, 0.5, 0.5, 0.5};
    for (std::size_t i = 0; i < coordinates_; ++i) share[i] = spread_share(n, i);
    places.push_back(at(share));
  }
  return places;
}

Place Workspace::lowered(Place from, const std::function<double(const Pose&)>& cost) const {
  double least = cost(from.pose);
  for (double step = kFirstStep; step >= kLastStep;) {
    bool better = false;
    for (std::size_t i = 0; i < coordinates_; ++i) {
      for (const double way : {step, -step}) {
        Place tried = from;
        tried.share[i] = std::clamp(from.share[i] + way, 0.0, 1.0);
        if (tried.share[i] == from.share[i] || !pose_of(tried.share, tried.pose)) continue;
        const double value = cost(tried.pose);
        if (!(value < least)) continue;
        least = value;
        from = tried;
        better = true;
        break;
      }
    }
    if (!better) step *= 0.5;
  }
  return from;
}

}  // namespace hexad::design
