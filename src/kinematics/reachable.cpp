#include "kinematics/reachable.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kinematics/guide.hpp"
#include "kinematics/jacobian.hpp"
#include "kinematics/singular.hpp"

namespace hexad::kinematics {
namespace internal {

Bounds::Bounds(const Machine& machine, StrokeUse stroke) noexcept {
  const double margin = stroke == StrokeUse::less_margin ? machine.limits.stroke_margin : 0.0;
  low = margin - kTouch;
  high = machine.geometry.stroke - margin + kTouch;
  joint_cosine = std::cos(std::min(machine.limits.joint_angle, kPi));
  half_turn_cosine = std::cos(0.5 * std::min(machine.limits.rotation_angle, kPi));
  singular = machine.geometry.legs > 0 ? machine.limits.singular_margin * machine.neutral_singular : 0.0;
}

Look::Look(const Machine& machine, const Pose& projected) noexcept : pose{projected} {
  const Mat3 r = pose.rotation.toRotationMatrix();
  vectors = leg_vectors(machine.geometry, machine.heights.absolute(pose).position, r);
  length = vectors.squared_length().sqrt();
  extension = length - machine.geometry.retracted.array();
  along_platform = r(0, 2) * vectors.d_x + r(1, 2) * vectors.d_y + r(2, 2) * vectors.d_z;
}

bool within(const Machine& machine, const Bounds& bounds, const Look& look) noexcept {
  if (look.turned_too_far(bounds)) return false;
  const Six base = look.base_slack(bounds);
  const Six platform = look.platform_slack(bounds);
  bool inside = true;
  for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(machine.geometry.legs); ++i) {
    const double x = look.extension[i];
    inside = inside && x >= bounds.low && x <= bounds.high && base[i] >= 0.0 && platform[i] >= 0.0;
  }
  return inside;
}

double singular_at_least(const Machine& machine, const Look& look, double needed) noexcept {
  if (machine.geometry.legs == 0) return std::numeric_limits<double>::infinity();
  if (!six_legs(machine)) return kinematics::smallest_singular(machine, look.pose);
  const double bound = singular_bound(look.vectors, machine.radius).lower;
  return bound > needed ? bound : smallest_singular(look.vectors, machine.radius);
}

}  // namespace internal

using internal::Bounds;
using internal::Look;
using internal::Six;

namespace {

/// Adds hits and keeps the ones from `first` on in order, the one with the largest overshoot in front.
struct HitList {
  Hits hits;
  std::array<double, Hits::capacity()> over{};
  std::size_t first = 0;

  void next_kind() noexcept { first = hits.size(); }
  void add(const LimitHit& hit, double overshoot) noexcept {
    if (!hits.push_back(hit)) return;
    std::size_t at = hits.size() - 1;
    over[at] = overshoot;
    // NaN counts as worst: it is never "not larger".
    while (at > first && !(over[at] <= over[at - 1])) {
      std::swap(over[at], over[at - 1]);
      std::swap(hits[at], hits[at - 1]);
      --at;
    }
  }
};

double angle_of(double along, double length) noexcept {
  return std::acos(std::clamp(along / length, -1.0, 1.0));
}

void add_legs(const Machine& machine, const Bounds& bounds, const Look& look, HitList& list) noexcept {
  for (std::size_t i = 0; i < machine.geometry.legs; ++i) {
    const double x = look.extension[static_cast<Eigen::Index>(i)];
    const auto leg = static_cast<std::uint8_t>(i);
    if (!(x <= bounds.high)) {
      const double high = bounds.high - internal::kTouch;
      list.add({Limit::leg_upper, leg, x, high}, x - high);
    } else if (!(x >= bounds.low)) {
      const double low = bounds.low + internal::kTouch;
      list.add({Limit::leg_lower, leg, x, low}, low - x);
    }
  }
}

void add_joints(const Machine& machine, const Bounds& bounds, const Look& look, HitList& list) noexcept {
  const Six base = look.base_slack(bounds);
  const Six platform = look.platform_slack(bounds);
  const double limit = machine.limits.joint_angle;
  for (std::size_t i = 0; i < machine.geometry.legs; ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    const auto leg = static_cast<std::uint8_t>(i);
    if (!(base[at] >= 0.0)) {
      const double angle = angle_of(look.vectors.d_z[at], look.length[at]);
      list.add({Limit::joint_angle, leg, angle, limit}, angle - limit);
    }
    if (!(platform[at] >= 0.0)) {
      const double angle = angle_of(look.along_platform[at], look.length[at]);
      list.add({Limit::joint_angle, leg, angle, limit}, angle - limit);
    }
  }
}

}  // namespace

Hits reachability(const Machine& machine, const Pose& asked, StrokeUse stroke) noexcept {
  const Bounds bounds{machine, stroke};
  const Look look{machine, project(machine, asked)};
  HitList list;
  add_legs(machine, bounds, look, list);
  list.next_kind();
  if (look.turned_too_far(bounds)) {
    const double angle = angle_between(Quat::Identity(), look.pose.rotation);
    list.add({Limit::rotation_angle, 0, angle, machine.limits.rotation_angle}, angle);
  }
  list.next_kind();
  add_joints(machine, bounds, look, list);
  list.next_kind();
  if (bounds.singular > 0.0) {
    const double smallest = internal::singular_at_least(machine, look, bounds.singular);
    if (!(smallest >= bounds.singular))
      list.add({Limit::singularity, 0, smallest, bounds.singular}, smallest);
  }
  return list.hits;
}

LimitHit first_hit(const Machine& machine, const Pose& asked, StrokeUse stroke) noexcept {
  const Bounds bounds{machine, stroke};
  const Look look{machine, project(machine, asked)};
  if (internal::within(machine, bounds, look) &&
      (!(bounds.singular > 0.0) ||
       internal::singular_at_least(machine, look, bounds.singular) >= bounds.singular)) {
    return {};
  }
  const Hits hits = reachability(machine, asked, stroke);
  return hits.empty() ? LimitHit{} : hits[0];
}

}  // namespace hexad::kinematics
