// Two lines p + t·u and q + s·v, t and s in 0…1: the distance is least where both derivatives vanish, or at
// an end. With a = u·u, b = u·v, c = v·v, d = u·r, e = v·r, r = p − q: t = (b·e − c·d)/(a·c − b²), cut to
// 0…1, then s = (b·t + e)/c, and where that must be cut, t again for the s that is left (C. Ericson,
// Real-Time Collision Detection, 5.1.9). A line and a disc: the distance from a point to a convex body is
// convex along a line, so the least is found by cutting in three.

#include "design/clearance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hexad::design {
namespace {

constexpr std::size_t kBetweenPlaces = 600;
constexpr int kCuts = 48;

double radius_of(const std::array<Vec3, kMaxLegs>& joints, std::size_t legs) noexcept {
  double radius = 0.0;
  for (std::size_t i = 0; i < legs; ++i) radius = std::max(radius, joints[i].head<2>().norm());
  return radius;
}

struct TwoPoints {
  Vec3 a, b;
};
TwoPoints nearest_points(const Vec3& p1, const Vec3& p2, const Vec3& q1, const Vec3& q2) noexcept {
  const Vec3 u = p2 - p1, v = q2 - q1, r = p1 - q1;
  const double a = u.squaredNorm(), c = v.squaredNorm(), b = u.dot(v), d = u.dot(r), e = v.dot(r);
  const double tiny = 1e-18;
  double t = 0.0, s = 0.0;
  if (a <= tiny && c <= tiny) return {p1, q1};
  if (a <= tiny) {
    s = std::clamp(e / c, 0.0, 1.0);
  } else if (c <= tiny) {
    t = std::clamp(-d / a, 0.0, 1.0);
  } else {
    const double determinant = a * c - b * b;
    t = determinant > tiny ? std::clamp((b * e - c * d) / determinant, 0.0, 1.0) : 0.0;
    s = (b * t + e) / c;
    if (s < 0.0 || s > 1.0) {
      s = std::clamp(s, 0.0, 1.0);
      t = std::clamp((b * s - d) / a, 0.0, 1.0);
    }
  }
  return {p1 + t * u, q1 + s * v};
}

/// The point of a disc that is nearest to a point.
Vec3 nearest_on_disc(const Vec3& point, const Vec3& centre, const Vec3& normal, double radius) noexcept {
  const Vec3 out = point - centre;
  const Vec3 in_plane = out - normal * normal.dot(out);
  const double length = in_plane.norm();
  return centre + (length > radius ? Vec3{in_plane * (radius / length)} : in_plane);
}

}  // namespace

LegBody whole_body(LegBody body, const Machine& machine) noexcept {
  const Geometry& geometry = machine.geometry;
  const double plate = 1.1;
  if (!(body.cylinder_length > 0.0)) body.cylinder_length = 0.9 * geometry.retracted[0];
  if (!(body.base_radius > 0.0)) body.base_radius = plate * radius_of(geometry.base, geometry.legs);
  if (!(body.platform_radius > 0.0))
    body.platform_radius = plate * radius_of(geometry.platform, geometry.legs);
  return body;
}

Legs::Legs(const Machine& machine, const LegBody& body, const Pose& asked) noexcept {
  const Pose pose = kinematics::project(machine, asked);
  const AbsolutePose place = machine.heights.absolute(pose);
  const kinematics::LegGeometry geometry = kinematics::leg_geometry(machine, pose);
  for (std::size_t i = 0; i < machine.geometry.legs; ++i) {
    const double length = geometry.length[static_cast<Eigen::Index>(i)];
    const Vec3& foot = machine.geometry.base[i];
    const Vec3& along = geometry.direction[i];
    const double first = std::min(body.joint_length, 0.5 * length);
    const double last = std::max(length - body.joint_length, first);
    const double middle = std::clamp(body.cylinder_length, first, last);
    legs_[i] = {{{foot + along * first, foot + along * middle, body.cylinder_radius},
                 {foot + along * middle, foot + along * last, body.rod_radius}}};
  }
  base_ = {Vec3{0.0, 0.0, -body.base_below}, Vec3::UnitZ(), body.base_radius};
  const Vec3 up = place.rotation * Vec3::UnitZ();
  platform_ = {place.position + up * body.platform_above, up, body.platform_radius};
}

Nearness Legs::between(std::size_t a, std::size_t b) const noexcept {
  Nearness least{std::numeric_limits<double>::infinity(), Vec3::Zero()};
  for (const Rod& one : legs_[a]) {
    for (const Rod& other : legs_[b]) {
      const TwoPoints points = nearest_points(one.from, one.to, other.from, other.to);
      const double distance = (points.a - points.b).norm() - one.radius - other.radius;
      if (distance < least.distance) least = {distance, 0.5 * (points.a + points.b)};
    }
  }
  return least;
}

Nearness Legs::to_plate(std::size_t leg, BodyPart plate) const noexcept {
  const Disc& disc = plate == BodyPart::base ? base_ : platform_;
  Nearness least{std::numeric_limits<double>::infinity(), Vec3::Zero()};
  for (const Rod& rod : legs_[leg]) {
    const auto gap = [&](double t) {
      const Vec3 point = rod.from + t * (rod.to - rod.from);
      return (point - nearest_on_disc(point, disc.centre, disc.normal, disc.radius)).norm();
    };
    double low = 0.0, high = 1.0;
    for (int i = 0; i < kCuts; ++i) {
      const double third = (high - low) / 3.0;
      (gap(low + third) < gap(high - third) ? high : low) +=
          (gap(low + third) < gap(high - third) ? -third : third);
    }
    const double t = 0.5 * (low + high);
    const double distance = gap(t) - rod.radius;
    if (distance >= least.distance) continue;
    const Vec3 point = rod.from + t * (rod.to - rod.from);
    least = {distance, 0.5 * (point + nearest_on_disc(point, disc.centre, disc.normal, disc.radius))};
  }
  return least;
}

Clearance clearance_of(const Machine& machine, const LegBody& given) {
  const LegBody body = whole_body(given, machine);
  const Workspace workspace{machine};
  const std::size_t legs = machine.geometry.legs;
  Clearance result;
  for (std::size_t a = 0; a < legs; ++a) {
    for (std::size_t b = a + 1; b < legs; ++b) result.pairs.push_back({a, BodyPart::leg, b, {}, {}});
    result.pairs.push_back({a, BodyPart::base, 0, {}, {}});
    result.pairs.push_back({a, BodyPart::platform, 0, {}, {}});
  }
  for (Closest& pair : result.pairs) pair.nearness.distance = std::numeric_limits<double>::infinity();
  const auto look = [](const Legs& at, const Closest& pair) {
    return pair.other == BodyPart::leg ? at.between(pair.leg, pair.other_leg)
                                       : at.to_plate(pair.leg, pair.other);
  };
  const std::vector<Place> places = workspace.spread(kBetweenPlaces);
  result.places = places.size();
  for (const Place& place : places) {
    const Legs at{machine, body, place.pose};
    for (Closest& pair : result.pairs) {
      const Nearness nearness = look(at, pair);
      if (!(nearness.distance < pair.nearness.distance)) continue;
      pair.nearness = nearness;
      pair.place = place;
    }
  }
  for (Closest& pair : result.pairs) {
    pair.place = workspace.lowered(pair.place, [&](const Pose& pose) {
      return look(Legs{machine, body, pose}, pair).distance;
    });
    pair.nearness = look(Legs{machine, body, pair.place.pose}, pair);
  }
  std::sort(result.pairs.begin(), result.pairs.end(),
            [](const Closest& a, const Closest& b) { return a.nearness.distance < b.nearness.distance; });
  return result;
}

}  // namespace hexad::design
