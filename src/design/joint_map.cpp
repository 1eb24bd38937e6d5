// A yoke looks along n; its first axis u is level and across n, w = n × u. A leg along s, turned by α about u
// and then by β about the w that u has carried along:
//   s = (s·u, s·w, s·n) = (sin β, −sin α·cos β, cos α·cos β),  so  β = asin(s·u),  α = atan2(−s·w, s·n).
// Joints of the platform: the same in the platform's axes. An upright yoke's first axis is along the joint
// circle.

#include "design/joint_map.hpp"

#include <algorithm>
#include <cmath>

namespace hexad::design {
namespace {

constexpr std::size_t kBetweenAngles = 1500;

struct Yoke {
  Vec3 along, first, across;
};

Yoke yoke_of(const Machine& machine, YokeMount mount, bool at_base, std::size_t leg) noexcept {
  const kinematics::LegGeometry neutral = kinematics::leg_geometry(machine, Pose{});
  const Vec3 along = mount == YokeMount::neutral ? neutral.direction[leg] : Vec3::UnitZ();
  Vec3 first = Vec3::UnitZ().cross(along);
  if (first.norm() < 1e-6) {
    const Vec3& joint = (at_base ? machine.geometry.base : machine.geometry.platform)[leg];
    first = Vec3::UnitZ().cross(Vec3{joint.x(), joint.y(), 0.0});
  }
  if (first.norm() < 1e-6) first = Vec3::UnitX();
  first.normalize();
  return {along, first, along.cross(first)};
}

JointAngles angles_in(const Yoke& yoke, const Vec3& s) noexcept {
  return {std::atan2(-s.dot(yoke.across), s.dot(yoke.along)),
          std::asin(std::clamp(s.dot(yoke.first), -1.0, 1.0))};
}

Vec3 direction_in(const kinematics::LegGeometry& geometry, const Pose& pose, bool at_base,
                  std::size_t leg) noexcept {
  return at_base ? geometry.direction[leg] : Vec3{pose.rotation.conjugate() * geometry.direction[leg]};
}

/// Andrew's monotone chain.
std::vector<JointAngles> hull_of(std::vector<JointAngles> points) {
  std::sort(points.begin(), points.end(), [](const JointAngles& a, const JointAngles& b) {
    return a.first != b.first ? a.first < b.first : a.second < b.second;
  });
  const auto turns_left = [](const JointAngles& o, const JointAngles& a, const JointAngles& b) {
    return (a.first - o.first) * (b.second - o.second) - (a.second - o.second) * (b.first - o.first) > 0.0;
  };
  std::vector<JointAngles> hull;
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t begin = hull.size();
    for (const JointAngles& point : points) {
      while (hull.size() >= begin + 2 && !turns_left(hull[hull.size() - 2], hull.back(), point))
        hull.pop_back();
      hull.push_back(point);
    }
    hull.pop_back();  // where the other chain begins
    std::reverse(points.begin(), points.end());
  }
  return hull;
}

}  // namespace

JointAngles joint_angles(const Machine& machine, YokeMount mount, bool at_base, std::size_t leg,
                         const Pose& asked) noexcept {
  const Pose pose = kinematics::project(machine, asked);
  const kinematics::LegGeometry geometry = kinematics::leg_geometry(machine, pose);
  return angles_in(yoke_of(machine, mount, at_base, leg), direction_in(geometry, pose, at_base, leg));
}

std::vector<JointMap> joint_maps(const Machine& machine, YokeMount mount) {
  const std::size_t legs = machine.geometry.legs;
  std::vector<JointMap> maps;
  std::vector<Yoke> yokes;
  std::vector<std::vector<JointAngles>> points(2 * legs);
  for (const bool at_base : {true, false}) {
    for (std::size_t leg = 0; leg < legs; ++leg) {
      maps.push_back({at_base, leg, {}, {}, 0.0, {}});
      yokes.push_back(yoke_of(machine, mount, at_base, leg));
    }
  }
  for (const Place& place : Workspace{machine}.spread(kBetweenAngles)) {
    const Pose pose = kinematics::project(machine, place.pose);
    const kinematics::LegGeometry geometry = kinematics::leg_geometry(machine, pose);
    for (std::size_t k = 0; k < maps.size(); ++k) {
      const Vec3 s = direction_in(geometry, pose, maps[k].at_base, maps[k].leg);
      points[k].push_back(angles_in(yokes[k], s));
      maps[k].cone = std::max(maps[k].cone, std::acos(std::clamp(s.dot(yokes[k].along), -1.0, 1.0)));
    }
  }
  for (std::size_t k = 0; k < maps.size(); ++k) {
    maps[k].outline = hull_of(std::move(points[k]));
    if (maps[k].outline.empty()) continue;
    maps[k].low = maps[k].high = maps[k].outline.front();
    for (const JointAngles& angles : maps[k].outline) {
      maps[k].low = {std::min(maps[k].low.first, angles.first), std::min(maps[k].low.second, angles.second)};
      maps[k].high = {std::max(maps[k].high.first, angles.first),
                      std::max(maps[k].high.second, angles.second)};
    }
  }
  return maps;
}

}  // namespace hexad::design
